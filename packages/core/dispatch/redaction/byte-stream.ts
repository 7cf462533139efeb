/**
 * The bytes of a text, or of what is encoded in it, without white space, control characters and characters of
 * no width: a secret that was folded or spaced out reads like the secret itself. Each byte knows the
 * characters of the text it came from: `from` its first, `to` the one behind its last.
 */
export interface ByteStream {
  readonly bytes: Uint8Array;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly length: number;
  /** Decoded from base64 or hexadecimal digits, where what was no text gives bytes of all kinds. */
  readonly isData: boolean;
}

/** Longer streams are made anew, so that one long text does not keep its room for good. */
const LONGEST_KEPT = 16_384;

/**
 * Fills byte streams, one after the other, in the same room: most texts are short, and room costs more than
 * reading.
 */
export class ByteStreamWriter implements ByteStream {
  bytes = new Uint8Array(0);
  from = new Uint32Array(0);
  to = new Uint32Array(0);
  isData = false;
  length = 0;

  /** Begins a stream of at most `capacity` bytes; the one before it is over. */
  begin(capacity: number, isData: boolean): this {
    if (this.bytes.length < capacity || this.bytes.length > LONGEST_KEPT) {
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

  /**
   * Stands between two runs that must not be read as one: no secret has it, since every stream leaves it out.
   */
  gap(): void {
    if (this.length > 0) this.#put(0, 0, 0);
  }

  /** Writes a character as UTF-8; half a surrogate pair as the replacement character, as encoders do. */
  character(code: number, from: number, to: number): void {
    if (code < 0x80) this.byte(code, from, to);
    else if (!isUnseen(code)) this.#wide(code, from, to);
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

/** White space, controls, direction marks and what has no width, beyond ASCII. */
function isUnseen(code: number): boolean {
  if (code < 0x2000)
    return code < 0xa1 || code === 0xad || code === 0x34f || code === 0x1680 || code === 0x180e;
  if (code < 0x2070) return code <= 0x200f || (code >= 0x2028 && code <= 0x202f) || code >= 0x205f;
  return code === 0x3000 || code === 0xfeff || (code >= 0xfe00 && code <= 0xfe0f);
}
