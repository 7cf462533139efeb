import type { ConversationTurn } from "../grounding/gate/conversation.ts";

/** What `POST research/complete` is asked. */
export interface CompletionRequest {
  prompt: string;
  conversation?: readonly ConversationTurn[] | undefined;
  /** What tells the subject from a namesake. */
  context?: string | undefined;
  requires_grounding?: true | undefined;
  workspace_context?: string | undefined;
}
