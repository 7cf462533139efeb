import type { ServiceError } from "@plumbline/core/errors/service-error.ts";
import type { Context } from "hono";
import { problemResponse } from "./problem.ts";
import type { AppTypes } from "./request-scope.ts";

/** Answers a request with a problem, of which its line in the log has the code. */
export function refuse(context: Context<AppTypes>, error: ServiceError): Response {
  context.set("errorCode", error.code);
  return problemResponse(error, context.res.headers);
}
