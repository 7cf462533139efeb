import { PassThrough, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";
import { type AdapterError, AdapterTransientError, AdapterValidationError } from "../errors/adapter-error.ts";
import type { TransportProgress } from "./transport-error.ts";

/** Takes the body as it was before it was packed. */
interface UnpackedBody {
  data(chunk: Buffer): void;
  end(): void;
  /** The body is not what its `content-encoding` says, or nobody here can unpack it. */
  broken(): void;
  /** The unpackers have taken what they were given; more may come. */
  drain(): void;
}

/**
 * Unpacks the body of an answer while it comes, a piece at a time, so that whoever takes it stops a bomb at
 * the limit. Reads gzip, deflate (in both of its forms) and br (RFC 9110, 8.4), but not several on top of
 * each other: no server packs an answer twice.
 */
export class Unpacker {
  readonly #coding: string;
  readonly #into: UnpackedBody;
  #step: Transform | undefined;

  private constructor(coding: string, into: UnpackedBody) {
    this.#coding = coding;
    this.#into = into;
  }

  /** The unpacker of an answer, `undefined` for one that is not packed. */
  static for(contentEncoding: string, into: UnpackedBody): Unpacker | undefined {
    const coding = contentEncoding.trim().toLowerCase();
    return coding === "" || coding === "identity" ? undefined : new Unpacker(coding, into);
  }

  /** Returns false when the next piece should wait for `drain`. */
  write(chunk: Buffer): boolean {
    // Not before the first byte: an empty body was not packed, and this byte tells the two deflates apart.
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
    return step.on("error", () => into.broken()).on("drain", () => into.drain());
  }
}

const KNOWN = /^(?:(?:x-)?gzip|deflate|br)$/;

/**
 * `deflate` means the zlib format (RFC 1950), whose header holds an 8; some servers send it bare. What says
 * gzip and does not begin like it (RFC 1952, 2.3.1) was not packed: the label stayed when a proxy unpacked
 * the body.
 */
function openStep(coding: string, firstByte = 0): Transform {
  if (coding === "br") return createBrotliDecompress();
  if (coding !== "deflate") return firstByte === 0x1f ? createGunzip() : new PassThrough();
  return (firstByte & 0x0f) === 8 ? createInflate() : createInflateRaw();
}

/** The headers of an unpacked answer: what they say of the packed body is no longer true. */
export function withoutPacking(headers: Record<string, string>): Record<string, string> {
  const { "content-encoding": _coding, "content-length": _length, ...others } = headers;
  return others;
}

/** An answer that cannot be unpacked. A write that was answered so may have been carried out. */
export function packedError(coding: string, { host, effect, status }: TransportProgress): AdapterError {
  const message = `${host} answered ${status}, but its answer, packed as ${shown(coding)}, cannot be unpacked.`;
  if (effect === "read") return new AdapterValidationError(message, { status });
  return new AdapterTransientError(message, { status, permanent: true, outcomeUnknown: true });
}

function shown(coding: string): string {
  return /^[\w, -]{1,40}$/.test(coding) ? coding : "something else than gzip, deflate or br";
}
