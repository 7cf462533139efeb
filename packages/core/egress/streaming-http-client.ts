import { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import type { Clock } from "../clock/clock.ts";
import type { AdapterError } from "../errors/adapter-error.ts";
import type { HttpRequest } from "./http-message.ts";
import { dispatchOptions, type RequestPool, readAnswerHeaders, type Sending } from "./pool.ts";
import { abortedError, silenceError, timeoutError, transportError } from "./transport-error.ts";
import { packedError, Unpacker, withoutPacking } from "./unpacker.ts";

/** A request whose answer is read while it comes. */
export interface StreamRequest
  extends Pick<HttpRequest, "method" | "url" | "headers" | "body" | "effect" | "signal"> {
  /** Milliseconds for all of it: connecting, sending, and reading the answer to its end. */
  timeoutMs: number;
  /**
   * Milliseconds of silence that are borne: until the answer begins, and between two pieces of it. Time in
   * which the reader takes nothing does not count.
   */
  idleTimeoutMs: number;
}

/** An answer that has begun, whatever its status. Redirects are answers too: they are never followed. */
export interface HttpStream {
  readonly status: number;
  /** Names in lower case; a repeated header is joined by ", ". */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The body's bytes as they come, unpacked where they were compressed, and no faster than the reader takes
   * them. Its error is an AdapterError: the body broke off, fell silent, took too long, was cancelled or
   * cannot be unpacked. Destroying it, or leaving a loop over it early, closes the connection.
   */
  readonly body: Readable;
}

/**
 * The port for answers that are read while they come. Throws as HttpClient does when no answer begins.
 * Whoever opens a stream reads or destroys its body; one that is forgotten is closed when its time is over.
 */
export interface StreamingHttpClient {
  openStream(request: StreamRequest): Promise<HttpStream>;
}

/**
 * Node 20 buffers 16 KiB here and Node 22 and later 64 KiB, so a body shorter than that would never be paused
 * there. A stated size holds on each of them.
 */
const BUFFER_BYTES = 16 * 1024;

/** Opens streams over a shared pool, bounds each in time, follows no redirect and asks for no compression. */
export class PooledStreamingClient implements StreamingHttpClient {
  readonly #pool: RequestPool;
  readonly #clock: Clock;

  constructor(pool: RequestPool, clock: Clock) {
    this.#pool = pool;
    this.#clock = clock;
  }

  openStream(request: StreamRequest): Promise<HttpStream> {
    return new Promise((resolve, reject) =>
      new StreamExchange(request, this.#clock, resolve, reject).start(this.#pool),
    );
  }
}

/** One request and its answer, as the handler undici calls back. It is over once: ended, failed or left. */
class StreamExchange implements Dispatcher.DispatchHandler {
  readonly #sending: Sending = { sent: false };
  readonly #request: StreamRequest;
  readonly #clock: Clock;
  readonly #resolve: (stream: HttpStream) => void;
  readonly #reject: (error: AdapterError) => void;
  readonly #body: Readable;
  readonly #onAbort = () => this.#fail(abortedError(this.#progress()));
  readonly #cancelTimer: () => void;
  #cancelIdleTimer: () => void = () => undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #status: number | undefined;
  #unpacker: Unpacker | undefined;
  #over = false;

  constructor(
    request: StreamRequest,
    clock: Clock,
    resolve: (stream: HttpStream) => void,
    reject: (error: AdapterError) => void,
  ) {
    this.#request = request;
    this.#clock = clock;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#body = new Readable({
      highWaterMark: BUFFER_BYTES,
      read: () => this.#resume(),
      destroy: (error, done) => {
        this.#close("left by its reader");
        this.#unpacker?.destroy();
        done(error);
      },
    });
    // Whoever reads the body is thrown its error; of a body that nobody reads the error must not end the
    // process.
    this.#body.on("error", () => undefined);
    const { timeoutMs } = request;
    this.#cancelTimer = clock.after(timeoutMs, () => this.#fail(timeoutError(timeoutMs, this.#progress())));
  }

  start(pool: RequestPool): void {
    const { signal } = this.#request;
    if (signal?.aborted) {
      this.#onAbort();
      return;
    }
    signal?.addEventListener("abort", this.#onAbort, { once: true });
    this.#awaitBytes();
    pool.dispatch(dispatchOptions(this.#request, this.#sending), this);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Thrown and not aborted: the request is dropped, and the connection it would have used stays open for
    // others.
    if (this.#over) throw new Error("over before it was sent");
    this.#controller = controller;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    this.#status = status;
    this.#awaitBytes();
    const told = readAnswerHeaders(headers);
    const packing = told["content-encoding"] ?? "";
    const unpacker = Unpacker.for(packing, {
      data: (piece) => {
        if (!this.#body.push(piece)) unpacker?.pause();
      },
      end: () => this.#endBody(),
      broken: () => this.#failPacked(packing),
      drain: () => this.#controller?.resume(),
    });
    this.#unpacker = unpacker;
    this.#resolve({
      status,
      headers: unpacker === undefined ? told : withoutPacking(told),
      body: this.#body,
    });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#over) return;
    this.#awaitBytes();
    if (this.#unpacker ? this.#unpacker.write(chunk) : this.#body.push(chunk)) return;
    controller.pause();
    this.#cancelIdleTimer();
  }

  onResponseEnd(): void {
    if (!this.#settle()) return;
    if (this.#unpacker) this.#unpacker.end();
    else this.#endBody();
  }

  /**
   * Ends the body two turns later. Undici frees the connection in the next turn, so a call that follows
   * sooner would open another connection.
   */
  #endBody(): void {
    setImmediate(setImmediate, () => this.#body.push(null));
  }

  #failPacked(packing: string): void {
    const error = packedError(packing, this.#progress());
    this.#close(error.message);
    this.#body.destroy(error);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(transportError(error, this.#progress()));
  }

  /** The reader has room again. */
  #resume(): void {
    this.#unpacker?.resume();
    if (this.#over || !this.#controller?.paused) return;
    this.#awaitBytes();
    this.#controller.resume();
  }

  #awaitBytes(): void {
    const { idleTimeoutMs: limit } = this.#request;
    this.#cancelIdleTimer();
    this.#cancelIdleTimer = this.#clock.after(limit, () => this.#fail(silenceError(limit, this.#progress())));
  }

  #fail(error: AdapterError): void {
    if (!this.#close(error.message)) return;
    if (this.#status === undefined) this.#reject(error);
    else this.#body.destroy(error);
  }

  /** Closes the exchange and its connection. Returns false when the exchange was already over. */
  #close(reason: string): boolean {
    if (!this.#settle()) return false;
    this.#controller?.abort(new Error(reason));
    return true;
  }

  #settle(): boolean {
    if (this.#over) return false;
    this.#over = true;
    this.#cancelTimer();
    this.#cancelIdleTimer();
    this.#request.signal?.removeEventListener("abort", this.#onAbort);
    return true;
  }

  #progress() {
    const { url, effect } = this.#request;
    return { host: url.host, effect, sent: this.#sending.sent, status: this.#status };
  }
}
