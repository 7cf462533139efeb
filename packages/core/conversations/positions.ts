import { type ConversationOwner, digestOf } from "./conversation-owner.ts";

/** The first part of the ids of a conversation's entries. */
export function partitionOf(conversationId: string): string {
  return digestOf(["conversation", conversationId]);
}

export function headPosition(conversationId: string): string {
  return `${partitionOf(conversationId)}/head`;
}

/**
 * The first part of the ids of what a conversation's runs have told. It stands beside the conversation's own
 * partition, so that whoever opens the conversation does not read all of it.
 */
export function runsPosition(position: string): string {
  return `${position}:`;
}

/** The pointer from an owner to the conversation of one of its runs. */
export function runPosition({ digest }: ConversationOwner, runId: string): string {
  return `run/${digest}/${runId}`;
}

/** The pointer from an owner to a conversation. */
export function ownPosition({ digest }: ConversationOwner, position: string): string {
  return `of/${digest}/${position}`;
}

/**
 * The pointer from what the assistant said to a conversation in which it did. Several may have said the same.
 */
export function saidPosition({ digest }: ConversationOwner, said: string, position: string): string {
  return `said/${digest}/${said}/${position}`;
}
