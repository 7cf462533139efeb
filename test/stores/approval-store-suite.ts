import { randomUUID } from "node:crypto";
import type { ApprovalRecord } from "@plumbline/core/approvals/approval-store.ts";
import { describe, expect, it } from "vitest";
import { sampleKey, sampleTenant } from "../aws/dynamodb/sample-records.ts";
import type { TestStores } from "../support/entity-stores.ts";

const NOW = "2026-01-01T00:00:00.000Z";
const LATER = "2026-01-02T00:00:00.000Z";
const all = () => true;

/** Tests what a store of approvals promises. Every test works in a tenant of its own. */
export function describeApprovalStore(openStores: () => TestStores): void {
  const open = () => {
    const { approvals: store, access } = openStores();
    const tenant = randomUUID();
    const make = (id: string, changes: Partial<ApprovalRecord> = {}): ApprovalRecord => ({
      tenant_id: tenant,
      id,
      revision: "r1",
      status: "waiting",
      key_id: "k",
      session_id: null,
      tool: "chatapp_dm",
      created_at: NOW,
      expires_at: LATER,
      kept_until: LATER,
      summary_cipher: "v2.k1.sealed",
      decided_by: null,
      decided_at: null,
      carrying_until: null,
      result_text: null,
      ...changes,
    });
    return { store, access, tenant, make, find: (id: string) => store.find(tenant, id) };
  };

  describe("approvals", () => {
    it("are read back as they were created, and under their own tenant alone", async () => {
      const { store, make, find } = open();
      expect(await store.create(make("a"))).toBeUndefined();
      expect(await find("a")).toEqual(make("a"));
      expect(await store.find(randomUUID(), "a")).toBeUndefined();
      expect(await find("b")).toBeUndefined();
    });

    it("are replaced by one of many who read the same revision", async () => {
      const { store, make, find } = open();
      await store.create(make("a"));
      const claims = ["r2", "r3", "r4", "r5"].map((revision) =>
        make("a", { revision, status: "carrying_out" }),
      );
      const answers = await Promise.all(claims.map((claim) => store.replace(claim, make("a"))));
      const [replaced, ...others] = answers.filter((answer) => answer !== undefined);
      expect([claims.map(({ revision }) => revision), others]).toEqual([
        expect.arrayContaining([replaced?.revision]),
        [],
      ]);
      expect(await find("a")).toEqual(replaced);
      expect(await store.replace(make("a", { revision: "r6" }), make("a"))).toBeUndefined();
      expect(await store.replace(make("gone", { revision: "r2" }), make("a"))).toBeUndefined();
      expect(await find("gone")).toBeUndefined();
    });

    it("are listed by id, page by page, only those wanted", async () => {
      const { store, tenant, make } = open();
      for (const id of ["e", "a", "c"]) await store.create(make(id));
      await store.create(make("b", { status: "denied" }));
      const wanted = ({ status }: ApprovalRecord) => status === "waiting";
      const first = await store.list(tenant, { limit: 2, wanted });
      expect([first.items.map(({ id }) => id), first.next]).toEqual([["a", "c"], "c"]);
      const rest = await store.list(tenant, { limit: 2, after: "c", wanted });
      expect([rest.items.map(({ id }) => id), rest.next]).toEqual([["e"], null]);
      const whole = await store.list(tenant, { limit: 10, wanted: all });
      expect(whole.items).toHaveLength(4);
    });

    it("keep texts longer than an item of a table may be, each under its name", async () => {
      const { store, tenant, make } = open();
      const long = "0123456789".repeat(90_000);
      await store.putText(make("a"), "call", long);
      await store.putText(make("a"), "result-r2", "short");
      expect((await store.getText(tenant, "a", "call")) === long).toBe(true);
      expect(await store.getText(tenant, "a", "result-r2")).toBe("short");
      expect(await store.getText(tenant, "a", "result")).toBeUndefined();
      expect(await store.getText(tenant, "b", "call")).toBeUndefined();
      expect(await store.getText(randomUUID(), "a", "call")).toBeUndefined();
    });

    it("go with their tenant, texts and all, and are not created for it any more", async () => {
      const { store, access, tenant, make, find } = open();
      await access.createTenant(sampleTenant(tenant), sampleKey(tenant, randomUUID()));
      await store.create(make("a"));
      await store.putText(make("a"), "call", "sealed");
      await access.deleteTenant(tenant, NOW);
      expect(await find("a")).toBeUndefined();
      expect(await store.getText(tenant, "a", "call")).toBeUndefined();
      expect(await store.create(make("b"))).toBe("tenant_deleted");
      expect(await find("b")).toBeUndefined();
      expect(await store.putText(make("b"), "call", "sealed")).toBe("tenant_deleted");
      expect(await store.getText(tenant, "b", "call")).toBeUndefined();
    });
  });
}
