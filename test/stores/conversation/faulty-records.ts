import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import type { RecordStore } from "@plumbline/core/records/record-store.ts";
import { ForwardingRecords } from "../../../packages/core/records/record-store.ts";

/** The write of a store at which something goes wrong. */
export interface Fault {
  /** Counts the writes from here on; 0 is the next one. */
  at: number;
  /** `half`: of several records every second one is written, else as `after`. */
  how: "before" | "after" | "half";
  /** The process dies there: nothing is ever answered. Else that write alone fails. */
  dies: boolean;
}

/** The store as one process reaches it: a write of it can fail, and the process can die at it. */
export class FaultyRecords extends ForwardingRecords {
  #fault: Fault | undefined;
  #isDead = false;
  #tellDeath: () => void = () => undefined;
  /** Resolves when the process dies. */
  readonly death = new Promise<"died">((resolve) => {
    this.#tellDeath = () => resolve("died");
  });
  /** Writes so far. */
  writes = 0;

  override readonly get: RecordStore["get"] = (kind, key) => this.#read(() => this.inner.get(kind, key));
  override readonly insert: RecordStore["insert"] = (kind, record) =>
    this.#write(() => this.inner.insert(kind, record));
  override readonly put: RecordStore["put"] = (kind, record) =>
    this.#write(() => this.inner.put(kind, record));
  override readonly putAll: RecordStore["putAll"] = (kind, records) =>
    this.#write(
      () => this.inner.putAll(kind, records),
      () =>
        this.inner.putAll(
          kind,
          records.filter((_, index) => index % 2 === this.writes % 2),
        ),
    );
  override readonly replace: RecordStore["replace"] = (kind, record, where) =>
    this.#write(() => this.inner.replace(kind, record, where));
  override readonly change: RecordStore["change"] = (kind, key, changes, where) =>
    this.#write(() => this.inner.change(kind, key, changes, where));
  override readonly delete: RecordStore["delete"] = (kind, key, where) =>
    this.#write(() => this.inner.delete(kind, key, where));
  override readonly transact: RecordStore["transact"] = (writes) =>
    this.#write(() => this.inner.transact(writes));

  arm(fault: Fault | undefined): void {
    this.#fault = fault;
  }

  /** Ends the process where it stands. */
  die(): Promise<never> {
    this.#isDead = true;
    this.#tellDeath();
    return never();
  }

  #read<T>(read: () => Promise<T>): Promise<T> {
    return this.#isDead ? never() : read();
  }

  async #write<T>(write: () => Promise<T>, half = write): Promise<T> {
    if (this.#isDead) return never();
    this.writes += 1;
    const fault = this.#fault;
    if (!fault || fault.at-- > 0) return write();
    this.#fault = undefined;
    if (fault.dies) this.#isDead = true;
    if (fault.how !== "before") await (fault.how === "half" ? half() : write());
    if (fault.dies) return this.die();
    throw new ServiceError("unavailable", "The store does not respond.");
  }
}

function never(): Promise<never> {
  return new Promise(() => undefined);
}
