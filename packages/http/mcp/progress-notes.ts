import type { Notification } from "@modelcontextprotocol/server";
import * as z from "zod";

/** https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/progress */
const asksForProgress = z.looseObject({ progressToken: z.union([z.string(), z.int()]) });

type Notify = (notification: Notification) => Promise<void>;

/**
 * Sends progress notifications for one call. The first one turns the response from JSON into an event stream,
 * so the client must request them with a token.
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

  /** Creates them if the call's `_meta` has a progress token. Returns `undefined` otherwise. */
  static createIfRequested(meta: unknown, notify: Notify): ProgressNotes | undefined {
    const asked = asksForProgress.safeParse(meta).data;
    return asked && new ProgressNotes(asked.progressToken, notify);
  }

  /**
   * Sends a notification after the previous ones. It has no total, because the number of steps is unknown.
   */
  readonly add = (message: string): void => {
    this.#progress += 1;
    const params = { progressToken: this.#progressToken, progress: this.#progress, message };
    this.#sent = this.#sent
      .then(() => this.#notify({ method: "notifications/progress", params }))
      // If the client disconnects, its signal aborts the call. A lost notification must not fail the call as
      // well.
      .catch(() => undefined);
  };

  /** Resolves when all notifications are sent. The result must not overtake them. */
  waitUntilSent(): Promise<void> {
    return this.#sent;
  }
}
