import type { ChatTurn } from "./conversation.ts";

/**
 * Storage key of a tab's conversation, which survives a reload: the messages and the IDs of the runs that
 * answered. The service stores the answers. `sessionStorage` is cleared at sign-out.
 */
const STORAGE_KEY = "plumbline.conversation";

interface Conversation {
  id: string;
  turns: readonly ChatTurn[];
  /** IDs of the accounts that the agent may use. */
  accounts: readonly string[] | undefined;
  /** ID of the model that answers. */
  model: string | undefined;
}

export function storeConversation({ turns, ...others }: Conversation): void {
  const kept = turns.map((turn) => (turn.role === "user" ? turn : { role: turn.role, runId: turn.runId }));
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ ...others, turns: kept }));
}

/** Returns the conversation with empty answers, or `undefined` in a new tab. */
export function loadConversation(): Conversation | undefined {
  const kept = sessionStorage.getItem(STORAGE_KEY);
  if (kept === null) return undefined;
  const { turns, ...others }: Conversation = JSON.parse(kept);
  return {
    ...others,
    turns: turns.map((turn): ChatTurn => (turn.role === "user" ? turn : { ...turn, parts: [] })),
  };
}
