import { researchRoutes } from "@plumbline/http/routes/research-routes.ts";
import { serveRoutes } from "./serve-routes.ts";

export const handler = serveRoutes(researchRoutes);
