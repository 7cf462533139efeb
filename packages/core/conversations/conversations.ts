import type { ToolCaller } from "../access/caller.ts";
import { ServiceError } from "../errors/service-error.ts";
import { describeUnexpected, type Logger } from "../log/logger.ts";
import type { CallConversation, RunTrace, RunTraceState } from "../policy/run-trace.ts";
import { hashText } from "../records/hash-text.ts";
import { readRange, startingWith } from "../records/read-range.ts";
import type { Tool } from "../tool/tool.ts";
import { Allowances } from "./allowances.ts";
import { Chats } from "./chats.ts";
import { type ConversationOwner, digestOfText, ownerOf, ownerOfEndUser } from "./conversation-owner.ts";
import {
  HEAD_ENTRIES,
  LEDGER_ENTRIES,
  PAST_RUN_TRACES,
  POINTER_ENTRIES,
  type PointerEntry,
} from "./conversation-records.ts";
import { ConversationRuns } from "./conversation-runs.ts";
import { conversationPrefix, headId, ownerPointerId, runPointerId, saidPointerId } from "./entry-ids.ts";
import { Ledger } from "./ledger.ts";
import { conversationNotFound } from "./ledger-entries.ts";
import { UNVOUCHED } from "./ledger-notes.ts";
import { closeClaims } from "./run-log.ts";
import type { LedgerOptions } from "./stored-entries.ts";
import { UnnamedCalls } from "./unnamed-calls.ts";

interface ConversationsOptions extends LedgerOptions {
  logger: Logger;
  /** Number of days for which chats are stored. Defaults to 0, which stores none. */
  chatDays?: number | undefined;
}

/** Statements of a caller with its own agent loop about a call's conversation. */
export interface NamedConversation {
  /** Any text that the caller chooses. If omitted, only the mark of its key applies. */
  conversationId?: string | undefined;
  /**
   * The caller's own ID of its run. Identifies a conversation of this caller if there is no conversation ID.
   */
  runId?: string | undefined;
  /** Destinations that the user mentioned. */
  allowed?: readonly string[] | undefined;
  /** The calling program, if the request states it. Separates calls without other IDs. */
  client?: string | undefined;
}

/** Earlier messages contained in a request to the agent. */
interface RequestHistory {
  /** The assistant's messages, oldest first. */
  assistant: readonly string[];
  /** True if there is other text of unknown origin. */
  others: boolean;
}

type CalledTool = Pick<Tool, "name" | "reads" | "effect" | "destinations">;

/**
 * Tracks what each conversation has read, which names it has resolved and what it has sent. A conversation
 * belongs to the end user of a session, or else to its key, and is treated as not found for anyone else. It
 * is deleted some time after its last event.
 */
export class Conversations {
  readonly runs: ConversationRuns;
  readonly #options: ConversationsOptions;
  readonly #unnamed: UnnamedCalls;
  readonly allowances: Allowances;
  /** Stores conversations for the people who had them. */
  readonly chats: Chats;

  constructor(options: ConversationsOptions) {
    this.#options = { ...options, storedAllowed: new Map() };
    this.allowances = new Allowances(options);
    this.runs = new ConversationRuns(options);
    this.chats = new Chats({ ...options, days: options.chatDays ?? 0 });
    this.#unnamed = new UnnamedCalls(options);
  }

  /**
   * Opens a conversation. `client` is the calling program, if the request states it. Throws ServiceError
   * `not_found` for someone else's conversation.
   */
  open(caller: ToolCaller, conversationId: string, client?: string): Promise<Ledger> {
    return this.#ledger(caller, conversationId, client).read();
  }

  /** Begins a new conversation, without reading the store. */
  begin(caller: ToolCaller): Ledger {
    return this.#ledger(caller, this.#options.random.uuid());
  }

  /** Records that a request without a conversation returns untrusted text to this caller. */
  noteUnnamed(caller: ToolCaller, by: string): Promise<void> {
    return this.#unnamed.markReader(caller, undefined, by);
  }

