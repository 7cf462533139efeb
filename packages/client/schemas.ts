import type { components, paths } from "./schema.d.ts";

/** The named schemas of the OpenAPI description: `Schemas["ResearchOutcome"]`. */
export type Schemas = components["schemas"];

/** The operations of the API by path and method: `Paths["/api/v1/tenants"]["get"]`. */
export type Paths = paths;
