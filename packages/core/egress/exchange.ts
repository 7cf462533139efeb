import { PassThrough, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";
import type { Dispatcher } from "undici";
import type { Clock } from "../clock/clock.ts";
import { type AdapterError, AdapterTransientError, AdapterValidationError } from "../errors/adapter-error.ts";
import type { HttpRequest } from "./http-message.ts";
import { dispatchOptions, type RequestPool, readResponseHeaders, type Sending } from "./pool.ts";
import {
  createAbortedError,
  createTimeoutError,
  createTransportError,
  type TransportProgress,
} from "./transport-error.ts";

type ExchangedRequest = Pick<
  HttpRequest,
  "method" | "url" | "headers" | "body" | "effect" | "signal" | "timeoutMs"
>;

/**
 * A request and its response, as a handler for undici's callbacks. Settles once. Follows no redirects. Does
 * not ask for compression, but decompresses a response that is compressed anyway.
 */
export abstract class Exchange<Request extends ExchangedRequest> implements Dispatcher.DispatchHandler {
  protected readonly request: Request;
  protected controller: Dispatcher.DispatchController | undefined;
  protected status: number | undefined;
  protected decompressor: Decompressor | undefined;
  protected isSettled = false;
  /** True once the whole response has arrived, after which a timeout can no longer fail the exchange. */
  protected hasWholeResponse = false;
  readonly #cancelTimer: () => void;
  readonly #sending: Sending = { sent: false };

  constructor(request: Request, clock: Clock) {
    this.request = request;
    const { timeoutMs } = request;
    this.#cancelTimer = clock.after(timeoutMs, () => {
      if (!this.hasWholeResponse) this.fail(createTimeoutError(timeoutMs, this.getProgress()));
    });
  }

  /** Fails the exchange. Does nothing if it is settled. */
  protected abstract fail(error: AdapterError): void;
  /** Called when the response begins. */
  protected abstract begin(status: number, headers: Record<string, string>): void;
  /** Called with each decompressed chunk of the body. */
  protected abstract receive(piece: Buffer): void;
  /** Called when the body is complete. */
  protected abstract endBody(): void;
  /** Called if the body cannot be decompressed. */
  protected abstract failDecompression(error: AdapterError): void;
  /** Called if the compressed body is truncated. Fails by default. */
  protected endTruncated(error: AdapterError): void {
    this.failDecompression(error);
  }

  start(pool: RequestPool): void {
    const { signal } = this.request;
    if (signal?.aborted) this.handleEvent();
    if (this.isSettled) return;
    signal?.addEventListener("abort", this, { once: true });
    pool.dispatch(dispatchOptions(this.request, this.#sending), this);
  }

  /** Called when the caller's signal aborts. */
  handleEvent(): void {
    this.fail(createAbortedError(this.getProgress()));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Throwing makes undici drop the request and keep the connection; aborting would close it.
    if (this.isSettled) throw new Error("settled before it was sent");
    this.controller = controller;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    this.status = status;
    const answerHeaders = readResponseHeaders(headers);
    const coding = answerHeaders["content-encoding"] ?? "";
    if (coding !== "") this.decompressor = this.#createDecompressor(coding);
    this.begin(
      status,
      this.decompressor === undefined ? answerHeaders : removeCompressionHeaders(answerHeaders),
    );
  }

  #createDecompressor(coding: string): Decompressor | undefined {
    return Decompressor.for(coding, {
      data: (piece) => this.receive(piece),
      end: () => this.endBody(),
      cut: () => this.endTruncated(createDecompressionError(coding, this.getProgress())),
      broken: () => this.failDecompression(createDecompressionError(coding, this.getProgress())),
      drain: () => this.controller?.resume(),
    });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(createTransportError(error, this.getProgress()));
  }

  /** Settles the exchange. Returns false if it was already settled. */
  protected settle(): boolean {
    if (this.isSettled) return false;
    this.isSettled = true;
    this.#cancelTimer();
    this.request.signal?.removeEventListener("abort", this);
    return true;
  }

  protected getProgress(): TransportProgress {
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

/** Receives the decompressed body. */
interface DecompressedBody {
  data(chunk: Buffer): void;
  end(): void;
  /**
   * Called instead of `end` if the body is truncated, for example if a server omits the checksum at its end.
   */
  cut(): void;
  /** Called if the body does not match its `content-encoding`, or if that is not supported. */
  broken(): void;
  /** Called when the decompressor has processed its input and accepts more. */
  drain(): void;
}

/**
 * Decompresses a response body chunk by chunk, so that the consumer can stop a decompression bomb at its
 * limit. Supports gzip, deflate (both variants) and br (RFC 9110, 8.4), but not several combined, which no
 * server sends.
 */
class Decompressor {
  readonly #coding: string;
  readonly #into: DecompressedBody;
  #step: Transform | undefined;

  private constructor(coding: string, into: DecompressedBody) {
    this.#coding = coding;
    this.#into = into;
  }

  /** Creates the decompressor for a response. Returns `undefined` if it is not compressed. */
  static for(contentEncoding: string, into: DecompressedBody): Decompressor | undefined {
    const coding = contentEncoding.trim().toLowerCase();
    return coding === "" || coding === "identity" ? undefined : new Decompressor(coding, into);
  }

  /** Decompresses a chunk. Returns false if the next chunk should wait for `drain`. */
  write(chunk: Buffer): boolean {
    // Waits for the first byte: an empty body was not compressed, and this byte distinguishes the two
    // variants of deflate.
    this.#step ??= this.#open(chunk);
    return this.#step?.write(chunk) ?? true;
  }

  end(): void {
    if (this.#step) this.#step.end();
    else this.#into.end();
  }

  pause(): void {
    this.#step?.pause();
  }

  resume(): void {
    this.#step?.resume();
  }

  destroy(): void {
    this.#step?.destroy();
  }

  #open(firstBytes: Buffer): Transform | undefined {
    const into = this.#into;
    if (!SUPPORTED.test(this.#coding)) {
      into.broken();
      return undefined;
    }
    const step = openStep(this.#coding, firstBytes[0]);
    step.on("data", (chunk: Buffer) => into.data(chunk)).on("end", () => into.end());
    step.on("error", (error) => {
      if ("code" in error && error.code === "Z_BUF_ERROR") into.cut();
      else into.broken();
    });
    return step.on("drain", () => into.drain());
  }
}

const SUPPORTED = /^(?:(?:x-)?gzip|deflate|br)$/;

/**
 * Creates the stream for a content coding. `deflate` means the zlib format (RFC 1950), whose header contains
 * an 8, but some servers send raw deflate. A body labeled gzip that lacks gzip's first byte (RFC 1952, 2.3.1)
 * is not compressed: a proxy decompressed it but kept the label.
 */
function openStep(coding: string, firstByte = 0): Transform {
  if (coding === "br") return createBrotliDecompress();
  if (coding !== "deflate") return firstByte === 0x1f ? createGunzip() : new PassThrough();
  return (firstByte & 0x0f) === 8 ? createInflate() : createInflateRaw();
}

/** Removes the headers that describe the compressed body. */
function removeCompressionHeaders(headers: Record<string, string>): Record<string, string> {
  const { "content-encoding": _coding, "content-length": _length, ...others } = headers;
  return others;
}

/** Creates the error for a response that cannot be decompressed. A write may have been carried out. */
function createDecompressionError(coding: string, { host, effect, status }: TransportProgress): AdapterError {
  const message = `${host} responded with ${status}, but its response, compressed as ${describeCoding(coding)}, cannot be decompressed.`;
  if (effect === "read") return new AdapterValidationError(message, { status });
  return new AdapterTransientError(message, { status, permanent: true, outcomeUnknown: true });
}

function describeCoding(coding: string): string {
  return /^[\w, -]{1,40}$/.test(coding) ? coding : "something other than gzip, deflate or br";
}
