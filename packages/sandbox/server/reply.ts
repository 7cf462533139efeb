/**
 * An HTTP response to send. `json` is serialised, `body` is sent unchanged. Without either, the body is
 * empty.
 */
export interface Message {
  /** HTTP status. Defaults to 200. */
  readonly status?: number;
  /** Sent unchanged. `content-type` and `content-length` are added if missing. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly body?: string | Buffer;
}

/** A response, sent immediately or `delayMs` milliseconds after the request was read. */
export interface TimedMessage extends Message {
  readonly delayMs?: number;
}

/** A sandbox server's reaction to one request: a response, or one of the ways in which real servers fail. */
export type Reply = TimedMessage | Fault;

/** One way in which a real server leaves a caller without a complete response. */
export type Fault =
  | { readonly fault: "hang_before_headers" }
  | { readonly fault: "hang_after_headers"; readonly message: Message }
  | { readonly fault: "hang_in_body"; readonly message: Message; readonly afterBytes: number }
  | { readonly fault: "reset_before_reading" }
  | { readonly fault: "reset_after_reading" }
  | { readonly fault: "close_after_reading" }
  | { readonly fault: "cut_body"; readonly message: Message; readonly cut: Cut }
  | { readonly fault: "slow_drip"; readonly message: Message; readonly drip: Drip };

/**
 * Position at which a body is cut, and how its end was announced: by `content-length` (default) or by the
 * last chunk.
 */
export interface Cut {
  readonly afterBytes: number;
  readonly framing?: "length" | "chunked";
}

/** The pace of a slow body. */
export interface Drip {
  readonly bytesPerChunk: number;
  readonly intervalMs: number;
}

/** Returns a JSON response. */
export function json(value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Message {
  return { status, headers, json: value };
}

/** Returns a plain-text response. */
export function text(body: string, status = 200, headers: Readonly<Record<string, string>> = {}): Message {
  return { status, headers: { "content-type": "text/plain; charset=utf-8", ...headers }, body };
}

/**
 * Returns an HTML response. With a 5xx status, it is the error page that a gateway sends instead of a
 * provider's JSON.
 */
export function htmlPage(
  body: string,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Message {
  return { status, headers: { "content-type": "text/html; charset=utf-8", ...headers }, body };
}

/** Returns a redirect to `location`. */
export function redirect(location: string, status: 301 | 302 | 303 | 307 | 308 = 302): Message {
  return { status, headers: { location } };
}

/** Returns the same response, delayed by `delayMs` milliseconds. */
export function delayed(message: Message, delayMs: number): TimedMessage {
  return { ...message, delayMs };
}

/** Reads the request but never answers it. */
export function hangBeforeHeaders(): Fault {
  return { fault: "hang_before_headers" };
}

/** Sends status and headers of `message`, but never the body. */
export function hangAfterHeaders(message: Message = json({})): Fault {
  return { fault: "hang_after_headers", message };
}

/** Sends the first `afterBytes` bytes of the body, but never the rest. */
export function hangInBody(message: Message, afterBytes: number): Fault {
  return { fault: "hang_in_body", message, afterBytes };
}

/**
 * Resets the connection (TCP RST) after the request's headers, without reading the body: nothing was carried
 * out. The request is not recorded. A script's predicate receives an empty body.
 */
export function resetBeforeReading(): Fault {
  return { fault: "reset_before_reading" };
}

/**
 * Resets the connection (TCP RST) after reading the whole request, so that the caller cannot know the
 * outcome.
 */
export function resetAfterReading(): Fault {
  return { fault: "reset_after_reading" };
}

/** Like `resetAfterReading`, but closes cleanly (TCP FIN). The caller sees "other side closed". */
export function closeAfterReading(): Fault {
  return { fault: "close_after_reading" };
}

/** Sends a part of the body and closes the connection before the announced length or last chunk. */
export function cutBody(message: Message, cut: Cut): Fault {
  return { fault: "cut_body", message, cut };
}

/** Sends the whole body, a few bytes at a time. */
export function slowDrip(message: Message, drip: Drip): Fault {
  return { fault: "slow_drip", message, drip };
}

/** Returns the bytes of a response's body. */
export function bodyOf(message: Message): Buffer {
  if (message.json !== undefined) return Buffer.from(JSON.stringify(message.json));
  return Buffer.from(message.body ?? "");
}
