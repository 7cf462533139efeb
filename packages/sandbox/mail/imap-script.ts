/** A scripted event that replaces or accompanies the truthful response to a command. */
export interface ImapEvent {
  /** Sends an untagged BYE with this text and closes the connection. */
  readonly bye?: string;
  /** Sends no response. `cut` sends half of the truthful one and closes the connection. */
  readonly fault?: "hang" | "reset" | "close" | "cut";
  /** Runs before the truthful response, for example to delete a message as another client would. */
  readonly first?: () => void;
  /** Untagged lines (bytes as latin1, each with its CRLF) that replace the truthful ones. */
  readonly instead?: string;
  /** Sends the truthful response with a BYE of this text in it, and closes the connection. */
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
 * Scripted responses, and the number of times each command was read. `greeting` stands for a new connection.
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

  /** Counts a command and returns its scripted response. A queued response is used only once. */
  take(command: string): ImapAnswer | undefined {
    this.#read.set(command, (this.#read.get(command) ?? 0) + 1);
    this.#wake();
    const next = this.#queued.find((entry) => entry.command === command);
    this.#queued = this.#queued.filter((entry) => entry !== next);
    return next?.answer ?? this.#standing.get(command);
  }

  /** Resolves when the command was read `count` times. */
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
