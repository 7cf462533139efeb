import type { Actor } from "@plumbline/core/access/audit/audit-entry.ts";
import {
  type Caller,
  describeMissingScopes,
  type Scope,
  type TenantCaller,
} from "@plumbline/core/access/caller.ts";
import type { Clock, Deadline } from "@plumbline/core/clock/clock.ts";
import type { CallOptions } from "@plumbline/core/dispatch/call-options.ts";
import {
  listInputIssues,
  ServiceError,
  type ServiceErrorCode,
  summarizeIssues,
} from "@plumbline/core/errors/service-error.ts";
import type { CpuShares } from "@plumbline/core/fairness/cpu-shares.ts";
import type { SpanContext } from "@plumbline/core/tracing/tracer.ts";
import type { Service } from "@plumbline/service/service.ts";
import type { Context } from "hono";
import type * as z from "zod";
import { readVisit } from "./console/visit-cookie.ts";
import { createProblemResponse } from "./problems.ts";
import { BODY_LIMIT, parseBody, readRequestBody } from "./request-body.ts";
import { admit, type RequestLimits } from "./request-limits.ts";

/** Facts about a request that only the platform knows. Passed as Hono bindings. */
export interface PlatformBindings {
  /** Milliseconds that the platform leaves for the response, minus a margin. */
  remainingMs?: () => number;
  /** ID of the request in the platform's own log. Generated if missing. */
  requestId?: string | undefined;
  /**
   * Base URL according to the platform itself, such as `https://api.example/live`. Never taken from a header.
   */
  baseUrl?: string | undefined;
  /** IP address of the client. Set if the platform knows it and does not count requests by address itself. */
  clientAddress?: string | undefined;
  /** Called once a POST turns out to be a read, so that it can be repeated if the service stops meanwhile. */
  noteRead?: () => void;
}

/** Values stored for one request while it is served. */
export interface RequestVariables {
  requestId: string;
  /** The request's span, if it is traced. */
  span: SpanContext | undefined;
  /** The platform's deadline for the response, if it sets one. */
  deadline: Deadline | undefined;
  caller: Caller;
  /** Error code of a refused request, for its log line. */
  errorCode: ServiceErrorCode | undefined;
  /**
   * Authenticates again. Called after the body has arrived, because the key may have been revoked during a
   * slow upload. `undefined` on public routes.
   */
  recheckCaller: (() => Promise<void>) | undefined;
  clock: Clock;
  limits: RequestLimits;
  /** Omitted if the process serves one request at a time. */
  cpu: CpuShares | undefined;
}

export interface AppTypes {
  Bindings: PlatformBindings;
  Variables: RequestVariables;
}

/**
 * Returns the options for calls made by an HTTP request: the platform's deadline, a signal that aborts when
 * the client disconnects, and the request ID for the log.
 */
export function callOptions(context: Context<AppTypes>, publicUrl?: string): CallOptions {
  return {
    baseUrl: chooseBaseUrl(publicUrl, context),
    deadline: context.get("deadline"),
    signal: context.req.raw.signal,
    requestId: context.get("requestId"),
    span: context.get("span"),
  };
}

/** Returns the actor for the audit log. */
export function getActor(context: Context<AppTypes>): Actor {
  return { keyId: context.get("caller")?.keyId, requestId: context.get("requestId") };
}

/** Base URL if neither `PUBLIC_URL` nor the platform sets one: that of a service with default settings. */
export const DEFAULT_URL = "http://127.0.0.1:8787";

/**
 * Returns the service's base URL without a trailing slash, as set by the operator or known to the platform.
 * Never uses the client's `Host`, which could put any URL into published documents.
 */
export function chooseBaseUrl(publicUrl: string | undefined, context: Context<AppTypes>): string {
  return (publicUrl ?? context.env?.baseUrl ?? DEFAULT_URL).replace(/\/+$/, "");
}

/** After a body that takes longer than this, the caller is authenticated again. */
const SLOW_BODY_MS = 1_000;

export type CallerService = Pick<Service, "authenticator" | "clock"> & Partial<Pick<Service, "publicUrl">>;

/**
 * Authenticates the caller by the Authorization header or the console's cookie. A session's token may be
 * restricted to one `Origin`. Stores the caller for the log and for a second check after a slow body, and
 * counts the request against the caller's limits. Waits if the tenant uses more than its share of the
 * processor. Throws ServiceError `unauthenticated` or `too_many_requests`.
 */
