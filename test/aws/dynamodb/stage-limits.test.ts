import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoStageLimits } from "@plumbline/aws/dynamodb/dynamo-stage-limits.ts";
import { TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import { createLogger } from "@plumbline/core/log/logger.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { eraseTenant } from "../../../packages/aws/dynamodb/erase-tenant.ts";
import {
  EMBEDDED_TABLE,
  type EmbeddedStore,
  openEmbeddedStore,
} from "../../support/dynalite/embedded-table.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { losingEveryAnswer } from "./lost-answer.ts";

let embedded: EmbeddedStore;
let clock: ManualClock;
let lines: string[];
let tenants = 0;
let tenant: string;

beforeAll(async () => {
  embedded = await openEmbeddedStore();
});
afterAll(() => embedded.close());
beforeEach(() => {
  clock = new ManualClock();
  lines = [];
  tenants += 1;
  tenant = `t-${tenants}`;
});

/** Counts what an instance sends. */
function instance(client: DynamoDBClient = embedded.client) {
  const counted = { requests: 0 };
  const send = (command: Parameters<DynamoDBClient["send"]>[0]) => {
    counted.requests += 1;
    return client.send(command);
  };
  const counting = Object.create(client, { send: { value: send } }) as DynamoDBClient;
  const logger = createLogger((line) => void lines.push(line), clock, "info");
  const limits = new DynamoStageLimits(new TableClient(counting, EMBEDDED_TABLE), { clock, logger });
  return { limits, counted };
}

const place = (runId: string, seconds = 60, atMost = 2) => ({
  runId,
  atMost,
  until: clock.now() + seconds * 1_000,
});

test("instances count the requests of a minute together, with one request each", async () => {
  const [one, other] = [instance(), instance()];
  const count = ({ limits }: typeof one) => limits.countRequest(tenant, "tenant", 3);
  expect([await count(one), await count(other), await count(one)]).toEqual([undefined, undefined, undefined]);
  const wait = await count(other);
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
  expect([one.counted.requests, other.counted.requests]).toEqual([2, 2]);
  // From here on it knows.
  expect(await count(other)).toBe(wait);
  expect(other.counted.requests).toBe(2);
  clock.advance((wait ?? 0) * 1_000);
  expect(await count(other)).toBeUndefined();
});

test("each counter and each tenant is counted by itself", async () => {
  const { limits } = instance();
  expect(await limits.countRequest(tenant, "tenant", 1)).toBeUndefined();
  expect(await limits.countRequest(tenant, "key 1", 1)).toBeUndefined();
  expect(await limits.countRequest(`${tenant}-other`, "tenant", 1)).toBeUndefined();
  expect(await limits.countRequest(tenant, "tenant", 1)).toBeGreaterThan(0);
});

test("instances share the places of a tenant's runs, at two writes a run", async () => {
  const [one, other] = [instance(), instance()];
  const leave = await one.limits.enterRun(tenant, place("r-1"));
  expect(await other.limits.enterRun(tenant, place("r-2"))).toBeDefined();
  expect(await other.limits.enterRun(tenant, place("r-3"))).toBeUndefined();
  expect(await other.limits.enterRun(`${tenant}-other`, place("r-3"))).toBeDefined();
  await leave?.();
  expect(one.counted.requests).toBe(2);
  expect(await other.limits.enterRun(tenant, place("r-3"))).toBeDefined();
  // Given back a second time, it frees nobody else's.
  await leave?.();
  expect(await other.limits.enterRun(tenant, place("r-4"))).toBeUndefined();
});

test("the places of runs whose processes died are free once their time is over", async () => {
  const { limits } = instance();
  await limits.enterRun(tenant, place("dead-1", 30));
  await limits.enterRun(tenant, place("dead-2", 30));
  clock.advance(29_000);
  expect(await limits.enterRun(tenant, place("r-1"))).toBeUndefined();
  clock.advance(1_000);
  const entered = await Promise.all(
    ["r-1", "r-2", "r-3"].map((run) => instance().limits.enterRun(tenant, place(run))),
  );
  expect(entered.filter((leave) => leave !== undefined)).toHaveLength(2);
});

test("64 runs that begin at once get as many places as there are", async () => {
  const entered = await Promise.all(
    Array.from({ length: 64 }, (_, at) => instance().limits.enterRun(tenant, place(`r-${at}`, 60, 16))),
  );
  expect(entered.filter((leave) => leave !== undefined)).toHaveLength(16);
});

test("a write whose answer was lost takes one place", async () => {
  const { limits } = instance(losingEveryAnswer(embedded.client));
  const leave = await limits.enterRun(tenant, place("r-1", 60, 1));
  expect(lines).toEqual([]);
  expect(leave).toBeDefined();
  expect(await instance().limits.enterRun(tenant, place("r-2", 60, 1))).toBeUndefined();
  await leave?.();
  expect(await instance().limits.enterRun(tenant, place("r-2", 60, 1))).toBeDefined();
});

test("a table that does not answer refuses nothing, and that is logged", async () => {
  const send = () => Promise.reject(new Error("down"));
  const down = Object.create(embedded.client, { send: { value: send } }) as DynamoDBClient;
  const { limits } = instance(down);
  expect(await limits.countRequest(tenant, "tenant", 0)).toBeUndefined();
  expect(await limits.enterRun(tenant, place("r-1", 60, 0))).toBeDefined();
  expect(lines.filter((line) => line.includes("limit_not_kept"))).toHaveLength(2);
});

test("a tenant's erasure takes its counts", async () => {
  const { limits } = instance();
  await limits.countRequest(tenant, "tenant", 1);
  await limits.enterRun(tenant, place("r-1", 60, 1));
  await eraseTenant(new TableClient(embedded.client, EMBEDDED_TABLE), tenant, clock);
  expect(await limits.enterRun(tenant, place("r-2", 60, 1))).toBeDefined();
  expect(await instance().limits.countRequest(tenant, "tenant", 1)).toBeUndefined();
});
