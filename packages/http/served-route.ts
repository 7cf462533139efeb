import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import type { Context } from "hono";
import * as z from "zod";
import { authenticateCaller, type CallerService, lacksScope, tenantOnly } from "./caller-check.ts";
import { readQuery } from "./read-json.ts";
import type { AppTypes } from "./request-scope.ts";
import type { CheckedRoute, Route } from "./route.ts";

/** A route behind the check of its caller. */
export type Serve = (context: Context<AppTypes>) => Promise<Response> | Response;

const NO_QUERY = z.strictObject({});

/** The route, for whom it is meant. Throws a plain Error when its caller is to be checked and there is no authenticator. */
export function servedRoute(
  route: Route,
  { authenticator, clock }: Pick<CallerService, "clock"> & Partial<CallerService>,
): Serve {
  if (route.access === "public" || route.access === "by_message")
    return (context) => route.handle(context, undefined);
  if (!authenticator) throw new Error(`${route.method} ${route.path} needs an authenticator.`);
  return (context) => serveCaller(route, { authenticator, clock }, context);
}

async function serveCaller(
  route: CheckedRoute,
  service: CallerService,
  context: Context<AppTypes>,
): Promise<Response> {
  const caller = await authenticateCaller(service, context);
  if (route.access === "operator") {
    if (caller.type !== "operator")
      throw new ServiceError("forbidden", "Only an operator key (plo_…) may do this.");
    refuseUnread(route, context);
    return route.handle(context, caller);
  }
  const tenant = tenantOnly(caller);
  if (!tenant.scopes.has(route.access)) throw lacksScope(route.access);
  refuseUnread(route, context);
  return route.handle(context, tenant);
}

/**
 * What nobody reads must not pass: `?preview=true` beside a body without it would be a call, not a preview, and a request whose
 * `Idempotency-Key` is ignored may be made twice.
 */
function refuseUnread({ query, method, headers }: CheckedRoute, context: Context<AppTypes>): void {
  if (query === undefined) readQuery(context, NO_QUERY);
  if (method === "GET" || headers?.shape["idempotency-key"]) return;
  if (context.req.header("idempotency-key") !== undefined)
    throw new ServiceError("not_supported", "Idempotency-Key is not supported here; leave it out.");
}
