/**
 * imapflow swallows failures and only logs them: a search that failed, an answer it could not read, a connection lost between two
 * commands. Its logger keeps the last one since `forget`, and writes nothing.
 */
export class SwallowedFailure {
  latest: unknown;
  readonly #onThrottle: (error: unknown) => void;

  constructor(onThrottle: (error: unknown) => void) {
    this.#onThrottle = onThrottle;
  }

  forget(): void {
    this.latest = undefined;
  }

  /** Whether it was an answer that imapflow could not read, and not the server's own word. */
  get unreadable(): boolean {
    return this.latest instanceof Error && !("responseStatus" in this.latest);
  }

  note(entry: unknown): void {
    if (entry === null || typeof entry !== "object" || !("err" in entry)) return;
    const { err } = entry;
    this.latest = err;
    // imapflow now sleeps for as long as the server said before it tells anybody.
    if (err instanceof Error && "code" in err && err.code === "ETHROTTLE") this.#onThrottle(err);
  }
}
