import { isUtf8 } from "node:buffer";
import type { Actor } from "@plumbline/core/access/audit/audit-entry.ts";
import type { Caller, Scope, TenantCaller } from "@plumbline/core/access/caller.ts";
import { describeMissingScopes } from "@plumbline/core/access/scope-refusal.ts";
import type { Clock, Deadline } from "@plumbline/core/clock/clock.ts";
import type { CallOptions } from "@plumbline/core/dispatch/call-options.ts";
import {
  listInputIssues,
  ServiceError,
  type ServiceErrorCode,
  summarizeIssues,
} from "@plumbline/core/errors/service-error.ts";
import { findLargeNumber, parseRequestJson, SEND_AS_TEXT } from "@plumbline/core/text/parse-json.ts";
import { findDishonestJson } from "@plumbline/core/tool/arguments.ts";
import type { Service } from "@plumbline/service/service.ts";
import type { Context } from "hono";
import type * as z from "zod";
import { readVisitCookie } from "./console/visit-cookie.ts";
import type { RequestLimits } from "./request-limits.ts";

/** Facts about one request that only the platform knows: passed as hono's bindings. */
export interface PlatformBindings {
  /** Milliseconds the platform still leaves for the answer, less a margin. */
  remainingMs?: () => number;
  /** By which the platform's own log names the request; one is made up without it. */
  requestId?: string | undefined;
  /**
   * Where the platform itself says that the service is reached, such as `https://api.example/live`; no header
   * decides it.
   */
  baseUrl?: string | undefined;
  /** The address of the client, where the platform tells it and nobody else counts requests by address. */
  clientAddress?: string | undefined;
}

/** Kept for one request while it is served. */
export interface RequestVariables {
  requestId: string;
  /** The platform's, where it sets one: by then the answer must be out. */
  deadline: Deadline | undefined;
  caller: Caller;
  /** Of a request that was refused, for its line in the log. */
  errorCode: ServiceErrorCode | undefined;
  /**
   * Asked once the body is in: a key that was revoked while a slow body came must not act. `undefined` on
   * public routes.
   */
  recheckCaller: (() => Promise<void>) | undefined;
  clock: Clock;
  limits: RequestLimits;
}

export interface AppTypes {
  Bindings: PlatformBindings;
  Variables: RequestVariables;
}

/**
 * Makes the options of the calls made for one HTTP request: the platform's deadline, the client's going away,
 * the id for the log.
 */
export function callOptions(context: Context<AppTypes>, publicUrl?: string): CallOptions {
  return {
    baseUrl: chooseBaseUrl(publicUrl, context),
    deadline: context.get("deadline"),
    signal: context.req.raw.signal,
    requestId: context.get("requestId"),
  };
}

/** Who asks, for the audit log. */
export function actorOf(context: Context<AppTypes>): Actor {
  return { keyId: context.get("caller")?.keyId, requestId: context.get("requestId") };
}

/** The address where neither `PUBLIC_URL` nor the platform names one. */
const DEFAULT_URL = "http://127.0.0.1:8787";

/**
 * Where the service is reached, without a slash at its end: what the operator set, or what the platform knows
 * of itself. Never what the client says in `Host`: published documents would name whatever it wrote there.
 */
export function chooseBaseUrl(publicUrl: string | undefined, context: Context<AppTypes>): string {
  return (publicUrl ?? context.env?.baseUrl ?? DEFAULT_URL).replace(/\/+$/, "");
}

/** A body that takes longer than this has its sender checked again. */
const SLOW_BODY_MS = 1_000;

export type CallerService = Pick<Service, "authenticator" | "clock"> & Partial<Pick<Service, "publicUrl">>;

/**
 * Who calls, by the Authorization header, or by the cookie of a visit to the console; a session's token may
 * be held to one `Origin`. Kept for the log and for a second look once a slow body is in, and counted against
 * its limits. Throws ServiceError `unauthenticated` or `too_many_requests`.
 */
export async function authenticateCaller(
  service: CallerService,
  context: Context<AppTypes>,
): Promise<Caller> {
  const limits = context.get("limits");
  const caller = await identify(service, context).catch((error: unknown) => {
    if (error instanceof ServiceError && error.status === 401) limits.countAnonymous(context);
    throw error;
  });
  context.set("caller", caller);
  await limits.countCaller(caller, context);
  context.set("recheckCaller", recheckAfter(SLOW_BODY_MS, service, context));
  return caller;
}

/** The header goes before the cookie, so that a caller is never another than the key it sends. */
function identify({ authenticator, publicUrl }: CallerService, context: Context<AppTypes>): Promise<Caller> {
  const authorization = context.req.header("authorization");
  const url = chooseBaseUrl(publicUrl, context);
  const visit = authorization === undefined ? readVisitCookie(context, url) : undefined;
  if (visit !== undefined) return authenticator.authenticateVisit(visit);
  return authenticator.authenticate(authorization, context.req.header("origin"));
}

/** Throws ServiceError `forbidden` for an operator. */
export function tenantOnly(caller: Caller): TenantCaller {
  if (caller.type === "tenant") return caller;
  throw new ServiceError(
    "forbidden",
    "An operator key can do nothing of a tenant's; use a tenant's key (plk_…).",
  );
}

