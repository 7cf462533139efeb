import type { CredentialOwner, ToolCaller } from "../access/caller.ts";
import { timestamp } from "../clock/clock.ts";
import { describeUnexpected, type Logger } from "../log/logger.ts";
import type { CallConversation } from "../policy/run-trace.ts";
import { CHAT_RUN_POINTERS, CHAT_TEXTS, type ChatKey, chatRunId, textId } from "./chat-records.ts";
import type { ChatContent, ChatStore, ChatStoreOptions, RunRating } from "./chat-store.ts";
import { cutIntoPieces, type NewOutput, type RunOutput } from "./run-log.ts";

export interface ChatsOptions extends ChatStoreOptions {
  logger: Logger;
}

/** A run that is about to start. */
interface BegunRun {
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

/** Maximum length of a chat's title, taken from its first message. */
const TITLE_CHARS = 80;
/** Maximum length of a message in the chat's head. Longer ones are stored whole in a separate entry. */
const LISTED_CHARS = 200;
/** Maximum number of runs that a chat lists. Earlier ones remain available by ID until they expire. */
const MAX_RUNS = 200;
/** Maximum size of a piece of output. Compressed and encrypted, it fits into a 400 KB DynamoDB item. */
const PIECE_BYTES = 200_000;

/** Stores the runs of chats. A failure to store a run is only logged. */
export class ChatRuns {
  readonly #options: ChatsOptions;
  readonly #store: ChatStore;
  readonly #erase: (chatKey: ChatKey) => Promise<void>;

  /** `erase` erases a whole chat. */
  constructor(options: ChatsOptions, store: ChatStore, erase: (chatKey: ChatKey) => Promise<void>) {
    this.#options = options;
    this.#store = store;
    this.#erase = erase;
  }

  /** Stores the message that starts a run. A run of the same message replaces an earlier one in its chat. */
  begin(caller: ToolCaller, conversation: CallConversation, run: BegunRun): Promise<void> {
    const chatKey = { ...conversation, tenantId: caller.tenantId };
    const at = timestamp(this.#options.clock.now());
    const message = run.said.at(-1) ?? "";
    const { runId: run_id, messageKey: key } = run;
    return this.#attempt(chatKey, async () => {
      const begun: ChatContent = {
        conversation_id: run.conversationId,
        title: shorten(run.said[0] ?? "", TITLE_CHARS),
        key_id: caller.keyId,
        end_user: caller.session?.endUser ?? null,
        runs: [],
      };
      await this.#store.put([
        { ...this.#store.entryFields(chatKey, chatRunId(run_id)), ...conversation, type: "run" },
        await this.#store.createText(chatKey, [run_id, "asked"], { message, model: run.model ?? null }),
      ]);
      const { expires_at } = this.#store.entryFields(chatKey, "");
      const is_cut = message.length > LISTED_CHARS;
      const start = message.slice(0, LISTED_CHARS);
      const listed = { run_id, at, message: start, is_cut, key, expires_at, rating: null };
      await this.#store.change(chatKey, begun, ({ runs, ...content }) => {
        const others = runs.filter((one) => one.key !== key);
        return { ...content, runs: [...others, listed].slice(-MAX_RUNS) };
      });
    });
  }

  /** Stores all output of a run so far. Stores nothing if the chat was erased meanwhile. */
  store(chatKey: ChatKey, runId: string, readOutput: () => Promise<string>): Promise<void> {
    return this.#attempt(chatKey, async () => {
      if (!(await this.#store.find(chatKey))) return;
      const pieces = [...cutIntoPieces(await readOutput(), PIECE_BYTES)];
      const texts = pieces.map((piece, at) =>
        this.#store.createText(chatKey, [runId, "output", pieceName(at)], piece),
      );
      await this.#store.put(await Promise.all(texts));
      // The person may have erased the chat while the output was being written.
      if (!(await this.#store.change(chatKey, undefined, (content) => content))) await this.#erase(chatKey);
    });
  }

  /** Returns the chat of a run, or `undefined` if it is not stored. */
  async findChat(tenantId: string, runId: string): Promise<ChatKey | undefined> {
    const pointer = await this.#options.records.get(CHAT_RUN_POINTERS, [tenantId, chatRunId(runId)]);
    if (!pointer || !this.#store.isAlive(pointer)) return undefined;
    return { tenantId, owner: pointer.owner, position: pointer.position };
  }

  /** Returns the output of a run that has ended. */
  output(chatKey: ChatKey, runId: string): RunOutput {
    let isRead = false;
    return {
      isRunning: async () => false,
      readNext: async (): Promise<NewOutput> => {
        const pieces = isRead ? [] : await this.#store.readPieces(chatKey, runId);
        isRead = true;
        return { text: pieces.join(""), isEnded: true };
      },
    };
  }

  /** Returns the message, model and rating of a run. */
  async facts(chatKey: ChatKey, runId: string): Promise<RunFacts> {
    const [asked, head] = await Promise.all([this.readAsked(chatKey, runId), this.#store.find(chatKey)]);
    const { runs = [] } = head ? await this.#store.open<ChatContent>(head) : {};
    const listed = runs.find((run) => run.run_id === runId && this.#store.isAlive(run));
    return { asked, rating: listed?.rating ?? null };
  }

  /** Returns the whole message of a run and its model, or `undefined` if they are not stored. */
  async readAsked(chatKey: ChatKey, runId: string): Promise<RunFacts["asked"]> {
    const key = [chatKey.tenantId, textId(chatKey, runId, "asked")];
    const found = await this.#options.records.get(CHAT_TEXTS, key);
    return found && this.#store.isAlive(found) ? this.#store.open(found) : undefined;
  }

  /** Stores a person's rating of a run. Returns `false` if the chat does not list the run. */
  async rate(chatKey: ChatKey, runId: string, rating: Omit<RunRating, "at">): Promise<boolean> {
    const at = timestamp(this.#options.clock.now());
    let isListed = false;
    await this.#store.edit(chatKey, ({ runs, ...content }) => ({
      ...content,
      runs: runs.map((run) => {
        if (run.run_id !== runId) return run;
        isListed = true;
        return { ...run, rating: { ...rating, at } };
      }),
    }));
    return isListed;
  }

  /** Writes to the store, unless chats are not stored. A failure is only logged. */
  async #attempt({ tenantId }: CredentialOwner, write: () => Promise<void>): Promise<void> {
    const { days, logger } = this.#options;
    if (days === 0) return;
    try {
      await write();
    } catch (error) {
      logger.log("error", "chat_not_kept", { tenant_id: tenantId, ...describeUnexpected(error) });
    }
  }
}

/** Shortens a text to one line of at most `most` characters. */
function shorten(text: string, most: number): string {
  const line = text.trim().replace(/\s+/g, " ");
  return line.length <= most ? line : `${line.slice(0, most - 1).trimEnd()}…`;
}

function pieceName(piece: number): string {
  return String(piece).padStart(3, "0");
}
