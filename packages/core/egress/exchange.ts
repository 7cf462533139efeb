import type { Dispatcher } from "undici";
import type { Clock } from "../clock/clock.ts";
import type { AdapterError } from "../errors/adapter-error.ts";
import type { HttpRequest } from "./http-message.ts";
import { dispatchOptions, type RequestPool, readAnswerHeaders, type Sending } from "./pool.ts";
import { abortedError, type TransportProgress, timeoutError, transportError } from "./transport-error.ts";
import { packedError, Unpacker, withoutPacking } from "./unpacker.ts";

type ExchangedRequest = Pick<
  HttpRequest,
  "method" | "url" | "headers" | "body" | "effect" | "signal" | "timeoutMs"
>;

/**
 * One request and its response, as a handler for undici's callbacks. It settles once. It follows no redirects
 * and does not ask for compression, but unpacks a response that is compressed anyway.
 */
export abstract class Exchange<Request extends ExchangedRequest> implements Dispatcher.DispatchHandler {
  protected readonly request: Request;
  protected controller: Dispatcher.DispatchController | undefined;
  protected status: number | undefined;
  protected unpacker: Unpacker | undefined;
  protected isOver = false;
  /** The whole response has arrived, so a timeout can no longer fail the exchange. */
  protected hasAnswer = false;
  readonly #cancelTimer: () => void;
  readonly #sending: Sending = { sent: false };

  constructor(request: Request, clock: Clock) {
    this.request = request;
    const { timeoutMs } = request;
    this.#cancelTimer = clock.after(timeoutMs, () => {
      if (!this.hasAnswer) this.fail(timeoutError(timeoutMs, this.progress()));
    });
  }

  /** Fails the exchange. Does nothing if it is settled. */
  protected abstract fail(error: AdapterError): void;
  /** Called when the response begins. */
  protected abstract begin(status: number, headers: Record<string, string>): void;
  /** Called with each unpacked chunk of the body. */
  protected abstract take(piece: Buffer): void;
  /** Called when the body is complete. */
  protected abstract endBody(): void;
  /** Called when the body cannot be unpacked. */
  protected abstract failPacked(error: AdapterError): void;
  /** Called when the body breaks off within its packing. */
  protected cutBody(error: AdapterError): void {
    this.failPacked(error);
  }

  start(pool: RequestPool): void {
    const { signal } = this.request;
    if (signal?.aborted) this.handleEvent();
    if (this.isOver) return;
    signal?.addEventListener("abort", this, { once: true });
    pool.dispatch(dispatchOptions(this.request, this.#sending), this);
  }

  /** Called when the caller's signal aborts. */
  handleEvent(): void {
    this.fail(abortedError(this.progress()));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Throw rather than abort: undici then drops the request and keeps the connection open for others.
    if (this.isOver) throw new Error("over before it was sent");
    this.controller = controller;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    this.status = status;
    const told = readAnswerHeaders(headers);
    const packing = told["content-encoding"] ?? "";
    if (packing !== "") this.unpacker = this.#unpackerFor(packing);
    this.begin(status, this.unpacker === undefined ? told : withoutPacking(told));
  }

  #unpackerFor(packing: string): Unpacker | undefined {
    return Unpacker.for(packing, {
      data: (piece) => this.take(piece),
      end: () => this.endBody(),
      cut: () => this.cutBody(packedError(packing, this.progress())),
      broken: () => this.failPacked(packedError(packing, this.progress())),
      drain: () => this.controller?.resume(),
    });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(transportError(error, this.progress()));
  }

  /** Returns false if the exchange was already settled. */
  protected settle(): boolean {
    if (this.isOver) return false;
    this.isOver = true;
    this.#cancelTimer();
    this.request.signal?.removeEventListener("abort", this);
    return true;
  }

  protected progress(): TransportProgress {
    const { url, effect } = this.request;
    return { host: url.host, effect, sent: this.#sending.sent, status: this.status };
  }
}

/**
 * Calls `run` two turns of the event loop later. undici frees the connection in the next turn, so an earlier
 * request would open another connection.
 */
export function onceConnectionIsFree(run: () => void): void {
  setImmediate(setImmediate, run);
}
