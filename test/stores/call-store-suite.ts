import { randomUUID } from "node:crypto";
import { callIdAt } from "@plumbline/core/calls/call-ids.ts";
import type { CallBlock } from "@plumbline/core/calls/call-record.ts";
import type { HourSum } from "@plumbline/core/calls/usage-sums.ts";
import { describe, expect, it } from "vitest";
import { sampleKey, sampleTenant } from "../aws/dynamodb/sample-records.ts";
import type { TestStores } from "../support/entity-stores.ts";

const NOW = "2026-01-01T00:00:00.000Z";
const LATER = "2026-02-01T00:00:00.000Z";
const FIRST = "00000000-0000-0000-0000-000000000000";
const LAST = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** Tests what a store of calls promises. Every test works in a tenant of its own. */
export function describeCallStore(openStores: () => TestStores): void {
  const open = () => {
    const { calls: store, access } = openStores();
    const tenant = randomUUID();
    const block = (number: number, tools: readonly string[] = ["feed_read"]): CallBlock => ({
      tenant_id: tenant,
      id: callIdAt(`00000000-00${String(number).padStart(2, "0")}-7000-8000-000000000000`, 0),
      calls: tools.map((tool) => ({ at: NOW, tool, outcome: "ok", elapsed_ms: 12, attempts: 1 })),
      arguments_cipher: "v2.k1.sealed",
      expires_at: LATER,
    });
    const sum = (hour: string, calls = 1): HourSum => ({
      tenant_id: tenant,
      hour,
      groups: [
        {
          tool: "feed_read",
          key_id: null,
          ok: calls,
          refused: 0,
          failed: 0,
          unknown: 0,
          errors: {},
          elapsed_ms: 12,
          durations: { "14": calls },
        },
      ],
      expires_at: LATER,
    });
    const everything = { first: FIRST, last: LAST, limit: 100 };
    const idsOf = (blocks: readonly CallBlock[]) => blocks.map(({ id }) => Number(id.slice(11, 13)));
    return { store, access, tenant, block, sum, everything, idsOf };
  };

  describe("calls", () => {
    it("are read back as they were written, in their own tenant alone", async () => {
      const { store, tenant, block, everything } = open();
      const written = block(1, ["feed_read", "chatapp_dm"]);
      expect(await store.append(written)).toBeUndefined();
      expect(await store.find(tenant, written.id)).toEqual(written);
      expect(await store.find(randomUUID(), written.id)).toBeUndefined();
      expect(await store.find(tenant, block(2).id)).toBeUndefined();
      expect(await store.listBlocks(tenant, everything)).toEqual([written]);
      expect(await store.listBlocks(randomUUID(), everything)).toEqual([]);
    });

    it("are listed the newest first, within bounds, as many as were asked for", async () => {
      const { store, tenant, block, everything, idsOf } = open();
      for (const number of [3, 1, 5, 2, 4]) await store.append(block(number));
      expect(idsOf(await store.listBlocks(tenant, everything))).toEqual([5, 4, 3, 2, 1]);
      expect(idsOf(await store.listBlocks(tenant, { ...everything, limit: 2 }))).toEqual([5, 4]);
      const between = { first: block(2).id, last: block(4).id, limit: 100 };
      expect(idsOf(await store.listBlocks(tenant, between))).toEqual([4, 3, 2]);
      const upsideDown = { first: block(4).id, last: block(2).id, limit: 100 };
      expect(await store.listBlocks(tenant, upsideDown)).toEqual([]);
    });

    it("are written once, however often the same block comes", async () => {
      const { store, tenant, block, everything } = open();
      for (let time = 0; time < 3; time++) await store.append(block(1));
      expect(await store.listBlocks(tenant, everything)).toEqual([block(1)]);
    });

    it("may fill a block with the longest arguments", async () => {
      const { store, tenant, block } = open();
      const large = { ...block(1, Array(100).fill("feed_read")), arguments_cipher: "x".repeat(330_000) };
      await store.append(large);
      expect((await store.find(tenant, large.id))?.arguments_cipher?.length).toBe(330_000);
    });

    it("have sums by the hour, which the same hour replaces", async () => {
      const { store, tenant, sum } = open();
      const hours = ["2026-01-01T05", "2026-01-01T04", "2025-12-31T23"];
      await store.storeSums(hours.map((hour) => sum(hour)));
      await store.storeSums([sum("2026-01-01T04", 7)]);
      const found = await store.listSums(tenant, { first: "2026-01-01T00", last: "2026-01-01T05" });
      expect(found).toEqual([sum("2026-01-01T04", 7), sum("2026-01-01T05")]);
      expect(await store.listSums(randomUUID(), { first: "2025", last: "2027" })).toEqual([]);
    });

    it("go with their tenant, sums and all, and are not written for it any more", async () => {
      const { store, access, tenant, block, sum, everything } = open();
      await access.createTenant(sampleTenant(tenant), sampleKey(tenant, randomUUID()));
      await store.append(block(1));
      await store.storeSums([sum("2026-01-01T04")]);
      await access.deleteTenant(tenant, NOW);
      expect(await store.listBlocks(tenant, everything)).toEqual([]);
      expect(await store.append(block(2))).toBe("tenant_deleted");
      await store.storeSums([sum("2026-01-01T05")]);
      expect(await store.listBlocks(tenant, everything)).toEqual([]);
      expect(await store.listSums(tenant, { first: "2025", last: "2027" })).toEqual([]);
    });
  });
}
