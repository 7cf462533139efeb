import type { WatchStore } from "@plumbline/watches/service/watch-store.ts";

/** Thrown where a process dies. */
export class Crash extends Error {}

/**
 * The process dies at one of its writes to the store: before it, or after it, when nobody learns that it was
 * done.
 */
export class Fault {
  #left = Number.POSITIVE_INFINITY;
  #isDone = false;

  set(left: number, isDone: boolean): void {
    this.#left = left;
    this.#isDone = isDone;
  }

  clear(): void {
    this.set(Number.POSITIVE_INFINITY, false);
  }

  /** The store of a process that dies at the set one of the calls of these methods. */
  wrap(store: WatchStore, writes: RegExp): WatchStore {
    return new Proxy(store, {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== "function") return method;
        const bound = method.bind(target);
        return writes.test(String(name)) ? (...args: unknown[]) => this.#write(() => bound(...args)) : bound;
      },
    });
  }

  async #write(run: () => Promise<unknown>): Promise<unknown> {
    this.#left -= 1;
    if (this.#left > 0) return run();
    if (this.#left === 0 && this.#isDone) await run();
    throw new Crash();
  }
}
