import { randomUUID } from "node:crypto";
import type { SessionRecord } from "@plumbline/core/access/session-store.ts";
import { describe, expect, it } from "vitest";
import { sampleKey, sampleTenant } from "../aws/dynamodb/sample-records.ts";
import type { TestStores } from "../support/entity-stores.ts";

/** Tests what a store of sessions promises. Every test works in a tenant of its own. */
export function describeSessionStore(openStores: () => TestStores): void {
  const open = () => {
    const { sessions: store, access } = openStores();
    const session: SessionRecord = {
      tenant_id: randomUUID(),
      hash: "c".repeat(64),
      id: randomUUID(),
      key_hash: "d".repeat(64),
      allowed_tools: ["feed_read"],
      end_user: "user 7",
      created_at: "2026-01-01T00:00:00.000Z",
      expires_at: "2026-01-01T01:00:00.500Z",
    };
    return { store, access, session };
  };

  describe("sessions", () => {
    it("are read back as they were made, in their own tenant alone", async () => {
      const { store, session } = open();
      expect(await store.create(session)).toBe("created");
      expect(await store.find(session.tenant_id, session.hash)).toEqual(session);
      expect(await store.find(randomUUID(), session.hash)).toBeUndefined();
      expect(await store.find(session.tenant_id, "e".repeat(64))).toBeUndefined();
    });

    it("and visits that were ended are told apart by their hash", async () => {
      const { store, session } = open();
      const { hash, expires_at } = { ...session, hash: "f".repeat(64) };
      expect(await store.isVisitEnded(hash)).toBe(false);
      await store.endVisit({ hash, expires_at });
      await store.endVisit({ hash, expires_at });
      expect(await store.isVisitEnded(hash)).toBe(true);
      expect(await store.isVisitEnded("9".repeat(64))).toBe(false);
    });

    it("are erased with their tenant, and not made in a deleted one", async () => {
      const { store, access, session } = open();
      const { tenant_id: tenant, hash } = session;
      await access.createTenant(sampleTenant(tenant), sampleKey(tenant, randomUUID()));
      await store.create(session);
      await access.deleteTenant(tenant, "2026-01-01T00:00:00.000Z");
      expect(await store.find(tenant, hash)).toBeUndefined();
      expect(await store.create(session)).toBe("tenant_deleted");
      expect(await store.find(tenant, hash)).toBeUndefined();
    });
  });
}
