import { chmod, copyFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Random } from "@plumbline/core/clock/clock.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import type { HttpRequest } from "@plumbline/core/egress/http-message.ts";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Facts, openFolder, openTables, POST, readFacts } from "../fixtures/last-release/fixture.ts";
import { type Answer, itemsOf } from "../http/api-under-test.ts";
import { type ApiOnStores, FEED, HOOKS, type Place, startApiOnStores } from "../support/api-on-stores.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { signInAtSandbox } from "../support/sign-in-at-sandbox.ts";

const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/last-release/${name}`, import.meta.url));
const BASE = "http://plumbline.test";

async function openFolderCopy(clock: ManualClock, random: Random): Promise<Place> {
  const copy = await mkdtemp(join(tmpdir(), "plumbline-last-release-"));
  for (const name of await readdir(fixture("folder"))) {
    await copyFile(join(fixture("folder"), name), join(copy, name));
    // Git keeps no such modes.
    await chmod(join(copy, name), 0o600);
  }
  const place = await openFolder(copy, clock, random);
  const close = async () => {
    await place.close();
    await rm(copy, { recursive: true });
  };
  return { ...place, close };
}

const openTableCopy = (clock: ManualClock, random: Random): Promise<Place> =>
  openTables(clock, random, { main: fixture("table.jsonl"), keys: fixture("key-table.jsonl") });

describe.each([
  ["folder", "as it is", openFolderCopy],
  ["folder", "signed", openFolderCopy],
  ["table", "as it is", openTableCopy],
  ["table", "signed", openTableCopy],
] as const)("a %s of the last release, %s", (name, state, open) => {
  const isSigned = state === "signed";
  let place: Place;
  let api: ApiOnStores;
  let facts: Facts;

  beforeAll(async () => {
    const { ended, ...all } = await readFacts();
    facts = all[name];
    const clock = new ManualClock(ended);
    const random = seededRandom("this release");
    place = await open(clock, random);
    api = await startApiOnStores(place, clock, random, { signsRecords: false });
    if (isSigned) {
      expect(await api.service.signRecords()).toBeGreaterThan(10);
      expect(await api.service.signRecords()).toBe(0);
    }
    for (const title of ["before", "first", "second"]) api.publish(title);
    for (const subject of ["before", "first mail"]) api.mail(subject);
  });
  afterAll(async () => {
    await api.close();
    await place.close();
  });

  const call = (method: string, path: string, body?: object, more: { key?: string; run?: string } = {}) =>
    api.call(method, `/api/v1/${path}`, {
      key: more.key ?? facts.keys.admin,
      ...(body && { body }),
      ...(more.run !== undefined && { headers: { "x-run-id": more.run } }),
    });
  const post = (args: object = POST, more: { key?: string; run?: string } = {}) =>
    call("POST", "tools/chatapp_post_channel", { arguments: args }, more);
  const statusOf = async (key: string) => (await call("GET", "tools", undefined, { key })).status;
  const told = ({ status, json }: Answer) => [status, json.error_code ?? json.status];

  test("accepts the keys that it gave out, and none that ended", async () => {
    const { admin, rotated, successor, limited, approver, revoked, ofDeleted, operator } = facts.keys;
    for (const key of [admin, rotated, successor, limited]) expect(await statusOf(key)).toBe(200);
    for (const key of [revoked, ofDeleted]) expect(await statusOf(key)).toBe(401);
    expect((await call("GET", "approvals", undefined, { key: approver })).status).toBe(200);
    expect((await call("GET", "credentials", undefined, { key: approver })).status).toBe(403);
    const feed = { arguments: { url: FEED } };
    expect(told(await call("POST", "tools/feed_read", feed, { key: limited }))).toEqual([403, "forbidden"]);
    const tenants = itemsOf(await call("GET", "tenants", undefined, { key: operator }));
    const ids = tenants.map(({ tenant_id }) => tenant_id);
    expect(ids).toContain(facts.tenant);
    expect(ids).not.toContain(facts.deletedTenant);
    expect((await call("GET", "policy")).json).toEqual({ approval: { chatapp_dm: "always" } });
  });

  test("opens its credentials with what is known of them, and no revoked one", async () => {
    const { credentials } = api.service;
    const { bot, webKey, mailbox, renewed, revoked } = facts.credentials;
    for (const { id, token } of [bot, webKey, mailbox, renewed]) {
      const record = await credentials.get(facts.tenant, id);
      expect((await credentials.open(record, "token")).reveal()).toBe(token);
    }
    const record = await credentials.get(facts.tenant, renewed.id);
    expect((await credentials.open(record, "refresh_token")).reveal()).toBe(facts.refreshToken);
    expect((await call("GET", `credentials/${bot.id}`)).json).toMatchObject({
      account: expect.anything(),
      health: { ok: true },
    });
    expect((await call("GET", `credentials/${revoked.id}`)).json.revoked_at).not.toBeNull();
    const again = { kind: "notes", label: "wiki", token: "another" };
    expect((await call("POST", "credentials", again)).status).toBe(201);
    expect((await call("POST", "credentials", { ...again, kind: "crm", label: "Customers" })).status).toBe(
      409,
    );
    expect((await post()).json).toMatchObject({ ok: true, credential: { id: bot.id } });
  });

  test("connects accounts by a link and an authorization that wait, and by no used link", async () => {
    expect(
      itemsOf(await call("GET", "connections"))
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(["microblog", "network"]);
    const { used, waiting } = facts.links;
    const pageOf = async (url: string) => (await api.fetch(new Request(url))).text();
    expect(await pageOf(used)).not.toContain("<form");
    expect(await pageOf(waiting)).toContain("<form");
    expect((await signInAtSandbox(waiting, "allow", api.fetch)).status).toBe(200);
    const back = new URL(`${BASE}/oauth/callback`);
    back.searchParams.set("state", new URL(facts.authorization).searchParams.get("state") ?? "");
    back.searchParams.set("error", "access_denied");
    expect((await api.fetch(new Request(back))).status).toBeLessThan(500);
    expect(itemsOf(await call("GET", "connections"))).toEqual([]);
    const kinds = itemsOf(await call("GET", "credentials")).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(["tracker", "microblog"]));
  });

  test("lets a waiting call be decided, once, and keeps the decisions that were made", async () => {
    const { waiting, denied, approved } = facts.approvals;
    const { approver: key } = facts.keys;
    const get = (id: string) => call("GET", `approvals/${id}`, undefined, { key });
    const decide = (id: string, decision: string, by = key) =>
      call("POST", `approvals/${id}`, { decision }, { key: by });
    expect((await get(denied)).json.status).toBe("denied");
    expect((await get(approved)).json).toMatchObject({ status: "approved", result: { ok: true } });
    for (const id of [denied, approved]) expect((await decide(id, "approve")).status).toBe(409);
    expect((await decide(waiting, "approve", facts.keys.admin)).status).toBe(403);
    expect((await decide(waiting, "approve")).json).toMatchObject({
      status: "approved",
      arguments: { to: "U0ADA", text: "wait" },
      result: { ok: true },
    });
    expect((await decide(waiting, "deny")).status).toBe(409);
  });

  test("answers a call with its Idempotency-Key as it did, and refuses the key to another call", async () => {
    const { key, answer } = facts.keyed;
    const keyed = (args: object) =>
      api.call("POST", "/api/v1/tools/chatapp_post_channel", {
        key: facts.keys.admin,
        headers: { "idempotency-key": key },
        body: { arguments: args },
      });
    const again = await keyed(POST);
    expect([again.text, again.headers.get("idempotent-replayed")]).toEqual([answer, "true"]);
    expect(told(await keyed({ ...POST, text: "Another." }))).toEqual([409, "conflict"]);
  });

  test("knows a run that has read outside text, until its records are signed", async () => {
    const { json } = await post(POST, { run: facts.run });
    expect(json.ok).toBe(isSigned);
    if (!isSigned) expect(json.refusal_reason).toContain("C0GENERAL");
    expect((await post(POST, { run: "another" })).json.ok).toBe(true);
  });

  test("accepts a session and a visit that go on, and no visit that ended", async () => {
    expect(await statusOf(facts.session)).toBe(200);
    const { open: visit, ended } = facts.visits;
    expect(await api.service.visits.find(visit)).toBeDefined();
    expect(await api.service.visits.find({ ...visit, pageSecret: "another" })).toBeUndefined();
    expect(await api.service.visits.find(ended)).toBeUndefined();
  });

  test("lists the calls, their sums and the audit entries that were made", async () => {
    const tools = itemsOf(await call("GET", "calls?limit=100")).map(({ tool }) => tool);
    expect(tools).toEqual(expect.arrayContaining(["chatapp_post_channel", "chatapp_dm", "feed_read"]));
    const usage = JSON.stringify((await call("GET", "usage?from=2035-06-01&group=tool")).json);
    expect(usage).toContain("chatapp_post_channel");
    const actions = itemsOf(await call("GET", "audit?limit=100")).map(({ action }) => action);
    for (const action of ["tenant.created", "policy.changed", "credential.refreshed", "approval.denied"])
      expect(actions).toContain(action);
    const operators = await call("GET", "audit/operators", undefined, { key: facts.keys.operator });
    expect(itemsOf(operators).map(({ action }) => action)).toContain("tenant.deleted");
  });

  test("polls its watches on, and delivers what was found with their secrets", async () => {
    const { feed, inbox, paused } = facts.watches;
    const listed = itemsOf(await call("GET", "watches")).map(({ id }) => id);
    expect(listed.sort()).toEqual([feed, inbox, paused].sort());
    const titlesOf = async (id: string) => {
      const events = itemsOf(await call("GET", `watches/${id}/events`));
      return events.map((event) => /"(?:title|subject)":"(.*?)"/.exec(JSON.stringify(event))?.[1]);
    };
    expect([await titlesOf(feed), await titlesOf(inbox)]).toEqual([["first", "second"], ["first mail"]]);
    const sentTo = (url: string) => api.received.filter((request) => request.url.href === url);
    await api.deliver();
    expect([sentTo(HOOKS.feed).length, sentTo(HOOKS.inbox).length]).toEqual([1, 1]);
    api.publish("third");
    api.mail("second mail");
    await api.pass(5);
    await api.deliver();
    expect([await titlesOf(feed), await titlesOf(inbox), await titlesOf(paused)]).toEqual([
      ["first", "second", "third"],
      ["first mail", "second mail"],
      [],
    ]);
    expect([sentTo(HOOKS.feed).length, sentTo(HOOKS.inbox).length]).toEqual([2, 2]);
    for (const request of sentTo(HOOKS.feed)) expect(signatureOf(request, facts.secrets.feed)).toBe(true);
    for (const request of sentTo(HOOKS.inbox)) expect(signatureOf(request, facts.secrets.inbox)).toBe(true);
    const begun = await call("POST", "watches", {
      type: "feed",
      url: FEED,
      keywords: ["first"],
      interval_minutes: 5,
    });
    expect([begun.status, begun.json.id]).toEqual([200, paused]);
  });
});

/** Returns true when one of a message's signatures was made with this secret. */
function signatureOf({ headers = {}, body = "" }: HttpRequest, secret: string): boolean {
  const id = headers["webhook-id"] ?? "";
  const at = new Date(Number(headers["webhook-timestamp"]) * 1000);
  const expected = new Webhook(secret).sign(id, at, body.toString());
  return (headers["webhook-signature"] ?? "").split(" ").includes(expected);
}
