import type { Clock } from "../clock/clock.ts";
import type { WriteState } from "./conversation-records.ts";
import type { Ledger } from "./ledger.ts";

/** A conversation as shown to its owner. Times are ISO 8601 in UTC. */
interface ConversationDetail {
  conversation_id: string;
  created_at: string;
  expires_at: string;
  follows_outside_text: boolean;
  run_id: string | null;
  writes: {
    tool: string;
    run_id: string;
    at: string;
    outcome: WriteState;
    approval_id: string | null;
  }[];
}

/** Describes a conversation. Throws if it has not started. */
export function describeConversation(ledger: Ledger, clock: Clock): ConversationDetail {
  const { head, id, state, writes } = ledger;
  if (!head) throw new Error("The conversation has not begun.");
  const { run, created_at, expires_at } = head;
  const isRunning = run !== null && Date.parse(run.lease_until) > clock.now();
  return {
    conversation_id: id,
    created_at,
    expires_at,
    follows_outside_text: state.read_outside,
    run_id: isRunning ? run.run_id : null,
    writes: writes
      .map(({ tool, run_id, at, standing, approval_id }) => {
        // The run ended without recording the outcome of this write.
        const isLost = standing === "under_way" && !(isRunning && run.run_id === run_id);
        return { tool, run_id, at, outcome: isLost ? ("unknown" as const) : standing, approval_id };
      })
      .toSorted((one, other) => one.at.localeCompare(other.at)),
  };
}
