import { readdirSync, readFileSync } from "node:fs";
import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { createDynamoStores } from "@plumbline/aws/dynamodb/dynamo-stores.ts";
import { TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { IDEMPOTENT_CALLS } from "@plumbline/core/dispatch/idempotency/idempotency-record.ts";
import { describe, expect, it } from "vitest";
import type { Delivery } from "../../../packages/watches/delivery/delivery.ts";
import {
  EMBEDDED_KEY_TABLE,
  EMBEDDED_TABLE,
  openEmbeddedStore,
} from "../../support/dynalite/embedded-table.ts";
import { checkedStores, type TestStores } from "../../support/entity-stores.ts";
import { startedForEach } from "../../support/started.ts";
import { uncheckedCredentials } from "../../support/unchecked-credentials.ts";
import { losingEveryAnswer } from "./lost-answer.ts";
import { sampleCredential, sampleKey, sampleTenant } from "./sample-records.ts";
import { sampleEvent, sampleRecord, sampleState, sampleWatch } from "./watch-samples.ts";

type Stores = TestStores;

/** A write whose answer is lost: what was there before, the write, and what its caller must be told. */
interface LostAnswer {
  before?(stores: Stores): Promise<unknown>;
  write(stores: Stores): Promise<unknown>;
  told: unknown;
}

const NOW = "2026-01-01T00:00:00.000Z";
const LATER = "2026-01-02T00:00:00.000Z";
const clock = new ManualClock(NOW);
const credential = sampleCredential({ id: "a", tenant_id: "t" });
const lease = { holder: "me", now: NOW, until: LATER };
const tenant = sampleTenant("t");
const key = sampleKey("t", "k");
const call = (revision: string) => ({
  ...{ tenant_id: "t", id: "c", revision, fingerprint_cipher: "", provider_key: "", result_cipher: null },
  ...{ in_flight_until: LATER, expires_at: LATER },
});
const eventWith = (version: number) => ({
  ...sampleEvent(1),
  delivery: {
    ...{
      version,
      status: "waiting",
      due_at: NOW,
      next_try_at: NOW,
      tries: 0,
      attempts: [],
      url: "https://a",
    },
  } as unknown as Delivery,
});
const poll = { now: NOW, since: "2025-12-31T23:00:00.000Z" };
const moved = sampleRecord({ version: 2, slot: "feed:5:1", slot_position: "9" });
const beat = {
  ...{ slot: "s", from: "1", to: "9", read_at: NOW, began_at: NOW, polled_at: NOW },
};

const WRITES: Record<string, LostAnswer> = {
  "a credential's creation": { write: (on) => on.credentials.create(credential), told: undefined },
  "a label in another letter case": {
    before: (on) => on.credentials.create(credential),
    write: (on) => on.credentials.update({ ...credential, label: "TEAM", version: 2 }),
    told: undefined,
  },
  "a credential's change": {
    before: (on) => on.credentials.create(credential),
    write: (on) => on.credentials.update({ ...credential, label: "new", version: 2 }),
    told: undefined,
  },
  "the turn to renew a token": {
    before: (on) => on.credentials.create(credential),
    write: (on) => on.credentials.takeLease(credential, lease),
    told: credential,
  },
  "a credential of a tenant that is deleted meanwhile": {
    before: deleteTenant,
    // Past the checks: a process that has no data key of the tenant stops before this write.
    write: ({ platform }) => uncheckedCredentials(platform).create(credential),
    told: "tenant_deleted",
  },
  "a tenant's change": {
    before: (on) => on.access.createTenant(tenant, key),
    write: (on) => on.access.putTenant({ ...tenant, name: "New", version: 2 }, tenant),
    told: true,
  },
  "a tenant's deletion": {
    before: (on) => on.access.createTenant(tenant, key),
    write: (on) => on.access.deleteTenant("t", NOW),
    told: undefined,
  },
  "a keyed call": {
    write: ({ opened }) => opened.records.insert(IDEMPOTENT_CALLS, call("mine")),
    told: "written",
  },
  "a watch": { write: (on) => on.watches.create(sampleWatch()), told: true },
  "a watch's change of place": {
    before: (on) => on.watches.create(sampleWatch()),
    write: (on) => on.watches.update(moved, sampleRecord()),
    told: true,
  },
  "a poll's claim of a watch": {
    before: (on) => on.watches.create(sampleWatch()),
    write: (on) => on.watches.putState(sampleState({ fence: 1 })),
    told: true,
  },
  "an event": { write: (on) => on.watches.putEvent(sampleEvent(1)), told: true },
  "the claim of an event's first delivery": {
    before: (on) => on.watches.putEvent(sampleEvent(1)),
    write: (on) => on.watches.putDelivery(eventWith(1)),
    told: true,
  },
  "the claim of an event's next delivery": {
    before: (on) => on.watches.putEvent(eventWith(1)),
    write: (on) => on.watches.putDelivery(eventWith(2)),
    told: true,
  },
  "a subscription": { write: (on) => on.watches.claimSubscription("t", "key", "w1"), told: "w1" },
  "a watch's end": {
    async before(on) {
      await on.watches.claimSubscription("t", "key", "w1");
      await on.watches.create(sampleWatch({ subscription: "key" }));
    },
    write: (on) => on.watches.delete(sampleRecord({ subscription: "key" })),
    told: undefined,
  },
  "a batch's claim": { write: (on) => on.watches.claimPoll("s", "1", poll), told: true },
  "a batch's claim after an old one": {
    before: (on) => on.watches.claimPoll("s", "1", { now: "2025-12-31T22:00:00.000Z", since: "2025" }),
    write: (on) => on.watches.claimPoll("s", "1", poll),
    told: true,
  },
  "a heartbeat": { write: (on) => on.watches.putHeartbeat(beat), told: undefined },
  "a stray slot entry's end": {
    before: (on) => on.watches.create(sampleWatch()),
    write: (on) =>
      on.watches.removeSlotEntry({ slot: "feed#5#3#0", position: "0a#w1", tenantId: "t", watchId: "w1" }),
    told: undefined,
  },
  "a wheel's minute": { write: (on) => on.watches.moveTick("feed", 7), told: undefined },
  "a wheel's minute set back": {
    before: (on) => on.watches.moveTick("feed", 9),
    write: (on) => on.watches.resetTick("feed", 7, 9),
    told: undefined,
  },
};

async function deleteTenant(on: Stores): Promise<void> {
  await on.access.createTenant(tenant, key);
  await on.access.deleteTenant("t", NOW);
}

const embedded = startedForEach(openEmbeddedStore);
function storesOn(client: DynamoDBClient): Stores {
  const keyTable = new TableClient(client, EMBEDDED_KEY_TABLE);
  return checkedStores(createDynamoStores(new TableClient(client, EMBEDDED_TABLE), keyTable, clock), clock);
}

describe("a conditional write whose answer is lost, and which is repeated", () => {
  it.each(Object.entries(WRITES))("%s: the caller learns what was done", async (_what, lost) => {
    await lost.before?.(storesOn(embedded.client));
    expect(await lost.write(storesOn(losingEveryAnswer(embedded.client)))).toEqual(lost.told);
  });

  it.each([
    ["a batch's claim", (on: Stores) => on.watches.claimPoll("s", "1", poll)],
    ["the claim of a delivery", (on: Stores) => on.watches.putDelivery(eventWith(1))],
  ])("%s is one's alone, though several write the same and lose their answers", async (_what, write) => {
    await storesOn(embedded.client).watches.create(sampleWatch());
    await storesOn(embedded.client).watches.putEvent(sampleEvent(1));
    const told = await Promise.all([1, 2, 3].map(() => write(storesOn(losingEveryAnswer(embedded.client)))));
    expect(told.filter(Boolean)).toHaveLength(1);
  });

  it("is tested for every condition in the code", async () => {
    const seen = new Set<string>();
    for (const lost of Object.values(WRITES)) {
      const { client, close } = await openEmbeddedStore();
      await lost.before?.(storesOn(client));
      await lost.write(storesOn(losingEveryAnswer(client, seen)));
      await close();
    }
    const folder = new URL("../../../packages/aws/dynamodb/", import.meta.url);
    const others = ["dynamo-record-store.ts", "tenant-mark.ts"];
    const names = readdirSync(folder).filter((name) => !others.includes(name));
    const written = names.flatMap((name) => {
      const source = readFileSync(new URL(name, folder), "utf8");
      return [...source.matchAll(/expression:\s*(["`])(.*?)\1/g)].map(([, , text = ""]) => text);
    });
    const isSeen = (text: string) => {
      const pattern = text.split(/\$\{[^}]*\}/).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
      return [...seen].some((condition) => new RegExp(`^${pattern.join(".*")}$`).test(condition));
    };
    expect(written.filter((text) => !isSeen(text))).toEqual([]);
  });
});
