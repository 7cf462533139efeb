import { createHmac } from "node:crypto";
import { type FeedsServer, startFeeds } from "@plumbline/sandbox/feeds/feeds.ts";
import type { ScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import { startWebhook } from "@plumbline/sandbox/webhook/webhook.ts";
import { sendDueDeliveries } from "@plumbline/watches/delivery/due-deliveries.ts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type ApiUnderTest, startApi } from "./api-under-test.ts";

let feeds: FeedsServer;
let receiver: ScriptedServer;
let api: ApiUnderTest;

beforeAll(async () => {
  feeds = await startFeeds();
  receiver = await startWebhook();
  api = await startApi({ egressAllow: `127.0.0.1:${feeds.port},127.0.0.1:${receiver.port}` });
});

afterAll(async () => {
  await Promise.all([feeds.close(), receiver.close()]);
  await api.close();
});

/** A watch that has found three things at its beginning; answers its path. */
async function begin(body: Record<string, unknown> = {}): Promise<string> {
  const deliver_to = `${receiver.url}/hook`;
  const feed = { type: "feed", url: `${feeds.url}/rss.xml`, since: "2025-11-01", deliver_to, ...body };
  const { status, json } = await api.call("POST", "/api/v1/watches", { body: feed });
  expect(status).toBe(201);
  return `/api/v1/watches/${json.id}`;
}

async function deliver(): Promise<void> {
  const { watchStore: store, deliverer, clock } = api.service;
  await sendDueDeliveries({
    store,
    clock,
    queue: {
      async send(batches) {
        for (const batch of batches) await deliverer.deliver(batch);
      },
    },
  });
}

test("a watch shows where it delivers and how that goes", async () => {
  const path = await begin();
  const { json } = await api.call("GET", path);
  expect(json).toMatchObject({
    deliver_to: `${receiver.url}/hook`,
    health: {
      delivery: { status: "active", waiting: 3, dead: 0, last_delivered_at: null, last_error: null },
    },
  });
  await deliver();
  expect((await api.call("GET", path)).json).toMatchObject({
    health: { delivery: { waiting: 0, last_delivered_at: expect.any(String) } },
  });
  await api.call("DELETE", path);
});

test("a receiver that refuses the signature is named with the place of its secret", async () => {
  const path = await begin();
  receiver.script("", { status: 401, body: "" });
  await deliver();
  const { json } = await api.call("GET", `${path}/deliveries?limit=10`);
  const { items } = json as { items: { attempts: { message: string | null }[] }[] };
  const messages = items.flatMap(({ attempts }) => attempts.map(({ message }) => message));
  expect(messages).toContain(
    `127.0.0.1:${receiver.port} responded with 401: the receiver refused the signature. It needs the secret of this watch: ` +
      "`npx --no plumbline watch secret ID` creates a new one.",
  );
  await api.call("DELETE", path);
});

test("deliveries are listed newest first, in pages and by status", async () => {
  const path = await begin();
  receiver.script("", { status: 410, body: "" });
  await deliver();
  const first = await api.call("GET", `${path}/deliveries?limit=2`);
  expect(first.json.items).toMatchObject([
    { id: "dlv_3", sequence: 3, status: "dead" },
    { id: "dlv_2", sequence: 2, status: "dead" },
  ]);
  const rest = await api.call("GET", `${path}/deliveries?limit=2&cursor=${first.json.next_cursor}`);
  expect(rest.json).toMatchObject({
    items: [{ id: "dlv_1", status: "dead", attempts: [{ status: 410, url: `${receiver.url}/hook` }] }],
    next_cursor: null,
  });
  expect((await api.call("GET", `${path}/deliveries?status=delivered`)).json).toEqual({
    items: [],
    next_cursor: null,
  });
  await api.call("DELETE", path);
});

test("one is replayed by its id, all that were missed by a time, and a test message is sent", async () => {
  const path = await begin();
  await deliver();
  receiver.clear();
  const one = await api.call("POST", `${path}/deliveries/dlv_2/replay`);
  expect([one.status, one.json]).toMatchObject([202, { id: "dlv_2", status: "waiting", tries: 0 }]);
  await deliver();
  expect(receiver.requests).toHaveLength(1);
  const missed = await api.call("POST", `${path}/replay`, { body: { since: "2020-01-01T00:00:00+02:00" } });
  expect([missed.status, missed.json]).toEqual([202, { queued: 0, next_cursor: null }]);
  const all = { since: "2020-01-01T00:00:00Z", until: "2099-01-01T00:00:00Z", which: "all" };
  expect((await api.call("POST", `${path}/replay`, { body: all })).json.queued).toBe(3);
  const told = await api.call("POST", `${path}/deliveries`);
  expect([told.status, told.json]).toMatchObject([200, { ok: true, status: 200, error_code: null }]);
  await api.call("DELETE", path);
});

test("a secret is shown when it is made, and never again", async () => {
  const path = await begin();
  const { status, json } = await api.call("POST", `${path}/secret`);
  expect(status).toBe(201);
  expect(json).toEqual({ secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) });
  const again = await api.call("POST", `${path}/secret`);
  expect(again.json.secret).not.toBe(json.secret);
  expect(JSON.stringify((await api.call("GET", path)).json)).not.toContain("whsec_");
  await api.call("DELETE", path);
});