  /**
   * Opens a ledger that also marks the key when the conversation reads untrusted text. The mark applies to
   * the key's calls that state no conversation.
   */
  #ledger(caller: ToolCaller, conversationId: string, client?: string): Ledger {
    const beforeOutsideRead = (by: string) => this.#unnamed.markReader(caller, client, by);
    return new Ledger(this.#options, ownerOf(caller), conversationId, { beforeOutsideRead });
  }

  /**
   * Makes a call of a caller with its own agent loop, using the trace of its conversation, if it has one.
   * Records untrusted text before making the call. Throws ServiceError `unavailable`, without sending
   * anything, if that fails.
   */
  async trackCall<Result>(
    caller: ToolCaller,
    { conversationId, runId, allowed = [], client }: NamedConversation,
    tool: CalledTool | undefined,
    call: (trace: RunTrace | undefined, ledger?: Ledger) => Promise<Result>,
  ): Promise<Result> {
    const { allowed_destinations: policy, places } = caller.policy;
    const namings = { allowed, policy, places };
    const id = conversationId ?? (runId === undefined ? undefined : createRunKey(caller, runId));
    if (id === undefined) return this.#unnamed.runWithTrace(caller, { ...namings, client }, tool, call);
    const ledger = await this.#ledger(caller, id, client).readMarks();
    if (!ledger.head && runId !== undefined && (await this.#isPastRun(caller, runId)))
      await ledger.noteOutside("a run of the previous release");
    const trace = ledger.trace(namings);
    if (tool?.reads === "outside") await ledger.noteOutside(tool.name);
    await ledger.renew();
    try {
      return await call(trace, ledger);
    } finally {
      await this.#storeNotes(ledger, trace.noted);
    }
  }

  /**
   * Opens the conversation for a run. Text in the request counts as untrusted, except messages that the
   * assistant verifiably wrote in a conversation of the same owner. The notes of that conversation are then
   * merged.
   */
  async openForRun(
    caller: ToolCaller,
    conversationId: string | undefined,
    { assistant, others }: RequestHistory,
  ): Promise<Ledger> {
    const ledger =
      conversationId === undefined ? this.begin(caller) : await this.open(caller, conversationId);
    if (others) await ledger.noteOutside("the request");
    const digests = new Set(assistant.map(digestOfText));
    const foreign = [...digests].filter((digest) => !ledger.hasSaid(digest));
    if (foreign.length === 0) return ledger;
    const vouching = await this.#findVouching(ledger.owner, foreign);
    if (!vouching) await ledger.noteOutside(UNVOUCHED);
    for (const other of vouching ?? []) {
      ledger.merge(other);
      if (other.state.read_outside) await ledger.noteOutside("an earlier conversation");
    }
    return ledger;
  }

  /** Returns the conversations that contain these messages, or `undefined` if a message is in none. */
  async #findVouching(owner: ConversationOwner, digests: readonly string[]): Promise<Ledger[] | undefined> {
    const pointers = await Promise.all(digests.map((digest) => this.#readPointers(owner, digest)));
    const positions = new Set(pointers.flat().map(({ conversation }) => conversation));
    const opened = await Promise.all([...positions].map((position) => this.#openOwn(owner, position)));
    // A conversation that has ended cannot verify a message, because nobody knows any more what it had read.
    const ledgers = opened.flatMap((ledger) => (ledger?.head ? [ledger] : []));
    const lives = new Set(ledgers.map((ledger) => ledger.head?.life));
    const isVouched = (some: readonly PointerEntry[]) => some.some(({ life }) => lives.has(life));
    return pointers.every(isVouched) ? ledgers : undefined;
  }

  #readPointers(owner: ConversationOwner, digest: string): Promise<PointerEntry[]> {
    const range = startingWith(saidPointerId(owner, digest, ""));
    return readRange(this.#options.records, POINTER_ENTRIES, owner.tenantId, range);
  }

  /** Opens the conversation of a pointer. Returns `undefined` if another owner has reused its ID. */
  async #openOwn(owner: ConversationOwner, position: string): Promise<Ledger | undefined> {
    return Ledger.at(this.#options, owner, position).catch(unlessNotFound);
  }

  /**
   * Opens an existing conversation. Throws ServiceError `not_found`, also for someone else's conversation
   * unless `isManager` is true.
   */
  async find(caller: ToolCaller, conversationId: string, isManager = false): Promise<Ledger> {
    const { tenantId } = caller;
    const key = [tenantId, headId(conversationPrefix(conversationId))];
    const head = isManager ? await this.#options.records.get(HEAD_ENTRIES, key) : undefined;
    const owner = head ? { tenantId, digest: head.owner } : ownerOf(caller);
    const ledger = await new Ledger(this.#options, owner, conversationId).read();
    if (!ledger.head) throw conversationNotFound();
    return ledger;
  }

  /** Finds the ledger and chat of a conversation to erase. Throws `not_found` if neither exists. */
  async findToErase(caller: ToolCaller, conversationId: string, isManager: boolean) {
    const ledger = await this.find(caller, conversationId, isManager).catch(unlessNotFound);
    const { digest } = ledger?.owner ?? ownerOf(caller);
    const owner = ledger || !isManager ? digest : undefined;
    const chat = await this.chats.find(caller.tenantId, conversationId, owner).catch(unlessNotFound);
    const position = ledger?.entries.position ?? chat?.position;
    if (position === undefined) throw conversationNotFound();
    const erase = async () => {
      if (chat) await this.chats.erase(chat);
      await ledger?.erase();
    };
    return { ledger, position, erase };
  }

  /** Opens the conversation to which a call belongs. */
  openAt(tenantId: string, { owner, position }: CallConversation): Promise<Ledger> {
    return Ledger.at(this.#options, { tenantId, digest: owner }, position);
  }

  /** Deletes an end user's conversations, chats and allowances. Returns the number of conversations. */
  async eraseEndUser(tenantId: string, endUser: string): Promise<number> {
    const { records } = this.#options;
    const owner = ownerOfEndUser(tenantId, endUser);
    const range = startingWith(ownerPointerId(owner, ""));
    await closeClaims(this.#options, owner, () => true);
    const erased = new Set(await this.chats.eraseOwner(owner));
    for (const { id } of await this.allowances.list(tenantId, owner.digest))
      await this.allowances.remove(tenantId, id);
    for (const { conversation, id } of await readRange(records, POINTER_ENTRIES, tenantId, range)) {
      const ledger = await this.#openOwn(owner, conversation);
      if (ledger?.head) erased.add(conversation);
      await ledger?.erase();
      await records.delete(LEDGER_ENTRIES, [tenantId, id]);
    }
    // Runs that died without output are found by their pointers alone.
    const runs = await readRange(records, POINTER_ENTRIES, tenantId, startingWith(runPointerId(owner, "")));
    for (const { id } of runs) await records.delete(LEDGER_ENTRIES, [tenantId, id]);
    return erased.size;
  }

  async #isPastRun({ tenantId, keyId, session }: ToolCaller, runId: string): Promise<boolean> {
    const named = JSON.stringify(["run", tenantId, keyId, session?.id ?? null, runId]);
    const id = hashText(named);
    const past = await this.#options.records.get(PAST_RUN_TRACES, [tenantId, id]);
    return past !== undefined && Date.parse(past.expires_at) > this.#options.clock.now();
  }

  /**
   * Stores the notes after a call. A failure is only logged: the caller must get the result, and the fact
   * that untrusted text was read is already stored.
   */
  async #storeNotes(ledger: Ledger, noted: RunTraceState): Promise<void> {
    try {
      await ledger.notes.add(noted);
    } catch (error) {
      const tenant_id = ledger.owner.tenantId;
      this.#options.logger.log("warn", "ledger_not_kept", { tenant_id, ...describeUnexpected(error) });
    }
  }
}

function unlessNotFound(error: unknown): undefined {
  if (!(error instanceof ServiceError && error.code === "not_found")) throw error;
}

/** Returns an internal ID for a caller's own run, because different callers may use the same run ID. */
function createRunKey(caller: ToolCaller, runId: string): string {
  return JSON.stringify(["run", ownerOf(caller).digest, runId]);
}
