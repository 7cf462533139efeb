import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  QueryCommand,
} from "@aws-sdk/client-dynamodb";
import { type Item, marshallItem } from "@plumbline/aws/dynamodb/table-client.ts";
import type { DueDelivery } from "@plumbline/watches/delivery/due-listing.ts";
import type { WatchEventRecord } from "@plumbline/watches/service/watch.ts";
import { beforeEach, describe, expect, it } from "vitest";
import type { Delivery } from "../../../packages/watches/delivery/delivery.ts";
import { createTableInput } from "../../support/dynalite/create-table-input.ts";
import { EMBEDDED_TABLE } from "../../support/dynalite/embedded-table.ts";
import { startedForEach } from "../../support/started.ts";
import { sampleEvent } from "./watch-samples.ts";
import { collect, openWatchTable } from "./watch-table.ts";

const on = startedForEach(openWatchTable);
const watch = { tenantId: "t", watchId: "w1" };
const NOW = "2026-01-01T00:00:00.000Z";

function waiting(version: number, due_at = NOW): Delivery {
  return { version, status: "waiting", tries: 0, due_at, attempts: [] };
}

function delivered(version: number): Delivery {
  const attempt = { at: NOW, url: "https://r.test/", status: 200, error_code: null, message: null };
  return { version, status: "delivered", tries: 1, due_at: null, attempts: [attempt] };
}

function eventWith(delivery: Delivery, changes: Partial<WatchEventRecord> = {}) {
  return { ...sampleEvent(changes.sequence ?? 1, changes), delivery };
}

/** Ids of watches that fall into one shard. */
const [NOISY, QUIET, THEIR_SHARD] = ["noisy0", "quiet1", "DELIVER#3"];

/** A key as the index has it. */
function keysOf({ tenantId, watchId, sequence }: DueDelivery, gsi1sk: string): Item {
  const sk = `WEVENT#${watchId}#${String(sequence).padStart(12, "0")}`;
  return { pk: `TENANT#${tenantId}`, sk, gsi1pk: THEIR_SHARD, gsi1sk };
}

/**
 * Answers a query as a table does whose index has these keys, in order: with at most 1,500 keys per request.
 */
function pageOf(keys: readonly Item[], { input }: QueryCommand) {
  const { ":shard": shard, ":now": now } = input.ExpressionAttributeValues ?? {};
  const found = keys.filter(({ gsi1pk, gsi1sk }) => gsi1pk === shard?.S && String(gsi1sk) <= String(now?.S));
  const ordered = input.ScanIndexForward === false ? found.toReversed() : found;
  const { sk, pk } = input.ExclusiveStartKey ?? {};
  const start = 1 + ordered.findIndex((key) => key.pk === pk?.S && key.sk === sk?.S);
  const page = ordered.slice(start, start + Math.min(input.Limit ?? 1_500, 1_500));
  const more = start + page.length < ordered.length;
  const last = page.at(-1);
  return { Items: page.map(marshallItem), LastEvaluatedKey: more && last ? marshallItem(last) : undefined };
}

const read = () => on.store.getEvent(watch, 1);
const bounds = (total: number, perWatch = total) => ({ total, perWatch });
const due = (now = NOW, most = 100) => collect(on.store.dueDeliveries(now, bounds(most)));
const item = () => on.table.get({ pk: "TENANT#t", sk: "WEVENT#w1#000000000001" });

describe("the last events", () => {
  const sequences = async (before: number, limit: number, store = on.store) =>
    (await store.lastEvents(watch, { before, limit })).map(({ sequence }) => sequence);

  beforeEach(async () => {
    for (let sequence = 1; sequence <= 12; sequence++) await on.store.putEvent(sampleEvent(sequence));
    await on.store.putEvent(sampleEvent(7, { watch_id: "w0" }));
    await on.store.putEvent(sampleEvent(13, { watch_id: "w10" }));
  });

  it("are as many over many pages", async () => {
    expect(await sequences(12, 7, on.storeWithShortPages())).toEqual([11, 10, 9, 8, 7, 6, 5]);
    expect(await sequences(100, 20, on.storeWithShortPages())).toHaveLength(12);
  });

  it("take one request where they fill no page", async () => {
    let requests = 0;
    const counting = on.storeThat((command) => {
      requests += 1;
      return on.client.send(command);
    });
    expect(await sequences(100, 20, counting)).toHaveLength(12);
    expect(requests).toBe(1);
  });
});

