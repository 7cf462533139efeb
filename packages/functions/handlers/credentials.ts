import { credentialRoutes } from "@plumbline/http/endpoints/credentials.ts";
import { serveRoutes } from "../runtime/serve-routes.ts";

export const handler = serveRoutes(credentialRoutes);
