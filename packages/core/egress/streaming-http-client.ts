import { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import type { Clock } from "../clock/clock.ts";
import type { AdapterError } from "../errors/adapter-error.ts";
import { Exchange, onceConnectionIsFree } from "./exchange.ts";
import type { HttpRequest } from "./http-message.ts";
import type { RequestPool } from "./pool.ts";
import { silenceError } from "./transport-error.ts";

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

/** Opens streams over a shared pool, and bounds each in time. */
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

/** An exchange whose answer is read while it comes: ended, failed or left. */
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
        this.#close("left by its reader");
        this.unpacker?.destroy();
        done(error);
      },
    });
    // Whoever reads the body is thrown its error; of a body that nobody reads the error must not end the
    // process.
    this.#body.on("error", () => undefined);
  }

  override start(pool: RequestPool): void {
    this.#awaitBytes();
    super.start(pool);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.isOver) return;
    this.#awaitBytes();
    if (this.unpacker ? this.unpacker.write(chunk) : this.#body.push(chunk)) return;
    controller.pause();
    this.#cancelIdleTimer();
  }

  onResponseEnd(): void {
    if (!this.settle()) return;
    if (this.unpacker) this.unpacker.end();
    else this.endBody();
  }

  protected begin(status: number, headers: Record<string, string>): void {
    this.#awaitBytes();
    this.#resolve({ status, headers, body: this.#body });
  }

  protected take(piece: Buffer): void {
    if (!this.#body.push(piece)) this.unpacker?.pause();
  }

  protected endBody(): void {
    onceConnectionIsFree(() => this.#body.push(null));
  }

  protected failPacked(error: AdapterError): void {
    this.#close(error.message);
    this.#body.destroy(error);
  }

  /** The reader has room again. */
  #resume(): void {
    this.unpacker?.resume();
    if (this.isOver || !this.controller?.paused) return;
    this.#awaitBytes();
    this.controller.resume();
  }

  #awaitBytes(): void {
    const { idleTimeoutMs: limit } = this.request;
    this.#cancelIdleTimer();
    this.#cancelIdleTimer = this.#clock.after(limit, () => this.fail(silenceError(limit, this.progress())));
  }

  protected fail(error: AdapterError): void {
    if (!this.#close(error.message)) return;
    if (this.status === undefined) this.#reject(error);
    else this.#body.destroy(error);
  }

  /** Closes the exchange and its connection. Returns false when the exchange was already over. */
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
