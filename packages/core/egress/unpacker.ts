import { PassThrough, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";
import { type AdapterError, AdapterTransientError, AdapterValidationError } from "../errors/adapter-error.ts";
import type { TransportProgress } from "./transport-error.ts";

/** More than this is nothing that a server does, only an attack. */
const MOST_CODINGS = 4;

/** Takes the body as it was before it was packed. */
export interface UnpackedBody {
  data(chunk: Buffer): void;
  end(): void;
  /** The body is not what its `content-encoding` says, or nobody here can unpack it. */
  broken(): void;
  /** The unpackers have taken what they were given; more may come. */
  drain(): void;
}

/**
 * Unpacks the body of an answer while it comes, a piece at a time, so that whoever takes it stops a bomb at
 * the limit. Reads gzip, deflate (in both of its forms) and br, and several on top of each other
 * (RFC 9110, 8.4).
 */
export class Unpacker {
  readonly #codings: readonly string[];
  readonly #into: UnpackedBody;
  #steps: Transform[] = [];

  private constructor(codings: readonly string[], into: UnpackedBody) {
    this.#codings = codings;
    this.#into = into;
  }

  /** The unpacker of an answer, `undefined` for one that is not packed. */
  static for(contentEncoding: string, into: UnpackedBody): Unpacker | undefined {
    const codings = contentEncoding
      .split(",")
      .map((coding) => coding.trim().toLowerCase())
      .filter((coding) => coding !== "" && coding !== "identity");
    return codings.length === 0 ? undefined : new Unpacker(codings.reverse(), into);
  }

  /** Returns false when the next piece should wait for `drain`. */
  write(chunk: Buffer): boolean {
    // Not before the first byte: an empty body was not packed, and this byte tells the two deflates apart.
    if (this.#steps.length === 0) this.#open(chunk);
    return this.#steps[0]?.write(chunk) ?? true;
  }

  end(): void {
    if (this.#steps.length === 0) this.#into.end();
    else this.#steps[0]?.end();
  }

  pause(): void {
    this.#steps.at(-1)?.pause();
  }

  resume(): void {
    this.#steps.at(-1)?.resume();
  }

  destroy(): void {
    for (const step of this.#steps) step.destroy();
  }

  #open(firstBytes: Buffer): void {
    const into = this.#into;
    if (this.#codings.length > MOST_CODINGS || !this.#codings.every((coding) => KNOWN.test(coding))) {
      into.broken();
      return;
    }
    this.#steps = this.#codings.map((coding, place) =>
      openStep(coding, place === 0 ? firstBytes[0] : undefined),
    );
    for (const [place, step] of this.#steps.entries()) {
      step.on("error", () => into.broken());
      const next = this.#steps[place + 1];
      if (next) step.pipe(next);
      else step.on("data", (chunk: Buffer) => into.data(chunk)).on("end", () => into.end());
    }
    this.#steps[0]?.on("drain", () => into.drain());
  }
}

const KNOWN = /^(?:(?:x-)?gzip|deflate|br)$/;

/**
 * Opens one step; `firstByte` is known of the outermost. `deflate` means the zlib format (RFC 1950), whose
 * header holds an 8; some servers send it bare. What says gzip and does not begin like it (RFC 1952, 2.3.1)
 * was not packed: the label stayed when a proxy unpacked the body.
 */
function openStep(coding: string, firstByte: number | undefined): Transform {
  if (coding === "br") return createBrotliDecompress();
  if (coding !== "deflate") return (firstByte ?? GZIP) === GZIP ? createGunzip() : new PassThrough();
  return ((firstByte ?? ZLIB) & 0x0f) === ZLIB ? createInflate() : createInflateRaw();
}

const GZIP = 0x1f;
const ZLIB = 8;

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