describe("the deliveries that are due", () => {
  const at = (second: number) => `2026-01-01T00:00:${String(second).padStart(2, "0")}.000Z`;
  const name = (sequence: number, watchId = "w1", tenantId = "t") => ({ tenantId, watchId, sequence });

  it("are those that wait, of all tenants, up to the time told, its millisecond included", async () => {
    await on.store.putEvent(eventWith(waiting(1, at(2)), { sequence: 1 }));
    await on.store.putEvent(eventWith(waiting(1, at(1)), { sequence: 20_000 }));
    await on.store.putEvent(eventWith(waiting(1, "2026-01-01T00:00:02.001Z"), { sequence: 3 }));
    await on.store.putEvent(eventWith(delivered(1), { sequence: 4 }));
    await on.store.putEvent(eventWith({ ...delivered(1), status: "dead" }, { sequence: 5 }));
    await on.store.putEvent(sampleEvent(6));
    expect(await due(at(2))).toEqual([name(20_000), name(1)]);
    await on.store.putEvent(eventWith(waiting(1, at(0)), { tenant_id: "t-2", watch_id: "a#b-c" }));
    expect(await due(at(2))).toEqual(expect.arrayContaining([name(1, "a#b-c", "t-2"), name(1)]));
    expect(await due(at(2))).toHaveLength(3);
    expect(await due("2025-12-31T23:59:59.999Z")).toEqual([]);
  });

  it("follow every write of an event", async () => {
    await on.store.putEvent(eventWith(waiting(1)));
    expect(await due()).toEqual([name(1)]);
    await on.store.putDelivery(eventWith(waiting(2, at(30))));
    expect(await due()).toEqual([]);
    expect(await due(at(30))).toEqual([name(1)]);
    await on.store.putDelivery(eventWith(delivered(3)));
    expect(await due(at(59))).toEqual([]);
    expect(Object.keys((await item()) ?? {})).not.toContain("gsi1pk");
    await on.store.putDelivery(eventWith(waiting(4)));
    expect(await due()).toEqual([name(1)]);
    await on.store.putEvent(sampleEvent(1, { fence: 2 }));
    expect(await due(at(59))).toEqual([]);
    expect(Object.keys((await item()) ?? {})).not.toContain("gsi1sk");
    await on.store.putEvent(eventWith(waiting(1), { fence: 3 }));
    await on.store.deleteEvents(watch, 1);
    expect(await due(at(59))).toEqual([]);
  });

  it("are no more than asked for, the longest waiting of each shard, and every shard has its share", async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `w${index}`);
    for (const [index, watch_id] of ids.entries()) {
      await on.store.putEvent(eventWith(waiting(1, at(index)), { watch_id }));
      await on.store.putEvent(eventWith(waiting(1, at(50)), { watch_id, sequence: 2 }));
    }
    for (const store of [on.store, on.storeWithShortPages()]) {
      const all = await collect(store.dueDeliveries(at(59), bounds(1_000)));
      expect(new Set(all.map(({ watchId, sequence }) => `${watchId} ${sequence}`)).size).toBe(80);
      for (const most of [0, 1, 3, 4, 17]) {
        const some = await collect(store.dueDeliveries(at(59), bounds(most)));
        expect(some).toHaveLength(most);
        expect(some.every(({ sequence }) => sequence === 1)).toBe(true);
      }
    }
    const shards = new Set<unknown>();
    for (const watch_id of ids) {
      const stored = await on.table.get({ pk: "TENANT#t", sk: `WEVENT#${watch_id}#000000000001` });
      shards.add(stored?.gsi1pk);
    }
    expect([...shards].sort()).toEqual(["DELIVER#0", "DELIVER#1", "DELIVER#2", "DELIVER#3"]);
  });

  it("are of each watch no more than asked for, its longest waiting, and what is behind its backlog is there", async () => {
    for (let sequence = 1; sequence <= 30; sequence++)
      await on.store.putEvent(eventWith(waiting(1, at(sequence)), { watch_id: NOISY, sequence }));
    await on.store.putEvent(eventWith(waiting(1, at(31)), { tenant_id: "u", watch_id: QUIET }));
    for (const store of [on.store, on.storeWithShortPages()])
      expect(await collect(store.dueDeliveries(at(59), bounds(40, 2)))).toEqual([
        name(1, NOISY),
        name(2, NOISY),
        name(1, QUIET, "u"),
      ]);
  });

  it("are read up to a bound, and those that fell due last beside it, each told once", async () => {
    const backlog = Array.from({ length: 30_000 }, (_, index) =>
      keysOf(name(index + 1, NOISY), new Date(Date.parse(NOW) + index).toISOString()),
    );
    const keys = [...backlog, keysOf(name(1, QUIET, "u"), at(31))];
    let read = 0;
    const store = on.storeThat(async (command) => {
      if (!(command instanceof QueryCommand)) return on.client.send(command);
      const answer = pageOf(keys, command);
      read += answer.Items.length;
      return answer;
    });
    expect(await collect(store.dueDeliveries(at(59), bounds(5_000, 50)))).toEqual([
      ...Array.from({ length: 50 }, (_, index) => name(index + 1, NOISY)),
      name(1, QUIET, "u"),
    ]);
    expect(read).toBe(25_000);
    keys.splice(0, 10_000);
    const told = await collect(store.dueDeliveries(at(59), bounds(40_000)));
    expect(new Set(told.map(({ watchId, sequence }) => `${watchId} ${sequence}`)).size).toBe(told.length);
    expect(told).toHaveLength(20_001);
  });
});

