import type { Caller, Scope, TenantCaller } from "@plumbline/core/access/caller.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import type { Service } from "@plumbline/service/service.ts";
import type { Context } from "hono";
import type { AppTypes } from "./request-scope.ts";

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
