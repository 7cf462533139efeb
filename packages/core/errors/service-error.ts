/** Stable codes of refusals that are not a tool's result; each has one HTTP status (RFC 9457 problem). */
export const SERVICE_ERROR_STATUS = {
  bad_request: 400,
  not_supported: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  source_unreachable: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  internal: 500,
  store_damaged: 500,
  model_not_configured: 503,
  model_unavailable: 503,
  model_rate_limited: 503,
  model_refused_request: 503,
  model_bad_answer: 503,
  model_cut_off: 503,
  unavailable: 503,
} as const;

export type ServiceErrorCode = keyof typeof SERVICE_ERROR_STATUS;

/** One field of the input that is wrong: `path` in dotted form ("metadata.urn", "" for the whole). */
export interface InputIssue {
  path: string;
  message: string;
}

/** A request the service itself refuses. `message` is one sentence a person can act on. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly code: ServiceErrorCode;
  readonly issues: readonly InputIssue[];
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ServiceErrorCode,
    message: string,
    more: { issues?: readonly InputIssue[]; retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.code = code;
    this.issues = more.issues ?? [];
    this.retryAfterSeconds = more.retryAfterSeconds;
  }

  get status(): number {
    return SERVICE_ERROR_STATUS[this.code];
  }
}
