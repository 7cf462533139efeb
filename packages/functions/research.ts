import { researchRoutes } from "@plumbline/http/routes/research-routes.ts";
import { openResearch } from "./research-service.ts";
import { serveService } from "./serve-service.ts";

export const handler = serveService(openResearch, researchRoutes);
