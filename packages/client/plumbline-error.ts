import type { Schemas } from "./schemas.ts";

/**
 * The service's own stable error codes, and three for when there was no usable answer. `unreachable`: nothing
 * answered. `broken_off`: the answer stopped before it was complete. `unreadable`: the answer is not in the
 * service's format.
 */
export type PlumblineErrorCode =
  | Schemas["Problem"]["error_code"]
  | "unreachable"
  | "broken_off"
  | "unreadable";

/** A field of the input that is wrong: `path` in dotted form, `""` for the whole. */
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
 * A request that the service refused (RFC 9457), or that got no whole answer. `message` is a sentence for a
 * person.
 */
export class PlumblineError extends Error {
  override readonly name = "PlumblineError";
  /** The answer's HTTP status; 0 when nothing answered. */
  readonly status: number;
  readonly code: PlumblineErrorCode;
  /** Of bad input: every field that is wrong. */
  readonly issues: readonly InputIssue[];
  /** Another try may succeed after so many seconds. */
  readonly retryAfterSeconds: number | undefined;
  /** The request's id in the service's log. */
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
