import { type ConversationOwner, digestOf } from "./conversation-owner.ts";

/** Returns the start of the IDs of a conversation's entries. */
export function partitionOf(conversationId: string): string {
  return digestOf(["conversation", conversationId]);
}

export function headPosition(conversationId: string): string {
  return `${partitionOf(conversationId)}/head`;
}

/**
 * Returns the start of the IDs of the output of a conversation's runs. It differs from the conversation's own
 * prefix, so that opening a conversation does not read the output.
 */
export function runsPosition(position: string): string {
  return `${position}:`;
}

/** Returns the ID of the pointer from an owner to the conversation of a run. */
export function runPosition({ digest }: ConversationOwner, runId: string): string {
  return `run/${digest}/${runId}`;
}

/** Returns the ID of the pointer from an owner to a conversation. */
export function ownPosition({ digest }: ConversationOwner, position: string): string {
  return `of/${digest}/${position}`;
}

/**
 * Returns the ID of the pointer from something said to a conversation in which it was said. Several
 * conversations may contain the same message.
 */
export function saidPosition({ digest }: ConversationOwner, said: string, position: string): string {
  return `said/${digest}/${said}/${position}`;
}
