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
 * One request and its answer, as the handler undici calls back. It is over once. It follows no redirect, asks
 * for no compression, and unpacks an answer that is compressed all the same.
 */
export abstract class Exchange<Request extends ExchangedRequest> implements Dispatcher.DispatchHandler {
  protected readonly request: Request;
  protected controller: Dispatcher.DispatchController | undefined;
  protected status: number | undefined;
  protected unpacker: Unpacker | undefined;
  protected isOver = false;
  /** The whole answer is here; no time-out can take it back. */
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

  /** Fails the exchange; nothing happens to one that is over. */
  protected abstract fail(error: AdapterError): void;
  /** The answer has begun. */
  protected abstract begin(status: number, headers: Record<string, string>): void;
  /** A piece of the body, unpacked. */
  protected abstract take(piece: Buffer): void;
  /** The body is here to its end. */
  protected abstract endBody(): void;
  /** The body cannot be unpacked. */
  protected abstract failPacked(error: AdapterError): void;

  start(pool: RequestPool): void {
    const { signal } = this.request;
    if (signal?.aborted) this.handleEvent();
    if (this.isOver) return;
    signal?.addEventListener("abort", this, { once: true });
    pool.dispatch(dispatchOptions(this.request, this.#sending), this);
  }

  /** Hears that the caller's signal aborts. */
  handleEvent(): void {
    this.fail(abortedError(this.progress()));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Thrown and not aborted: the request is dropped, and the connection it would have used stays open for
    // others.
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
      broken: () => this.failPacked(packedError(packing, this.progress())),
      drain: () => this.controller?.resume(),
    });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(transportError(error, this.progress()));
  }

  /** Returns false when the exchange was over already. */
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
 * Calls back two turns later: undici frees the connection in the next one, and a call that follows sooner
 * would open another.
 */
export function onceConnectionIsFree(run: () => void): void {
  setImmediate(setImmediate, run);
}
