import type { Clock } from "../clock/clock.ts";
import type { ClosingRow } from "./record-kind.ts";
import { STAGE } from "./record-state.ts";
import type { RecordStates } from "./record-states.ts";

/** Milliseconds after which a row that was missing is looked for again. */
const ASK_AGAIN_MS = 60_000;

/**
 * Rows of the key table that say: every record of a stage is signed, and what is not was forged. They are
 * written last by the command that signs the records of an earlier release, and are never taken back.
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

  /** True also for `null`, the row of kinds that were never written unsigned. */
  async has(row: ClosingRow | null = "all_signed"): Promise<boolean> {
    if (row === null || this.#written.has(row)) return true;
    const now = this.#clock.now();
    if (now - (this.#missingAt.get(row) ?? Number.NEGATIVE_INFINITY) < ASK_AGAIN_MS) return false;
    // Nothing is taken for unsigned before the answer is here: whoever asks meanwhile asks too.
    if ((await this.#states.get(STAGE, row)) === undefined) {
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
