import type { Dispatcher } from "undici";
import type { Clock } from "../clock/clock.ts";
import { type AdapterError, AdapterValidationError } from "../errors/adapter-error.ts";
import { Exchange, onceConnectionIsFree } from "./exchange.ts";
import { type HttpClient, type HttpRequest, HttpResponse } from "./http-message.ts";
import type { RequestPool } from "./pool.ts";

const DEFAULT_MAX_RESPONSE_BYTES = 4 * 1024 * 1024;

/** Sends requests over a shared pool. Limits the time of each call as a whole. */
export class PooledHttpClient implements HttpClient {
  readonly #pool: RequestPool;
  readonly #clock: Clock;

  constructor(pool: RequestPool, clock: Clock) {
    this.#pool = pool;
    this.#clock = clock;
  }

  send(request: HttpRequest): Promise<HttpResponse> {
    return new Promise((resolve, reject) =>
      new WholeExchange(request, this.#clock, resolve, reject).start(this.#pool),
    );
  }
}

/** An exchange that returns the complete response. */
class WholeExchange extends Exchange<HttpRequest> {
  readonly #resolve: (response: HttpResponse) => void;
  readonly #reject: (error: AdapterError) => void;
  readonly #limit: number;
  #headers: Record<string, string> = {};
  #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(
    request: HttpRequest,
    clock: Clock,
    resolve: (response: HttpResponse) => void,
    reject: (error: AdapterError) => void,
  ) {
    super(request, clock);
    this.#resolve = resolve;
    this.#reject = reject;
    this.#limit = request.maxResponseBytes ?? DEFAULT_MAX_RESPONSE_BYTES;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.isSettled) return;
    if (this.decompressor === undefined) this.receive(chunk);
    else if (!this.decompressor.write(chunk)) controller.pause();
  }

  onResponseEnd(): void {
    this.hasWholeResponse = true;
    if (this.decompressor) this.decompressor.end();
    else this.endBody();
  }

  protected begin(_status: number, headers: Record<string, string>): void {
    this.#headers = headers;
  }

  protected receive(chunk: Buffer): void {
    if (this.isSettled) return;
    const room = this.#limit - this.#bytes;
    this.#bytes += chunk.length;
    this.#chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
    if (chunk.length > room) this.fail(this.#createTooLargeError());
  }

  protected endBody(): void {
    onceConnectionIsFree(() => this.#answer(false));
  }

  protected failDecompression(error: AdapterError): void {
    this.fail(error);
  }

  /** Returns what could be decompressed, as browsers do. Only a whole response proves a write's outcome. */
  protected override endTruncated(error: AdapterError): void {
    if (this.request.effect === "write" || this.#bytes === 0) this.fail(error);
    else onceConnectionIsFree(() => this.#answer(true));
  }

  /** Fails the exchange. An error response that breaks off is still returned, because its status is known. */
  protected fail(error: AdapterError): void {
    if (this.isSettled) return;
    const refused = this.status !== undefined && this.status >= 300;
    if (refused || (this.status !== undefined && this.request.acceptPartialBody)) this.#answer(true);
    else if (this.settle()) this.#reject(error);
    this.controller?.abort(new Error(error.message));
  }

  protected override settle(): boolean {
    const isFirst = super.settle();
    if (isFirst) this.decompressor?.destroy();
    return isFirst;
  }

  #answer(truncated: boolean): void {
    if (!this.settle()) return;
    this.#resolve(new HttpResponse(this.status ?? 0, this.#headers, Buffer.concat(this.#chunks), truncated));
  }

  #createTooLargeError(): AdapterError {
    return new AdapterValidationError(
      `The response of ${this.request.url.host} is larger than ${this.#limit} bytes.`,
      { status: this.status, outcomeUnknown: this.request.effect === "write" },
    );
  }
}
