import { randomUUID } from "node:crypto";
import type { RunTraceRecord } from "@plumbline/core/policy/run-trace-store.ts";
import { describe, expect, it } from "vitest";
import { sampleKey, sampleTenant } from "../aws/dynamodb/sample-records.ts";
import type { TestStores } from "../support/entity-stores.ts";

/** Tests what a store of run traces promises. Every test works in a tenant of its own. */
export function describeRunTraceStore(openStores: () => TestStores): void {
  const open = () => {
    const { runTraces: store, access } = openStores();
    const tenant = randomUUID();
    const record = (revision: string): RunTraceRecord => ({
      tenant_id: tenant,
      id: "b".repeat(64),
      revision,
      state_cipher: "v1.k1.sealed",
      expires_at: "2026-01-02T00:05:00.500Z",
    });
    return { store, access, tenant, record };
  };

  describe("traces of runs", () => {
    it("are read back as they were kept, and by their own tenant alone", async () => {
      const { store, tenant, record } = open();
      expect(await store.keep(record("r1"), undefined)).toBe("kept");
      expect(await store.find(tenant, record("r1").id)).toEqual(record("r1"));
      expect(await store.find(randomUUID(), record("r1").id)).toBeUndefined();
    });

    it("are replaced as they were read, by one of many", async () => {
      const { store, tenant, record } = open();
      expect(await store.keep(record("r2"), "r1")).toBe("taken");
      await store.keep(record("r1"), undefined);
      expect(await store.keep(record("r2"), undefined)).toBe("taken");
      const answers = await Promise.all(["r3", "r4"].map((revision) => store.keep(record(revision), "r1")));
      expect(answers.toSorted()).toEqual(["kept", "taken"]);
      expect(await store.find(tenant, record("r1").id)).not.toEqual(record("r1"));
    });

    it("are not kept in a deleted tenant", async () => {
      const { store, access, tenant, record } = open();
      await access.createTenant(sampleTenant(tenant), sampleKey(tenant, randomUUID()));
      await store.keep(record("r1"), undefined);
      await access.deleteTenant(tenant, "2026-01-01T00:00:00.000Z");
      expect(await store.find(tenant, record("r1").id)).toBeUndefined();
      expect(await store.keep(record("r1"), undefined)).toBe("tenant_deleted");
    });
  });
}
