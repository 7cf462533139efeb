import type { Notification } from "@modelcontextprotocol/server";
import * as z from "zod";

/** https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/progress */
const asksForProgress = z.looseObject({ progressToken: z.union([z.string(), z.int()]) });

type Notify = (notification: Notification) => Promise<void>;

/**
 * Progress notifications of one call. The first turns its answer from JSON into a stream of events, so the
 * client has to ask for them with a token.
 */
export class ProgressNotes {
  readonly #progressToken: string | number;
  readonly #notify: Notify;
  #progress = 0;
  #sent: Promise<void> = Promise.resolve();

  private constructor(progressToken: string | number, notify: Notify) {
    this.#progressToken = progressToken;
    this.#notify = notify;
  }

  /** Returns `undefined` for a call whose `_meta` has no progress token. */
  static askedFor(meta: unknown, notify: Notify): ProgressNotes | undefined {
    const asked = asksForProgress.safeParse(meta).data;
    return asked && new ProgressNotes(asked.progressToken, notify);
  }

  /** Sends one after those before it. No total: nobody knows how many steps a call will take. */
  readonly add = (message: string): void => {
    this.#progress += 1;
    const params = { progressToken: this.#progressToken, progress: this.#progress, message };
    this.#sent = this.#sent
      .then(() => this.#notify({ method: "notifications/progress", params }))
      // A client that is gone aborts the call by its signal; the notification need not fail it too.
      .catch(() => undefined);
  };

  /** Resolves when every note so far was sent: a result must not overtake them. */
  allSent(): Promise<void> {
    return this.#sent;
  }
}