describe("what is refused", () => {
  test("a receiver within the walls, at the beginning and at a change", async () => {
    const path = await begin();
    for (const deliver_to of ["http://10.1.2.3/", "https://user:pass@example.com/", "", 7]) {
      const changed = await api.call("PATCH", path, { body: { deliver_to } });
      expect(changed.status).toBe(400);
      expect(changed.json.errors).toMatchObject([{ path: "deliver_to" }]);
      const body = { type: "feed", url: `${feeds.url}/rss.xml`, deliver_to };
      const begun = await api.call("POST", "/api/v1/watches", { body });
      expect(begun.status).toBe(400);
      expect(begun.json.errors).toMatchObject([{ path: expect.stringMatching(/deliver_to$/) }]);
    }
    await api.call("DELETE", path);
  });

  test("a receiver within the walls before an account that is not clear", async () => {
    const stored = ["one", "other"].map(async (label) => {
      const metadata = { username: `${label}@example.com` };
      const body = { kind: "mail_oauth_b", label, token: "token", metadata };
      return (await api.call("POST", "/api/v1/credentials", { body })).json.id;
    });
    const ids = await Promise.all(stored);
    const body = { type: "inbox", deliver_to: "http://10.1.2.3/" };
    const begun = await api.call("POST", "/api/v1/watches", { body });
    expect([begun.status, begun.json.errors]).toEqual([
      400,
      [{ path: "deliver_to", message: expect.stringContaining("must have a public host") }],
    ]);
    const unclear = await api.call("POST", "/api/v1/watches", { body: { type: "inbox" } });
    expect([unclear.status, unclear.json.errors]).toMatchObject([
      400,
      [{ path: "", message: expect.stringContaining("Several credentials match") }],
    ]);
    for (const id of ids) await api.call("DELETE", `/api/v1/credentials/${id}`);
  });

  test("all that needs a receiver, for a watch without one", async () => {
    const path = await begin();
    expect((await api.call("PATCH", path, { body: { deliver_to: null } })).json.deliver_to).toBeNull();
    for (const [what, body] of [
      ["secret", undefined],
      ["deliveries", undefined],
      ["deliveries/dlv_1/replay", undefined],
      ["replay", { since: "2020-01-01T00:00:00Z" }],
    ] as const) {
      const { status, json } = await api.call("POST", `${path}/${what}`, body ? { body } : {});
      expect([status, json.error_code]).toEqual([409, "conflict"]);
      expect(json.detail).toContain("Set its deliver_to first");
    }
    await api.call("DELETE", path);
  });

  test("what is no delivery, no time and no cursor", async () => {
    const path = await begin();
    for (const id of ["dlv_0", "dlv_9", "dlv_x", "evt_1", "1"])
      expect((await api.call("POST", `${path}/deliveries/${id}/replay`)).status).toBe(404);
    for (const body of [
      {},
      { since: "yesterday" },
      { since: "2026-01-01T00:00:00Z", which: "some" },
      { since: "2026-01-01T00:00:00Z", cursor: "bm90IG91cnM" },
      { since: "2026-01-01T00:00:00Z", more: true },
    ])
      expect((await api.call("POST", `${path}/replay`, { body })).status).toBe(400);
    for (const query of ["cursor=bm90IG91cnM", "status=lost", "limit=0", "after=x"])
      expect((await api.call("GET", `${path}/deliveries?${query}`)).status).toBe(400);
    await api.call("DELETE", path);
  });
});

