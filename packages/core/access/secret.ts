import { inspect } from "node:util";

const REDACTED = "[redacted]";

/**
 * A value that must not be shown, such as a token, a password or a key. Every way of printing it gives
 * `[redacted]`. Only `reveal()` returns the value, so its uses can be found by searching for that name.
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
