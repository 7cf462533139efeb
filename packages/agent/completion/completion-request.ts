import type { ConversationTurn } from "@plumbline/grounding";

/** What `POST research/complete` is asked. */
export interface CompletionRequest {
  prompt: string;
  conversation?: readonly ConversationTurn[] | undefined;
  /** What tells the subject from a namesake. */
  context?: string | undefined;
  /** Claims of the outcome at most. */
  max_claims?: number | undefined;
  /** Have the outcome say what was searched and how each sentence scored. */
  explain?: boolean | undefined;
  requires_grounding?: true | undefined;
  workspace_context?: string | undefined;
}
