import { randomUUID } from "node:crypto";
import type { IdempotencyRecord } from "@plumbline/core/dispatch/idempotency/idempotency-store.ts";
import { describe, expect, it } from "vitest";
import { sampleKey, sampleTenant } from "../aws/dynamodb/sample-records.ts";
import type { TestStores } from "../support/entity-stores.ts";

/** Tests what a store of idempotent calls promises. Every test works in a tenant of its own. */
export function describeIdempotencyStore(openStores: () => TestStores): void {
  const open = () => {
    const { idempotency: store, access } = openStores();
    const tenant = randomUUID();
    const record = (revision: string, changes: Partial<IdempotencyRecord> = {}): IdempotencyRecord => ({
      tenant_id: tenant,
      id: "a".repeat(64),
      revision,
      fingerprint_cipher: "v1.k1.sealed",
      provider_key: "p",
      in_flight_until: "2026-01-01T00:05:00.000Z",
      result_cipher: null,
      expires_at: "2026-01-02T00:05:00.500Z",
      ...changes,
    });
    const find = () => store.find(tenant, record("any").id);
    return { store, access, tenant, record, find };
  };

  describe("idempotent calls", () => {
    it("are read back as they were claimed, and by their own tenant alone", async () => {
      const { store, record, find } = open();
      expect(await store.claim(record("r1"))).toBe("claimed");
      expect(await find()).toEqual(record("r1"));
      expect(await store.find(randomUUID(), record("r1").id)).toBeUndefined();
    });

    it("are claimed by one of many", async () => {
      const { store, record } = open();
      const answers = await Promise.all(
        ["r1", "r2", "r3", "r4"].map((revision) => store.claim(record(revision))),
      );
      expect(answers.toSorted()).toEqual(["claimed", "taken", "taken", "taken"]);
    });

    it("are replaced as they were read, and nothing that came since is", async () => {
      const { store, record } = open();
      expect(await store.claim(record("r2"), record("r1"))).toBe("taken");
      await store.claim(record("r1"));
      const answers = await Promise.all(
        ["r2", "r3"].map((revision) => store.claim(record(revision), record("r1"))),
      );
      expect(answers.toSorted()).toEqual(["claimed", "taken"]);
      expect(await store.claim(record("r4"), record("r1"))).toBe("taken");
    });

    it("are released as they were written, and later ones are not", async () => {
      const { store, record, find } = open();
      await store.claim(record("r1"));
      await store.claim(record("r2"), record("r1"));
      await store.release(record("r1"));
      expect(await find()).toEqual(record("r2"));
      await store.release(record("r2"));
      expect(await find()).toBeUndefined();
    });

    it("take a result in the place of their claim, unless that was lost", async () => {
      const { store, record, find } = open();
      await store.claim(record("r1"));
      const done = record("r2", { result_cipher: `v1.k1.${"x".repeat(300_000)}` });
      expect(await store.complete(done, "r1")).toBe(true);
      expect(await find()).toEqual(done);
      expect(await store.complete(record("r3"), "r1")).toBe(false);
      await store.release(done);
      expect(await store.complete(record("r4"), "r2")).toBe(false);
      expect(await find()).toBeUndefined();
    });

    it("keep a result when their claim's write is repeated late", async () => {
      const { store, record, find } = open();
      await store.claim(record("r1"));
      await store.complete(record("r2", { result_cipher: "kept" }), "r1");
      expect(await store.claim(record("r1"))).toBe("taken");
      expect(await find()).toEqual(record("r2", { result_cipher: "kept" }));
    });

    it("go with their tenant, and are not claimed for it any more", async () => {
      const { store, access, tenant, record, find } = open();
      await access.createTenant(sampleTenant(tenant), sampleKey(tenant, randomUUID()));
      await store.claim(record("r1"));
      await access.deleteTenant(tenant, "2026-01-01T00:00:00.000Z");
      expect(await find()).toBeUndefined();
      expect(await store.claim(record("r2"))).toBe("tenant_deleted");
      expect(await find()).toBeUndefined();
    });
  });
}
