/**
 * The bytes of a text, or of data encoded in it, without white space, control characters and zero-width
 * characters. A folded or spaced-out secret thus has the same bytes as the secret. Each byte maps to the
 * characters that it came from: `from` is the first, `to` is one past the last.
 */
export interface ByteStream {
  readonly bytes: Uint8Array;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly length: number;
  /** True if the bytes were decoded from base64 or hexadecimal. They may then be arbitrary binary data. */
  readonly isData: boolean;
}

/** Buffers above this size are not reused, so that one long text does not occupy memory forever. */
const MAX_REUSED = 16_384;

/**
 * Writes one byte stream after another into the same buffers. Most texts are short, and allocating costs more
 * than reading them.
 */
export class ByteStreamWriter implements ByteStream {
  bytes = new Uint8Array(0);
  from = new Uint32Array(0);
  to = new Uint32Array(0);
  isData = false;
  length = 0;

  /** Starts a stream of at most `capacity` bytes. The previous stream becomes invalid. */
  begin(capacity: number, isData: boolean): this {
    if (this.bytes.length < capacity || this.bytes.length > MAX_REUSED) {
      const room = Math.max(256, capacity);
      this.bytes = new Uint8Array(room);
      this.from = new Uint32Array(room);
      this.to = new Uint32Array(room);
    }
    this.isData = isData;
    this.length = 0;
    return this;
  }

  byte(byte: number, from: number, to: number): void {
    if (byte <= 0x20 || byte === 0x7f) return;
    this.#put(byte, from, to);
  }

  /** Writes a separator between two runs that must not be joined. Secrets never contain it. */
  gap(): void {
    if (this.length > 0) this.#put(0, 0, 0);
  }

  /**
   * Writes a character as UTF-8. Half a surrogate pair becomes the replacement character, as in any encoder.
   */
  character(code: number, from: number, to: number): void {
    if (code < 0x80) this.byte(code, from, to);
    else if (!isInvisible(code)) this.#wide(code, from, to);
  }

  #wide(code: number, from: number, to: number): void {
    const written = code >= 0xd800 && code <= 0xdfff ? 0xfffd : code;
    if (written < 0x800) this.#put(0xc0 | (written >> 6), from, to);
    else if (written < 0x10000) this.#put(0xe0 | (written >> 12), from, to);
    else {
      this.#put(0xf0 | (written >> 18), from, to);
      this.#put(0x80 | ((written >> 12) & 0x3f), from, to);
    }
    if (written >= 0x800) this.#put(0x80 | ((written >> 6) & 0x3f), from, to);
    this.#put(0x80 | (written & 0x3f), from, to);
  }

  #put(byte: number, from: number, to: number): void {
    const at = this.length;
    this.bytes[at] = byte;
    this.from[at] = from;
    this.to[at] = to;
    this.length = at + 1;
  }
}

export function writeByteStream(text: string, writer = new ByteStreamWriter()): ByteStream {
  const stream = writer.begin(isAscii(text) ? text.length : text.length * 3, false);
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at) ?? 0;
    const next = at + (code > 0xffff ? 2 : 1);
    stream.character(code, at, next);
    at = next;
  }
  return stream;
}

export function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}

/**
 * Returns true for white space, control characters, direction marks and zero-width characters beyond ASCII.
 */
function isInvisible(code: number): boolean {
  if (code < 0x2000)
    return code < 0xa1 || code === 0xad || code === 0x34f || code === 0x1680 || code === 0x180e;
  if (code < 0x2070) return code <= 0x200f || (code >= 0x2028 && code <= 0x202f) || code >= 0x205f;
  return code === 0x3000 || code === 0xfeff || (code >= 0xfe00 && code <= 0xfe0f);
}
