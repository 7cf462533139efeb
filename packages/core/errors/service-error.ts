import type * as z from "zod";

/** Stable codes of errors that are not a tool's result. Each maps to one HTTP status (RFC 9457 problem). */
export const SERVICE_ERROR_STATUS = {
  bad_request: 400,
  not_supported: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  run_stopped: 409,
  run_erased: 409,
  source_unreachable: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  internal: 500,
  store_damaged: 500,
  connect_not_configured: 503,
  model_not_configured: 503,
  model_unavailable: 503,
  model_rate_limited: 503,
  model_refused_request: 503,
  model_bad_answer: 503,
  model_cut_off: 503,
  unavailable: 503,
} as const;

export type ServiceErrorCode = keyof typeof SERVICE_ERROR_STATUS;

/** An invalid input field. `path` is dotted ("metadata.urn"), or "" for the whole input. */
interface InputIssue {
  path: string;
  message: string;
}

interface ServiceErrorDetail extends ErrorOptions {
  issues?: readonly InputIssue[];
  retryAfterSeconds?: number;
  missingScope?: string;
}

/** A request that the service itself refuses. `message` is one sentence that a person can act on. */
export class ServiceError extends Error {
  override readonly name: string = "ServiceError";
  readonly code: ServiceErrorCode;
  readonly issues: readonly InputIssue[];
  readonly retryAfterSeconds: number | undefined;
  /** The scope that the caller lacks, or `undefined` for other errors. */
  readonly missingScope: string | undefined;

  constructor(code: ServiceErrorCode, message: string, more: ServiceErrorDetail = {}) {
    super(message, more);
    this.code = code;
    this.issues = more.issues ?? [];
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.missingScope = more.missingScope;
  }

  get status(): number {
    return SERVICE_ERROR_STATUS[this.code];
  }
}

/** Lists the problems of an input by field, in plain words. Unknown fields are listed one by one. */
export function listInputIssues(error: z.ZodError, prefix: readonly string[] = []): InputIssue[] {
  return error.issues.flatMap((issue) => {
    const path = [...prefix, ...issue.path.map(String)];
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => ({ path: [...path, key].join("."), message: "is not a known field" }));
    }
    return [{ path: path.join("."), message: describeIssue(issue) }];
  });
}

/** Returns zod's message, or our own for its most common ones. */
function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_key") return issue.issues[0]?.message ?? issue.message;
  if (issue.code === "invalid_type") {
    return issue.message.endsWith("received undefined") ? "is required" : `must be of type ${issue.expected}`;
  }
  if (issue.code === "too_small") return `must ${describeSize(issue.origin, "at least", issue.minimum)}`;
  if (issue.code === "too_big") return `must ${describeSize(issue.origin, "at most", issue.maximum)}`;
  if (issue.code === "invalid_value")
    return `must be ${issue.values.length > 1 ? "one of " : ""}${issue.values.map(String).join(", ")}`;
  if (issue.code === "invalid_format" && issue.message.startsWith("Invalid ")) {
    return `must be a valid ${FORMATS[issue.format] ?? issue.format}`;
  }
  return issue.message;
}

const FORMATS: Readonly<Record<string, string>> = { uuid: "UUID", datetime: "ISO 8601 time with offset" };

function describeSize(origin: string, bound: "at least" | "at most", limit: number | bigint): string {
  const isOne = Number(limit) === 1;
  if (origin === "string") return `have ${bound} ${limit} ${isOne ? "character" : "characters"}`;
  if (origin === "array") return `have ${bound} ${limit} ${isOne ? "entry" : "entries"}`;
  return `be ${bound} ${limit}`;
}

/** Summarizes the first few issues in one sentence. */
export function summarizeIssues(issues: readonly InputIssue[], shown = 5): string {
  return issues
    .slice(0, shown)
    .map(({ path, message }) => (path === "" ? message : `${path}: ${message}`))
    .join("; ");
}

/**
 * A setting, file or folder that prevents the service from starting. `message` identifies it and states what
 * is expected.
 */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
}
