import { randomUUID } from "node:crypto";
import type { PendingConnect } from "@plumbline/connections/connect/connect-store.ts";
import { describe, expect, it } from "vitest";
import { sampleKey, sampleTenant } from "../aws/dynamodb/sample-records.ts";
import type { TestStores } from "../support/entity-stores.ts";

const NOW = "2026-01-01T00:00:00.000Z";
const LATER = "2026-01-01T01:00:00.000Z";
const now = Date.parse(NOW);

/** Tests what a store of pending connects promises. Every test works in a tenant of its own. */
export function describeConnectStore(openStores: () => TestStores): void {
  const open = () => {
    const { connects: store, access } = openStores();
    const tenant = randomUUID();
    const make = (id: string, changes: Partial<PendingConnect> = {}): PendingConnect => ({
      tenant_id: tenant,
      id,
      form: "link",
      kind: "chatapp_bot",
      label: "team",
      credential_id: null,
      scopes: ["chat:write"],
      created_at: NOW,
      expires_at: LATER,
      used_at: null,
      used_by: null,
      ...changes,
    });
    return { store, access, tenant, make, find: (id: string) => store.find(tenant, id) };
  };
  const authorization = (link_id: string | null) => ({
    link_id,
    browser_hash: null,
    redirect_uri: "https://plumbline.example.com/oauth/callback",
    verifier_cipher: "v1.k1.sealed",
  });

  describe("pending connects", () => {
    it("are read back as they were created, and under their own tenant alone", async () => {
      const { store, make, find } = open();
      const begun = make("a", {
        form: "authorization",
        authorization: authorization("b"),
        credential_id: "c",
      });
      expect(await store.create(begun)).toBeUndefined();
      expect(await find("a")).toEqual(begun);
      expect(await store.find(randomUUID(), "a")).toBeUndefined();
      expect(await find("b")).toBeUndefined();
    });

    it("are used by one of many, whose repeated write is no second use", async () => {
      const { store, make, find } = open();
      await store.create(make("a"));
      const users = ["one", "two", "three", "four"];
      const answers = await Promise.all(users.map((by) => store.use(make("a"), { at: NOW, by })));
      expect(answers.filter((used) => used)).toHaveLength(1);
      const winner = users[answers.indexOf(true)] ?? "";
      expect(await find("a")).toEqual(make("a", { used_at: NOW, used_by: winner, version: 2 }));
      expect(await store.use(make("a"), { at: NOW, by: winner })).toBe(true);
      expect(await store.use(make("a"), { at: NOW, by: "late" })).toBe(false);
      expect(await store.use(make("gone"), { at: NOW, by: "late" })).toBe(false);
      expect(await find("gone")).toBeUndefined();
    });

    it("are listed while they wait, page by page, without visits that began at a link", async () => {
      const { store, tenant, make } = open();
      for (const id of ["e", "a", "c"]) await store.create(make(id));
      const visit = (link: string | null) =>
        ({ form: "authorization", authorization: authorization(link) }) as const;
      await store.create(make("b", visit("a")));
      await store.create(make("d", visit(null)));
      await store.create(make("f", { expires_at: NOW }));
      await store.create(make("g"));
      await store.use(make("g"), { at: NOW, by: "me" });
      const first = await store.list(tenant, { limit: 2, now });
      expect([first.items.map(({ id }) => id), first.next]).toEqual([["a", "c"], "c"]);
      const rest = await store.list(tenant, { limit: 2, after: "c", now });
      expect([rest.items.map(({ id }) => id), rest.next]).toEqual([["d", "e"], null]);
    });

    it("go with their tenant, and are not created for it any more", async () => {
      const { store, access, tenant, make, find } = open();
      await access.createTenant(sampleTenant(tenant), sampleKey(tenant, randomUUID()));
      await store.create(make("a"));
      await access.deleteTenant(tenant, NOW);
      expect(await find("a")).toBeUndefined();
      expect(await store.use(make("a"), { at: NOW, by: "me" })).toBe(false);
      expect(await store.create(make("b"))).toBe("tenant_deleted");
      expect(await find("b")).toBeUndefined();
    });
  });
}
