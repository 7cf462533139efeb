import type { Schemas } from "./schemas.ts";

/**
 * The service's stable error codes, plus three for a missing or unusable response. `unreachable`: no
 * response. `broken_off`: the response stopped before its end. `unreadable`: the response is not in the
 * service's format.
 */
export type PlumblineErrorCode =
  | Schemas["Problem"]["error_code"]
  | "unreachable"
  | "broken_off"
  | "unreadable";

/** An invalid field of the input. `path` is in dotted form, or `""` for the whole input. */
export interface InputIssue {
  path: string;
  message: string;
}

export interface ErrorDetail {
  code?: PlumblineErrorCode | undefined;
  issues?: readonly InputIssue[] | undefined;
  retryAfterSeconds?: number | undefined;
  requestId?: string | undefined;
  cause?: unknown;
}

/**
 * A request that the service refused (RFC 9457) or that got no complete response. `message` is a sentence
 * written for people.
 */
export class PlumblineError extends Error {
  override readonly name = "PlumblineError";
  /** HTTP status of the response, or 0 if there was no response. */
  readonly status: number;
  readonly code: PlumblineErrorCode;
  /** For invalid input, every invalid field. */
  readonly issues: readonly InputIssue[];
  /** Seconds after which a retry may succeed. */
  readonly retryAfterSeconds: number | undefined;
  /** The request's ID in the service's log. */
  readonly requestId: string | undefined;

  constructor(message: string, status: number, detail: ErrorDetail = {}) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.status = status;
    this.code = detail.code ?? "unreadable";
    this.issues = detail.issues ?? [];
    this.retryAfterSeconds = detail.retryAfterSeconds;
    this.requestId = detail.requestId;
  }
}
