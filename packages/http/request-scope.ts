import type { Caller } from "@plumbline/core/access/caller.ts";
import type { ServiceErrorCode } from "@plumbline/core/errors/service-error.ts";

/** What the platform tells of one request, beside the request itself: passed as hono's bindings. */
export interface PlatformBindings {
  /** Milliseconds the platform still leaves for the answer, less a margin. */
  remainingMs?: () => number;
  /** By which the platform's own log names the request; one is made up without it. */
  requestId?: string | undefined;
  /** Where the platform itself says that the service is reached, such as `https://api.example/live`; no header decides it. */
  baseUrl?: string | undefined;
}

/** Kept for one request while it is served. */
export interface RequestVariables {
  requestId: string;
  caller: Caller;
  /** Of a request that was refused, for its line in the log. */
  errorCode: ServiceErrorCode | undefined;
  /** Asked once the body is in: a key that was revoked while a slow body came must not act. */
  recheckCaller: () => Promise<void>;
}

export interface AppTypes {
  Bindings: PlatformBindings;
  Variables: RequestVariables;
}
