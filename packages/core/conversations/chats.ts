import { ServiceError } from "../errors/service-error.ts";
import type { Page, PageRequest } from "../records/page.ts";
import { readRange, startingWith } from "../records/read-range.ts";
import {
  CHAT_HEADS,
  CHAT_ORDERS,
  CHAT_TEXTS,
  type ChatHead,
  type ChatKey,
  chatId,
  chatRunId,
  chatsPrefix,
  orderIds,
  orderPrefix,
  parseOrderId,
  textId,
} from "./chat-records.ts";
import { ChatRuns, type ChatsOptions } from "./chat-runs.ts";
import { type ChatContent, type ChatRun, ChatStore, type ListedRun } from "./chat-store.ts";
import type { ConversationOwner } from "./conversation-owner.ts";
import { conversationPrefix } from "./entry-ids.ts";

/** A chat as shown to people. */
export interface Chat extends Omit<ChatContent, "runs"> {
  /** Digest of its owner. */
  owner: string;
  created_at: string;
  updated_at: string;
  expires_at: string;
  runs: readonly ChatRun[];
}

/** Maximum number of chats to read for a page of search results. */
const MAX_READ = 1_000;
const CHATS_PER_READ = 50;

/**
 * Stores conversations for the people who had them: the user's messages, and the agent's output and actions.
 * Separate from the ledger, which decides what a conversation may do and expires earlier.
 */
export class Chats {
  readonly runs: ChatRuns;
  readonly #options: ChatsOptions;
  readonly #store: ChatStore;

  constructor(options: ChatsOptions) {
    this.#options = options;
    this.#store = new ChatStore(options);
    this.runs = new ChatRuns(options, this.#store, (chatKey) => this.erase(chatKey));
  }

  /**
   * Lists chats, latest first: an owner's or, without `digest`, all of the tenant's. A page of search results
   * may have fewer items than its limit.
   */
  async list(
    { tenantId, digest }: Omit<ConversationOwner, "digest"> & { digest?: string | undefined },
    { search = "", after, limit }: PageRequest & { search?: string | undefined },
  ): Promise<Page<Chat>> {
    const prefix = orderPrefix(digest);
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    const range = { first: prefix, last: after ?? `${prefix}~`, backwards: true, together: CHATS_PER_READ };
    const items: Chat[] = [];
    let read = 0;
    for await (const orders of this.#options.records.range(CHAT_ORDERS, tenantId, range)) {
      const some = orders.filter(({ id }) => id !== after);
      const heads = await Promise.all(
        some.map(({ id }) => this.#store.find({ tenantId, ...parseOrderId(id) })),
      );
      for (const [index, { id }] of some.entries()) {
        const head = heads[index];
        const isListed = head?.updated_at === parseOrderId(id).at;
        const chat = isListed ? await this.#describe(head).catch(unlessDamaged) : undefined;
        if (chat && matchesSearch(chat, words)) items.push(chat);
        read += 1;
        if (items.length === limit || read === MAX_READ) return { items, next: id };
      }
    }
    return { items, next: null };
  }

  /** Returns true if `list` may have returned this position for the same chats. */
  isCursor({ digest }: { digest?: string | undefined }, after: string | undefined): boolean {
    return after === undefined || after.startsWith(orderPrefix(digest));
  }

  /** Finds the latest chat with this ID, of the given owner or of anyone. Throws ServiceError `not_found`. */
  async find(tenantId: string, conversationId: string, owner?: string): Promise<ChatKey> {
    const position = conversationPrefix(conversationId);
    const range = startingWith(`${chatsPrefix(position)}${owner ?? ""}`);
    const found = await readRange(this.#options.records, CHAT_HEADS, tenantId, range);
    const kept = found.filter((head) => this.#store.isAlive(head));
    const head = kept.toSorted((one, other) => one.updated_at.localeCompare(other.updated_at)).at(-1);
    if (!head) throw chatNotFound();
    return { tenantId, position, owner: head.id.slice(chatsPrefix(position).length) };
  }

  /** Returns a chat with its runs and complete messages. Throws ServiceError `not_found`. */
  async get(chatKey: ChatKey): Promise<Chat> {
    const head = await this.#store.find(chatKey);
    if (!head) throw chatNotFound();
    const { runs, ...chat } = await this.#describe(head);
    const whole = runs.map(async ({ is_cut, message, ...run }) => {
      const asked = is_cut ? await this.runs.readAsked(chatKey, run.run_id) : undefined;
      return { ...run, message: asked?.message ?? message };
    });
    return { ...chat, runs: await Promise.all(whole) };
  }

  /** Renames a chat. Throws ServiceError `not_found`. */
  async rename(chatKey: ChatKey, title: string): Promise<Chat> {
    if (!(await this.#store.edit(chatKey, (content) => ({ ...content, title })))) throw chatNotFound();
    return this.get(chatKey);
  }

  /**
   * Erases a chat. Can be repeated after an interruption until the head is deleted. Entries that list the
   * chat are deleted last; lists skip those that an interruption leaves.
   */
  async erase(chatKey: ChatKey): Promise<void> {
    const { records } = this.#options;
    const { tenantId } = chatKey;
    const first = textId(chatKey);
    const texts = await readRange(records, CHAT_TEXTS, tenantId, startingWith(first));
    const ids = texts.map(({ id }) => id);
    const runs = new Set(ids.map((id) => id.slice(first.length).split("/", 1).join()));
    const head = await this.#store.findEvenExpired(chatKey);
    const orders = head ? orderIds(chatKey, head.updated_at) : [];
    for (const gone of [ids, [...runs].map(chatRunId), [chatId(chatKey)], orders])
      await this.#store.delete(chatKey, gone);
  }

  /** Erases all chats of an end user. Returns the positions of their conversations. */
  async eraseOwner({ tenantId, digest: owner }: ConversationOwner): Promise<string[]> {
    const positions = new Set<string>();
    const range = startingWith(orderPrefix(owner));
    for (const { id } of await readRange(this.#options.records, CHAT_ORDERS, tenantId, range)) {
      const { at, position } = parseOrderId(id);
      await this.erase({ tenantId, owner, position });
      await this.#store.delete({ tenantId }, orderIds({ owner, position }, at));
      positions.add(position);
    }
    return [...positions];
  }

  async #describe(
    head: ChatHead,
  ): Promise<Omit<Chat, "runs"> & { runs: Omit<ListedRun, "key" | "expires_at">[] }> {
    const { created_at, updated_at, expires_at } = head;
    const { runs, ...content } = await this.#store.open<ChatContent>(head);
    const kept = runs.filter((run) => this.#store.isAlive(run));
    const shown = kept.map(({ key: _key, expires_at: _expires, ...run }) => run);
    const owner = head.id.slice(head.id.lastIndexOf("/") + 1);
    return { ...content, owner, created_at, updated_at, expires_at, runs: shown };
  }
}

function matchesSearch({ title, runs }: Chat, words: readonly string[]): boolean {
  const text = [title, ...runs.map(({ message }) => message)].join("\n").toLowerCase();
  return words.every((word) => text.includes(word));
}

/** Ignores a chat that has been altered, so that lists still show the others. */
function unlessDamaged(error: unknown): undefined {
  if (!(error instanceof ServiceError && error.code === "store_damaged")) throw error;
}

export function chatNotFound(): ServiceError {
  return new ServiceError("not_found", "There is no such chat, or it is no longer kept.");
}