/** Makes the refusal of a caller without a scope; `undefined` for a caller that has it. */
export function scopeRefusal(
  { scopes }: Pick<TenantCaller, "scopes">,
  scope: Scope,
): ServiceError | undefined {
  const reason = describeMissingScopes(scopes, [scope]);
  return reason === undefined ? undefined : new ServiceError("forbidden", reason, { missingScope: scope });
}

/** Throws ServiceError `forbidden` for a caller without a scope. */
export function demandScope(caller: Pick<TenantCaller, "scopes">, scope: Scope): void {
  const refusal = scopeRefusal(caller, scope);
  if (refusal) throw refusal;
}

/** Authenticates once more when so much time has passed since this was made. */
function recheckAfter(ms: number, service: CallerService, context: Context<AppTypes>) {
  const checkedAt = service.clock.monotonic();
  return async () => {
    if (service.clock.monotonic() - checkedAt >= ms) await identify(service, context);
  };
}

/**
 * The request's JSON body as a schema has it. Throws ServiceError: `unsupported_media_type`, `body_too_large`
 * (over 1 MiB, unless the operation takes more), or `bad_request` with every wrong field named, or for a body
 * that has not arrived within 10 s. A whole number that a double cannot hold is refused as well, except below
 * the path `judgedLater`.
 */
export async function readJson<Schema extends z.ZodType>(
  context: Context<AppTypes>,
  schema: Schema | ((body: unknown) => Schema),
  limit = BODY_LIMIT,
  judgedLater?: string,
): Promise<z.output<Schema>> {
  const mediaType = context.req.header("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (mediaType !== "application/json") {
    throw new ServiceError("unsupported_media_type", "Send the body as content-type application/json.");
  }
  const body = await readBody(context.req.raw, limit, context.get("clock"));
  await context.get("recheckCaller")?.();
  const parsed = parseBody(body, judgedLater);
  return checkInput(typeof schema === "function" ? schema(parsed) : schema, parsed, "body");
}

/** Query parameters as a schema has them; unknown and repeated ones are refused. */
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

/** A sender that is slower holds a connection and a place for nothing. API Gateway hands on whole bodies. */
const LONGEST_BODY_MS = 10_000;

async function readBody(request: Request, limit: number, clock: Clock): Promise<Buffer> {
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge(limit);
  if (!request.body) return Buffer.alloc(0);
  const reader = request.body.getReader();
  let stop: () => void = () => undefined;
  const late = new Promise<never>((_resolve, reject) => {
    stop = clock.after(LONGEST_BODY_MS, () => reject(tooSlow()));
  });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), late]);
      if (done) return Buffer.concat(chunks);
      bytes += value.byteLength;
      if (bytes > limit) throw tooLarge(limit);
      chunks.push(value);
    }
  } catch (error) {
    void reader.cancel().catch(() => undefined);
    throw error;
  } finally {
    stop();
  }
}

function tooSlow(): ServiceError {
  const seconds = LONGEST_BODY_MS / 1_000;
  return new ServiceError("bad_request", `The body did not arrive within ${seconds} s; send it at once.`);
}

function tooLarge(limit: number): ServiceError {
  return new ServiceError("body_too_large", `The body is larger than ${bytesInWords(limit)}.`);
}

/** `judgedLater` begins the path of what the dispatcher refuses by itself: the arguments of a call. */
function parseBody(bytes: Buffer, judgedLater: string | undefined): unknown {
  const value = parseBytes(bytes);
  const problem = findDishonestJson(value);
  if (problem !== undefined)
    throw new ServiceError("bad_request", `The body ${problem}.`, {
      issues: [{ path: "", message: problem }],
    });
  const path = findLargeNumber(value);
  if (path === undefined || (judgedLater !== undefined && path.startsWith(judgedLater))) return value;
  throw new ServiceError("bad_request", `The body is not valid: ${path}: ${SEND_AS_TEXT}.`, {
    issues: [{ path, message: SEND_AS_TEXT }],
  });
}

function parseBytes(bytes: Buffer): unknown {
  try {
    if (isUtf8(bytes)) return parseRequestJson(bytes);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new ServiceError("bad_request", "The body is not valid JSON in UTF-8.");
}

const KIB = 1024;
const MIB = 1024 * KIB;

/** Bytes that the body of a request may have. */
export const BODY_LIMIT = MIB;

/**
 * Bytes of a request that calls a tool: room for a whole MiB of `http_post_json`'s own body, and for the
 * envelope round it. On AWS the firewall refuses what is longer (stacks/body-limit.ts).
 */
export const TOOL_CALL_BODY_LIMIT = MIB + 64 * KIB;

/** A number of bytes as people write it: `1 MiB`, `1 MiB and 64 KiB`. */
export function bytesInWords(bytes: number): string {
  const [mib, kib] = [Math.floor(bytes / MIB), Math.floor((bytes % MIB) / KIB)];
  return [...(mib > 0 ? [`${mib} MiB`] : []), ...(kib > 0 ? [`${kib} KiB`] : [])].join(" and ");
}
