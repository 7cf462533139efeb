import { createDynamoStores } from "@plumbline/aws/dynamodb/dynamo-stores.ts";
import { TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { createLogger } from "@plumbline/core/log/logger.ts";
import type { PlatformStores } from "@plumbline/service/entity-stores.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openMemoryStore } from "../../../packages/local/store/open-store.ts";
import { sqliteStores } from "../../../packages/local/store/sqlite-stores.ts";
import {
  EMBEDDED_KEY_TABLE,
  EMBEDDED_TABLE,
  openEmbeddedStore,
} from "../../support/dynalite/embedded-table.ts";
import { checkedStores, type TestStores } from "../../support/entity-stores.ts";
import { MemoryLabelClaims } from "../../support/memory-label-claims.ts";
import { MemoryRecordStore } from "../../support/memory-record-store.ts";
import { startedForEach } from "../../support/started.ts";
import { ConversationWorld, type Outcome, type Who } from "./conversation-world.ts";
import type { Fault } from "./faulty-records.ts";

const HOWS = ["before", "after", "half"] as const;
const fault = fc.option(
  fc.record({
    at: fc.nat(4),
    how: fc.constantFrom(...HOWS),
    dies: fc.boolean(),
  }),
  { nil: undefined, freq: 3 },
);
const at = fc.nat(1);
const who = fc.constantFrom<Who>("ada", "ada", "key");
const chat = fc.constantFrom("c-1", "c-1", "c-2");
const reader = fc.constantFrom<"feed" | "mail">("feed", "mail");
const tool = fc.constantFrom<"feed" | "mail" | "post">("feed", "mail", "post", "post");
const message = fc.constantFrom("m-1", "m-1", "m-2");
const brings = fc.option(fc.nat(5), { nil: undefined, freq: 4 });

type Event = (world: ConversationWorld) => Promise<unknown>;
type Run = NonNullable<ReturnType<ConversationWorld["runAt"]>>;

/** Something that happens in a world, shown in a counterexample by its name and its numbers. */
function happens<All extends unknown[]>(
  name: string,
  all: fc.Arbitrary<All>,
  does: (world: ConversationWorld, ...all: All) => Promise<unknown>,
): fc.Arbitrary<Event> {
  return all.map((chosen) =>
    Object.assign((world: ConversationWorld) => does(world, ...chosen), {
      [fc.toStringMethod]: () => `${name}(${JSON.stringify(chosen)})`,
    }),
  );
}

/** The same in a run that is not over; nothing where none is. */
function inRun<All extends unknown[]>(
  name: string,
  all: fc.Arbitrary<All>,
  does: (world: ConversationWorld, run: Run, ...all: All) => Promise<unknown>,
): fc.Arbitrary<Event> {
  return happens(name, fc.tuple(fc.nat(3), all), async (world, index, chosen) => {
    const run = world.runAt(index);
    if (run) await does(world, run, ...chosen);
  });
}

const outcome = fc.constantFrom<Outcome>("ok", "ok", "failed", "unknown", "dies");
const time = fc.constantFrom(1, 20, 31, 3_600, 11 * 3_600, 13 * 3_600, 23 * 3_600);

/** Everything that may happen next, the likely more often. */
const event = fc.oneof(
  {
    weight: 4,
    arbitrary: happens("call", fc.tuple(at, who, chat, tool, fault), (world, ...all) => world.call(...all)),
  },
  {
    weight: 5,
    arbitrary: happens(
      "begin",
      fc.tuple(at, fc.record({ who, chat, message, brings }), fault),
      (world, ...all) => world.begin(...all),
    ),
  },
  {
    weight: 1,
    arbitrary: inRun("read", fc.tuple(reader, fault), (world, ...all) => world.read(...all)),
  },
  {
    weight: 6,
    arbitrary: inRun("write", fc.tuple(at, fc.nat(2), outcome, fault), (world, ...all) =>
      world.write(...all),
    ),
  },
  { weight: 2, arbitrary: inRun("renew", fc.tuple(fault), (world, ...all) => world.renew(...all)) },
  { weight: 4, arbitrary: inRun("end", fc.tuple(fc.boolean(), fault), (world, ...all) => world.end(...all)) },
  { weight: 2, arbitrary: inRun("wait", fc.tuple(fault), (world, ...all) => world.wait(...all)) },
  {
    weight: 3,
    arbitrary: happens("resume", fc.tuple(at, chat, fc.nat(2), fault), (world, ...all) =>
      world.resume(...all),
    ),
  },
  {
    weight: 4,
    arbitrary: happens("advance", fc.tuple(time), (world, seconds) => world.advance(seconds * 1_000)),
  },
  {
    weight: 1,
    arbitrary: happens("erase", fc.tuple(at, who, chat, fault), (world, ...all) => world.erase(...all)),
  },
  {
    weight: 1,
    arbitrary: happens("erase all", fc.tuple(at, fault), (world, ...all) => world.eraseAll(...all)),
  },
);

interface OpenStores {
  stores: TestStores;
  close(): Promise<void>;
}

const clock = new ManualClock("2026-01-01T00:00:00.000Z");

interface StoreUnderTest {
  open: () => Promise<OpenStores>;
  /** Random histories that it is given: the slower, the fewer. */
  histories: number;
  /** Of how many places of a story one is tried: no multiple of 2 or 3, so that each fault is tried. */
  step: number;
}

const STORES: readonly (readonly [name: string, StoreUnderTest])[] = [
  ["memory", { open: openMemory, histories: 150, step: 1 }],
  ["SQLite", { open: openSqlite, histories: 60, step: 1 }],
  ["DynamoDB", { open: openDynamo, histories: 8, step: 7 }],
];

async function openMemory(): Promise<OpenStores> {
  const platform = { records: new MemoryRecordStore(), labelClaims: new MemoryLabelClaims() };
  return {
    stores: checkedStores(platform as unknown as PlatformStores, clock),
    close: async () => undefined,
  };
}

async function openSqlite(): Promise<OpenStores> {
  const { store, close } = await openMemoryStore(createLogger(() => undefined, clock, "error"));
  return { stores: checkedStores(sqliteStores(store), clock), close };
}

async function openDynamo(): Promise<OpenStores> {
  const { client, close } = await openEmbeddedStore({ sendsDirectly: true });
  const tables = [EMBEDDED_TABLE, EMBEDDED_KEY_TABLE].map((name) => new TableClient(client, name));
  const [table, keyTable] = tables as [TableClient, TableClient];
  return { stores: checkedStores(createDynamoStores(table, keyTable, clock), clock), close };
}

/**
 * Two turns, the first of which is run again and again, then a deletion. Returns how many writes of the store
 * it took. With a fault, the process goes wrong there, and another one goes on.
 */
async function tellStory(world: ConversationWorld, fault?: Fault): Promise<number> {
  const faultNow = () => {
    const left = fault && fault.at - world.writes;
    return fault && left !== undefined && left >= 0 ? { ...fault, at: left } : undefined;
  };
  const turn = async (at: number, message: string, reads: boolean) => {
    const run = await world.begin(at, { who: "ada", chat: "c-1", message }, faultNow());
    if (!run) return world.advance(31_000);
    await world.write(run, 0, at, "ok", faultNow());
    await world.write(run, 0, 2, "failed", faultNow());
    await world.write(run, 0, 3, "unknown", faultNow());
    if (reads) await world.read(run, "mail", faultNow());
    await world.renew(run, faultNow());
    await world.end(run, true, faultNow());
    await world.advance(31_000);
  };
  await turn(0, "m-1", false);
  await turn(1, "m-1", false);
  await world.call(0, "ada", "c-1", "feed", faultNow());
  await world.advance(23 * 3_600_000);
  await world.call(0, "ada", "c-1", "post", faultNow());
  await turn(0, "m-1", true);
  await turn(1, "m-2", true);
  const run = await world.begin(0, { who: "ada", chat: "c-1", message: "m-3" }, faultNow());
  if (run) await world.wait(run, faultNow());
  await world.advance(31_000);
  for (const at of [1, 0]) {
    await world.resume(at, "c-1", 0, faultNow());
    await world.advance(31_000);
  }
  const writes = world.writes;
  await world.erase(0, "ada", "c-1", faultNow());
  await turn(0, "m-1", false);
  await world.eraseAll(0, faultNow());
  const all = world.writes;
  await world.close();
  return Math.max(writes, all);
}

describe.each(STORES)("conversations in %s keep what they promise", (_name, { open, histories, step }) => {
  const opened = startedForEach(open);

  test("whatever happens, in any order, with processes that die", async () => {
    const history = fc.array(event, { minLength: 5, maxLength: 40, size: "max" });
    const kept = fc.constantFrom(24, 1);
    const property = fc.asyncProperty(history, kept, async (events, hours) => {
      const world = new ConversationWorld(opened.stores, clock, hours * 3_600_000);
      for (const one of events) await one(world);
      await world.close();
    });
    await fc.assert(property, { numRuns: histories });
  });

  test("when a run that was thought to be over goes on, and its message is run again", async () => {
    const world = new ConversationWorld(opened.stores, clock);
    const asked = { who: "ada", chat: "c-1", message: "m-1" } as const;
    const first = await world.begin(0, asked);
    await world.advance(31_000);
    const second = await world.begin(1, asked);
    if (!first || !second) return expect.fail("A run begins.");
    await world.write(first, 0, 0, "ok");
    await world.write(second, 0, 1, "ok");
    await world.write(second, 0, 2, "failed");
    await world.write(first, 0, 3, "unknown");
    await world.renew(second);
    await world.end(first, true);
    await world.renew(second);
    await world.end(second, true);
    await world.close();
  });

  test("whichever write of the store a process dies at, or fails at", async () => {
    const whole = await tellStory(new ConversationWorld(opened.stores, clock));
    for (let place = 0; place < whole; place += step) {
      const how = HOWS[place % HOWS.length];
      const dies = place % 2 === 0;
      await tellStory(new ConversationWorld(opened.stores, clock), { at: place, how, dies } as Fault);
    }
  });
});
