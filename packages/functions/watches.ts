import { watchRoutes } from "@plumbline/http/routes/watch-routes.ts";
import { serveRoutes } from "./serve-routes.ts";

export const handler = serveRoutes(watchRoutes);
