import { inspect } from "node:util";

const REDACTED = "[redacted]";

/**
 * A value that must not be shown, such as a token, a password or a key. It always prints as `[redacted]`.
 * Only `reveal()` returns the value, so searching for that name finds every use.
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return REDACTED;
  }

  toJSON(): string {
    return REDACTED;
  }

  [inspect.custom](): string {
    return REDACTED;
  }
}

/** Reads a secret on first use and caches it. A failed read is repeated on the next use. */
export type LateSecret = () => Promise<Secret | undefined>;
