import { hash } from "node:crypto";
import { getHolder, type ToolCaller } from "../access/caller.ts";

/**
 * The owner of a conversation: the end user of a session, or else the API key. Rotating the key keeps the
 * owner.
 */
export interface ConversationOwner {
  tenantId: string;
  /** Identifies the owner: 32 hexadecimal digits. */
  digest: string;
}

type Caller = Pick<ToolCaller, "tenantId" | "keyId" | "rotatedFrom" | "session">;

export function ownerOf(caller: Caller): ConversationOwner {
  const { tenantId, session } = caller;
  if (session?.endUser !== undefined) return ownerOfEndUser(tenantId, session.endUser);
  return { tenantId, digest: digestOf(["key", getHolder(caller)]) };
}

export function ownerOfEndUser(tenantId: string, endUser: string): ConversationOwner {
  return { tenantId, digest: digestOf(["end_user", endUser]) };
}

/**
 * Returns whether the caller may read conversations of other owners. A caller restricted to certain
 * credentials may not, because a conversation may have used others.
 */
export function mayReadAllConversations({ scopes, grants }: Pick<ToolCaller, "scopes" | "grants">): boolean {
  return scopes.has("conversations:manage") && grants.credentials === undefined;
}

/** Returns 32 hexadecimal digits: the SHA-256 hash of the JSON text, truncated to 128 bits. */
export function digestOf(value: unknown): string {
  return hash("sha256", JSON.stringify(value), "hex").slice(0, 32);
}

/**
 * Returns the digest that identifies a message of the assistant. Whitespace is ignored, because clients join
 * message parts differently.
 */
export function digestOfText(text: string): string {
  return digestOf(["said", text.replace(/\s+/g, "")]);
}
