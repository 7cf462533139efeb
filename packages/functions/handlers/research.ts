import { researchRoutes } from "@plumbline/http/endpoints/research.ts";
import { openResearch } from "../runtime/open-research.ts";
import { serveService } from "../runtime/serve-routes.ts";

export const handler = serveService(openResearch, researchRoutes);
