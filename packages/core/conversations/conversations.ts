import { createHash } from "node:crypto";
import type { ToolCaller } from "../access/caller.ts";
import { ServiceError } from "../errors/service-error.ts";
import { describeUnexpected, type Logger } from "../log/logger.ts";
import type { CallConversation, RunTrace, RunTraceState } from "../policy/run-trace.ts";
import type { Tool } from "../tool/tool.ts";
import { Allowances } from "./allowances.ts";
import { type ConversationOwner, digestOfText, ownerOf, ownerOfEndUser } from "./conversation-owner.ts";
import {
  HEAD_ENTRIES,
  LEDGER_ENTRIES,
  PAST_RUN_TRACES,
  POINTER_ENTRIES,
  type PointerEntry,
} from "./conversation-records.ts";
import { ConversationRuns } from "./conversation-runs.ts";
import { Ledger, UNVOUCHED } from "./ledger.ts";
import { type LedgerOptions, noConversation } from "./ledger-entries.ts";
import { headPosition, ownPosition, saidPosition } from "./positions.ts";
import { UnnamedCalls } from "./unnamed-calls.ts";

export interface ConversationsOptions extends LedgerOptions {
  logger: Logger;
}

/** Facts that a caller with a loop of its own gives about the conversation that its call belongs to. */
export interface NamedConversation {
  /** Any text that the caller chose. Left out, only the mark of its key is known. */
  conversationId?: string | undefined;
  /** A run of the caller's own. Without a conversation's id it stands for one, of this caller alone. */
  runId?: string | undefined;
  /** Destinations that its user has named. */
  allowed?: readonly string[] | undefined;
  /** The program that calls, where the request says it: calls without any id are told apart by it. */
  client?: string | undefined;
}

/** A message that a request of the agent brings along. */
export interface BroughtAlong {
  /** Messages of the assistant, oldest first. */
  assistant: readonly string[];
  /** Any other text of which nobody knows where it comes from. */
  others: boolean;
}

type CalledTool = Pick<Tool, "name" | "reads" | "effect" | "destinations">;

/**
 * The conversations of every caller: what each has read, which names it has resolved, what it has sent. A
 * conversation belongs to the end user of a session, else to its key; anybody else's is as if it did not
 * exist. It is kept for a time after its last event.
 */
export class Conversations {
  readonly runs: ConversationRuns;
  readonly #options: ConversationsOptions;
  readonly #unnamed: UnnamedCalls;
  readonly allowances: Allowances;

  constructor(options: ConversationsOptions) {
    this.#options = options;
    this.allowances = new Allowances(options);
    this.runs = new ConversationRuns(options);
    this.#unnamed = new UnnamedCalls(options);
  }

  /**
   * Throws ServiceError `not_found` for a conversation of somebody else. `client`: the program that calls,
   * where the request says it.
   */
  open(caller: ToolCaller, conversationId: string, client?: string): Promise<Ledger> {
    return this.#ledger(caller, conversationId, client).read();
  }

  /** A conversation that begins now: nothing has to be read. */
  begin(caller: ToolCaller): Ledger {
    return this.#ledger(caller, this.#options.random.uuid());
  }

  /** Marks the key as well, for its calls that name no conversation, when text comes from outside. */
  #ledger(caller: ToolCaller, conversationId: string, client?: string): Ledger {
    const alsoNote = (by: string) => this.#unnamed.note(caller, client, by);
    return new Ledger(this.#options, ownerOf(caller), conversationId, { alsoNote });
  }

