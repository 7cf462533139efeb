import type { CredentialOwner } from "../access/caller.ts";
import { DAY_MS, timestamp } from "../clock/clock.ts";
import { SealBrokenError } from "../credentials/vault/vault.ts";
import { ServiceError } from "../errors/service-error.ts";
import { readRange, startingWith } from "../records/read-range.ts";
import {
  CHAT_ENTRIES,
  CHAT_HEADS,
  CHAT_TEXTS,
  type ChatEntry,
  type ChatHead,
  type ChatKey,
  type ChatText,
  chatId,
  openChatEntry,
  orderIds,
  sealChatEntry,
  textId,
} from "./chat-records.ts";
import type { LedgerOptions } from "./stored-entries.ts";

export interface ChatStoreOptions extends Pick<LedgerOptions, "records" | "vault" | "clock" | "random"> {
  /** Number of days for which chats are stored after their last run; 0 stores none. */
  days: number;
}

/** A person's rating of a run. */
export interface RunRating {
  value: "good" | "bad";
  reason: string | null;
  at: string;
}

/** A run in a chat's list. */
export interface ChatRun {
  run_id: string;
  at: string;
  message: string;
  rating: RunRating | null;
}

/** A run as stored in its chat's head. */
export interface ListedRun extends ChatRun {
  /** Identifies the message. A run of the same message replaces an earlier one. */
  key: string;
  expires_at: string;
  /** Set if `message` is only the start of the message. */
  is_cut?: boolean;
}

/** The encrypted content of a chat's head. */
export interface ChatContent {
  conversation_id: string;
  title: string;
  key_id: string;
  end_user: string | null;
  /** Oldest first. */
  runs: readonly ListedRun[];
}

/** Reads and writes the encrypted entries of chats. Concurrent changes of one chat are all kept. */
export class ChatStore {
  readonly #options: ChatStoreOptions;

  constructor(options: ChatStoreOptions) {
    this.#options = options;
  }

  /** Finds the head of a chat that has not expired. */
  async find(chatKey: ChatKey): Promise<ChatHead | undefined> {
    const head = await this.findEvenExpired(chatKey);
    return head && this.isAlive(head) ? head : undefined;
  }

  /** Finds the head of a chat, even if it has expired but is not deleted yet. */
  findEvenExpired(chatKey: ChatKey): Promise<ChatHead | undefined> {
    return this.#options.records.get(CHAT_HEADS, [chatKey.tenantId, chatId(chatKey)]);
  }

  /** Returns false if an entry has expired. */
  isAlive({ expires_at }: { expires_at: string }): boolean {
    return Date.parse(expires_at) > this.#options.clock.now();
  }

  /**
   * Changes a chat's content and lists it under the current time. Returns `false` if there is no chat and
   * `begun` is omitted. First writes the entries that list it, so that a deletion finds it.
   */
  async change(
    chatKey: ChatKey,
    begun: ChatContent | undefined,
    changed: (content: ChatContent) => ChatContent,
  ): Promise<boolean> {
    const { records, vault, clock, random } = this.#options;
    for (;;) {
      const stored = await this.findEvenExpired(chatKey);
      const head = stored && this.isAlive(stored) ? stored : undefined;
      const content = head ? await this.open<ChatContent>(head) : begun;
      if (!content) return false;
      const updated_at = timestamp(clock.now());
      const made = this.entryFields(chatKey, chatId(chatKey));
      const next: ChatHead = {
        ...made,
        type: "chat",
        created_at: head?.created_at ?? updated_at,
        updated_at,
        revision: random.uuid(),
        content_cipher: await sealChatEntry(vault, made, changed(content)),
      };
      const orders = orderIds(chatKey, updated_at).map((id) => ({
        ...this.entryFields(chatKey, id),
        type: "order" as const,
      }));
      await this.put(orders);
      const answer = stored
        ? await records.replace(CHAT_HEADS, next, { revision: stored.revision })
        : await records.insert(CHAT_HEADS, next);
      if (answer === "tenant_deleted") return false;
      if (answer === false || answer === "taken") continue;
      if (stored && stored.updated_at !== updated_at)
        await this.delete(chatKey, orderIds(chatKey, stored.updated_at));
      return true;
    }
  }

  /** Changes a chat's content without moving it in lists. Returns `false` if there is no chat. */
  async edit(chatKey: ChatKey, changed: (content: ChatContent) => ChatContent): Promise<boolean> {
    const { records, vault, random } = this.#options;
    for (;;) {
      const head = await this.find(chatKey);
      if (!head) return false;
      const content_cipher = await sealChatEntry(vault, head, changed(await this.open(head)));
      const next = { ...head, content_cipher, revision: random.uuid() };
      if (await records.replace(CHAT_HEADS, next, { revision: head.revision })) return true;
    }
  }

  /** Reads the stored output of a run, in pieces. */
  async readPieces(chatKey: ChatKey, runId: string): Promise<string[]> {
    const range = startingWith(`${textId(chatKey, runId, "output")}/`);
    const found = await readRange(this.#options.records, CHAT_TEXTS, chatKey.tenantId, range);
    const kept = found.filter((entry) => this.isAlive(entry));
    return Promise.all(kept.map((entry) => this.open<string>(entry)));
  }

  /** Decrypts an entry. Throws ServiceError `store_damaged`. */
  async open<Opened>(entry: ChatHead | ChatText): Promise<Opened> {
    try {
      return await openChatEntry<Opened>(this.#options.vault, entry);
    } catch (error) {
      if (!(error instanceof SealBrokenError)) throw error;
      throw new ServiceError("store_damaged", "The stored chat has been altered, so it cannot be shown.");
    }
  }

  /** Makes an entry for a text of a chat, encrypted. Writes nothing. */
  async createText(chatKey: ChatKey, names: readonly string[], content: unknown): Promise<ChatText> {
    const made = this.entryFields(chatKey, textId(chatKey, ...names));
    return { ...made, type: "text", content_cipher: await sealChatEntry(this.#options.vault, made, content) };
  }

  /** Returns the fields that every entry has. */
  entryFields({ tenantId }: CredentialOwner, id: string) {
    const { clock, days } = this.#options;
    return { tenant_id: tenantId, id, expires_at: timestamp(clock.now() + days * DAY_MS) };
  }

  async put(entries: readonly ChatEntry[]): Promise<void> {
    if (entries.length > 0) await this.#options.records.putAll(CHAT_ENTRIES, entries);
  }

  async delete({ tenantId }: CredentialOwner, ids: readonly string[]): Promise<void> {
    await Promise.all(ids.map((id) => this.#options.records.delete(CHAT_ENTRIES, [tenantId, id])));
  }
}
