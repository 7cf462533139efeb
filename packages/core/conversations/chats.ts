import type { CredentialOwner, ToolCaller } from "../access/caller.ts";
import { timestamp } from "../clock/clock.ts";
import { ServiceError } from "../errors/service-error.ts";
import { describeUnexpected, type Logger } from "../log/logger.ts";
import type { CallConversation } from "../policy/run-trace.ts";
import type { Page, PageRequest } from "../records/page.ts";
import { readRange, startingWith } from "../records/read-range.ts";
import {
  CHAT_HEADS,
  CHAT_ORDERS,
  CHAT_RUN_POINTERS,
  CHAT_TEXTS,
  type ChatHead,
  type ChatPlace,
  chatId,
  chatRunId,
  chatsPrefix,
  orderIds,
  orderPrefix,
  parseOrderId,
  textId,
} from "./chat-records.ts";
import {
  type ChatContent,
  type ChatRun,
  ChatStore,
  type ChatStoreOptions,
  type ListedRun,
  type RunRating,
} from "./chat-store.ts";
import type { ConversationOwner } from "./conversation-owner.ts";
import { conversationPrefix } from "./positions.ts";
import { cutIntoPieces, type NewOutput, type RunOutput } from "./run-log.ts";

export interface ChatsOptions extends ChatStoreOptions {
  logger: Logger;
}

/** A chat as shown to people. */
export interface Chat extends Omit<ChatContent, "runs"> {
  /** Digest of its owner. */
  owner: string;
  created_at: string;
  updated_at: string;
  expires_at: string;
  runs: readonly ChatRun[];
}

/** A run that is about to start. */
export interface BegunRun {
  conversationId: string;
  runId: string;
  /** Identifies the last message, even if it is run again. */
  messageKey: string;
  /** The user's messages, oldest first. */
  said: readonly string[];
  model: string | undefined;
}

/** Details of a run, apart from its output. */
export interface RunFacts {
  asked: { message: string; model: string | null } | undefined;
  rating: RunRating | null;
}

const TITLE_CHARS = 80;
const LISTED_CHARS = 200;
/** Maximum number of runs that a chat lists. Earlier ones remain available by ID until they expire. */
const MAX_RUNS = 200;
/** Maximum size of a piece of output. Compressed and encrypted, it fits into a 400 KB DynamoDB item. */
const PIECE_BYTES = 200_000;
/** Maximum number of chats to read for a page of search results. */
const MAX_READ = 1_000;
const CHATS_PER_READ = 50;

/**
 * Stores conversations for the people who had them: the user's messages, and the agent's output and actions.
 * Separate from the ledger, which decides what a conversation may do and expires earlier. A failure to store
 * a run is only logged.
 */
export class Chats {
  readonly #options: ChatsOptions;
  readonly #store: ChatStore;

  constructor(options: ChatsOptions) {
    this.#options = options;
    this.#store = new ChatStore(options);
  }

