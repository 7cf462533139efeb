import { approvalOf, type DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import { callFingerprint } from "@plumbline/core/dispatch/idempotency/call-seals.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import { refuseCall } from "./research-of-run.ts";

/** The state of a write; `decided` waited for a person in the part of the run before this one. */
type Standing = "made" | "unknown" | "waiting" | "decided" | "under_way";

/** Writes by the digest of tool and arguments. */
export type RepeatedWritesState = readonly (readonly [digest: string, standing: Standing])[];

const REFUSALS: Readonly<Record<Standing, readonly [reason: string, nextStep: string]>> = {
  made: [
    "The same call was made in this run already.",
    "Its result stands above. Change the call if a second one is wanted.",
  ],
  unknown: [
    "The same call was made in this run already, and nobody knows whether it was carried out.",
    "Look whether it arrived; do not repeat it.",
  ],
  waiting: ["The same call waits for a person already.", "Wait for the decision; do not repeat it."],
  decided: [
    "A person has decided about the same call in this run already.",
    "Its result stands above; do not repeat it.",
  ],
  under_way: ["The same call stands twice in this turn; it is made once.", "Go on from its one result."],
};

/**
 * The writes of one run. A model that repeats a write word for word has lost its place: two equal posts are
 * not sent. A write that was refused, or that only sets what is there already, may be repeated.
 */
export class RepeatedWrites {
  readonly #standing: Map<string, Standing>;

  /** `state`: of the run's first part, where this one goes on. */
  constructor(state: RepeatedWritesState = []) {
    this.#standing = new Map(
      state.map(([digest, standing]) => [digest, standing === "waiting" ? "decided" : standing]),
    );
  }

  get state(): RepeatedWritesState {
    return [...this.#standing];
  }

  /** Makes a call, or refuses one that stands already. */
  async make(
    tool: Pick<Tool, "name" | "effect" | "idempotency">,
    args: unknown,
    call: () => Promise<DispatchResult>,
  ): Promise<DispatchResult> {
    if (tool.effect !== "write" || tool.idempotency === "upsert") return call();
    const digest = callFingerprint(tool.name, args);
    const standing = this.#standing.get(digest);
    if (standing !== undefined) return refuseCall(tool.name, ...REFUSALS[standing]);
    this.#standing.set(digest, "under_way");
    try {
      const result = await call();
      const now = standingOf(result);
      if (now === undefined) this.#standing.delete(digest);
      else this.#standing.set(digest, now);
      return result;
    } catch (error) {
      this.#standing.delete(digest);
      throw error;
    }
  }
}

function standingOf(result: DispatchResult): Standing | undefined {
  if (result.ok) return "made";
  if (result.outcome_unknown) return "unknown";
  return approvalOf(result) === undefined ? undefined : "waiting";
}
