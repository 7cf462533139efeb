import { createHash } from "node:crypto";
import { holderOf, type ToolCaller } from "../access/caller.ts";

/** Whose a conversation is: the end user of a session, else the key, whatever rotations it went through. */
export interface ConversationOwner {
  tenantId: string;
  /** 32 hexadecimal digits that stand for the owner. */
  digest: string;
}

type Caller = Pick<ToolCaller, "tenantId" | "keyId" | "rotatedFrom" | "session">;

export function ownerOf(caller: Caller): ConversationOwner {
  const { tenantId, session } = caller;
  if (session?.endUser !== undefined) return ownerOfEndUser(tenantId, session.endUser);
  return { tenantId, digest: digestOf(["key", holderOf(caller)]) };
}

export function ownerOfEndUser(tenantId: string, endUser: string): ConversationOwner {
  return { tenantId, digest: digestOf(["end_user", endUser]) };
}

/** 32 hexadecimal digits: SHA-256 of the JSON text, cut to 128 bits. */
export function digestOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 32);
}

/**
 * The digest by which a message of the assistant is known again. Clients join its parts in ways of their own,
 * so that spaces do not count.
 */
export function digestOfText(text: string): string {
  return digestOf(["said", text.replace(/\s+/g, "")]);
}
