import type { components } from "./schema.d.ts";

/** The named schemas of the API, as its description has them: `Schemas["ResearchOutcome"]`. */
export type Schemas = components["schemas"];
