import type { Caller } from "@plumbline/core/access/caller.ts";

/** What the platform tells of one request, beside the request itself: passed as hono's bindings. */
export interface PlatformBindings {
  /** Milliseconds the platform leaves for the answer, less a margin. */
  deadlineMs?: number;
}

/** Kept for one request while it is served. */
export interface RequestVariables {
  requestId: string;
  caller: Caller;
}

export interface AppTypes {
  Bindings: PlatformBindings;
  Variables: RequestVariables;
}
