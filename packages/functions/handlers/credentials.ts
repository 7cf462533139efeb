import { credentialRoutes } from "@plumbline/http/routes/credential-routes.ts";
import { serveRoutes } from "../runtime/serve-routes.ts";

export const handler = serveRoutes(credentialRoutes);