  /** Stores the message that starts a run. A run of the same message replaces an earlier one in its chat. */
  begin(caller: ToolCaller, conversation: CallConversation, run: BegunRun): Promise<void> {
    const place = { ...conversation, tenantId: caller.tenantId };
    const at = timestamp(this.#options.clock.now());
    const message = run.said.at(-1) ?? "";
    const { runId: run_id, messageKey: key } = run;
    return this.#attempt(place, async () => {
      const begun: ChatContent = {
        conversation_id: run.conversationId,
        title: shorten(run.said[0] ?? "", TITLE_CHARS),
        key_id: caller.keyId,
        end_user: caller.session?.endUser ?? null,
        runs: [],
      };
      await this.#store.put([
        { ...this.#store.entryFields(place, chatRunId(run_id)), ...conversation, type: "run" },
        await this.#store.createText(place, [run_id, "asked"], { message, model: run.model ?? null }),
      ]);
      const { expires_at } = this.#store.entryFields(place, "");
      const is_cut = message.length > LISTED_CHARS;
      const start = message.slice(0, LISTED_CHARS);
      const listed = { run_id, at, message: start, is_cut, key, expires_at, rating: null };
      await this.#store.change(place, begun, ({ runs, ...content }) => {
        const others = runs.filter((one) => one.key !== key);
        return { ...content, runs: [...others, listed].slice(-MAX_RUNS) };
      });
    });
  }

  /** Stores all output of a run so far. Stores nothing if the chat was erased meanwhile. */
  store(place: ChatPlace, runId: string, readOutput: () => Promise<string>): Promise<void> {
    return this.#attempt(place, async () => {
      if (!(await this.#store.find(place))) return;
      const pieces = [...cutIntoPieces(await readOutput(), PIECE_BYTES)];
      const texts = pieces.map((piece, at) =>
        this.#store.createText(place, [runId, "output", pieceName(at)], piece),
      );
      await this.#store.put(await Promise.all(texts));
      // The person may have erased the chat while the output was being written.
      if (!(await this.#store.change(place, undefined, (content) => content))) await this.erase(place);
    });
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
  async find(tenantId: string, conversationId: string, owner?: string): Promise<ChatPlace> {
    const position = conversationPrefix(conversationId);
    const range = startingWith(`${chatsPrefix(position)}${owner ?? ""}`);
    const found = await readRange(this.#options.records, CHAT_HEADS, tenantId, range);
    const kept = found.filter((head) => this.#store.isAlive(head));
    const head = kept.toSorted((one, other) => one.updated_at.localeCompare(other.updated_at)).at(-1);
    if (!head) throw chatNotFound();
    return { tenantId, position, owner: head.id.slice(chatsPrefix(position).length) };
  }

  /** Returns a chat with its runs and complete messages. Throws ServiceError `not_found`. */
  async get(place: ChatPlace): Promise<Chat> {
    const head = await this.#store.find(place);
    if (!head) throw chatNotFound();
    const { runs, ...chat } = await this.#describe(head);
    const whole = runs.map(async ({ is_cut, message, ...run }) => {
      const asked = is_cut ? await this.#readAsked(place, run.run_id) : undefined;
      return { ...run, message: asked?.message ?? message };
    });
    return { ...chat, runs: await Promise.all(whole) };
  }

  /** Renames a chat. Throws ServiceError `not_found`. */
  async rename(place: ChatPlace, title: string): Promise<Chat> {
    if (!(await this.#store.edit(place, (content) => ({ ...content, title })))) throw chatNotFound();
    return this.get(place);
  }

  /**
   * Erases a chat. Can be repeated after an interruption until the head is deleted. Entries that list the
   * chat are deleted last; lists skip those that an interruption leaves.
   */
  async erase(place: ChatPlace): Promise<void> {
    const { records } = this.#options;
    const { tenantId } = place;
    const first = textId(place);
    const texts = await readRange(records, CHAT_TEXTS, tenantId, startingWith(first));
    const ids = texts.map(({ id }) => id);
    const runs = new Set(ids.map((id) => id.slice(first.length).split("/", 1).join()));
    const head = await this.#store.findEvenExpired(place);
    const orders = head ? orderIds(place, head.updated_at) : [];
    for (const gone of [ids, [...runs].map(chatRunId), [chatId(place)], orders])
      await this.#store.delete(place, gone);
  }

  /** Erases all chats of an end user. Returns the positions of their conversations. */
  async eraseOf({ tenantId, digest: owner }: ConversationOwner): Promise<string[]> {
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

  /** Returns the chat of a run, or `undefined` if it is not stored. */
  async placeOf(tenantId: string, runId: string): Promise<ChatPlace | undefined> {
    const pointer = await this.#options.records.get(CHAT_RUN_POINTERS, [tenantId, chatRunId(runId)]);
    if (!pointer || !this.#store.isAlive(pointer)) return undefined;
    return { tenantId, owner: pointer.owner, position: pointer.position };
  }

  /** Returns the output of a run that has ended. */
  output(place: ChatPlace, runId: string): RunOutput {
    let isRead = false;
    return {
      isRunning: async () => false,
      readNext: async (): Promise<NewOutput> => {
        const pieces = isRead ? [] : await this.#store.readPieces(place, runId);
        isRead = true;
        return { text: pieces.join(""), isEnded: true };
      },
    };
  }

  /** Returns the message, model and rating of a run. */
  async facts(place: ChatPlace, runId: string): Promise<RunFacts> {
    const [asked, head] = await Promise.all([this.#readAsked(place, runId), this.#store.find(place)]);
    const { runs = [] } = head ? await this.#describe(head) : {};
    return { asked, rating: runs.find(({ run_id }) => run_id === runId)?.rating ?? null };
  }

  async #readAsked(place: ChatPlace, runId: string): Promise<RunFacts["asked"]> {
    const key = [place.tenantId, textId(place, runId, "asked")];
    const found = await this.#options.records.get(CHAT_TEXTS, key);
    return found && this.#store.isAlive(found) ? this.#store.open(found) : undefined;
  }

  /** Stores a person's rating of a run. Returns `false` if the chat does not list the run. */
  async rate(place: ChatPlace, runId: string, rating: Omit<RunRating, "at">): Promise<boolean> {
    const at = timestamp(this.#options.clock.now());
    let isListed = false;
    await this.#store.edit(place, ({ runs, ...content }) => ({
      ...content,
      runs: runs.map((run) => {
        if (run.run_id !== runId) return run;
        isListed = true;
        return { ...run, rating: { ...rating, at } };
      }),
    }));
    return isListed;
  }

  async #attempt({ tenantId }: CredentialOwner, keep: () => Promise<void>): Promise<void> {
    const { days, logger } = this.#options;
    if (days === 0) return;
    try {
      await keep();
    } catch (error) {
      logger.log("error", "chat_not_kept", { tenant_id: tenantId, ...describeUnexpected(error) });
    }
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

function unlessDamaged(error: unknown): undefined {
  if (!(error instanceof ServiceError && error.code === "store_damaged")) throw error;
}

/** Shortens a text to one line of at most `most` characters. */
function shorten(text: string, most: number): string {
  const line = text.trim().replace(/\s+/g, " ");
  return line.length <= most ? line : `${line.slice(0, most - 1).trimEnd()}…`;
}

function pieceName(piece: number): string {
  return String(piece).padStart(3, "0");
}

export function chatNotFound(): ServiceError {
  return new ServiceError("not_found", "There is no such chat, or it is no longer kept.");
}
