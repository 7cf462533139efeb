import { type ConversationOwner, digestOf } from "./conversation-owner.ts";

/** Returns the prefix of the IDs of a conversation's entries. */
export function conversationPrefix(conversationId: string): string {
  return digestOf(["conversation", conversationId]);
}

/** Returns the ID of a conversation's head. `position` is the conversation's prefix. */
export function headId(position: string): string {
  return `${position}/head`;
}

/**
 * Returns the prefix of the IDs of a conversation's run output. It differs from the conversation's own
 * prefix, so that opening a conversation does not read the output.
 */
export function runsPrefix(position: string): string {
  return `${position}:`;
}

/** Returns the ID of the pointer from an owner to the conversation of a run. */
export function runPointerId({ digest }: ConversationOwner, runId: string): string {
  return `run/${digest}/${runId}`;
}

/** Returns the ID of a request's claim to start a run. `request` is the digest of the request's name. */
export function claimId({ digest }: ConversationOwner, request: string): string {
  return `claim/${digest}/${request}`;
}

/** Returns the ID of the pointer from an owner to a conversation. */
export function ownerPointerId({ digest }: ConversationOwner, position: string): string {
  return `of/${digest}/${position}`;
}

/**
 * Returns the ID of the pointer from a message of the assistant to a conversation that contains it. Several
 * conversations may contain the same message.
 */
export function saidPointerId({ digest }: ConversationOwner, said: string, position: string): string {
  return `said/${digest}/${said}/${position}`;
}
