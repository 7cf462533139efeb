import { randomUUID } from "node:crypto";
import { systemRandom } from "@plumbline/core/clock/clock.ts";
import type { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { CHAT_ENTRIES } from "@plumbline/core/conversations/chat-records.ts";
import { Chats } from "@plumbline/core/conversations/chats.ts";
import { ownerOf } from "@plumbline/core/conversations/conversation-owner.ts";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { conversationPrefix } from "../../packages/core/conversations/entry-ids.ts";
import type { TestStores } from "../support/entity-stores.ts";
import { tenantCaller } from "../support/tenant-caller.ts";

const DAY_MS = 86_400_000;
const PEOPLE = ["ada", "eve"] as const;

/** Tests what chats promise. Every test works in a tenant of its own. */
export function describeChats(openStores: () => TestStores, clock: ManualClock): void {
  const open = (tenantId: string = randomUUID()) => {
    const { records, vault } = openStores().opened;
    const logged: unknown[] = [];
    const logger = { log: (...line: unknown[]) => void logged.push(line) };
    const chats = new Chats({ records, vault, clock, random: systemRandom, logger, days: 30 });
    const callerOf = (endUser: string) => ({ ...tenantCaller(tenantId), session: { id: "s", endUser } });
    const placeOf = (endUser: string, id: string) => ({
      tenantId,
      owner: ownerOf(callerOf(endUser)).digest,
      position: conversationPrefix(id),
    });
    const run = async (endUser: string, id: string, message: string, output = "output") => {
      const runId = randomUUID();
      const { tenantId: _tenant, ...place } = placeOf(endUser, id);
      const begun = { conversationId: id, runId, messageKey: message, said: [message], model: "m" };
      await chats.runs.begin(callerOf(endUser), place, begun);
      await chats.runs.store(placeOf(endUser, id), runId, async () => output);
      return runId;
    };
    const stored = async () => {
      const ids: string[] = [];
      for await (const some of records.range(CHAT_ENTRIES, tenantId)) ids.push(...some.map(({ id }) => id));
      return ids;
    };
    const titles = async (endUser: string | undefined, search?: string) => {
      const digest = endUser === undefined ? undefined : placeOf(endUser, "").owner;
      const found: string[] = [];
      for (let after: string | undefined | null; after !== null; ) {
        const page = await chats.list({ tenantId, digest }, { after, limit: 2, search });
        found.push(...page.items.map(({ title }) => title));
        after = page.next;
      }
      return found;
    };
    return { chats, tenantId, placeOf, run, stored, titles, logged };
  };

  describe("chats", () => {
    // Other suites share the clock, and their sample records expire.
    let began: number;
    beforeEach(() => {
      began = clock.now();
    });
    afterEach(() => clock.jump(began - clock.now()));

    it("are listed by owner or for the tenant, the latest first, page by page, and found by words", async () => {
      const { run, titles, chats, placeOf } = open();
      for (const [at, id] of ["a", "b", "c", "d", "e"].entries()) {
        await run(at === 4 ? "eve" : "ada", id, `Question ${id}`);
        clock.advance(1_000);
      }
      await run("ada", "a", "And the  weather\nin Oslo?");
      expect(await titles("ada")).toEqual(["a", "d", "c", "b"].map((id) => `Question ${id}`));
      expect(await titles(undefined)).toEqual(["a", "e", "d", "c", "b"].map((id) => `Question ${id}`));
      expect(await titles("ada", "oslo WEATHER")).toEqual(["Question a"]);
      await chats.rename(placeOf("ada", "b"), "A name of its own");
      expect(await titles("ada", "name")).toEqual(["A name of its own"]);
      const { runs } = await chats.get(placeOf("ada", "a"));
      expect(runs.map(({ message }) => message)).toEqual(["Question a", "And the  weather\nin Oslo?"]);
    });

    it("have the last run alone of a message that was run again, and each run by its id", async () => {
      const { run, chats, placeOf, tenantId } = open();
      const first = await run("ada", "a", "Question", "one");
      const again = await run("ada", "a", "Question", "two");
      expect((await chats.get(placeOf("ada", "a"))).runs.map(({ run_id }) => run_id)).toEqual([again]);
      for (const [runId, text] of [
        [first, "one"],
        [again, "two"],
      ] as const) {
        const place = await chats.runs.findChat(tenantId, runId);
        if (!place) throw new Error("The run is not kept.");
        expect(await chats.runs.output(place, runId).readNext()).toEqual({ text, isEnded: true });
        expect((await chats.runs.facts(place, runId)).asked).toMatchObject({
          message: "Question",
          model: "m",
        });
      }
    });

    it("keep megabytes of output, and a rating with its reason", async () => {
      const { run, chats, placeOf } = open();
      const output = Array.from({ length: 60_000 }, () => `${Math.random()}ä`).join("\n");
      const runId = await run("ada", "a", "Question", output);
      expect((await chats.runs.output(placeOf("ada", "a"), runId).readNext()).text).toBe(output);
      const before = (await chats.get(placeOf("ada", "a"))).updated_at;
      clock.advance(1_000);
      await chats.runs.rate(placeOf("ada", "a"), runId, { value: "bad", reason: "The year is wrong." });
      const { rating } = await chats.runs.facts(placeOf("ada", "a"), runId);
      expect(rating).toMatchObject({ value: "bad", reason: "The year is wrong." });
      expect((await chats.get(placeOf("ada", "a"))).updated_at).toBe(before);
    });

    it("expire run by run, and are gone with the last", async () => {
      const { run, chats, placeOf, titles } = open();
      const old = await run("ada", "a", "Old");
      clock.advance(20 * DAY_MS);
      await run("ada", "a", "New");
      clock.advance(11 * DAY_MS);
      const place = placeOf("ada", "a");
      expect((await chats.get(place)).runs.map(({ message }) => message)).toEqual(["New"]);
      expect((await chats.runs.output(place, old).readNext()).text).toBe("");
      clock.advance(20 * DAY_MS);
      expect(await titles("ada")).toEqual([]);
      await expect(chats.get(place)).rejects.toMatchObject({ code: "not_found" });
    });

    it("keep nothing of a run that ends after its chat was erased", async () => {
      const { run, chats, placeOf, stored } = open();
      const runId = await run("ada", "a", "Question");
      await chats.erase(placeOf("ada", "a"));
      await chats.runs.store(placeOf("ada", "a"), runId, async () => "late");
      expect(await stored()).toEqual([]);
    });

    it("leave nothing of what was erased, and everything else, whatever came before", async () => {
      const step = fc.record({
        act: fc.constantFrom("run", "run", "run", "rename", "erase", "eraseOf", "wait"),
        who: fc.constantFrom(...PEOPLE),
        id: fc.constantFrom("a", "b", "c"),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
          const { run, chats, placeOf, stored, titles, tenantId, logged } = open();
          const kept = new Map<string, string>();
          const texts = (who: string, id: string) => {
            const { owner, position } = placeOf(who, id);
            return `${position}/${owner}`;
          };
          for (const [at, { act, who, id }] of steps.entries()) {
            const name = `${who}/${id}`;
            if (act === "run") {
              await run(who, id, `${name} ${at}`);
              if (!kept.has(name)) kept.set(name, `${name} ${at}`);
            } else if (act === "rename" && kept.has(name)) {
              await chats.rename(placeOf(who, id), `named ${at}`);
              kept.set(name, `named ${at}`);
            } else if (act === "erase") {
              await chats.erase(placeOf(who, id));
              kept.delete(name);
            } else if (act === "eraseOf") {
              await chats.eraseOwner({ tenantId, digest: placeOf(who, "").owner });
              for (const other of [...kept.keys()]) if (other.startsWith(who)) kept.delete(other);
            } else clock.advance(1_000);
          }
          const ids = (await stored()).filter((found) => !found.startsWith("run/"));
          const live = [...kept.keys()].map((name) => texts(...(name.split("/") as [string, string])));
          expect(ids.filter((found) => !live.some((one) => found.includes(one)))).toEqual([]);
          for (const who of PEOPLE) {
            const own = [...kept].filter(([name]) => name.startsWith(who)).map(([, title]) => title);
            expect((await titles(who)).toSorted()).toEqual(own.toSorted());
          }
          if (kept.size === 0) expect(await stored()).toEqual([]);
          expect(logged).toEqual([]);
        }),
        { numRuns: 15 },
      );
    }, 60_000);
  });
}
