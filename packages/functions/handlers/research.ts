import { researchRoutes } from "@plumbline/http/endpoints/research.ts";
import { openResearch } from "../runtime/open-research.ts";
import { serveRoutes } from "../runtime/serve-routes.ts";

export const handler = serveRoutes(openResearch, researchRoutes);
