import { researchRoutes } from "@plumbline/http/routes/research-routes.ts";
import { openResearch } from "../runtime/research-service.ts";
import { serveService } from "../runtime/serve-service.ts";

export const handler = serveService(openResearch, researchRoutes);
