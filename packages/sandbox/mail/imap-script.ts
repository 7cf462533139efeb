/** A scripted event that replaces the truthful answer to a command, or accompanies it. */
export interface ImapEvent {
  /** An untagged BYE with this text, and the connection is closed. */
  readonly bye?: string;
  /** No answer; of `cut`, half of the truthful one, and the connection is closed. */
  readonly fault?: "hang" | "reset" | "close" | "cut";
  /** Happens before the truthful answer is given: another client deletes a message. */
  readonly first?: () => void;
  /** Untagged lines (bytes as latin1, each with its CRLF) in place of the truthful ones. */
  readonly instead?: string;
  /** The truthful answer with a BYE of this text in it, and the connection is closed. */
  readonly last?: string;
}

/** A tagged line, without its tag (`NO [UNAVAILABLE] Try later`), or an event. */
export type ImapAnswer = string | ImapEvent;

interface Waiter {
  readonly command: string;
  readonly count: number;
  readonly resolve: () => void;
}

/**
 * The answers a test has laid out, and how often each command was read. `greeting` stands for a new
 * connection.
 */
export class ImapScript {
  #queued: { command: string; answer: ImapAnswer }[] = [];
  readonly #standing = new Map<string, ImapAnswer>();
  readonly #read = new Map<string, number>();
  #waiters: Waiter[] = [];

  queue(command: string, answers: readonly ImapAnswer[]): void {
    this.#queued.push(...answers.map((answer) => ({ command, answer })));
  }

  stand(command: string, answer: ImapAnswer): void {
    this.#standing.set(command, answer);
  }

  /** Counts the command as read and gives the answer laid out for it, used up if it was a queued one. */
  take(command: string): ImapAnswer | undefined {
    this.#read.set(command, (this.#read.get(command) ?? 0) + 1);
    this.#wake();
    const next = this.#queued.find((entry) => entry.command === command);
    this.#queued = this.#queued.filter((entry) => entry !== next);
    return next?.answer ?? this.#standing.get(command);
  }

  /** Resolves when the command was read so often. */
  waitFor(command: string, count: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiters.push({ command, count, resolve });
      this.#wake();
    });
  }

  #wake(): void {
    const due = this.#waiters.filter(({ command, count }) => (this.#read.get(command) ?? 0) >= count);
    this.#waiters = this.#waiters.filter((waiter) => !due.includes(waiter));
    for (const { resolve } of due) resolve();
  }
}
