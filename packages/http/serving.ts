import type { Caller, Scope, TenantCaller } from "@plumbline/core/access/caller.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import type { Service } from "@plumbline/service/service.ts";
import type { Context } from "hono";
import * as z from "zod";
import type { CheckedRoute, Route } from "./endpoints/endpoint.ts";
import { type AppTypes, readQuery } from "./request.ts";

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

/** A body that takes longer than this has its sender checked again. */
const SLOW_BODY_MS = 1_000;

export type CallerService = Pick<Service, "authenticator" | "clock">;

/**
 * Who calls, by the Authorization header and nothing else; kept for the log and for a second look once a slow body is in.
 * Throws ServiceError `unauthenticated`.
 */
export async function authenticateCaller(
  service: CallerService,
  context: Context<AppTypes>,
): Promise<Caller> {
  const caller = await service.authenticator.authenticate(context.req.header("authorization"));
  context.set("caller", caller);
  context.set("recheckCaller", recheckAfter(SLOW_BODY_MS, service, context));
  return caller;
}

/** Throws ServiceError `forbidden` for an operator. */
export function tenantOnly(caller: Caller): TenantCaller {
  if (caller.type === "tenant") return caller;
  throw new ServiceError(
    "forbidden",
    "An operator key can do nothing of a tenant's; use a tenant's key (plk_…).",
  );
}

/** What a key is told that may not do this. */
export function lacksScope(scope: Scope): ServiceError {
  return new ServiceError("forbidden", `This key lacks the scope ${scope}.`);
}

/** Authenticates once more when so much time has passed since this was made. */
function recheckAfter(ms: number, { authenticator, clock }: CallerService, context: Context<AppTypes>) {
  const checkedAt = clock.monotonic();
  return async () => {
    if (clock.monotonic() - checkedAt < ms) return;
    await authenticator.authenticate(context.req.header("authorization"));
  };
}
