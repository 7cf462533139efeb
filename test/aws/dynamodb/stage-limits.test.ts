import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoStageLimits } from "@plumbline/aws/dynamodb/dynamo-stage-limits.ts";
import { type Item, TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import type { RunPlace } from "@plumbline/core/fairness/stage-limits.ts";
import { createLogger } from "@plumbline/core/log/logger.ts";
import { beforeEach, expect, test } from "vitest";
import { eraseTenant } from "../../../packages/aws/dynamodb/erase-tenant.ts";
import { EMBEDDED_TABLE, openEmbeddedStore } from "../../support/dynalite/embedded-table.ts";
import { startedForFile } from "../../support/started.ts";
import { losingEveryAnswer } from "./lost-answer.ts";

let clock: ManualClock;
let lines: string[];
let tenants = 0;
let tenant: string;

const embedded = startedForFile(openEmbeddedStore);
beforeEach(() => {
  clock = new ManualClock();
  lines = [];
  tenants += 1;
  tenant = `t-${tenants}`;
});

const KEY = "key 0f8fad5b-d9cb-469f-a165-70867728950e";

/** An instance of a function. Counts the writes that it sends. */
function instance(client: DynamoDBClient = embedded.client) {
  const counted = { writes: 0 };
  const send = (command: Parameters<DynamoDBClient["send"]>[0]) => {
    if ("UpdateExpression" in command.input) counted.writes += 1;
    return client.send(command);
  };
  const counting = Object.create(client, { send: { value: send } }) as DynamoDBClient;
  const logger = createLogger((line) => void lines.push(line), clock, "info");
  const limits = new DynamoStageLimits(new TableClient(counting, EMBEDDED_TABLE), { clock, logger });
  const admit = (perMinute: number, run?: RunPlace, of = tenant) =>
    limits.admit(of, [{ name: `tenant ${of}`, perMinute }], run);
  const enter = (run: RunPlace, of = tenant) => admit(1_000, run, of);
  return { limits, counted, admit, enter };
}

let runs = 0;
function run(atMost: number, seconds = 60): RunPlace {
  runs += 1;
  const runId = `${runs.toString(16).padStart(8, "0").split("").reverse().join("")}-70867728950e`;
  return { runId, atMost, until: clock.now() + seconds * 1_000 };
}

const ADMITTED = { leave: expect.any(Function), undo: expect.any(Function) };
const refusedFor = (seconds: number, refusedBy = `tenant ${tenant}`) => ({
  refusedBy,
  retryAfterSeconds: seconds,
});

test("instances count the requests of a minute together, with one write each, and take back what they refuse", async () => {
  const [one, other] = [instance(), instance()];
  for (const { admit } of [one, other, one]) expect(await admit(3)).toEqual(ADMITTED);
  expect([one.counted.writes, other.counted.writes]).toEqual([2, 1]);
  clock.advance(4_000);
  for (let more = 0; more < 5; more++) expect(await other.admit(3)).toEqual(refusedFor(56));
  // The refused request was counted and taken back; the rest were refused from memory.
  expect(other.counted.writes).toBe(3);
  clock.advance(55_000);
  expect(await one.admit(3)).toEqual(refusedFor(1));
  clock.advance(1_000);
  for (const { admit } of [other, one, other]) expect(await admit(3)).toEqual(ADMITTED);
  expect(await instance().admit(3)).toMatchObject({ refusedBy: `tenant ${tenant}` });
});

test("no minute has more requests than its limit, wherever it begins, to within ten seconds", async () => {
  const { admit } = instance();
  const admitted: number[] = [];
  for (let second = 0; second < 240; second++) {
    for (let more = 0; more < 3; more++) if ((await admit(12)).refusedBy === undefined) admitted.push(second);
    clock.advance(1_000);
  }
  for (let from = 0; from < 190; from++)
    expect(admitted.filter((at) => at >= from && at < from + 50).length).toBeLessThanOrEqual(12);
  expect(admitted).toHaveLength(4 * 12);
});

test("each rate and each tenant is counted by itself, and the one that is exceeded is named", async () => {
  const { limits } = instance();
  const both = (perKey: number) => [
    { name: `tenant ${tenant}`, perMinute: 3 },
    { name: KEY, perMinute: perKey },
  ];
  expect(await limits.admit(tenant, both(1))).toEqual(ADMITTED);
  expect(await limits.admit(tenant, both(1))).toEqual(refusedFor(60, KEY));
  for (let more = 0; more < 2; more++) expect(await instance().admit(3)).toEqual(ADMITTED);
  expect(await instance().admit(3)).toEqual(refusedFor(60));
  expect(await instance().admit(1, undefined, `${tenant}-other`)).toEqual(ADMITTED);
});

test("instances share the places of a tenant's runs, at two writes per run", async () => {
  const [one, other] = [instance(), instance()];
  const first = await one.enter(run(2));
  expect(await other.enter(run(2))).toEqual(ADMITTED);
  expect(await other.enter(run(2))).toEqual(refusedFor(5, "run"));
  expect(await other.enter(run(2), `${tenant}-other`)).toEqual(ADMITTED);
  if (first.refusedBy === undefined) await first.leave();
  expect(one.counted.writes).toBe(2);
  expect(await instance().enter(run(2))).toEqual(ADMITTED);
  // Released a second time, it frees nobody else's place.
  if (first.refusedBy === undefined) await first.leave();
  expect(await instance().enter(run(2))).toEqual(refusedFor(5, "run"));
});

test("a run that exceeds a rate gives back its place", async () => {
  const { admit } = instance();
  expect(await admit(1)).toEqual(ADMITTED);
  expect(await admit(1, run(1))).toEqual(refusedFor(60));
  expect(await instance().enter(run(1))).toEqual(ADMITTED);
});

test("the places of runs whose processes died are free once their time is over", async () => {
  const { enter } = instance();
  await enter(run(2, 30));
  await enter(run(2, 30));
  clock.advance(29_000);
  expect(await enter(run(2))).toEqual(refusedFor(1, "run"));
  clock.advance(1_000);
  const entered = await Promise.all([1, 2, 3].map(() => instance().enter(run(2))));
  expect(entered.filter(({ refusedBy }) => refusedBy === undefined)).toHaveLength(2);
});

test("64 runs that begin at once get as many places as there are", async () => {
  const entered = await Promise.all(Array.from({ length: 64 }, () => instance().enter(run(16))));
  expect(entered.filter(({ refusedBy }) => refusedBy === undefined)).toHaveLength(16);
});

test("the item of 50 runs and hours of requests costs one unit to write", async () => {
  const { limits, enter } = instance();
  const both = [
    { name: `tenant ${tenant}`, perMinute: 1_000 },
    { name: KEY, perMinute: 1_000 },
  ];
  for (let minute = 0; minute < 30; minute++) {
    await limits.admit(tenant, both);
    clock.advance(7_000);
  }
  for (let more = 0; more < 50; more++) await enter(run(50));
  const table = new TableClient(embedded.client, EMBEDDED_TABLE);
  const item = await table.get({ pk: `TENANT#${tenant}`, sk: "LIMIT" });
  expect(sizeOf({ ...(item as Item), pk: "TENANT#0f8fad5b-d9cb-469f-a165-70867728950e" })).toBeLessThan(
    1_024,
  );
});

/** Approximates how DynamoDB measures an item: names and texts as UTF-8, a number by its digits. */
function sizeOf(item: Item): number {
  const sizes = Object.entries(item).map(
    ([name, value]) =>
      name.length +
      (typeof value === "number" ? 1 + Math.ceil(String(value).length / 2) : String(value).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

test("a write whose answer was lost takes one place", async () => {
  const verdict = await instance(losingEveryAnswer(embedded.client)).enter(run(1));
  expect(lines).toEqual([]);
  expect(verdict).toEqual(ADMITTED);
  expect(await instance().enter(run(1))).toEqual(refusedFor(5, "run"));
  if (verdict.refusedBy === undefined) await verdict.leave();
  expect(await instance().enter(run(1))).toEqual(ADMITTED);
});

test("a table that does not answer refuses nothing, and that is logged", async () => {
  const send = () => Promise.reject(new Error("down"));
  const down = Object.create(embedded.client, { send: { value: send } }) as DynamoDBClient;
  const { admit } = instance(down);
  expect(await admit(0)).toEqual(ADMITTED);
  expect(await admit(0, run(0))).toEqual(ADMITTED);
  expect(lines.filter((line) => line.includes("limit_not_kept"))).toHaveLength(2);
});

test("a tenant's erasure takes its counts", async () => {
  await instance().admit(1, run(1));
  await eraseTenant(new TableClient(embedded.client, EMBEDDED_TABLE), tenant, clock);
  expect(await instance().admit(1, run(1))).toEqual(ADMITTED);
});
