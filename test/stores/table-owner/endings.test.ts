import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { describe, expect, test } from "vitest";
import { itemsOf } from "../../http/api-under-test.ts";
import { FEED, HOOKS } from "../../support/api-on-stores.ts";
import { startedForFile } from "../../support/started.ts";
import { Attacker, kindOf } from "./attacker.ts";
import { momentOf, OWNED_TABLES, type OwnedItem } from "./owned-table.ts";
import { stock } from "./stocked-service.ts";

/** Spoils a record before its owner ends it. It is put back afterwards. */
const WAYS: Readonly<Record<string, (attacker: Attacker, item: OwnedItem) => Promise<void>>> = {
  edited: (attacker, item) => attacker.edit(item, { created_at: "2001-01-01T00:00:00.000Z" }),
  taken: (attacker, item) => attacker.delete(item),
};

describe.each(OWNED_TABLES)("what is edited or taken away in %s", (_name, open) => {
  const stocked = startedForFile(() => stock(open));

  const call = async (method: string, path: string, key?: string, body?: object) => {
    const sent = { ...(key !== undefined && { key }), ...(body && { body }) };
    return stocked.api.call(method, `/api/v1/${path}`, sent);
  };
  const operator = () => stocked.bearers.operator;
  const attacker = async () => new Attacker(stocked, await momentOf(stocked.table.main));
  /** Ends a thing whose record was attacked, and puts the record back as it was. */
  async function ended(way: string, kind: string, of: string, end: () => ReturnType<typeof call>) {
    const by = await attacker();
    const item = by.item(kind, of);
    await WAYS[way]?.(by, item);
    const { status } = await end();
    await by.put(item);
    return status;
  }
  const made = async (path: string, body: object, key?: string) => {
    const { json, text } = await call("POST", path, key, body);
    const id = json.id ?? json.key_id ?? json.tenant_id ?? json.approval_id;
    if (id === undefined) throw new Error(text);
    return { json, id: String(id) };
  };
  const bot = (label: string) => made("credentials", { kind: "chatapp_bot", label, token: sampleBotToken });

  describe.each(Object.keys(WAYS))("while it is %s", (way) => {
    test("a watch is deleted for good, and its subscription can begin another", async () => {
      const wanted = { type: "feed", url: FEED, interval_minutes: 1, deliver_to: `${HOOKS.feed}/${way}` };
      const { id } = await made("watches", wanted);
      expect(await ended(way, "watches", id, () => call("DELETE", `watches/${id}`))).toBe(204);
      expect((await call("GET", `watches/${id}`)).status).toBe(404);
      const next = await made("watches", wanted);
      expect([next.id === id, next.json.deliver_to]).toEqual([false, wanted.deliver_to]);
      await stocked.api.pass(1);
      stocked.api.publish(`of ${way}`);
      const from = stocked.api.received.length;
      await stocked.api.pass(2);
      await stocked.api.deliver();
      const sent = stocked.api.received.slice(from).map(({ body }) => body?.toString() ?? "");
      expect(sent.filter((text) => text.includes(id))).toEqual([]);
      expect(sent.filter((text) => text.includes(next.id))).toHaveLength(1);
    });

    test("a watch is deleted for good whose state alone was attacked", async () => {
      const wanted = {
        type: "feed",
        url: FEED,
        interval_minutes: 1,
        deliver_to: `${HOOKS.feed}/${way}/state`,
      };
      const { id } = await made("watches", wanted);
      expect(await ended(way, "watch_states", id, () => call("DELETE", `watches/${id}`))).toBe(204);
      expect((await call("GET", `watches/${id}`)).status).toBe(404);
    });

    test("a credential is revoked for good, and its label is free", async () => {
      const { id } = await bot(`team ${way}`);
      const status = await ended(way, "credentials", id, () => call("DELETE", `credentials/${id}`));
      expect(status).toBe(204);
      expect((await call("GET", `credentials/${id}`)).json.revoked_at).not.toBeNull();
      expect((await call("DELETE", `credentials/${id}`)).status).toBe(200);
      expect((await bot(`team ${way}`)).id).not.toBe(id);
    });

    test("a waiting connect is taken back for good", async () => {
      const label = `linked ${way}`;
      const { json } = await call("POST", "connections/microblog", undefined, { label, link: true });
      const waiting = itemsOf(await call("GET", "connections"));
      const id = String(waiting.find((connect) => connect.label === label)?.id);
      const end = () => call("DELETE", `connections/microblog/${id}`);
      expect(await ended(way, "pending_connects", id, end)).toBe(204);
      const page = await stocked.api.fetch(new Request(String(json.connect_url)));
      expect(await page.text()).not.toContain("<form");
    });

    test("a waiting call is denied for good", async () => {
      const body = { arguments: { to: "U0ADA", text: `waits ${way}`, credential_id: stocked.ids.bot } };
      const { id } = await made("tools/chatapp_dm", body);
      const decide = (decision: string) =>
        call("POST", `approvals/${id}`, stocked.bearers.approver, { decision });
      expect(await ended(way, "approvals", id, () => decide("deny"))).toBe(409);
      expect((await decide("approve")).status).toBe(500);
      expect((await decide("deny")).status).toBe(409);
      expect((await decide("approve")).status).toBe(404);
    });

    test("an API key is revoked for good", async () => {
      const of = `tenants/${stocked.tenants[0].caller.tenantId}/keys`;
      const key = await made(of, { name: `key ${way}` }, operator());
      const secret = String(key.json.api_key);
      const end = () => call("DELETE", `${of}/${key.id}`, operator());
      expect((await call("GET", "tools", secret)).status).toBe(200);
      expect(await ended(way, "api_keys", key.id, end)).toBe(204);
      expect((await call("GET", "tools", secret)).status).toBe(401);
    });

    test("a tenant is deleted for good", async () => {
      const tenant = await made("tenants", { name: `tenant ${way}` }, operator());
      const secret = String(tenant.json.api_key);
      const end = () => call("DELETE", `tenants/${tenant.id}`, operator());
      expect(await ended(way, "tenants", tenant.id, end)).toBe(204);
      expect((await call("GET", "tools", secret)).status).toBe(401);
    });
  });

  test("what never was is not found", async () => {
    const id = "00000000-0000-4000-8000-000000000000";
    const of = `tenants/${stocked.tenants[0].caller.tenantId}`;
    const paths = [`watches/${id}`, `credentials/${id}`, `${of}/keys/${id}`, `tenants/${id}`];
    for (const path of paths) {
      const key = path.startsWith("tenants") ? operator() : undefined;
      expect([path, (await call("DELETE", path, key)).status]).toEqual([path, 404]);
    }
  });

  test("a deletion that was cut off is finished by the poll that finds something", async () => {
    const wanted = { type: "feed", url: FEED, interval_minutes: 1, deliver_to: `${HOOKS.feed}/half` };
    const { id } = await made("watches", wanted);
    await stocked.api.pass(1);
    const whole = await attacker();
    await call("DELETE", `watches/${id}`);
    for (const item of whole.now.values()) if (JSON.stringify(item).includes(id)) await whole.put(item);
    const refusals = async () => {
      const told = [...(await momentOf(stocked.table.keyTable)).values()].filter(
        ({ body }) => body.action === "record.refused",
      );
      return told.length;
    };
    const before = await refusals();
    for (const title of ["half one", "half two", "half three"]) {
      stocked.api.publish(title);
      await stocked.api.pass(1);
      await stocked.api.deliver();
    }
    expect(await refusals()).toBe(before);
    const kinds = ["watches", "watch_states", "watch_events", "subscriptions"];
    const all = [...(await momentOf(stocked.table.main)).values()];
    const left = all.filter((item) => kinds.includes(kindOf(item)) && JSON.stringify(item).includes(id));
    expect(left).toEqual([]);
  });
});
