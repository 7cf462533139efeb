import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { sampleCredential, sampleKey, sampleTenant } from "../aws/dynamodb/sample-records.ts";
import type { TestStores } from "../support/entity-stores.ts";
import { pages } from "./pages.ts";

/**
 * Tests what the stores of access and credentials promise, wherever they keep it. Every test works in tenants
 * of its own, so a store may hold anything else.
 */
export function describeStores(openStores: () => TestStores): void {
  describe("credentials", () => {
    const open = () => ({ store: openStores().credentials, tenant: randomUUID() });

    it("reads back what was created, and nothing under another tenant", async () => {
      const { store, tenant } = open();
      const record = sampleCredential({
        id: "a",
        tenant_id: tenant,
        refresh_token_cipher: "v1.k1.more",
        metadata: { smtp_port: 587, smtp_ssl: true, allowed_hosts: ["example.com"] },
        last_error: { error_code: "authentication", message: "no", at: "2026-01-01T00:00:00.000Z" },
      });
      expect(await store.create(record)).toBeUndefined();
      expect(await store.get(tenant, "a")).toEqual(record);
      expect(await store.get(randomUUID(), "a")).toBeUndefined();
    });

    it.each([
      ["plain", "team"],
      ["with the key's own separators", "CRED#x#CREDKEY#y"],
      ["with spaces and signs", "  a/b?c=d&e "],
      ["of 120 characters of three bytes each", "字".repeat(120)],
    ])("keeps a label %s for one record of a kind", async (_name, label) => {
      const { store, tenant } = open();
      expect(await store.create(sampleCredential({ id: "a", tenant_id: tenant, label }))).toBeUndefined();
      expect(await store.create(sampleCredential({ id: "b", tenant_id: tenant, label }))).toBe("label_taken");
      expect(
        await store.create(sampleCredential({ id: "c", tenant_id: tenant, label, kind: "crm" })),
      ).toBeUndefined();
      expect(
        await store.create(sampleCredential({ id: "d", tenant_id: tenant, label: `${label}.` })),
      ).toBeUndefined();
      expect(
        await store.create(sampleCredential({ id: "a", tenant_id: randomUUID(), label })),
      ).toBeUndefined();
      expect((await store.list(tenant, { limit: 10 })).items.map(({ id }) => id)).toEqual(["a", "c", "d"]);
    });

    it.each([
      ["in another letter case", "Team One", "TEAM one"],
      ["with letters of another case outside ASCII", "Équipe Ω", "éQUIPE ω"],
      ["with ß", "Straße", "STRASSE"],
      ["composed otherwise", "Cafe\u0301", "café"],
      ["in full width", "Team", "ＴＥＡＭ"],
      ["of characters that fold to eighteen each", "\ufdfa".repeat(120), "\ufdfa".repeat(120)],
    ])("takes a label %s for the same, and finds it", async (_name, label, same) => {
      const { store, tenant } = open();
      const first = sampleCredential({ id: "a", tenant_id: tenant, label });
      expect(await store.create(first)).toBeUndefined();
      expect(await store.create(sampleCredential({ id: "b", tenant_id: tenant, label: same }))).toBe(
        "label_taken",
      );
      const other = sampleCredential({ id: "c", tenant_id: tenant, label: "other" });
      expect(await store.create(other)).toBeUndefined();
      expect(await store.update({ ...other, label: same, version: 2 })).toBe("label_taken");
      expect(await store.findByLabel(tenant, same, ["notes", "chatapp_bot"])).toEqual([first]);
      expect(await store.findByLabel(tenant, same, ["notes"])).toEqual([]);
      expect(await store.findByLabel(randomUUID(), same, ["chatapp_bot"])).toEqual([]);
    });

    it("changes the letter case of a label, and finds it among several kinds until it is revoked", async () => {
      const { store, tenant } = open();
      const first = sampleCredential({ id: "b", tenant_id: tenant, label: "team" });
      const ofKind = sampleCredential({ id: "a", tenant_id: tenant, label: "TEAM", kind: "crm" });
      await store.create(first);
      await store.create(ofKind);
      const renamed = { ...first, label: "Team", version: 2 };
      expect(await store.update(renamed)).toBeUndefined();
      expect(await store.findByLabel(tenant, "teaM", ["crm", "chatapp_bot"])).toEqual([ofKind, renamed]);
      expect(await store.create(sampleCredential({ id: "c", tenant_id: tenant, label: "team" }))).toBe(
        "label_taken",
      );
      await store.update({ ...renamed, revoked_at: "2026-02-01T00:00:00.000Z", version: 3 });
      expect(await store.findByLabel(tenant, "team", ["crm", "chatapp_bot"])).toEqual([ofKind]);
      expect(
        await store.create(sampleCredential({ id: "c", tenant_id: tenant, label: "team" })),
      ).toBeUndefined();
    });

    it("lets exactly one of many creators of a label win", async () => {
      const { store, tenant } = open();
      const ids = Array.from({ length: 8 }, (_, index) => `id-${index}`);
      const results = await Promise.all(
        ids.map((id) => store.create(sampleCredential({ id, tenant_id: tenant }))),
      );
      expect(results.filter((result) => result === undefined)).toHaveLength(1);
      const listed = await store.list(tenant, { limit: 10 });
      expect(listed.items.map(({ id }) => id)).toEqual([ids[results.indexOf(undefined)]]);
    });

    it("updates only from the version that was read", async () => {
      const { store, tenant } = open();
      const first = sampleCredential({ id: "a", tenant_id: tenant });
      await store.create(first);
      const one = { ...first, scope: "one", version: 2 };
      const other = { ...first, scope: "other", version: 2 };
      expect((await Promise.all([store.update(one), store.update(other)])).sort()).toEqual([
        "stale",
        undefined,
      ]);
      expect(await store.update({ ...first, version: 2 })).toBe("stale");
      expect(await store.update({ ...first, version: 9 })).toBe("stale");
      expect(await store.update(sampleCredential({ id: "gone", tenant_id: tenant, version: 2 }))).toBe(
        "stale",
      );
    });

    it("moves the label with the record", async () => {
      const { store, tenant } = open();
      const first = sampleCredential({ id: "a", tenant_id: tenant, label: "old" });
      await store.create(first);
      await store.create(sampleCredential({ id: "b", tenant_id: tenant, label: "taken" }));
      expect(await store.update({ ...first, label: "taken", version: 2 })).toBe("label_taken");
      expect(await store.get(tenant, "a")).toEqual(first);
      expect(await store.update({ ...first, label: "new", version: 2 })).toBeUndefined();
      expect(await store.create(sampleCredential({ id: "c", tenant_id: tenant, label: "new" }))).toBe(
        "label_taken",
      );
      expect(
        await store.create(sampleCredential({ id: "d", tenant_id: tenant, label: "old" })),
      ).toBeUndefined();
      expect(await store.update({ ...first, label: "old", version: 3 })).toBe("label_taken");
    });

    it("moves a label away and back", async () => {
      const { store, tenant } = open();
      const first = sampleCredential({ id: "a", tenant_id: tenant, label: "one" });
      await store.create(first);
      expect(await store.update({ ...first, label: "two", version: 2 })).toBeUndefined();
      expect(await store.update({ ...first, label: "one", version: 3 })).toBeUndefined();
      expect(await store.create(sampleCredential({ id: "b", tenant_id: tenant, label: "one" }))).toBe(
        "label_taken",
      );
      expect(
        await store.create(sampleCredential({ id: "b", tenant_id: tenant, label: "two" })),
      ).toBeUndefined();
    });

    it("frees the label of a revoked record and keeps the record", async () => {
      const { store, tenant } = open();
      const first = sampleCredential({ id: "a", tenant_id: tenant });
      await store.create(first);
      const revoked = { ...first, token_cipher: "", revoked_at: "2026-02-01T00:00:00.000Z", version: 2 };
      expect(await store.update(revoked)).toBeUndefined();
      expect(await store.get(tenant, "a")).toEqual(revoked);
      expect(await store.create(sampleCredential({ id: "b", tenant_id: tenant }))).toBeUndefined();
    });

    it("lists in the order of ids, page by page, and a filter never ends a page early", async () => {
      const { store, tenant } = open();
      for (let index = 0; index < 12; index++) {
        const kind = index % 4 === 3 ? "crm" : "notes";
        await store.create(
          sampleCredential({ id: `id-${10 + index}`, tenant_id: tenant, kind, label: `l${index}` }),
        );
      }
      const all = await pages((page) => store.list(tenant, page), 5);
      expect(all.map((items) => items.length)).toEqual([5, 5, 2]);
      expect(all.flat().map(({ id }) => id)).toEqual(
        Array.from({ length: 12 }, (_, index) => `id-${10 + index}`),
      );
      const some = await pages((page) => store.list(tenant, { ...page, kind: "crm" }), 2);
      expect(some.map((items) => items.map(({ id }) => id))).toEqual([["id-13", "id-17"], ["id-21"]]);
      expect(await store.list(tenant, { limit: 3, kind: "crm" })).toMatchObject({ next: null });
      expect(await store.list(tenant, { limit: 5, after: "zzz" })).toEqual({ items: [], next: null });
    });

    it("notes a use without a new version, and makes nothing of a record that is gone", async () => {
      const { store, tenant } = open();
      const first = sampleCredential({ id: "a", tenant_id: tenant });
      await store.create(first);
      const lastError = {
        error_code: "authentication" as const,
        message: "Reconnect.",
        at: "2026-01-03T00:00:00.000Z",
      };
      await store.noteUse(tenant, "a", { last_used_at: "2026-01-02T00:00:00.000Z" });
      const doubt = { reason: "refused" as const, version: 1, at: "2026-01-03T00:00:00.000Z" };
      await store.noteUse(tenant, "a", { last_error: lastError, renewal_doubt: doubt });
      expect(await store.get(tenant, "a")).toEqual({
        ...first,
        last_used_at: "2026-01-02T00:00:00.000Z",
        last_error: lastError,
        renewal_doubt: doubt,
      });
      await store.noteUse(tenant, "a", { last_error: null });
      expect((await store.get(tenant, "a"))?.last_error).toBeNull();
      await store.noteUse(tenant, "gone", { last_error: null });
      expect(await store.get(tenant, "gone")).toBeUndefined();
    });

    describe("the lease to renew tokens", () => {
      const lease = (holder: string, minute = 0) => ({
        holder,
        now: `2026-01-01T00:0${minute}:00.000Z`,
        until: `2026-01-01T00:0${minute}:30.000Z`,
      });
      const stored = async () => {
        const { store, tenant } = open();
        const record = sampleCredential({ id: "a", tenant_id: tenant });
        await store.create(record);
        return { store, record };
      };

      it("is one holder's at a time, of many that ask at once", async () => {
        const { store, record } = await stored();
        const turns = await Promise.all(
          Array.from({ length: 8 }, (_, index) => store.takeLease(record, lease(`holder ${index}`))),
        );
        expect(turns.filter((turn) => typeof turn === "object")).toHaveLength(1);
        expect(turns.filter((turn) => turn === "held")).toHaveLength(7);
        expect((await store.get(record.tenant_id, "a"))?.version).toBe(record.version);
      });

      it("may be taken again by its holder, and by another once it has ended", async () => {
        const { store, record } = await stored();
        expect(await store.takeLease(record, lease("one"))).toMatchObject({ id: record.id });
        expect(await store.takeLease(record, lease("one"))).toMatchObject({ id: record.id });
        expect(await store.takeLease(record, lease("two"))).toBe("held");
        expect(await store.takeLease(record, lease("two", 1))).toMatchObject({ id: record.id });
        expect(await store.takeLease(record, lease("one", 1))).toBe("held");
      });

      it("begins with what the turn before it noted", async () => {
        const { store, record } = await stored();
        await store.takeLease(record, lease("one"));
        const renewal_doubt = {
          reason: "refused",
          version: record.version,
          at: "2026-01-01T00:00:01.000Z",
        } as const;
        await store.noteUse(record.tenant_id, "a", { renewal_doubt });
        await store.freeLease(record, "one");
        expect(await store.takeLease(record, lease("two"))).toMatchObject({ renewal_doubt });
      });

      it("is given back by its holder alone", async () => {
        const { store, record } = await stored();
        await store.takeLease(record, lease("one"));
        await store.freeLease(record, "two");
        expect(await store.takeLease(record, lease("two"))).toBe("held");
        await store.freeLease(record, "one");
        expect(await store.takeLease(record, lease("two"))).toMatchObject({ id: record.id });
        await store.freeLease({ ...record, id: "gone" }, "one");
        expect(await store.get(record.tenant_id, "gone")).toBeUndefined();
      });

      it("is of one version: another one, or a record that is gone, was changed", async () => {
        const { store, record } = await stored();
        await store.takeLease(record, lease("one"));
        const second = { ...record, version: record.version + 1, token_cipher: "v1.k1.second" };
        expect(await store.update(second)).toBeUndefined();
        expect(await store.takeLease(record, lease("two"))).toBe("changed");
        expect(await store.takeLease({ ...record, id: "gone" }, lease("two"))).toBe("changed");
        expect(await store.takeLease(second, lease("two"))).toMatchObject({ id: record.id });
      });

      it("does not keep a new version from being written, once", async () => {
        const { store, record } = await stored();
        await store.takeLease(record, lease("one"));
        const late = { ...record, version: record.version + 1, token_cipher: "v1.k1.late" };
        expect(await store.update({ ...late, token_cipher: "v1.k1.first" })).toBeUndefined();
        expect(await store.update(late)).toBe("stale");
        expect((await store.get(record.tenant_id, "a"))?.token_cipher).toBe("v1.k1.first");
      });
    });
  });

  describe("tenants and API keys", () => {
    const open = () => {
      const { access: store, credentials } = openStores();
      return { store, credentials, tenant: randomUUID() };
    };

    it("changes a tenant only in place of the version that was read, and never a deleted one", async () => {
      const { store, tenant } = open();
      const first = sampleTenant(tenant);
      expect(await store.putTenant(first, first)).toBe(false);
      await store.createTenant(first);
      const policy = { allowed_tools: ["rss_read"] };
      expect(await store.putTenant({ ...first, policy }, first)).toBe(true);
      expect(await store.putTenant(first, first)).toBe(false);
      const second = await store.getTenant(tenant);
      expect(second).toEqual({ ...first, policy, version: expect.any(Number) });
      expect(await store.putTenant(first, second ?? first)).toBe(true);
      const third = await store.getTenant(tenant);
      expect(third).toEqual({ ...first, version: expect.any(Number) });
      await store.deleteTenant(tenant, "2026-06-01T00:00:00.000Z");
      expect(await store.putTenant(first, third ?? first)).toBe(false);
      expect((await store.getTenant(tenant))?.policy).toBeUndefined();
    });

    it("lists keys page by page, revokes one for good and never one of another tenant", async () => {
      const { store, tenant } = open();
      const keys = ["k1", "k2", "k3"].map((id) => sampleKey(tenant, id));
      for (const key of keys) await store.putKey(key);
      expect(await pages((page) => store.listKeys(tenant, page), 2)).toEqual([
        keys.slice(0, 2),
        keys.slice(2),
      ]);
      expect(await store.revokeKey(randomUUID(), "k2", "2026-02-01T00:00:00.000Z")).toBeUndefined();
      const revoked = { ...keys[1], revoked_at: "2026-02-01T00:00:00.000Z" };
      expect(await store.revokeKey(tenant, "k2", "2026-02-01T00:00:00.000Z")).toEqual(revoked);
      expect(await store.revokeKey(tenant, "k2", "2026-03-01T00:00:00.000Z")).toEqual(revoked);
      expect(await store.findKey(keys[1]!.hash)).toEqual(revoked);
    });

    it("changes a key only in place of the version that was read, and never a revoked one", async () => {
      const { store, tenant } = open();
      const first = sampleKey(tenant, "k1");
      expect(await store.changeKey(first, first)).toBe(false);
      await store.putKey(first);
      const expires_at = "2026-03-01T00:00:00.000Z";
      expect(await store.changeKey({ ...first, expires_at }, first)).toBe(true);
      expect(await store.changeKey(first, first)).toBe(false);
      const second = await store.findKey(first.hash);
      expect(second).toEqual({ ...first, expires_at, version: expect.any(Number) });
      expect((await store.listKeys(tenant, { limit: 5 })).items).toEqual([second]);
      expect(await store.changeKey(first, second ?? first)).toBe(true);
      const third = await store.findKey(first.hash);
      await store.revokeKey(tenant, first.key_id, "2026-02-01T00:00:00.000Z");
      expect(await store.changeKey(first, third ?? first)).toBe(false);
      expect(await store.findKey(first.hash)).toMatchObject({ revoked_at: "2026-02-01T00:00:00.000Z" });
    });

    it("erases all that a deleted tenant owned, and nothing of another", async () => {
      const { store, credentials, tenant } = open();
      const other = randomUUID();
      for (const owner of [tenant, other]) {
        await store.createTenant(sampleTenant(owner), sampleKey(owner, "first"));
        for (let index = 0; index < 30; index++) await store.putKey(sampleKey(owner, `k${index}`));
        for (let index = 0; index < 60; index++) {
          await credentials.create(
            sampleCredential({ id: `c${index}`, tenant_id: owner, label: `l${index}` }),
          );
        }
      }
      await store.deleteTenant(tenant, "2026-06-01T00:00:00.000Z");
      await store.deleteTenant(tenant, "2026-06-02T00:00:00.000Z");
      expect(await store.getTenant(tenant)).toMatchObject({
        name: "",
        deleted_at: "2026-06-01T00:00:00.000Z",
      });
      expect((await credentials.list(tenant, { limit: 10 })).items).toEqual([]);
      for (const id of ["first", "k0", "k29"])
        expect(await store.findKey(sampleKey(tenant, id).hash)).toBeUndefined();
      const tenants = (await pages((page) => store.listTenants(page), 50))
        .flat()
        .map(({ tenant_id }) => tenant_id);
      expect(tenants).not.toContain(tenant);
      expect(tenants).toContain(other);
      expect((await credentials.list(other, { limit: 100 })).items).toHaveLength(60);
      expect((await store.listKeys(other, { limit: 100 })).items).toHaveLength(31);
    });
  });
}