export async function authenticateCaller(
  service: CallerService,
  context: Context<AppTypes>,
): Promise<Caller> {
  const limits = context.get("limits");
  const caller = await limits.countCaller(context, async () => {
    const identified = await identify(service, context).catch((error: unknown) => {
      if (error instanceof ServiceError && error.status === 401) limits.countAnonymous(context);
      throw error;
    });
    context.set("caller", identified);
    return identified;
  });
  const cpu = context.get("cpu");
  if (cpu && caller.type === "tenant") await admit(cpu, caller, { signal: context.req.raw.signal });
  context.set("recheckCaller", recheckAfter(SLOW_BODY_MS, service, context));
  return caller;
}

/**
 * Identifies the caller. The header takes precedence over the cookie, so that the caller always matches the
 * key it sends.
 */
function identify({ authenticator, publicUrl }: CallerService, context: Context<AppTypes>): Promise<Caller> {
  const authorization = context.req.header("authorization");
  const url = chooseBaseUrl(publicUrl, context);
  const visit = authorization === undefined ? readVisit(context, url) : undefined;
  if (visit !== undefined) return authenticator.authenticateVisit(visit);
  return authenticator.authenticate(authorization, context.req.header("origin"));
}

/** Returns a tenant's caller. Throws ServiceError `forbidden` for an operator. */
export function requireTenant(caller: Caller): TenantCaller {
  if (caller.type === "tenant") return caller;
  throw new ServiceError(
    "forbidden",
    "An operator key cannot access a tenant's data. Use a tenant key (plk_…).",
  );
}

/** Returns the refusal of a caller that lacks a scope; `undefined` if it has the scope. */
export function findScopeRefusal(
  { scopes }: Pick<TenantCaller, "scopes">,
  scope: Scope,
): ServiceError | undefined {
  const reason = describeMissingScopes(scopes, [scope]);
  return reason === undefined ? undefined : new ServiceError("forbidden", reason, { missingScope: scope });
}

/** Throws ServiceError `forbidden` if the caller lacks a scope. */
export function demandScope(caller: Pick<TenantCaller, "scopes">, scope: Scope): void {
  const refusal = findScopeRefusal(caller, scope);
  if (refusal) throw refusal;
}

/** Returns a function that authenticates again if at least `ms` milliseconds have passed. */
function recheckAfter(ms: number, service: CallerService, context: Context<AppTypes>) {
  const checkedAt = service.clock.monotonic();
  return async () => {
    if (service.clock.monotonic() - checkedAt >= ms) await identify(service, context);
  };
}

/**
 * Reads the request's JSON body and validates it. Throws ServiceError `unsupported_media_type`,
 * `body_too_large` (over 1 MiB, unless the operation accepts more), or `bad_request` with every invalid
 * field, or if the body has not arrived within 10 s. Also rejects integers that a double cannot hold, except
 * below the path `judgedLater`.
 */
export async function readJson<Schema extends z.ZodType>(
  context: Context<AppTypes>,
  schema: Schema | ((body: unknown) => Schema),
  limit = BODY_LIMIT,
  judgedLater?: string,
): Promise<z.output<Schema>> {
  const mediaType = context.req.header("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (mediaType !== "application/json") {
    throw new ServiceError("unsupported_media_type", "Send the body with content-type application/json.");
  }
  const body = await readRequestBody(context.req.raw, limit, context.get("clock"));
  await context.get("recheckCaller")?.();
  return chargeTenant(context, () => {
    const parsed = parseBody(body, judgedLater);
    return checkInput(typeof schema === "function" ? schema(parsed) : schema, parsed, "body");
  });
}

/** Charges the tenant for the time that its body takes to parse, which can be far above the average. */
function chargeTenant<Result>(context: Context<AppTypes>, parse: () => Result): Result {
  const [cpu, caller, clock] = [context.get("cpu"), context.get("caller"), context.get("clock")];
  if (!cpu || caller?.type !== "tenant") return parse();
  const began = clock.monotonic();
  try {
    return parse();
  } finally {
    cpu.charge(caller.tenantId, clock.monotonic() - began);
  }
}

/** Reads and validates query parameters. Rejects unknown and repeated ones. */
export function readQuery<Schema extends z.ZodType>(context: Context, schema: Schema): z.output<Schema> {
  const values = Object.entries(context.req.queries()).map(([name, all]) => [
    name,
    all.length === 1 ? all[0] : all,
  ]);
  return checkInput(schema, Object.fromEntries(values), "query");
}

function checkInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  what: "body" | "query",
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = listInputIssues(parsed.error);
  throw new ServiceError("bad_request", `The ${what} is not valid: ${summarizeIssues(issues, 3)}.`, {
    issues,
  });
}

/** Responds with a problem and records its code for the log line. */
export function respondWithProblem(context: Context<AppTypes>, error: ServiceError): Response {
  context.set("errorCode", error.code);
  return createProblemResponse(error, context.res.headers);
}
