import { hkdfSync } from "node:crypto";

const KEY_BYTES = 32;
/** So many field keys are kept a data key; the one unused longest goes first. */
const MAX_FIELD_KEYS = 1_000;

/** One unwrapped data key and the field keys derived from it, which live and are zeroed together. */
export class DataKey {
  readonly tenantId: string;
  readonly version: number;
  readonly plaintext: Buffer;
  /** Milliseconds since the epoch. */
  readonly loadedAt: number;
  readonly #fieldKeys = new Map<string, Buffer>();

  constructor(tenantId: string, version: number, plaintext: Buffer, loadedAt: number) {
    this.tenantId = tenantId;
    this.version = version;
    this.plaintext = plaintext;
    this.loadedAt = loadedAt;
  }

  /** The key of one place (HKDF-SHA256, RFC 5869). Kept, since deriving costs several times what opening a token does. */
  fieldKey(binding: string): Buffer {
    const known = this.#fieldKeys.get(binding);
    if (known) {
      this.#fieldKeys.delete(binding);
      this.#fieldKeys.set(binding, known);
      return known;
    }
    const derived = Buffer.from(hkdfSync("sha256", this.plaintext, Buffer.alloc(0), binding, KEY_BYTES));
    this.#fieldKeys.set(binding, derived);
    const oldest = this.#fieldKeys.keys().next().value;
    if (this.#fieldKeys.size > MAX_FIELD_KEYS && oldest !== undefined) {
      this.#fieldKeys.get(oldest)?.fill(0);
      this.#fieldKeys.delete(oldest);
    }
    return derived;
  }

  zero(): void {
    this.plaintext.fill(0);
    for (const key of this.#fieldKeys.values()) key.fill(0);
    this.#fieldKeys.clear();
  }
}
