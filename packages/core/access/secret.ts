import { inspect } from "node:util";

const REDACTED = "[redacted]";

/**
 * A value that must not be seen: a token, a password, a key. Every way of printing it gives `[redacted]`;
 * the value itself comes out through `reveal()` alone, so that its uses can be found by that name.
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

/** Reads a secret where it is used, and keeps it; a read that fails is made again at the next use. */
export type LateSecret = () => Promise<Secret | undefined>;
