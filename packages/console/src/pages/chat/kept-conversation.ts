import type { ChatTurn } from "./conversation.ts";

/**
 * Storage key of a tab's conversation, which survives a reload: the messages and the IDs of the runs that
 * answered. The service stores the answers. `sessionStorage` is cleared at sign-out.
 */
const KEPT_AS = "plumbline.conversation";

interface Conversation {
  id: string;
  turns: readonly ChatTurn[];
  /** IDs of the accounts that the agent may use. */
  accounts: readonly string[] | undefined;
  /** ID of the model that answers. */
  model: string | undefined;
}

export function keepConversation({ turns, ...others }: Conversation): void {
  const kept = turns.map((turn) => (turn.role === "user" ? turn : { role: turn.role, runId: turn.runId }));
  sessionStorage.setItem(KEPT_AS, JSON.stringify({ ...others, turns: kept }));
}

/** Returns the conversation with empty answers, or `undefined` in a new tab. */
export function keptConversation(): Conversation | undefined {
  const kept = sessionStorage.getItem(KEPT_AS);
  if (kept === null) return undefined;
  const { turns, ...others }: Conversation = JSON.parse(kept);
  return {
    ...others,
    turns: turns.map((turn): ChatTurn => (turn.role === "user" ? turn : { ...turn, parts: [] })),
  };
}
