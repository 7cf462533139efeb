import type { createService } from "./create-service.ts";

/** Everything that the routes use. Created once per process. */
export type Service = ReturnType<typeof createService>;