describe("the index", () => {
  const query = new QueryCommand({
    TableName: EMBEDDED_TABLE,
    IndexName: "gsi1",
    KeyConditionExpression: "gsi1pk = :shard",
    ExpressionAttributeValues: { ":shard": { S: "DELIVER#0" } },
  });

  async function indexed(): Promise<string[][]> {
    const { Items: items = [] } = await on.client.send(query);
    return items.map((attributes) => Object.keys(attributes).sort());
  }

  async function fillShard(): Promise<void> {
    for (let number = 0; number < 10; number++)
      await on.store.putEvent(eventWith(waiting(1), { watch_id: `w${number}` }));
  }

  it("holds keys and nothing else", async () => {
    await fillShard();
    const found = await indexed();
    expect(found).not.toHaveLength(0);
    expect(new Set(found.flat())).toEqual(new Set(["pk", "sk", "gsi1pk", "gsi1sk"]));
  });

  it("of a table that was made to hold whole items tells the same", async () => {
    const input = createTableInput(EMBEDDED_TABLE);
    for (const index of input.GlobalSecondaryIndexes ?? []) index.Projection = { ProjectionType: "ALL" };
    await on.client.send(new DeleteTableCommand({ TableName: EMBEDDED_TABLE }));
    const describe = new DescribeTableCommand({ TableName: EMBEDDED_TABLE });
    await expect
      .poll(() => on.client.send(describe).catch((error: Error) => error.name))
      .toBe("ResourceNotFoundException");
    await on.client.send(new CreateTableCommand(input));
    await expect.poll(async () => (await on.client.send(describe)).Table?.TableStatus).toBe("ACTIVE");
    await fillShard();
    expect((await indexed()).flat()).toContain("content_cipher");
    expect(await due()).toHaveLength(10);
    expect(await collect(on.storeWithShortPages().dueDeliveries(NOW, bounds(10)))).toHaveLength(10);
    expect(await read()).toEqual(eventWith(waiting(1), { watch_id: "w1" }));
  });
});
