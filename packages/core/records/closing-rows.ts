import type { Clock } from "../clock/clock.ts";
import type { ClosingRow } from "./record-kind.ts";
import { STAGE } from "./record-state.ts";
import type { RecordStates } from "./record-states.ts";

/** Minimum interval in milliseconds between two reads of a missing row. */
const REREAD_MS = 60_000;

/**
 * Rows of the key table which state that every record of a stage is signed, so that unsigned ones are forged.
 * The command that signs an earlier release's records writes them last. They are never removed.
 */
export class ClosingRows {
  readonly #states: RecordStates;
  readonly #clock: Clock;
  readonly #written = new Set<ClosingRow>();
  readonly #missingAt = new Map<ClosingRow, number>();

  constructor(states: RecordStates, clock: Clock) {
    this.#states = states;
    this.#clock = clock;
  }

  /** Returns true if a row exists, or for `null`, which marks kinds that were never written unsigned. */
  async has(row: ClosingRow | null = "all_signed"): Promise<boolean> {
    if (row === null || this.#written.has(row)) return true;
    const now = this.#clock.now();
    if (now - (this.#missingAt.get(row) ?? Number.NEGATIVE_INFINITY) < REREAD_MS) return false;
    // Set only after the response. Until then, concurrent callers must read the row themselves, so that no
    // record counts as unsigned too early.
    if ((await this.#states.get({ owner: STAGE, record: row })) === undefined) {
      this.#missingAt.set(row, now);
      return false;
    }
    this.#written.add(row);
    return true;
  }

  async write(): Promise<void> {
    for (const row of ["all_listed", "all_signed"] as const) {
      await this.#states.settle({ owner: STAGE, record: row }, 1);
      this.#written.add(row);
    }
  }
}
