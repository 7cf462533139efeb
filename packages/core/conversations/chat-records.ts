import { packJson, unpackJson } from "../credentials/vault/packed-json.ts";
import type { Vault } from "../credentials/vault/vault.ts";
import type { CallConversation } from "../policy/run-trace.ts";
import type { RecordKind } from "../records/record-kind.ts";

interface Entry {
  tenant_id: string;
  id: string;
  expires_at: string;
}

/** The head of a chat. Its content is encrypted. Times are ISO 8601 in UTC. */
export interface ChatHead extends Entry {
  type: "chat";
  created_at: string;
  updated_at: string;
  /** A new value for every write. The next write is conditional on it. */
  revision: string;
  content_cipher: string;
}

/** Lists a chat under the time of its last event. Ignored if the head has another time. */
interface ChatOrder extends Entry {
  type: "order";
}

/** Maps a run to its chat. */
interface ChatRunPointer extends Entry, CallConversation {
  type: "run";
}

/** The user's message of a run, part of the run's output, or its rating, encrypted. */
export interface ChatText extends Entry {
  type: "text";
  content_cipher: string;
}

export type ChatEntry = ChatHead | ChatOrder | ChatRunPointer | ChatText;

/**
 * Unsigned: everything readable is encrypted for its ID, which contains the owner. Someone who edits the
 * table can hide chats, but cannot show one to another person.
 */
const CHATS = {
  name: "chats",
  table: "main",
  key: ["tenant_id", "id"],
  expires: ({ expires_at }: Entry) => expires_at,
  signed: false,
} as const;

export const CHAT_ENTRIES: RecordKind<ChatEntry> = CHATS;
export const CHAT_HEADS: RecordKind<ChatHead> = CHATS;
export const CHAT_ORDERS: RecordKind<ChatOrder> = CHATS;
export const CHAT_RUN_POINTERS: RecordKind<ChatRunPointer> = CHATS;
export const CHAT_TEXTS: RecordKind<ChatText> = CHATS;

/** Identifies a chat. */
export interface ChatKey extends CallConversation {
  tenantId: string;
}

/** Returns the prefix of the IDs of all chats with a conversation's ID. There is one chat per owner. */
export function chatsPrefix(position: string): string {
  return `chat/${position}/`;
}

export function chatId({ owner, position }: CallConversation): string {
  return `${chatsPrefix(position)}${owner}`;
}

/**
 * Returns the prefix of the IDs that list chats by time: those of an owner, or all of the tenant's. An ID is
 * `of/OWNER/2026-01-31T09:30:00.000Z/POSITION/OWNER`.
 */
export function orderPrefix(owner: string | undefined): string {
  return owner === undefined ? "all/" : `of/${owner}/`;
}

/** Returns the IDs that list a chat: for its owner, and for the tenant. */
export function orderIds({ owner, position }: CallConversation, at: string): [string, string] {
  return [
    `${orderPrefix(owner)}${at}/${position}/${owner}`,
    `${orderPrefix(undefined)}${at}/${position}/${owner}`,
  ];
}

/** Parses an ID that lists a chat into its time and the chat. */
export function parseOrderId(id: string): CallConversation & { at: string } {
  const [at = "", position = "", owner = ""] = id.split("/").slice(-3);
  return { at, position, owner };
}

export function chatRunId(runId: string): string {
  return `run/${runId}`;
}

/** Returns the ID of a text of a run or, without names, the prefix of the IDs of all texts. */
export function textId({ owner, position }: CallConversation, ...names: readonly string[]): string {
  return `text/${position}/${owner}/${names.join("/")}`;
}

type EntryKey = Pick<Entry, "tenant_id" | "id">;

const sealContext = ({ tenant_id: tenantId, id: recordId }: EntryKey) =>
  ({ tenantId, recordId, kind: "chat", field: "content" }) as const;

/** Compresses and encrypts the content of an entry, as JSON. */
export async function sealChatEntry(vault: Vault, entry: EntryKey, content: unknown): Promise<string> {
  return vault.seal(sealContext(entry), await packJson(content));
}

/** Decrypts the content of an entry. Throws SealBrokenError. */
export async function openChatEntry<Content>(
  vault: Vault,
  entry: EntryKey & { content_cipher: string },
): Promise<Content> {
  return unpackJson(await vault.open(sealContext(entry), entry.content_cipher));
}
