/**
 * An HTTP message to send: `json` is serialised, `body` goes out as it is; with neither the body is empty.
 */
export interface Message {
  /** HTTP status, 200 when left out. */
  readonly status?: number;
  /** Sent as given; `content-type` and `content-length` are filled in when missing. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly body?: string | Buffer;
}

/** A message, sent at once or `delayMs` milliseconds after the request was read. */
export interface TimedMessage extends Message {
  readonly delayMs?: number;
}

/** A sandbox server's reaction to one request: an answer, or one of the ways in which real servers fail. */
export type Reply = TimedMessage | Fault;

/** One way in which a real server leaves a caller without a whole answer. */
export type Fault =
  | { readonly fault: "hang_before_headers" }
  | { readonly fault: "hang_after_headers"; readonly message: Message }
  | { readonly fault: "hang_in_body"; readonly message: Message; readonly afterBytes: number }
  | { readonly fault: "reset_before_reading" }
  | { readonly fault: "reset_after_reading" }
  | { readonly fault: "close_after_reading" }
  | { readonly fault: "cut_body"; readonly message: Message; readonly cut: Cut }
  | { readonly fault: "slow_drip"; readonly message: Message; readonly drip: Drip };

/** Where a body is cut, and whether its promised end was a `content-length` (default) or the last chunk. */
export interface Cut {
  readonly afterBytes: number;
  readonly framing?: "length" | "chunked";
}

/** The pace of a slow body. */
export interface Drip {
  readonly bytesPerChunk: number;
  readonly intervalMs: number;
}

/** A JSON answer. */
export function json(value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Message {
  return { status, headers, json: value };
}

/** A plain-text answer. */
export function text(body: string, status = 200, headers: Readonly<Record<string, string>> = {}): Message {
  return { status, headers: { "content-type": "text/plain; charset=utf-8", ...headers }, body };
}

/** An HTML answer; with a 5xx status it is the error page a gateway puts in place of a provider's JSON. */
export function htmlPage(
  body: string,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Message {
  return { status, headers: { "content-type": "text/html; charset=utf-8", ...headers }, body };
}

/** A redirect to `location`. */
export function redirect(location: string, status: 301 | 302 | 303 | 307 | 308 = 302): Message {
  return { status, headers: { location } };
}

/** The same message, held back for `delayMs` milliseconds. */
export function delayed(message: Message, delayMs: number): TimedMessage {
  return { ...message, delayMs };
}

/** The request is read and never answered. */
export function hangBeforeHeaders(): Fault {
  return { fault: "hang_before_headers" };
}

/** Status and headers of `message` are sent, its body never. */
export function hangAfterHeaders(message: Message = json({})): Fault {
  return { fault: "hang_after_headers", message };
}

/** The first `afterBytes` bytes of the body are sent, the rest never. */
export function hangInBody(message: Message, afterBytes: number): Fault {
  return { fault: "hang_in_body", message, afterBytes };
}

/**
 * The connection is reset (TCP RST) when the request's headers have come, its body unread: nothing was
 * carried out. The request is not recorded. A script's predicate is asked with an empty body.
 */
export function resetBeforeReading(): Fault {
  return { fault: "reset_before_reading" };
}

/**
 * The connection is reset (TCP RST) once the whole request was read: the caller cannot know what became of
 * it.
 */
export function resetAfterReading(): Fault {
  return { fault: "reset_after_reading" };
}

/** As `resetAfterReading`, closed in good order (TCP FIN): "other side closed" to the caller. */
export function closeAfterReading(): Fault {
  return { fault: "close_after_reading" };
}

/**
 * A part of the body is sent and the connection closed, short of the length or last chunk that was promised.
 */
export function cutBody(message: Message, cut: Cut): Fault {
  return { fault: "cut_body", message, cut };
}

/** The whole body is sent, a few bytes at a time. */
export function slowDrip(message: Message, drip: Drip): Fault {
  return { fault: "slow_drip", message, drip };
}

/** The bytes of a message's body. */
export function bodyOf(message: Message): Buffer {
  if (message.json !== undefined) return Buffer.from(JSON.stringify(message.json));
  return Buffer.from(message.body ?? "");
}