describe("under a policy that allows only some destinations", () => {
  const setPolicy = (policy: object) => api.call("PUT", "/api/v1/policy", { body: policy });
  const allowOnly = (...allowed_destinations: string[]) =>
    setPolicy({ only_allowed_destinations: true, allowed_destinations });
  const refusal = () =>
    `The tenant's policy does not allow writes to ${new URL(receiver.url).host} (deliver_to). ` +
    "Ask whoever sets the tenant's policy to add it to allowed_destinations.";

  afterEach(() => setPolicy({}));

  test("a watch is redirected only to a receiver that the policy allows", async () => {
    const path = await begin();
    await allowOnly(`${receiver.url}/allowed?a=1`, `${feeds.url}/rss.xml`);
    const deliver_to = `${receiver.url}/allowed`;
    const changed = await api.call("PATCH", path, { body: { deliver_to } });
    expect([changed.status, changed.json.detail]).toEqual([400, refusal()]);
    expect(changed.json.errors).toMatchObject([{ path: "deliver_to" }]);
    const body = { type: "feed", url: `${feeds.url}/rss.xml`, deliver_to };
    const begun = await api.call("POST", "/api/v1/watches", { body });
    expect([begun.status, begun.json.detail]).toEqual([400, refusal()]);
    expect(begun.json.errors).toMatchObject([{ path: "deliver_to" }]);
    const other = { type: "feed", url: `${feeds.url}/other.xml` };
    const unread = await api.call("POST", "/api/v1/watches", { body: other });
    expect([unread.status, unread.json.errors]).toMatchObject([400, [{ path: "url" }]]);
    expect((await api.call("GET", path)).json.deliver_to).toBe(`${receiver.url}/hook`);
    const allowed = await api.call("PATCH", path, { body: { deliver_to: `${receiver.url}/allowed?a=1` } });
    expect([allowed.status, allowed.json.deliver_to]).toEqual([200, `${receiver.url}/allowed?a=1`]);
    expect((await api.call("PATCH", path, { body: { deliver_to: null } })).status).toBe(200);
    await api.call("DELETE", path);
  });

  test("tests and replays to a receiver that the policy does not allow any more are refused", async () => {
    const path = await begin();
    await deliver();
    receiver.clear();
    await allowOnly("#general");
    for (const [what, body] of [
      ["deliveries", undefined],
      ["deliveries/dlv_1/replay", undefined],
      ["replay", { since: "2020-01-01T00:00:00Z", which: "all" }],
    ] as const) {
      const { status, json } = await api.call("POST", `${path}/${what}`, body ? { body } : {});
      expect([status, json.error_code, json.detail]).toEqual([403, "forbidden", refusal()]);
    }
    await deliver();
    expect(receiver.requests).toEqual([]);
    expect((await api.call("POST", `${path}/secret`)).status).toBe(201);
    await api.call("DELETE", path);
  });

  test("what waits for such a receiver is a dead letter, and is replayed once the policy allows it", async () => {
    const path = await begin();
    receiver.clear();
    await allowOnly("#general");
    await deliver();
    expect(receiver.requests).toEqual([]);
    expect((await api.call("GET", `${path}/deliveries?limit=1`)).json.items).toMatchObject([
      {
        status: "dead",
        attempts: [
          {
            url: `${receiver.url}/hook`,
            status: null,
            error_code: "not_tried",
            message: `The tenant's policy does not allow writes to ${new URL(receiver.url).host} (deliver_to).`,
          },
        ],
      },
    ]);
    await allowOnly(`${receiver.url}/hook`);
    const again = await api.call("POST", `${path}/replay`, { body: { since: "2020-01-01T00:00:00Z" } });
    expect(again.json).toMatchObject({ queued: 3 });
    await deliver();
    expect(receiver.requests).toHaveLength(3);
    await api.call("DELETE", path);
  });
});

test("after a rotation the signing secret is sealed anew, and goes on signing", async () => {
  const path = await begin();
  const { tenantId } = api.tenant.caller;
  const { dataKeyRotation } = api.service;
  const version = await dataKeyRotation.rotate(tenantId);
  const id = path.split("/").at(-1) ?? "";
  const sealed = async () => (await api.stores.watches.get(tenantId, id))?.record.delivery?.secrets ?? [];
  const before = await sealed();
  const { secret } = (await api.call("POST", `${path}/secret`)).json;
  const both = await sealed();
  expect(both.map(({ cipher }) => cipher.split(".")[1])).toEqual([
    `k${version}`,
    before[0]?.cipher.split(".")[1],
  ]);
  const rewrap = () =>
    api.call("POST", `/api/v1/tenants/${tenantId}/data-key/rewrap`, { key: api.operatorKey, body: {} });
  expect((await rewrap()).json).toMatchObject({ rewrapped: 1, unreadable_watches: [], next_cursor: null });
  const after = await sealed();
  expect(after.map(({ cipher }) => cipher.split(".")[1])).toEqual([`k${version}`, `k${version}`]);
  expect(after.map(({ id: name, expires_at }) => [name, expires_at])).toEqual(
    both.map(({ id: name, expires_at }) => [name, expires_at]),
  );
  expect((await rewrap()).json).toMatchObject({ rewrapped: 0 });
  await api.call("POST", `${path}/deliveries`);
  const sent = receiver.requests.at(-1);
  const header = (name: string) => sent?.headers[name] ?? "";
  const signed = `${header("webhook-id")}.${header("webhook-timestamp")}.${sent?.body}`;
  const key = Buffer.from(String(secret).replace("whsec_", ""), "base64");
  const [newest] = header("webhook-signature").split(" ");
  expect(newest).toBe(`v1,${createHmac("sha256", key).update(signed).digest("base64")}`);
  await api.call("DELETE", path);
});
