/**
 * Points at which a mail server replies: after connecting, after each command, and after the message's final
 * dot.
 */
export type SmtpAnswerPoint = "greeting" | "ehlo" | "starttls" | "auth" | "mail" | "rcpt" | "data" | "dot";

/** A way in which a server leaves its client without a reply. */
export interface SmtpFault {
  readonly fault: "hang" | "reset" | "close";
  /** At the final dot, delivers the message first although the sender gets no reply. */
  readonly delivers?: boolean;
}

/** A scripted replacement for the truthful reply: a line, several lines joined by CRLF, or a fault. */
export type SmtpAnswer = string | SmtpFault;

interface Waiter {
  readonly stage: SmtpAnswerPoint;
  readonly count: number;
  readonly resolve: () => void;
}

/** Scripted replies, and the number of times each stage was reached. */
export class SmtpScript {
  #queued: { stage: SmtpAnswerPoint; answer: SmtpAnswer }[] = [];
  readonly #standing = new Map<SmtpAnswerPoint, SmtpAnswer>();
  readonly #reached = new Map<SmtpAnswerPoint, number>();
  #waiters: Waiter[] = [];

  queue(stage: SmtpAnswerPoint, answers: readonly SmtpAnswer[]): void {
    this.#queued.push(...answers.map((answer) => ({ stage, answer })));
  }

  stand(stage: SmtpAnswerPoint, answer: SmtpAnswer): void {
    this.#standing.set(stage, answer);
  }

  /** Counts a stage and returns its scripted reply. A queued reply is used only once. */
  take(stage: SmtpAnswerPoint): SmtpAnswer | undefined {
    this.#reached.set(stage, this.reached(stage) + 1);
    this.#wake();
    const next = this.#queued.find((entry) => entry.stage === stage);
    this.#queued = this.#queued.filter((entry) => entry !== next);
    return next?.answer ?? this.#standing.get(stage);
  }

  reached(stage: SmtpAnswerPoint): number {
    return this.#reached.get(stage) ?? 0;
  }

  /** Resolves when the stage was reached `count` times. */
  waitFor(stage: SmtpAnswerPoint, count: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiters.push({ stage, count, resolve });
      this.#wake();
    });
  }

  #wake(): void {
    const due = this.#waiters.filter(({ stage, count }) => this.reached(stage) >= count);
    this.#waiters = this.#waiters.filter((waiter) => !due.includes(waiter));
    for (const { resolve } of due) resolve();
  }
}
