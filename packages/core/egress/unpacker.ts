import { PassThrough, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";
import { type AdapterError, AdapterTransientError, AdapterValidationError } from "../errors/adapter-error.ts";
import type { TransportProgress } from "./transport-error.ts";

/** Receives the unpacked body. */
interface UnpackedBody {
  data(chunk: Buffer): void;
  end(): void;
  /** Called instead of `end` if the body breaks off, as where a server leaves out the checksum at its end. */
  cut(): void;
  /** Called if the body does not match its `content-encoding`, or if that is not supported. */
  broken(): void;
  /** Called when the unpacker has processed its input and accepts more. */
  drain(): void;
}

/**
 * Unpacks the body of a response chunk by chunk, so that the consumer can stop a decompression bomb at its
 * limit. Supports gzip, deflate (both variants) and br (RFC 9110, 8.4), but not several combined, which no
 * server sends.
 */
export class Unpacker {
  readonly #coding: string;
  readonly #into: UnpackedBody;
  #step: Transform | undefined;

  private constructor(coding: string, into: UnpackedBody) {
    this.#coding = coding;
    this.#into = into;
  }

  /** Returns the unpacker for a response; `undefined` if it is not compressed. */
  static for(contentEncoding: string, into: UnpackedBody): Unpacker | undefined {
    const coding = contentEncoding.trim().toLowerCase();
    return coding === "" || coding === "identity" ? undefined : new Unpacker(coding, into);
  }

  /** Returns false if the next chunk should wait for `drain`. */
  write(chunk: Buffer): boolean {
    // Wait for the first byte: an empty body was not compressed, and this byte distinguishes the two variants
    // of deflate.
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
    if (!KNOWN.test(this.#coding)) {
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

const KNOWN = /^(?:(?:x-)?gzip|deflate|br)$/;

/**
 * Opens the stream for a content coding. `deflate` means the zlib format (RFC 1950), whose header contains an
 * 8, but some servers send raw deflate. A body labeled gzip without its first byte (RFC 1952, 2.3.1) is not
 * compressed: a proxy unpacked it but kept the label.
 */
function openStep(coding: string, firstByte = 0): Transform {
  if (coding === "br") return createBrotliDecompress();
  if (coding !== "deflate") return firstByte === 0x1f ? createGunzip() : new PassThrough();
  return (firstByte & 0x0f) === 8 ? createInflate() : createInflateRaw();
}

/** Returns the headers without those that describe the compressed body. */
export function withoutPacking(headers: Record<string, string>): Record<string, string> {
  const { "content-encoding": _coding, "content-length": _length, ...others } = headers;
  return others;
}

/**
 * Returns the error for a response that cannot be unpacked. A write with such a response may have been
 * carried out.
 */
export function packedError(coding: string, { host, effect, status }: TransportProgress): AdapterError {
  const message = `${host} answered ${status}, but its answer, packed as ${shown(coding)}, cannot be unpacked.`;
  if (effect === "read") return new AdapterValidationError(message, { status });
  return new AdapterTransientError(message, { status, permanent: true, outcomeUnknown: true });
}

function shown(coding: string): string {
  return /^[\w, -]{1,40}$/.test(coding) ? coding : "something else than gzip, deflate or br";
}
