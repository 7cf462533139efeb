import { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import type { Clock } from "../clock/clock.ts";
import type { AdapterError } from "../errors/adapter-error.ts";
import { Exchange, onceConnectionIsFree } from "./exchange.ts";
import type { HttpRequest } from "./http-message.ts";
import type { RequestPool } from "./pool.ts";
import { createSilenceError } from "./transport-error.ts";

/** A request whose response is streamed. */
export interface StreamRequest
  extends Pick<HttpRequest, "method" | "url" | "headers" | "body" | "effect" | "signal"> {
  /** Time limit in milliseconds for connecting, sending and reading the whole response. */
  timeoutMs: number;
  /**
   * Maximum silence in milliseconds, before the response begins and between its chunks. Time during which the
   * reader takes no data does not count.
   */
  idleTimeoutMs: number;
}

/** A response that has begun, whatever its status. Redirects are not followed but returned. */
export interface HttpStream {
  readonly status: number;
  /** Names in lower case. Repeated headers are joined by ", ". */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The decompressed body, with backpressure. Its error is an AdapterError: the body broke off, fell silent,
   * took too long, was cancelled or cannot be decompressed. Destroying it, or leaving a loop over it early,
   * closes the connection.
   */
  readonly body: Readable;
}

/**
 * Sends requests with streamed responses. Throws the same errors as HttpClient if no response begins. The
 * caller must read or destroy the body; an abandoned one is closed when its time is up.
 */
export interface StreamingHttpClient {
  openStream(request: StreamRequest): Promise<HttpStream>;
}

/**
 * Node 20 buffers 16 KiB here, Node 22 and later 64 KiB, so they would not pause shorter bodies. Setting the
 * size makes all versions behave alike.
 */
const BUFFER_BYTES = 16 * 1024;

/** Streams responses over a shared pool. Limits the time of each. */
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

/** An exchange with a streamed response, which can end, fail or be abandoned. */
class StreamExchange extends Exchange<StreamRequest> {
  readonly #clock: Clock;
  readonly #resolve: (stream: HttpStream) => void;
  readonly #reject: (error: AdapterError) => void;
  readonly #body: Readable;
  #cancelIdleTimer: () => void = () => undefined;

  constructor(
    request: StreamRequest,
    clock: Clock,
    resolve: (stream: HttpStream) => void,
    reject: (error: AdapterError) => void,
  ) {
    super(request, clock);
    this.#clock = clock;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#body = new Readable({
      highWaterMark: BUFFER_BYTES,
      read: () => this.#resume(),
      destroy: (error, done) => {
        this.#close("abandoned by its reader");
        this.decompressor?.destroy();
        done(error);
      },
    });
    // The body's reader gets its error. Without a reader, an unhandled error event would crash the process.
    this.#body.on("error", () => undefined);
  }

  override start(pool: RequestPool): void {
    this.#restartIdleTimer();
    super.start(pool);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.isSettled) return;
    this.#restartIdleTimer();
    if (this.decompressor ? this.decompressor.write(chunk) : this.#body.push(chunk)) return;
    controller.pause();
    this.#cancelIdleTimer();
  }

  onResponseEnd(): void {
    if (!this.settle()) return;
    if (this.decompressor) this.decompressor.end();
    else this.endBody();
  }

  protected begin(status: number, headers: Record<string, string>): void {
    this.#restartIdleTimer();
    this.#resolve({ status, headers, body: this.#body });
  }

  protected receive(piece: Buffer): void {
    if (!this.#body.push(piece)) this.decompressor?.pause();
  }

  protected endBody(): void {
    onceConnectionIsFree(() => this.#body.push(null));
  }

  protected failDecompression(error: AdapterError): void {
    this.#close(error.message);
    this.#body.destroy(error);
  }

  /** Called when the reader has room again. */
  #resume(): void {
    this.decompressor?.resume();
    if (this.isSettled || !this.controller?.paused) return;
    this.#restartIdleTimer();
    this.controller.resume();
  }

  #restartIdleTimer(): void {
    const { idleTimeoutMs: limit } = this.request;
    this.#cancelIdleTimer();
    this.#cancelIdleTimer = this.#clock.after(limit, () =>
      this.fail(createSilenceError(limit, this.getProgress())),
    );
  }

  protected fail(error: AdapterError): void {
    if (!this.#close(error.message)) return;
    if (this.status === undefined) this.#reject(error);
    else this.#body.destroy(error);
  }

  /** Closes the exchange and its connection. Returns false if it was already settled. */
  #close(reason: string): boolean {
    if (!this.settle()) return false;
    this.controller?.abort(new Error(reason));
    return true;
  }

  protected override settle(): boolean {
    this.#cancelIdleTimer();
    return super.settle();
  }
}
