import type { Readable } from "node:stream";
import type { HttpRequest } from "./http-message.ts";

/** A request whose answer is read while it comes. */
export interface StreamRequest
  extends Pick<HttpRequest, "method" | "url" | "headers" | "body" | "effect" | "signal"> {
  /** Milliseconds for all of it: connecting, sending, and reading the answer to its end. */
  timeoutMs: number;
  /**
   * Milliseconds of silence that are borne: until the answer begins, and between two pieces of it. Time in which the reader takes
   * nothing does not count.
   */
  idleTimeoutMs: number;
}

/** An answer that has begun, whatever its status. Redirects are answers too: they are never followed. */
export interface HttpStream {
  readonly status: number;
  /** Names in lower case; a repeated header is joined by ", ". */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The body's bytes as they come, and no faster than the reader takes them. Its error is an AdapterTransientError: the body broke
   * off, fell silent, took too long or was cancelled. Destroying it, or leaving a loop over it early, closes the connection.
   */
  readonly body: Readable;
}

/**
 * The port for answers that are read while they come. Throws as HttpClient does when no answer begins. Whoever opens a stream reads
 * or destroys its body; one that is forgotten is closed when its time is over.
 */
export interface StreamingHttpClient {
  openStream(request: StreamRequest): Promise<HttpStream>;
}
