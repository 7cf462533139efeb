import type { Agent, Dispatcher } from "undici";
import type { RequestPool } from "./pool.ts";

/** A pool that can leave its connections behind: requests under way end on the old ones, the next opens new ones. */
export class RenewablePool implements RequestPool {
  readonly #open: () => Agent;
  readonly #closing = new Set<Promise<void>>();
  #current: Agent;

  constructor(open: () => Agent) {
    this.#open = open;
    this.#current = open();
  }

  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    return this.#current.dispatch(options, handler);
  }

  renew(): void {
    const closing = this.#current.close();
    this.#current = this.#open();
    this.#closing.add(closing);
    void closing.then(() => this.#closing.delete(closing));
  }

  /** Lets the requests under way end, then closes every connection. */
  async close(): Promise<void> {
    await Promise.all([...this.#closing, this.#current.close()]);
  }
}
