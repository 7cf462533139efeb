import type { Dispatcher } from "undici";
import type { Clock } from "../clock/clock.ts";
import { type AdapterError, AdapterValidationError } from "../errors/adapter-error.ts";
import { type HttpClient, type HttpRequest, HttpResponse } from "./http-message.ts";
import { dispatchOptions, type RequestPool, readAnswerHeaders, type Sending } from "./pool.ts";
import { abortedError, timeoutError, transportError } from "./transport-error.ts";
import { packedError, Unpacker, withoutPacking } from "./unpacker.ts";

const DEFAULT_MAX_RESPONSE_BYTES = 4 * 1024 * 1024;

/**
 * Sends requests over a shared pool, bounds each call as a whole and follows no redirect. Asks for no
 * compression, and unpacks an answer that is compressed all the same.
 */
export class PooledHttpClient implements HttpClient {
  readonly #pool: RequestPool;
  readonly #clock: Clock;

  constructor(pool: RequestPool, clock: Clock) {
    this.#pool = pool;
    this.#clock = clock;
  }

  send(request: HttpRequest): Promise<HttpResponse> {
    return new Promise((resolve, reject) =>
      new Exchange(request, this.#clock, resolve, reject).start(this.#pool),
    );
  }
}

/** One request and its answer, as the handler undici calls back. Settles exactly once. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #sending: Sending = { sent: false };
  readonly #request: HttpRequest;
  readonly #resolve: (response: HttpResponse) => void;
  readonly #reject: (error: AdapterError) => void;
  readonly #cancelTimer: () => void;
  readonly #limit: number;
  #onAbort: (() => void) | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #status: number | undefined;
  #headers: Record<string, string> = {};
  #unpacker: Unpacker | undefined;
  #chunks: Buffer[] = [];
  #bytes = 0;
  /** The whole answer is here; no time-out can take it back. */
  #ended = false;
  #settled = false;

  constructor(
    request: HttpRequest,
    clock: Clock,
    resolve: (response: HttpResponse) => void,
    reject: (error: AdapterError) => void,
  ) {
    this.#request = request;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#limit = request.maxResponseBytes ?? DEFAULT_MAX_RESPONSE_BYTES;
    this.#cancelTimer = clock.after(request.timeoutMs, () => this.#timeOut());
  }

  start(pool: RequestPool): void {
    const { signal } = this.#request;
    if (signal?.aborted) {
      this.#fail(abortedError(this.#progress()));
      return;
    }
    if (signal) {
      this.#onAbort = () => this.#fail(abortedError(this.#progress()));
      signal.addEventListener("abort", this.#onAbort, { once: true });
    }
    pool.dispatch(dispatchOptions(this.#request, this.#sending), this);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Thrown and not aborted: the request is dropped, and the connection it would have used stays open for
    // others.
    if (this.#settled) throw new Error("settled before it was sent");
    this.#controller = controller;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    this.#status = status;
    this.#headers = readAnswerHeaders(headers);
    const packing = this.#headers["content-encoding"] ?? "";
    this.#unpacker = Unpacker.for(packing, {
      data: (piece) => this.#keep(piece),
      end: () => this.#ready(),
      broken: () => this.#fail(packedError(packing, this.#progress())),
      drain: () => this.#controller?.resume(),
    });
    if (this.#unpacker !== undefined) this.#headers = withoutPacking(this.#headers);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#settled) return;
    if (this.#unpacker === undefined) this.#keep(chunk);
    else if (!this.#unpacker.write(chunk)) controller.pause();
  }

  #keep(chunk: Buffer): void {
    if (this.#settled) return;
    const room = this.#limit - this.#bytes;
    this.#bytes += chunk.length;
    this.#chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
    if (chunk.length > room) this.#fail(this.#tooLarge());
  }

  onResponseEnd(): void {
    this.#ended = true;
    if (this.#unpacker) this.#unpacker.end();
    else this.#ready();
  }

  /**
   * The answer is given out two turns later: undici frees the connection in the next one, and a call that
   * follows at once would open another.
   */
  #ready(): void {
    setImmediate(setImmediate, () => this.#answer(false));
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(transportError(error, this.#progress()));
  }

  #timeOut(): void {
    if (!this.#ended) this.#fail(timeoutError(this.#request.timeoutMs, this.#progress()));
  }

  #answer(truncated: boolean): void {
    if (!this.#settle()) return;
    this.#resolve(new HttpResponse(this.#status ?? 0, this.#headers, Buffer.concat(this.#chunks), truncated));
  }

  /** A refusal whose body broke off is still that refusal: its status is known. */
  #fail(error: AdapterError): void {
    if (this.#settled) return;
    const refused = this.#status !== undefined && this.#status >= 300;
    if (refused || (this.#status !== undefined && this.#request.acceptPartialBody)) this.#answer(true);
    else if (this.#settle()) this.#reject(error);
    this.#controller?.abort(new Error(error.message));
  }

  #settle(): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    this.#cancelTimer();
    this.#unpacker?.destroy();
    if (this.#onAbort) this.#request.signal?.removeEventListener("abort", this.#onAbort);
    return true;
  }

  #progress() {
    const { url, effect } = this.#request;
    return { host: url.host, effect, sent: this.#sending.sent, status: this.#status };
  }

  #tooLarge(): AdapterError {
    return new AdapterValidationError(
      `The answer of ${this.#request.url.host} is larger than ${this.#limit} bytes.`,
      {
        status: this.#status,
        outcomeUnknown: this.#request.effect === "write",
      },
    );
  }
}

/**
 * An HTTP client that reaches the declared origins and no other, so that a token cannot travel elsewhere by a
 * slip.
 */
export class OriginBoundHttpClient implements HttpClient {
  readonly #http: HttpClient;
  readonly #origins: ReadonlySet<string>;

  constructor(http: HttpClient, baseUrls: readonly string[]) {
    this.#http = http;
    this.#origins = new Set(baseUrls.map((url) => new URL(url).origin));
  }

  send(request: HttpRequest): Promise<HttpResponse> {
    if (this.#origins.has(request.url.origin)) return this.#http.send(request);
    return Promise.reject(
      new AdapterValidationError(`${request.url.host} is not a host this tool may reach.`),
    );
  }
}
