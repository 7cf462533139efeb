import { randomUUID } from "node:crypto";
import { systemRandom } from "@plumbline/core/clock/clock.ts";
import type { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { digestOfText } from "@plumbline/core/conversations/conversation-owner.ts";
import { LEDGER_ENTRIES, POINTER_ENTRIES } from "@plumbline/core/conversations/conversation-records.ts";
import { Conversations } from "@plumbline/core/conversations/conversations.ts";
import type { Ledger } from "@plumbline/core/conversations/ledger.ts";
import { RUN_LEASE_MS, type RunEnding } from "@plumbline/core/conversations/run-lease.ts";
import { NOTHING_READ, type RunTrace } from "@plumbline/core/policy/run-trace.ts";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import type { TestStores } from "../support/entity-stores.ts";
import { tenantCaller } from "../support/tenant-caller.ts";

const HOUR_MS = 3_600_000;
const TURN = { key: "m-1", index: 0, digest: "d" };
const ENDING: RunEnding = { noted: NOTHING_READ, said: [], writes: [], turn: TURN, isComplete: true };
const READER = { name: "feed_read", reads: "outside", effect: "read" } as const;
const RESOLVER: Parameters<RunTrace["noteCall"]>[0] = {
  name: "chatapp_dm",
  title: "Send a message",
  input: z.object({}),
  reads: "nothing",
  reach: { to: "nowhere" },
  resolved: (name) => [{ names: [String(name)], id: `C0${name}` }],
};
const POSTER = { name: "chatapp_dm", reads: "nothing", effect: "write", destinations: () => [] } as const;

/** Tests what the ledger of a conversation promises. Every test works in a tenant of its own. */
export function describeConversations(openStores: () => TestStores, clock: ManualClock): void {
  const open = async () => {
    const { opened } = openStores();
    const tenantId = randomUUID();
    const { records, vault } = opened;
    const logger = { log: () => undefined };
    const options = { records, vault, clock, random: systemRandom, logger, keptMs: 24 * HOUR_MS };
    const caller = tenantCaller(tenantId);
    return {
      conversations: new Conversations(options),
      another: new Conversations(options),
      caller,
      tenantId,
      records,
    };
  };
  const note = (ledger: Ledger, channel: string) =>
    ledger.notes.add({ ...NOTHING_READ, resolved: [[channel, `C0${channel}`]] });

  describe("conversations", () => {
    it("recall what research found last, for its question and until they are erased", async () => {
      const { conversations, another, caller } = await open();
      const end = async (question: string, outcomes: readonly unknown[]) => {
        const ledger = await conversations.open(caller, "c-1");
        await ledger.lease.begin("r");
        await ledger.lease.end("r", { ...ENDING, evidence: { question, outcomes } });
      };
      const recalled = async (question: string) =>
        (await another.open(caller, "c-1")).recallEvidence(question);
      await end("one", [{ ok: true }]);
      expect(await recalled("one")).toEqual([{ ok: true }]);
      expect(await recalled("two")).toEqual([]);
      await end("two", ["other"]);
      expect(await recalled("one")).toEqual([]);
      await end("three", ["a".repeat(60_000)]);
      expect(await recalled("three")).toEqual([]);
      expect(await recalled("two")).toEqual(["other"]);
      await (await conversations.open(caller, "c-1")).erase();
      expect(await recalled("two")).toEqual([]);
    });

    it("keep every note of 64 calls at once", async () => {
      const { conversations, caller } = await open();
      await Promise.all(
        Array.from({ length: 64 }, async (_, at) =>
          note(await conversations.open(caller, "c-1"), `room${at}`),
        ),
      );
      expect((await conversations.open(caller, "c-1")).state.resolved).toHaveLength(64);
      for (let at = 64; at < 84; at += 1) await note(await conversations.open(caller, "c-1"), `room${at}`);
      expect((await conversations.open(caller, "c-1")).state.resolved).toHaveLength(84);
    });

    it("keep equal notes of calls once, and let every process see the others'", async () => {
      const { conversations, another, caller, tenantId, records } = await open();
      const board = { kind: "channel", value: "#board" } as const;
      const call = (process: Conversations, allowed: readonly string[], channel = "general") =>
        process.trackCall(caller, { conversationId: "c-1", allowed }, POSTER, async (trace) => {
          trace?.noteCall(RESOLVER, {}, channel);
          return (await trace?.listUnnamed([board]))?.length;
        });
      const countNotes = async () => {
        const types: string[] = [];
        for await (const some of records.range(LEDGER_ENTRIES, tenantId))
          types.push(...some.map(({ type }) => type));
        return types.filter((type) => type === "note").length;
      };
      expect(await call(another, [])).toBe(1);
      for (const process of [conversations, another, conversations, another])
        expect(await call(process, ["#board"])).toBe(0);
      expect(await countNotes()).toBe(2);
      expect(await call(another, [])).toBe(0);
      for (let at = 0; at < 40; at += 1) await call(conversations, [], `room${at}`);
      expect(await call(another, [])).toBe(0);
      expect((await another.open(caller, "c-1")).state.resolved).toHaveLength(41);
      expect(await countNotes()).toBeLessThan(20);
    });

    it("belong to an end user, whatever the session, else to a key", async () => {
      const { conversations, caller } = await open();
      const session = (id: string, endUser?: string) => ({ ...caller, session: { id, endUser } });
      await (await conversations.open(session("s-1", "ada"), "c-1")).noteOutside("feed_read");
      expect((await conversations.open(session("s-2", "ada"), "c-1")).state.read_outside).toBe(true);
      for (const other of [session("s-1", "eve"), session("s-1"), caller])
        await expect(conversations.open(other, "c-1")).rejects.toMatchObject({ code: "not_found" });
      await (await conversations.open(caller, "c-2")).noteOutside("feed_read");
      const rotated = { ...caller, keyId: "next", rotatedFrom: caller.keyId };
      expect((await conversations.open(rotated, "c-2")).state.read_outside).toBe(true);
    });

    it("are erased with their end user also when they have lasted for days, by calls or by runs", async () => {
      const { conversations, caller, tenantId, records } = await open();
      const ada = { ...caller, session: { id: "s-1", endUser: "ada" } };
      await (await conversations.open(ada, "by-calls")).noteOutside("feed_read");
      for (let half = 0; half < 5; half += 1) {
        clock.advance(13 * HOUR_MS);
        await conversations.trackCall(ada, { conversationId: "by-calls" }, POSTER, async () => undefined);
        const ledger = await conversations.open(ada, "by-runs");
        await ledger.lease.begin(`r-${half}`);
        await ledger.lease.end(`r-${half}`, ENDING);
      }
      // A driver deletes what has run out, and nothing would lead to them any more.
      const ends: string[] = [];
      for await (const some of records.range(POINTER_ENTRIES, tenantId, { first: "of/", last: "of/~" }))
        ends.push(...some.map(({ expires_at }) => expires_at));
      expect(ends.filter((at) => Date.parse(at) > clock.now())).toHaveLength(2);
      expect(await conversations.eraseEndUser(tenantId, "ada")).toBe(2);
    });

    it("have one run at a time; the next waits five seconds, and takes over from one that is gone", async () => {
      const { conversations, another, caller } = await open();
      const first = await conversations.open(caller, "c-1");
      await first.lease.begin("r-1");
      const second = await another.open(caller, "c-1");
      const startedAt = clock.monotonic();
      await expect(second.lease.begin("r-2")).rejects.toMatchObject({
        code: "conflict",
        message: expect.stringContaining("r-1"),
      });
      expect(clock.monotonic() - startedAt).toBeLessThan(6_000);
      clock.advance(RUN_LEASE_MS / 2);
      expect(await first.lease.renew("r-1")).toBe(true);
      clock.advance(RUN_LEASE_MS + 1);
      await second.lease.begin("r-2");
      expect(await first.lease.renew("r-1")).toBe(false);
      await first.lease.end("r-1", { ...ENDING, noted: { ...NOTHING_READ, allowed: ["#late"] } });
      const { head, state } = await another.open(caller, "c-1");
      expect(head?.run?.run_id).toBe("r-2");
      expect(state.allowed).toEqual(["#late"]);
    });

    it("let the next turn begin with all that the one before left", async () => {
      const { conversations, caller } = await open();
      const first = conversations.begin(caller);
      await first.lease.begin("r-1");
      const said = [digestOfText("Ada was born in 1815.")];
      await first.lease.end("r-1", { ...ENDING, said, noted: { ...NOTHING_READ, allowed: ["#general"] } });
      const brought = { assistant: ["Ada was  born\nin 1815."], others: false };
      const next = await conversations.openForRun(caller, first.id, brought);
      expect(next.state).toMatchObject({ read_outside: false, allowed: ["#general"] });
      await next.lease.begin("r-2");
    });

    it("know what earlier messages named for writing, until one takes it back", async () => {
      const { conversations, another, caller } = await open();
      const board = { kind: "channel", value: "#board" } as const;
      const names = async (messages: readonly string[] = []) =>
        (await (await another.open(caller, "c-1")).trace({ messages }).listUnnamed([board])).length === 0;
      const turn = async (runId: string, said: string, isCutOff = false) => {
        const ledger = await conversations.open(caller, "c-1");
        await ledger.lease.begin(runId, said);
        if (isCutOff) clock.advance(RUN_LEASE_MS + 1);
        else await ledger.lease.end(runId, ENDING);
      };
      await turn("r-1", "Post a summary to #board.");
      await turn("r-2", "Thanks. Go on.");
      expect(await names()).toBe(true);
      expect(await names(["Who reads #board?"])).toBe(false);
      await turn("r-3", "Keep #board out of this.", true);
      expect(await names()).toBe(false);
      await turn("r-4", "Thanks. Go on.");
      expect(await names()).toBe(false);
    });

    it("mark their key for calls that name none, also by a run", async () => {
      const { conversations, another, caller: any } = await open();
      const caller = { ...any, policy: { unnamed_runs_follow_outside_text: true } };
      const seen = () => another.trackCall(caller, {}, POSTER, async (trace) => trace?.readOutside);
      expect(await seen()).toBe(false);
      await (await conversations.openForRun(caller, undefined, { assistant: [], others: true })).lease.begin(
        "r",
      );
      expect(await seen()).toBe(true);
    });

    it("count what nobody vouches for as outside text, and take over what was noted where it was said", async () => {
      const { conversations, caller } = await open();
      const texts = (assistant: readonly string[], others = false) => ({ assistant, others });
      const invented = await conversations.openForRun(caller, undefined, texts(["I never said this."]));
      expect(invented.state.read_outside).toBe(true);
      expect((await conversations.openForRun(caller, undefined, texts([], true))).state.read_outside).toBe(
        true,
      );
      const clean = conversations.begin(caller);
      await clean.lease.begin("r-1");
      await clean.lease.end("r-1", { ...ENDING, said: [digestOfText("Hello.")] });
      const dirty = conversations.begin(caller);
      await dirty.noteOutside("email_search");
      await dirty.lease.begin("r-2");
      await dirty.lease.end("r-2", { ...ENDING, said: [digestOfText("You have mail.")] });
      const following = (...said: string[]) => conversations.openForRun(caller, undefined, texts(said));
      expect((await following("Hello.")).state.read_outside).toBe(false);
      expect((await following("Hello.", "You have mail.")).state.read_outside).toBe(true);
      // Another conversation of the owner has said the same since.
      const twin = conversations.begin(caller);
      await twin.lease.begin("r-3");
      await twin.lease.end("r-3", { ...ENDING, said: [digestOfText("You have mail.")] });
      expect((await following("You have mail.")).state.read_outside).toBe(true);
      const other = await conversations.openForRun(
        { ...caller, keyId: "other" },
        undefined,
        texts(["Hello."]),
      );
      expect(other.state.read_outside).toBe(true);
    });

    it("are erased whole, one by one and of an end user at once", async () => {
      const { conversations, caller, tenantId } = await open();
      const ada = { ...caller, session: { id: "s-1", endUser: "ada" } };
      for (const id of ["c-1", "c-2"]) await note(await conversations.open(ada, id), "general");
      await note(await conversations.open(caller, "c-3"), "general");
      const stranger = { ...caller, keyId: "other" };
      await expect(conversations.find(stranger, "c-3")).rejects.toMatchObject({ code: "not_found" });
      await (await conversations.find(stranger, "c-3", true)).erase();
      expect((await conversations.open(caller, "c-3")).head).toBeUndefined();
      await expect(conversations.find(caller, "c-3")).rejects.toMatchObject({ code: "not_found" });
      expect(await conversations.eraseEndUser(tenantId, "ada")).toBe(2);
      expect(await conversations.eraseEndUser(tenantId, "ada")).toBe(0);
      expect((await conversations.open(ada, "c-1")).head).toBeUndefined();
    });
  });

  describe("calls that name no conversation", () => {
    const guarded = { unnamed_runs_follow_outside_text: true } as const;
    const seen = (
      conversations: Conversations,
      caller: Parameters<Conversations["open"]>[0],
      client?: string,
    ) => conversations.trackCall(caller, { client }, POSTER, async (trace) => trace?.readOutside);
    const read = (
      conversations: Conversations,
      caller: Parameters<Conversations["open"]>[0],
      client?: string,
    ) => conversations.trackCall(caller, { client }, READER, async () => undefined);

    it("follow outside text for an hour after a call of the same key and program, in any process", async () => {
      const { conversations, another, caller: any } = await open();
      const caller = { ...any, policy: guarded };
      expect(await seen(conversations, caller)).toBe(false);
      await read(conversations, caller);
      expect(await seen(conversations, caller)).toBe(true);
      expect(await seen(another, caller)).toBe(true);
      expect(await seen(another, caller, "cursor")).toBe(false);
      expect(await seen(another, { ...caller, keyId: "other" })).toBe(false);
      clock.advance(HOUR_MS + 1);
      expect(await seen(conversations, caller)).toBe(false);
      expect(await seen(another, caller)).toBe(false);
    });

    it("are followed only where the policy says so", async () => {
      const { conversations, caller } = await open();
      await read(conversations, caller);
      expect(await seen(conversations, caller)).toBeUndefined();
    });
  });
}
