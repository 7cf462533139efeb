import { randomUUID } from "node:crypto";
import { timestamp } from "@plumbline/core/clock/clock.ts";
import type { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { digestOfText, ownerOf } from "@plumbline/core/conversations/conversation-owner.ts";
import { LEDGER_ENTRIES, type LedgerEntry } from "@plumbline/core/conversations/conversation-records.ts";
import { Conversations } from "@plumbline/core/conversations/conversations.ts";
import { describeConversation } from "@plumbline/core/conversations/describe-conversation.ts";
import type { Ledger } from "@plumbline/core/conversations/ledger.ts";
import { MessageWrites } from "@plumbline/core/conversations/message-writes.ts";
import { RUN_LEASE_MS } from "@plumbline/core/conversations/run-lease.ts";
import { findWait } from "@plumbline/core/conversations/run-log.ts";
import type { DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { RunTrace } from "@plumbline/core/policy/run-trace.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import { expect } from "vitest";
import * as z from "zod";
import { callOnce } from "../../../packages/agent/run/repeated-writes.ts";
import { conversationPrefix } from "../../../packages/core/conversations/entry-ids.ts";
import { MAX_WAIT_MS } from "../../../packages/core/dispatch/approval-port.ts";
import type { TestStores } from "../../support/entity-stores.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { tenantCaller } from "../../support/tenant-caller.ts";
import { type Fault, FaultyRecords } from "./faulty-records.ts";

export type Who = "ada" | "key";
export type Outcome = "ok" | "failed" | "unknown" | "dies";

const HOUR_MS = 3_600_000;
export const KEPT_MS = 24 * HOUR_MS;
/** No run lasts longer: the platform ends it. */
const LONGEST_RUN_MS = 10 * 60_000;
/** Every text of a person begins so: nothing in the store does. */
const PLAIN = "plain-";

const READERS = {
  feed: { name: "feed_read", reads: "outside", effect: "read" },
  mail: { name: "email_search", reads: "outside", effect: "read" },
} as const;
const POST = {
  name: "chatapp_post_channel",
  reads: "nothing",
  effect: "write",
  idempotency: "none",
  identifiers: [],
  input: z.object({ place: z.string(), text: z.string() }),
  destinations: ({ place }: { place: string }) => [{ kind: "channel", value: place }],
} as unknown as Tool;

/** Holds what a conversation has to remember, as an observer from outside knows it. */
interface Life {
  owner: Who;
  /** When it was last surely heard of: for a day from then on it is alive, and no shorter than it says. */
  lastEvent: number;
  expiresAt: number;
  hasRead: boolean;
  lease: Run | undefined;
  /** The run that sent the nth write of a message to a place. */
  sent: Map<string, Run>;
  /** Runs that wait for a person, or did. */
  waits: Waiting[];
}

/** A run that stopped for a call that waits until `until`, milliseconds since the epoch. */
interface Waiting {
  run: Run;
  approvalId: string;
  until: number;
  goesOn: "once" | "never" | "perhaps";
}

interface Run {
  id: string;
  chat: string;
  who: Who;
  process: Process;
  message: string;
  ledger: Ledger;
  trace: RunTrace;
  writes: MessageWrites;
  mustWait: boolean;
  begunAt: number;
  leaseUntil: number;
  /** Writes so far, by place. */
  counts: Map<string, number>;
  /** Calls that it has made, so that an equal one is not made again. */
  made: Set<string>;
  /** A write of the store failed: nothing is left but its end. */
  isBroken: boolean;
  isErased: boolean;
}

interface Process {
  records: FaultyRecords;
  conversations: Conversations;
}

type Attempt<T> = { value: T } | { refused: "not_found" | "conflict" } | { failed: true };

/**
 * Two processes over one store that carry on conversations, and an observer who checks after every event what
 * was promised of them.
 */
export class ConversationWorld {
  readonly #clock: ManualClock;
  readonly #keptMs: number;
  readonly #stores: TestStores["opened"];
  readonly #random = seededRandom("conversations");
  readonly #tenantId = randomUUID();
  readonly #processes: Process[];
  readonly #watching: Conversations;
  readonly #lives = new Map<string, Life>();
  /** By conversation, until when a run that failed may hold its lease. */
  readonly #unsureUntil = new Map<string, number>();
  #runs: Run[] = [];
  /** Texts of runs. `isForeign`: said in a conversation that has read outside text, or that is over. */
  readonly #said: { text: string; who: Who; chat: string; isForeign: boolean }[] = [];
  #number = 0;
  /** Writes to the store by processes that are gone. */
  #writesBefore = 0;

  constructor(stores: TestStores, clock: ManualClock, keptMs = KEPT_MS) {
    this.#keptMs = keptMs;
    this.#clock = clock;
    this.#stores = stores.opened;
    this.#processes = [this.#start(), this.#start()];
    this.#watching = this.#start().conversations;
  }

  /** Writes to the store so far. */
  get writes(): number {
    return this.#processes.reduce((sum, { records }) => sum + records.writes, this.#writesBefore);
  }

  #start(): Process {
    const { vault } = this.#stores;
    const records = new FaultyRecords(this.#stores.records);
    const logger = { log: () => undefined };
    const options = {
      records,
      vault,
      clock: this.#clock,
      random: this.#random,
      logger,
      keptMs: this.#keptMs,
    };
    return { records, conversations: new Conversations(options) };
  }

  #caller(who: Who) {
    const caller = tenantCaller(this.#tenantId);
    return who === "key" ? caller : { ...caller, session: { id: randomUUID(), endUser: `${PLAIN}ada` } };
  }

  #process(at: number): Process {
    return this.#processes[at % 2] ?? expect.fail("There are two processes.");
  }

  /** Does something in a process, with a fault at one of its writes. One that dies is started anew. */
  async #attempt<T>(process: Process, fault: Fault | undefined, work: () => Promise<T>): Promise<Attempt<T>> {
    process.records.arm(fault && { ...fault });
    try {
      const ended = await Promise.race([work().then((value) => ({ value })), process.records.death]);
      if (ended !== "died") return ended;
      this.#runs = this.#runs.filter((run) => run.process !== process);
      const place = this.#processes.indexOf(process);
      this.#writesBefore += process.records.writes;
      this.#processes[place] = this.#start();
      return { failed: true };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.code === "unavailable") return { failed: true };
      if (error.code === "not_found" || error.code === "conflict") return { refused: error.code };
      throw error;
    } finally {
      process.records.arm(undefined);
    }
  }

  #alive(chat: string): Life | undefined {
    const life = this.#lives.get(chat);
    return life && this.#clock.now() < life.expiresAt ? life : undefined;
  }

  /** Notes an event of a conversation that was let happen. */
  #heardOf(chat: string, who: Who): Life {
    const alive = this.#alive(chat);
    if (alive) expect(alive.owner, "a conversation goes on for its owner alone").toBe(who);
    const life = alive ?? {
      owner: who,
      ...{ lastEvent: 0, expiresAt: 0 },
      hasRead: false,
      lease: undefined,
      sent: new Map(),
      waits: [],
    };
    life.lastEvent = this.#clock.now();
    life.expiresAt = Math.max(life.expiresAt, life.lastEvent + this.#keptMs);
    this.#lives.set(chat, life);
    return life;
  }

  /** Notes that a run failed, and may have the lease or not. */
  #mayBeHeld(chat: string): void {
    const now = this.#clock.now();
    this.#unsureUntil.set(chat, now + RUN_LEASE_MS);
    const life = this.#lives.get(chat);
    if (life?.lease && life.lease.leaseUntil <= now) life.lease = undefined;
  }

  /** Checks that whoever was refused was no owner. */
  #wasRefused(chat: string, who: Who): void {
    expect(this.#alive(chat)?.owner, "an owner reaches the conversation").not.toBe(who);
  }

  /** One call by a caller with a loop of its own. */
  async call(at: number, who: Who, chat: string, does: "feed" | "mail" | "post", fault?: Fault) {
    const named = { conversationId: PLAIN + chat };
    const known = this.#alive(chat);
    const hadRead = known?.owner === who && known.hasRead;
    const tool = does === "post" ? POST : READERS[does];
    const process = this.#process(at);
    const ended = await this.#attempt(process, fault, () =>
      process.conversations.trackCall(this.#caller(who), named, tool, async (trace) => {
        if (does === "post") {
          if (!trace?.readOutside) expect(hadRead, "a write waits once text was read").toBe(false);
          return;
        }
        this.#heardOf(chat, who).hasRead = true;
        if (trace) resolveName(trace);
      }),
    );
    if ("refused" in ended) this.#wasRefused(chat, who);
    if ("value" in ended && known && this.#alive(chat)) this.#heardOf(chat, who);
    return this.check();
  }

  /** Begins a run of a message, which may bring along a message of the assistant. */
  async begin(
    at: number,
    { who, chat, message, brings }: { who: Who; chat: string; message: string; brings?: number | undefined },
    fault?: Fault,
  ): Promise<Run | undefined> {
    const process = this.#process(at);
    const said = brings === undefined ? undefined : this.#said[brings % Math.max(1, this.#said.length)];
    const text = brings === undefined ? undefined : (said?.text ?? `${PLAIN}never said`);
    const startedAt = this.#clock.now();
    const ended = await this.#attempt(process, fault, async () => {
      const assistant = text === undefined ? [] : [text];
      const brought = { assistant, others: false };
      const caller = this.#caller(who);
      const ledger = await process.conversations.openForRun(caller, PLAIN + chat, brought);
      const id = `r-${this.#number++}`;
      await ledger.lease.begin(id);
      return { id, ledger };
    });
    const before = this.#alive(chat);
    if ("refused" in ended && ended.refused === "not_found") this.#wasRefused(chat, who);
    if ("refused" in ended && ended.refused === "conflict") {
      const until = Math.max(before?.lease?.leaseUntil ?? 0, this.#unsureUntil.get(chat) ?? 0);
      expect(until, "a free conversation takes a run").toBeGreaterThan(startedAt);
    }
    if ("failed" in ended) this.#mayBeHeld(chat);
    if (!("value" in ended)) return void (await this.check());
    const { id, ledger } = ended.value;
    const now = this.#clock.now();
    expect(before?.lease?.leaseUntil ?? 0, "no two runs hold the lease").toBeLessThanOrEqual(now);
    const life = this.#heardOf(chat, who);
    if (text !== undefined && (!said || said.isForeign || said.who !== who)) life.hasRead = true;
    if (life.hasRead) expect(ledger.state.read_outside, "what was read is known to a run").toBe(true);
    const run: Run = {
      ...{ id, chat, who, process, message, ledger, mustWait: life.hasRead, begunAt: now },
      trace: new RunTrace({ messages: [] }, ledger.state),
      writes: new MessageWrites({ ledger, runId: id, message, now: () => this.#clock.now() }),
      leaseUntil: now + RUN_LEASE_MS,
      counts: new Map(),
      made: new Set(),
      isBroken: false,
      isErased: false,
    };
    life.lease = run;
    this.#runs.push(run);
    await this.check();
    return run;
  }

  /** One of the runs that are not over. */
  runAt(index: number): Run | undefined {
    const latest = this.#clock.now() - LONGEST_RUN_MS;
    this.#runs = this.#runs.filter(({ begunAt }) => begunAt >= latest);
    return this.#runs[index % Math.max(1, this.#runs.length)];
  }

  #lifeOf(run: Run): Life {
    return this.#alive(run.chat) ?? expect.fail("a conversation lasts longer than its runs");
  }

  async read(run: Run, does: "feed" | "mail", fault?: Fault) {
    if (run.isBroken || run.isErased) return;
    const reader = READERS[does];
    const ended = await this.#attempt(run.process, fault, () => run.ledger.noteOutside(reader.name));
    run.isBroken = "failed" in ended;
    if ("value" in ended) {
      this.#lifeOf(run).hasRead = true;
      run.mustWait = true;
      run.trace.noteOutside();
      resolveName(run.trace);
    }
    return this.check();
  }

  /** The model calls for a write, which is sent unless something stands in its way. */
  async write(run: Run, to: number, wording: number, outcome: Outcome, fault?: Fault) {
    if (run.isBroken || run.isErased) return;
    const args = { place: `${PLAIN}place ${to}`, text: `${PLAIN}wording ${wording}` };
    const call = JSON.stringify(args);
    const isRepeated = run.made.has(call);
    const n = run.counts.get(args.place) ?? 0;
    let hasFailed = false;
    const send = async (heldBecause: string | undefined): Promise<DispatchResult> => {
      expect(isRepeated, "an equal write is made once").toBe(false);
      if (heldBecause !== undefined || run.trace.readOutside) return WAITING;
      expect(run.mustWait, "a write waits once text was read").toBe(false);
      hasFailed = outcome === "failed";
      if (hasFailed) return { ...REFUSED, error_code: "validation" };
      const { sent } = this.#lifeOf(run);
      const name = [run.message, args.place, n].join();
      expect(sent.get(name)?.id ?? run.id, "the nth write is sent once").toBe(run.id);
      sent.set(name, run);
      if (outcome === "dies") return run.process.records.die();
      if (outcome === "unknown") return { ...REFUSED, outcome_unknown: true };
      return { ok: true, tool: POST.name, result: `${PLAIN}result`, attempts: 1, elapsed_ms: 1 };
    };
    const ended = await this.#attempt(run.process, fault, () => callOnce(run.writes, POST, args, send));
    run.isBroken = "failed" in ended;
    if (!isRepeated && !hasFailed) {
      run.made.add(call);
      run.counts.set(args.place, n + 1);
    }
    return this.check();
  }

  async renew(run: Run, fault?: Fault) {
    const ended = await this.#attempt(run.process, fault, () => run.ledger.lease.renew(run.id));
    const life = this.#alive(run.chat);
    const holds = life?.lease === run;
    if ("value" in ended) {
      if (ended.value) {
        if (!run.isErased && life?.lease) expect(holds, "no two runs hold the lease").toBe(true);
        run.leaseUntil = this.#clock.now() + RUN_LEASE_MS;
      } else expect(holds && !run.isErased, "a run keeps the lease that it renews").toBe(false);
      if (ended.value && life) life.lease = run;
    } else this.#mayBeHeld(run.chat);
    return this.check();
  }

  async end(run: Run, isComplete: boolean, fault?: Fault) {
    this.#runs = this.#runs.filter((one) => one !== run);
    const text = `${PLAIN}said by ${run.id}`;
    const { noted } = run.trace;
    const turn = { key: run.id, index: 0, digest: run.id };
    const ending = { noted, said: [digestOfText(text)], writes: run.writes.settled, turn, isComplete };
    const ended = await this.#attempt(run.process, fault, () => run.ledger.lease.end(run.id, ending));
    const life = this.#alive(run.chat);
    const isForeign = run.mustWait || run.isErased;
    this.#said.push({ text, who: run.who, chat: run.chat, isForeign });
    if (life?.lease === run) {
      life.lease = undefined;
      if ("value" in ended) life.lastEvent = this.#clock.now();
    }
    if ("failed" in ended) this.#mayBeHeld(run.chat);
    return this.check();
  }

  /** A call of the run waits for a person: the run is kept, and ends. */
  async wait(run: Run, fault?: Fault) {
    if (run.isBroken || run.isErased) return;
    const { id, process, ledger } = run;
    const until = this.#clock.now() + MAX_WAIT_MS;
    const approvalId = `a-${this.#number++}`;
    const approval = { approval_id: approvalId, expires_at: timestamp(until) };
    const kept = await this.#attempt(process, fault, async () => {
      const asking = await process.conversations.openAt(this.#tenantId, ledger.conversation);
      await asking.addApproval(approvalId, approval, undefined);
      await ledger.runLog(id).wait([approvalId], { said: `${PLAIN}state of ${id}` });
    });
    run.isBroken = "failed" in kept;
    if ("value" in kept) this.#lifeOf(run).waits.push({ run, approvalId, until, goesOn: "once" });
    if (!run.isBroken) await this.end(run, false);
    return this.check();
  }

  /** A run that waited goes on, in either process, and ends. */
  async resume(at: number, chat: string, index: number, fault?: Fault) {
    const life = this.#alive(chat);
    const waiting = life?.waits[index % Math.max(1, life.waits.length)];
    const isFree = !life?.lease && (this.#unsureUntil.get(chat) ?? 0) <= this.#clock.now();
    if (!life || !waiting || !isFree) return;
    const { approvalId, until, run: before } = waiting;
    const process = this.#process(at);
    const ended = await this.#attempt(process, fault, async () => {
      const ledger = await process.conversations.open(this.#caller(life.owner), PLAIN + chat);
      const log = ledger.runLog(before.id);
      const wait = findWait(ledger, approvalId, before.id);
      const state = await log.readState<{ said: string }>();
      if (!wait || !state) {
        expect(until + this.#keptMs, "a run is kept as long").toBeLessThanOrEqual(this.#clock.now());
        return false;
      }
      expect(state.said, "a run goes on from where it waited").toBe(`${PLAIN}state of ${before.id}`);
      await ledger.lease.begin(before.id);
      const isFirst = await log.resume(wait);
      expect(waiting.goesOn, "a run goes on once").not.toBe(isFirst ? "never" : "once");
      waiting.goesOn = "never";
      await ledger.lease.release(before.id);
      return true;
    });
    if ("value" in ended && ended.value) this.#heardOf(chat, life.owner);
    if ("failed" in ended) {
      if (waiting.goesOn === "once") waiting.goesOn = "perhaps";
      this.#mayBeHeld(chat);
    }
    return this.check();
  }

  /** Lets time pass, and the store delete what has expired. */
  async advance(ms: number) {
    this.#clock.advance(ms);
    for (const { tenant_id, id, expires_at } of await this.#entries())
      if (Date.parse(expires_at) <= this.#clock.now())
        await this.#stores.records.delete(LEDGER_ENTRIES, [tenant_id, id]);
    return this.check();
  }

  /** Deletes a conversation as its endpoint does. Where that fails, another process does it again. */
  async erase(at: number, who: Who, chat: string, fault?: Fault): Promise<void> {
    const process = this.#process(at);
    const ended = await this.#attempt(process, fault, async () => {
      const ledger = await process.conversations.find(this.#caller(who), PLAIN + chat);
      if (describeConversation(ledger, this.#clock).run_id !== null) return false;
      await ledger.erase();
      return true;
    });
    if ("value" in ended && !ended.value) return;
    if ("failed" in ended) {
      this.#forget(chat);
      return this.erase(at + 1, who, chat);
    }
    if ("refused" in ended) this.#wasRefused(chat, who);
    else {
      this.#forget(chat);
      expect(await this.#entriesOf(chat, who), "a deletion leaves nothing").toEqual([]);
    }
    return this.check();
  }

  /** Deletes all of the end user. */
  async eraseAll(at: number, fault?: Fault): Promise<void> {
    const process = this.#process(at);
    const ended = await this.#attempt(process, fault, () =>
      process.conversations.eraseEndUser(this.#tenantId, `${PLAIN}ada`),
    );
    const chats = [...this.#lives].filter(([, { owner }]) => owner === "ada").map(([chat]) => chat);
    for (const chat of chats) this.#forget(chat);
    if ("failed" in ended) return this.eraseAll(at + 1);
    expect("value" in ended, "all conversations of an end user can be deleted").toBe(true);
    for (const chat of chats) {
      const left = await this.#entriesOf(chat, "ada");
      // The same name may be another owner's by now.
      const isOthers = left.some((entry) => entry.type === "head" && entry.owner !== this.#digest("ada"));
      if (!isOthers) expect(left, "a deletion leaves nothing").toEqual([]);
    }
    const all = JSON.stringify(await this.#entries());
    expect(all, "nothing leads from a person to what was deleted").not.toContain(this.#digest("ada"));
    return this.check();
  }

  #forget(chat: string): void {
    this.#lives.delete(chat);
    for (const run of this.#runs) run.isErased ||= run.chat === chat;
    for (const one of this.#said) one.isForeign ||= one.chat === chat;
  }

  #digest(who: Who): string {
    return ownerOf(this.#caller(who)).digest;
  }

  async #entries(): Promise<LedgerEntry[]> {
    const all: LedgerEntry[] = [];
    for await (const some of this.#stores.records.range(LEDGER_ENTRIES, this.#tenantId)) all.push(...some);
    return all;
  }

  /** The entries of a conversation, and what leads to it from its owner. */
  async #entriesOf(chat: string, who: Who): Promise<LedgerEntry[]> {
    const position = conversationPrefix(PLAIN + chat);
    return (await this.#entries()).filter(
      ({ id }) => id.startsWith(position) || (id.includes(this.#digest(who)) && id.endsWith(position)),
    );
  }

  /** Checks every conversation as a process that has just started reads it. */
  async check(): Promise<void> {
    for (const chat of this.#lives.keys()) {
      const life = this.#alive(chat);
      if (!life) continue;
      const { owner, hasRead, sent, lease } = life;
      const ledger = await this.#watching.open(this.#caller(owner), PLAIN + chat);
      const { head, state, writes } = ledger;
      expect(head, "a conversation lasts as long as it says").toBeDefined();
      life.expiresAt = Date.parse(head?.expires_at ?? "");
      const lastEvent = Math.max(life.lastEvent, ...life.waits.map(({ until }) => until));
      expect(life.expiresAt, "a conversation lasts long enough").toBeGreaterThanOrEqual(
        lastEvent + this.#keptMs,
      );
      if (hasRead) expect(state.read_outside, "what was read is not forgotten").toBe(true);
      expect(writes.length, "what was sent is not forgotten").toBeGreaterThanOrEqual(sent.size);
      for (const { run, approvalId, until, goesOn } of life.waits) {
        if (goesOn === "perhaps" || until + this.#keptMs <= this.#clock.now()) continue;
        const standing = goesOn === "once" ? "waiting" : "resumed";
        const wait = findWait(ledger, approvalId, run.id);
        expect(wait?.standing, "it is known whether a run still waits").toBe(standing);
      }
      if (lease && lease.leaseUntil > this.#clock.now())
        expect(head?.run?.run_id, "nobody takes a lease that lasts").toBe(lease.id);
      const stranger = this.#watching.open(this.#caller(owner === "ada" ? "key" : "ada"), PLAIN + chat);
      await expect(stranger).rejects.toMatchObject({ code: "not_found" });
    }
  }

  /** Ends everything, and checks that nothing was readable and that a deletion leaves nothing. */
  async close(): Promise<void> {
    expect(JSON.stringify(await this.#entries()), "nothing is readable in the store").not.toContain(PLAIN);
    for (const run of [...this.#runs]) await this.end(run, true);
    await this.advance(2 * RUN_LEASE_MS);
    for (const [chat, { owner }] of [...this.#lives])
      if (owner === "key" && this.#alive(chat)) await this.erase(0, owner, chat);
    await this.eraseAll(0);
  }
}

function resolveName(trace: RunTrace): void {
  const resolved = () => [{ names: [`${PLAIN}general`], id: `${PLAIN}C0GENERAL` }];
  trace.noteCall({ ...POST, reads: "outside", resolved }, {}, {});
}

const REFUSED = {
  ok: false,
  tool: POST.name,
  refusal_reason: `${PLAIN}reason`,
  error_code: "transient",
  attempts: 1,
  elapsed_ms: 1,
} as const;
const WAITING: DispatchResult = { ...REFUSED, error_code: "approval_required", approval_id: "a-1" };
