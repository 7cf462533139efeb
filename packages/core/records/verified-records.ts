import { isDeepStrictEqual } from "node:util";
import type { RecordKind } from "./record-kind.ts";

const MOST_KEPT = 1_000;

interface Verified {
  kind: string;
  fields: Readonly<Record<string, unknown>>;
  count: number;
}

/**
 * Caches records whose signature this process has verified. Comparing the fields of a record is cheaper than
 * verifying its signature again on every call.
 */
export class VerifiedRecords {
  readonly #kept = new Map<string, Verified>();

  /**
   * Returns whether this signature was verified for the same fields, ignoring those that it does not cover.
   */
  has<R extends object>({ name, noted }: RecordKind<R>, record: R, mac: string | undefined): boolean {
    const verified = mac === undefined ? undefined : this.#kept.get(mac);
    if (verified?.kind !== name) return false;
    let count = 0;
    for (const field of Object.keys(record) as (keyof R & string)[]) {
      if (noted?.includes(field)) continue;
      // Own fields only: an inherited one must not be taken for a field that the verified record lacks.
      if (!Object.hasOwn(verified.fields, field)) return false;
      const known = verified.fields[field];
      if (record[field] !== known && !isDeepStrictEqual(record[field], known)) return false;
      count += 1;
    }
    return count === verified.count;
  }

  add<R extends object>({ name, noted = [] }: RecordKind<R>, record: R, mac: string): void {
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear();
    const covered = Object.entries(record).filter(([field]) => !noted.some((one) => one === field));
    // Copy the fields, because the caller may change the record.
    const fields = structuredClone(Object.fromEntries(covered));
    this.#kept.set(mac, { kind: name, fields, count: covered.length });
  }
}