  /**
   * Makes one call of a caller with a loop of its own, with the trace of its conversation. That outside text
   * comes is written down before the call. Throws ServiceError `unavailable` when it cannot be, and then
   * nothing was sent.
   */
  async follow<Result>(
    caller: ToolCaller,
    { conversationId, runId, allowed = [], client }: NamedConversation,
    tool: CalledTool | undefined,
    call: (trace: RunTrace | undefined) => Promise<Result>,
  ): Promise<Result> {
    const { allowed_destinations: policy, places } = caller.policy;
    const namings = { allowed, policy, places };
    const id = conversationId ?? (runId === undefined ? undefined : ownRunId(caller, runId));
    if (id === undefined) return this.#unnamed.follow(caller, { ...namings, client }, tool, call);
    const ledger = await this.open(caller, id, client);
    if (!ledger.head && runId !== undefined && (await this.#isPastRun(caller, runId)))
      await ledger.noteOutside("a run of the last release");
    const trace = ledger.trace(namings);
    if (tool?.reads === "outside") await ledger.noteOutside(tool.name);
    await ledger.renew();
    try {
      return await call(trace);
    } finally {
      await this.#keepLater(ledger, trace.noted);
    }
  }

  /**
   * Opens the conversation in which a run begins. What the request brings along counts as text from outside,
   * but for messages that a conversation of the same owner vouches for: such a one brings along what that
   * conversation has noted.
   */
  async openForRun(
    caller: ToolCaller,
    conversationId: string | undefined,
    { assistant, others }: BroughtAlong,
  ): Promise<Ledger> {
    const ledger =
      conversationId === undefined ? this.begin(caller) : await this.open(caller, conversationId);
    if (others) await ledger.noteOutside("the request");
    const digests = new Set(assistant.map(digestOfText));
    const foreign = [...digests].filter((digest) => !ledger.hasSaid(digest));
    if (foreign.length === 0) return ledger;
    const vouching = await this.#whereSaid(ledger.owner, foreign);
    if (!vouching) await ledger.noteOutside(UNVOUCHED);
    for (const other of vouching ?? []) {
      ledger.takeOver(other);
      if (other.state.read_outside) await ledger.noteOutside("an earlier conversation");
    }
    return ledger;
  }

  /** The conversations in which these were said; `undefined` where one of them was said in none. */
  async #whereSaid(owner: ConversationOwner, digests: readonly string[]): Promise<Ledger[] | undefined> {
    const pointers = await Promise.all(digests.map((digest) => this.#pointersFrom(owner, digest)));
    const positions = new Set(pointers.flat().map(({ conversation }) => conversation));
    const ledgers = await Promise.all([...positions].map((position) => this.#openAt(owner, position)));
    const lives = new Map(ledgers.map((ledger) => [ledger?.head?.life, ledger]));
    // One that has ended vouches for nothing: what it had read is forgotten.
    const isVouched = (some: readonly PointerEntry[]) => some.some(({ life }) => lives.has(life));
    return pointers.every(isVouched) ? [...lives.values()].flatMap((ledger) => ledger ?? []) : undefined;
  }

  async #pointersFrom(owner: ConversationOwner, digest: string): Promise<PointerEntry[]> {
    const range = { first: saidPosition(owner, digest, ""), last: saidPosition(owner, digest, "~") };
    const found: PointerEntry[] = [];
    for await (const pointers of this.#options.records.range(POINTER_ENTRIES, owner.tenantId, range))
      found.push(...pointers);
    return found;
  }

  /** Opens what a pointer leads to; `undefined` where another owner has begun a conversation of its name. */
  async #openAt(owner: ConversationOwner, position: string): Promise<Ledger | undefined> {
    try {
      return await Ledger.at(this.#options, owner, position);
    } catch (error) {
      if (error instanceof ServiceError && error.code === "not_found") return undefined;
      throw error;
    }
  }

  /**
   * Opens a conversation that has begun. Throws ServiceError `not_found`; of somebody else's too, unless
   * `isManager`.
   */
  async find(caller: ToolCaller, conversationId: string, isManager = false): Promise<Ledger> {
    const { tenantId } = caller;
    const key = [tenantId, headPosition(conversationId)];
    const head = isManager ? await this.#options.records.get(HEAD_ENTRIES, key) : undefined;
    const owner = head ? { tenantId, digest: head.owner } : ownerOf(caller);
    const ledger = await new Ledger(this.#options, owner, conversationId).read();
    if (!ledger.head) throw noConversation();
    return ledger;
  }

  /** Opens the conversation that a call belongs to. */
  at(tenantId: string, { owner, position }: CallConversation): Promise<Ledger> {
    return Ledger.at(this.#options, { tenantId, digest: owner }, position);
  }

  /** Deletes all conversations of an end user, and what they may always do. Returns how many there were. */
  async eraseOf(tenantId: string, endUser: string): Promise<number> {
    const { records } = this.#options;
    const owner = ownerOfEndUser(tenantId, endUser);
    const range = { first: ownPosition(owner, ""), last: ownPosition(owner, "~") };
    let erased = 0;
    for (const { id } of await this.allowances.list(tenantId, owner.digest))
      await this.allowances.remove(tenantId, id);
    for await (const pointers of records.range(POINTER_ENTRIES, tenantId, range))
      for (const { conversation, id } of pointers) {
        const ledger = await this.#openAt(owner, conversation);
        if (ledger?.head) erased += 1;
        await ledger?.erase();
        await records.delete(LEDGER_ENTRIES, [tenantId, id]);
      }
    return erased;
  }

  async #isPastRun({ tenantId, keyId, session }: ToolCaller, runId: string): Promise<boolean> {
    const named = JSON.stringify(["run", tenantId, keyId, session?.id ?? null, runId]);
    const id = createHash("sha256").update(named).digest("hex");
    const past = await this.#options.records.get(PAST_RUN_TRACES, [tenantId, id]);
    return past !== undefined && Date.parse(past.expires_at) > this.#options.clock.now();
  }

  /** The call was made, and its caller has to hear how it ended: that outside text came is kept already. */
  async #keepLater(ledger: Ledger, noted: RunTraceState): Promise<void> {
    try {
      await ledger.note(noted);
    } catch (error) {
      const tenant = { tenant_id: ledger.owner.tenantId };
      this.#options.logger.log("warn", "ledger_not_kept", { ...tenant, ...describeUnexpected(error) });
    }
  }
}

/** A run of one caller's own: the same id of another caller is another run. */
function ownRunId(caller: ToolCaller, runId: string): string {
  return JSON.stringify(["run", ownerOf(caller).digest, runId]);
}
