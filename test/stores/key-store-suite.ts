import { randomUUID } from "node:crypto";
import type { AuditQuery } from "@plumbline/core/access/audit/audit.ts";
import type { AuditEntry } from "@plumbline/core/access/audit/audit-entry.ts";
import { type RecordState, STAGE } from "@plumbline/core/records/record-state.ts";
import { describe, expect, it } from "vitest";
import { sampleKey, sampleTenant } from "../aws/dynamodb/sample-records.ts";
import type { TestStores } from "../support/entity-stores.ts";
import { pages } from "./pages.ts";

/**
 * Tests what the stores of data keys, record states and audit logs promise. Every test works in tenants of
 * its own.
 */
export function describeKeyStores(openStores: () => TestStores): void {
  describe("data keys", () => {
    it("keeps the first of a version and finds the highest", async () => {
      const [store, tenant] = [openStores().dataKeys, randomUUID()];
      const record = (version: number, wrapped: string) => ({
        tenant_id: tenant,
        version,
        wrapped,
        created_at: "2026-01-01T00:00:00.000Z",
      });
      expect(await store.latest(tenant)).toBeUndefined();
      expect(await store.putIfAbsent(record(1, "first"))).toBe(true);
      expect(await store.putIfAbsent(record(1, "second"))).toBe(false);
      for (const version of [2, 9, 10]) await store.putIfAbsent(record(version, `v${version}`));
      expect(await store.latest(tenant)).toEqual(record(10, "v10"));
      expect(await store.get(tenant, 1)).toEqual(record(1, "first"));
      expect(await store.get(tenant, 3)).toBeUndefined();
      expect(await store.get(randomUUID(), 1)).toBeUndefined();
    });
  });

  describe("record states", () => {
    const state = (tenant_id: string, version: number, revoked_at: string | null = null) => ({
      tenant_id,
      record: "credential/a",
      version,
      next: version + 1,
      revoked_at,
      mac: `mac ${version}`,
    });

    it("are written in place of the one that was read, and of no other", async () => {
      const [store, tenant] = [openStores().recordStates, randomUUID()];
      expect(await store.get(tenant, "credential/a")).toBeUndefined();
      expect(await store.put(state(tenant, 1), undefined)).toBe(true);
      expect(await store.put(state(tenant, 2), undefined)).toBe(false);
      expect(await store.put(state(tenant, 2), state(tenant, 1))).toBe(true);
      expect(await store.put(state(tenant, 3), state(tenant, 1))).toBe(false);
      expect(await store.get(tenant, "credential/a")).toEqual(state(tenant, 2));
      expect(await store.get(tenant, "credential/b")).toBeUndefined();
      expect(await store.get(randomUUID(), "credential/a")).toBeUndefined();
      await store.delete(tenant, "credential/a");
      await store.delete(tenant, "credential/a");
      expect(await store.get(tenant, "credential/a")).toBeUndefined();
    });

    it("are listed while they are revoked, those of the stage as well", async () => {
      const [store, tenant] = [openStores().recordStates, randomUUID()];
      const at = "2026-01-01T00:00:00.000Z";
      const ofStage = { ...state(STAGE, 1, at), record: `tenant/${tenant}` };
      await store.put(state(tenant, 1, at), undefined);
      await store.put(ofStage, undefined);
      await store.put({ ...state(tenant, 1), record: "credential/b" }, undefined);
      const found: RecordState[] = [];
      await store.eachRevoked(async (one) => void found.push(one));
      const own = found.filter(({ tenant_id, record }) => `${tenant_id} ${record}`.includes(tenant));
      expect(own).toHaveLength(2);
      expect(own).toEqual(expect.arrayContaining([state(tenant, 1, at), ofStage]));
    });

    it("are erased with their tenant, and none is kept afterwards", async () => {
      const [{ recordStates, access }, tenant] = [openStores(), randomUUID()];
      await access.createTenant(sampleTenant(tenant), sampleKey(tenant, randomUUID()));
      await recordStates.put(state(tenant, 1), undefined);
      await access.deleteTenant(tenant, "2026-01-01T00:00:00.000Z");
      expect(await recordStates.get(tenant, "credential/a")).toBeUndefined();
      expect(await recordStates.put(state(tenant, 1), undefined)).toBe(true);
      expect(await recordStates.get(tenant, "credential/a")).toBeUndefined();
    });
  });

  describe("audit logs", () => {
    const entry = (tenant_id: string, sequence: number): AuditEntry => ({
      tenant_id,
      sequence,
      at: "2026-01-01T00:00:00.000Z",
      action: "credential.created",
      subject: "a",
      key_id: null,
      request_id: null,
      details: { fields: ["b", "a"], version: 1 },
      previous: "0".repeat(64),
      hash: String(sequence).padStart(64, "0"),
    });

    it("take an entry once and list them in order, page by page, each tenant's apart", async () => {
      const [store, tenant] = [openStores().audit, randomUUID()];
      expect(await store.last(tenant)).toBeUndefined();
      for (let sequence = 1; sequence <= 12; sequence++)
        expect(await store.append(entry(tenant, sequence))).toBe(true);
      expect(await store.append({ ...entry(tenant, 12), hash: "f".repeat(64) })).toBe(false);
      await store.append(entry(randomUUID(), 1));
      expect(await store.last(tenant)).toEqual(entry(tenant, 12));
      const all = await pages((page) => store.list(tenant, page), 5);
      expect(all.map((items) => items.map(({ sequence }) => sequence))).toEqual([
        [1, 2, 3, 4, 5],
        [6, 7, 8, 9, 10],
        [11, 12],
      ]);
      expect(all[0]?.[0]).toEqual(entry(tenant, 1));
    });

    it("are read from either end, and by what happened", async () => {
      const [store, tenant] = [openStores().audit, randomUUID()];
      const read = async (query: Omit<AuditQuery, "limit" | "after">, limit: number) => {
        const all = await pages((page) => store.list(tenant, { ...query, ...page }), limit);
        return all.map((items) => items.map(({ sequence }) => sequence));
      };
      expect(await read({ order: "desc" }, 5)).toEqual([[]]);
      for (let sequence = 1; sequence <= 10; sequence++) {
        const action = sequence % 4 === 0 ? "policy.changed" : "credential.created";
        await store.append({ ...entry(tenant, sequence), action });
      }
      expect(await read({ order: "desc" }, 5)).toEqual([
        [10, 9, 8, 7, 6],
        [5, 4, 3, 2, 1],
      ]);
      expect(await read({ order: "desc" }, 4)).toEqual([
        [10, 9, 8, 7],
        [6, 5, 4, 3],
        [2, 1],
      ]);
      expect(await read({ action: "policy.changed" }, 5)).toEqual([[4, 8]]);
      expect((await read({ order: "desc", action: "policy.changed" }, 1)).flat()).toEqual([8, 4]);
      expect(await read({ order: "desc", action: "tenant.created" }, 5)).toEqual([[]]);
    });

    it("are erased with their tenant, and take nothing afterwards", async () => {
      const [{ audit, access }, tenant] = [openStores(), randomUUID()];
      await access.createTenant(sampleTenant(tenant), sampleKey(tenant, randomUUID()));
      await audit.append(entry(tenant, 1));
      await access.deleteTenant(tenant, "2026-01-01T00:00:00.000Z");
      await audit.append(entry(tenant, 2));
      expect(await audit.last(tenant)).toBeUndefined();
    });
  });

  describe("a data key of a tenant that is deleted", () => {
    it("is not made any more, and nothing of it is left", async () => {
      const [{ access, dataKeys: store }, tenant] = [openStores(), randomUUID()];
      await access.createTenant(sampleTenant(tenant), sampleKey(tenant, randomUUID()));
      const record = {
        tenant_id: tenant,
        version: 1,
        wrapped: "late",
        created_at: "2026-01-01T00:00:00.000Z",
      };
      await access.deleteTenant(tenant, "2026-01-01T00:00:00.000Z");
      expect(await store.putIfAbsent(record)).toBe(false);
      expect(await store.latest(tenant)).toBeUndefined();
    });
  });
}
