import type { CallOptions } from "@plumbline/core/dispatch/call.ts";
import type { Context } from "hono";
import type { AppTypes } from "../request-scope.ts";

/** What one HTTP request gives the calls made for it now: what is left until the platform's deadline, the client's going away, the id for the log. */
export function callOptions(context: Context<AppTypes>): CallOptions {
  return {
    deadlineMs: context.env?.remainingMs?.(),
    signal: context.req.raw.signal,
    requestId: context.get("requestId"),
  };
}
