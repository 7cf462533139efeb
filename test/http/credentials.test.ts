import { chatappFailure, chatappUnavailable } from "@plumbline/sandbox/chatapp/failures.ts";
import {
  sampleBotToken,
  sampleNarrowToken,
  sampleUserToken,
} from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { type Answer, itemsOf, startApi } from "./api-under-test.ts";

const CREDENTIALS = "/api/v1/credentials";
const DAY_MS = 24 * 3600_000;

const api = startedForFile(startApi);
/** Each test has a tenant of its own. */
let key: string;
let tenantId: string;

beforeEach(async () => {
  const tenant = await api.createTenant("one test");
  key = tenant.apiKey.reveal();
  tenantId = tenant.caller.tenantId;
});

afterEach(() => {
  api.sandbox.chatapp.clear();
  for (const token of api.sandbox.chatapp.workspace.tokens.values()) token.revoked = false;
});

afterAll(async () => {
  const said = api.bodies.join("\n");
  for (const secret of [sampleBotToken, sampleUserToken, sampleNarrowToken, "refresh-me", "v1."]) {
    expect(said).not.toContain(secret);
  }
});

const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
  api.call(method, path, { key, body });

async function create(fields: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const body = { kind: "chatapp_bot", label: "team", token: sampleBotToken, ...fields };
  const { status, json } = await call("POST", CREDENTIALS, body);
  expect(status).toBe(201);
  return json;
}

const inMs = (ms: number) => new Date(api.clock.now() + ms).toISOString();

function post(credential_id: unknown): Promise<Answer> {
  return call("POST", "/api/v1/tools/chatapp_post_channel", {
    arguments: { credential_id, channel: "C0GENERAL", text: "Hello" },
  });
}

async function statusOf(id: unknown): Promise<unknown> {
  return (await call("GET", `${CREDENTIALS}/${id}`)).json.status;
}

describe("a record", () => {
  test("shows what was stored, and never its tokens", async () => {
    const metadata = { auth_form: "bearer" };
    const made = await create({
      kind: "tracker",
      refresh_token: "refresh-me",
      scope: "read write",
      metadata,
    });
    const now = new Date(api.clock.now()).toISOString();
    expect(made).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      tenant_id: tenantId,
      kind: "tracker",
      label: "team",
      scope: "read write",
      metadata,
      expires_at: null,
      revoked_at: null,
      created_at: now,
      updated_at: now,
      last_used_at: null,
      last_error: null,
      health: null,
      account: null,
      status: "active",
      usable_for: ["tracker_create_issue"],
      warnings: [],
    });
    expect((await call("GET", `${CREDENTIALS}/${made.id}`)).json).toEqual(made);
    expect(itemsOf(await call("GET", CREDENTIALS))).toEqual([made]);
  });

  test("is stored with ciphertexts alone", async () => {
    await create({ refresh_token: "refresh-me" });
    const stored = JSON.stringify(await api.allItems());
    expect(stored).toContain('"token_cipher":"v2.');
    expect(stored).not.toContain(sampleBotToken);
    expect(stored).not.toContain("refresh-me");
  });

  test("is listed with those of its kind", async () => {
    await create();
    const sales = await create({ kind: "crm", label: "sales" });
    expect(itemsOf(await call("GET", `${CREDENTIALS}?kind=crm`))).toEqual([sales]);
    expect(itemsOf(await call("GET", `${CREDENTIALS}?kind=notes`))).toEqual([]);
    expect(itemsOf(await call("GET", CREDENTIALS))).toHaveLength(2);
  });

  test("has a label no other of its kind has", async () => {
    await create();
    const again = { kind: "chatapp_bot", label: "team", token: sampleUserToken };
    const { status, json } = await call("POST", CREDENTIALS, again);
    expect([status, json.error_code]).toEqual([409, "conflict"]);
    expect(json.detail).toMatch(
      /Choose another label.* `npx --no plumbline credential list --kind chatapp_bot` lists/,
    );
    expect(json.detail).toContain('"team"');
    await create({ kind: "chatapp_user", token: sampleUserToken });
    expect(itemsOf(await call("GET", CREDENTIALS))).toHaveLength(2);
  });
});

describe("a label", () => {
  test("is the same in any letter case", async () => {
    const first = await create({ label: "Équipe" });
    const second = await create({ label: "other" });
    const taken = { kind: "chatapp_bot", label: " éQUIPE ", token: sampleBotToken };
    for (const refused of [
      await call("POST", CREDENTIALS, taken),
      await call("PATCH", `${CREDENTIALS}/${second.id}`, { label: "ÉQUIPE" }),
    ])
      expect([refused.status, refused.json.error_code]).toEqual([409, "conflict"]);
    const renamed = await call("PATCH", `${CREDENTIALS}/${first.id}`, { label: "équipe" });
    expect([renamed.status, renamed.json.label]).toEqual([200, "équipe"]);
    await call("DELETE", `${CREDENTIALS}/${first.id}`);
    expect((await call("PATCH", `${CREDENTIALS}/${second.id}`, { label: "ÉQUIPE" })).status).toBe(200);
  });

  test("finds those that have it and are not revoked", async () => {
    const gone = await create({ label: "Team Ω" });
    await call("DELETE", `${CREDENTIALS}/${gone.id}`);
    const bot = await create({ label: "Team Ω" });
    const sales = await create({ kind: "crm", label: "team ω" });
    await create({ kind: "notes", label: "Team Ω 2" });
    const find = async (query: string) =>
      itemsOf(await call("GET", `${CREDENTIALS}?label=${encodeURIComponent("TEAM Ω")}${query}`));
    const both = [bot, sales].sort((one, other) => (String(one.id) < String(other.id) ? -1 : 1));
    expect(await find("")).toEqual(both);
    expect(await find("&kind=crm")).toEqual([sales]);
    expect(await find("&kind=notes")).toEqual([]);
    const { json } = await call("GET", `${CREDENTIALS}?label=team%20%CF%89&limit=1`);
    expect(json.items).toEqual(both.slice(0, 1));
    expect(await find(`&limit=1&cursor=${json.next_cursor}`)).toEqual(both.slice(1));
    const other = (await api.createTenant("another")).apiKey.reveal();
    expect(itemsOf(await api.call("GET", `${CREDENTIALS}?label=Team%20%CE%A9`, { key: other }))).toEqual([]);
  });

  test.each(["", "%20", `${"x".repeat(121)}`])("%j is refused as a label to look for", async (label) => {
    expect((await call("GET", `${CREDENTIALS}?label=${label}`)).status).toBe(400);
  });
});

describe("a change", () => {
  test("replaces what it names and leaves the rest", async () => {
    const made = await create({ kind: "mail_oauth_a", scope: "read" });
    api.clock.advance(1_000);
    const { status, json } = await call("PATCH", `${CREDENTIALS}/${made.id}`, {
      label: "core team",
      metadata: { calendar_id: "team" },
    });
    expect(status).toBe(200);
    const updated_at = new Date(api.clock.now()).toISOString();
    expect(json).toEqual({ ...made, label: "core team", metadata: { calendar_id: "team" }, updated_at });
  });

  test("of the token is what the next call sends", async () => {
    const { id } = await create({ token: sampleBotToken });
    await call("PATCH", `${CREDENTIALS}/${id}`, { token: sampleNarrowToken });
    expect((await post(id)).json.ok).toBe(true);
    expect(api.sandbox.chatapp.requests.at(-1)?.headers.authorization).toBe(`Bearer ${sampleNarrowToken}`);
  });

  test("sets an expiry and takes it away", async () => {
    const { id } = await create();
    const expires_at = inMs(7 * DAY_MS);
    expect((await call("PATCH", `${CREDENTIALS}/${id}`, { expires_at })).json.expires_at).toBe(expires_at);
    expect((await call("PATCH", `${CREDENTIALS}/${id}`, { expires_at: null })).json.expires_at).toBeNull();
  });

  test("of the label is refused while another has it, and frees the old one", async () => {
    const first = await create();
    await create({ label: "other" });
    const taken = await call("PATCH", `${CREDENTIALS}/${first.id}`, { label: "other" });
    expect([taken.status, taken.json.error_code]).toEqual([409, "conflict"]);
    expect((await call("GET", `${CREDENTIALS}/${first.id}`)).json).toEqual(first);
    await call("PATCH", `${CREDENTIALS}/${first.id}`, { label: "third" });
    await create({ label: "team" });
  });

  test.each([
    ["nothing", {}, ""],
    ["the kind", { kind: "crm" }, "kind"],
    ["revoked_at", { revoked_at: null }, "revoked_at"],
    ["metadata of another kind", { metadata: { urn: "urn:li:person:1" } }, "metadata.urn"],
    ["a past expiry", { expires_at: "2020-01-01T00:00:00Z" }, "expires_at"],
    ["a label of 121 characters", { label: "x".repeat(121) }, "label"],
  ])("to %s is a 400 and changes nothing", async (_what, change, path) => {
    const made = await create();
    const { status, json } = await call("PATCH", `${CREDENTIALS}/${made.id}`, change);
    expect(status).toBe(400);
    expect(json.errors).toContainEqual({ path, message: expect.any(String) });
    expect((await call("GET", `${CREDENTIALS}/${made.id}`)).json).toEqual(made);
  });
});

describe("a revocation", () => {
  test("erases the ciphertexts, tells the provider, and ends the credential for good", async () => {
    const made = await create({ refresh_token: "refresh-me" });
    const { status, json } = await call("DELETE", `${CREDENTIALS}/${made.id}`);
    const now = new Date(api.clock.now()).toISOString();
    expect(status).toBe(200);
    expect(json).toMatchObject({ id: made.id, status: "revoked", revoked_at: now });
    expect(api.sandbox.chatapp.workspace.tokens.get(sampleBotToken)?.revoked).toBe(true);
    const stored = await api.credentialStore.get(tenantId, String(made.id));
    expect(stored).toMatchObject({ token_cipher: "", revoked_at: now });
    expect(stored?.refresh_token_cipher).toBeUndefined();

    expect((await post(made.id)).json).toMatchObject({ ok: false, error_code: "authentication" });
    const changed = await call("PATCH", `${CREDENTIALS}/${made.id}`, { token: "xoxb-new" });
    expect([changed.status, changed.json.error_code]).toEqual([409, "conflict"]);
    const tested = await call("POST", `${CREDENTIALS}/${made.id}/test`);
    expect(tested.json).toMatchObject({ ok: false, error_code: "authentication" });
  });

  test("may be repeated, and keeps its time", async () => {
    const { id } = await create();
    const first = await call("DELETE", `${CREDENTIALS}/${id}`);
    api.clock.advance(60_000);
    const second = await call("DELETE", `${CREDENTIALS}/${id}`);
    expect(second.status).toBe(200);
    expect(first.json.upstream).toEqual({ revoked: true });
    expect(second.json).toEqual({ ...first.json, upstream: null });
    expect(api.sandbox.chatapp.requests).toHaveLength(1);
  });

  test("frees the label", async () => {
    const { id } = await create();
    await call("DELETE", `${CREDENTIALS}/${id}`);
    const next = await create({ token: sampleUserToken });
    expect(next.id).not.toBe(id);
    expect(next.status).toBe("active");
  });

  test.each([
    ["refuses the token", () => chatappFailure("invalid_auth")],
    ["is down", () => chatappUnavailable()],
  ])("stands even when the provider %s", async (_what, reply) => {
    const { id } = await create();
    api.sandbox.chatapp.scriptAlways("", reply());
    expect((await call("DELETE", `${CREDENTIALS}/${id}`)).json.status).toBe("revoked");
    expect((await api.credentialStore.get(tenantId, String(id)))?.token_cipher).toBe("");
  });

  test("of a kind whose provider offers none asks nobody", async () => {
    const { id } = await create({ kind: "crm" });
    expect((await call("DELETE", `${CREDENTIALS}/${id}`)).json.status).toBe("revoked");
  });
});

describe("the status", () => {
  test("goes from active over expiring to expired", async () => {
    const { id, status } = await create({ expires_at: inMs(DAY_MS + 60_000) });
    expect(status).toBe("active");
    api.clock.advance(60_000);
    expect(await statusOf(id)).toBe("expiring");
    api.clock.advance(DAY_MS - 1);
    expect(await statusOf(id)).toBe("expiring");
    expect((await post(id)).json.ok).toBe(true);
    api.clock.advance(1);
    expect(await statusOf(id)).toBe("expired");
    expect((await post(id)).json).toMatchObject({ ok: false, error_code: "authentication" });
  });

  test("is expiring with a refresh token too, where the operator has no client that renews it", async () => {
    const { status } = await create({ expires_at: inMs(3600_000), refresh_token: "refresh-me" });
    expect(status).toBe("expiring");
  });

  test("is needs_reconnect after the provider refused the token, until it has a new one", async () => {
    const { id } = await create({ token: "xoxb-gone" });
    expect((await post(id)).json).toMatchObject({ ok: false, error_code: "authentication" });
    const refused = await call("GET", `${CREDENTIALS}/${id}`);
    expect(refused.json).toMatchObject({
      status: "needs_reconnect",
      last_error: { error_code: "authentication", message: expect.any(String), at: expect.any(String) },
    });
    const renewed = await call("PATCH", `${CREDENTIALS}/${id}`, { token: sampleBotToken });
    expect(renewed.json).toMatchObject({ status: "active", last_error: null });
  });

  test("comes with the time of last use", async () => {
    const { id } = await create();
    await post(id);
    const { json } = await call("GET", `${CREDENTIALS}/${id}`);
    expect(json.last_used_at).toBe(new Date(api.clock.now()).toISOString());
  });
});

describe("a test of a credential", () => {
  test("asks the provider whose it is", async () => {
    const { id } = await create();
    const { status, json } = await call("POST", `${CREDENTIALS}/${id}/test`);
    expect(status).toBe(200);
    expect(json).toEqual({ ok: true, account: "plumbline @ Sandbox", health: expect.any(Object) });
    expect(api.sandbox.chatapp.requests.map(({ path }) => path)).toEqual(["/api/auth.test"]);
  });

  test("tells why the provider refused it, and the record remembers", async () => {
    const { id } = await create({ token: "xoxb-gone" });
    const { status, json } = await call("POST", `${CREDENTIALS}/${id}/test`);
    expect(status).toBe(200);
    expect(json).toEqual({
      ok: false,
      error_code: "authentication",
      refusal_reason: expect.any(String),
      next_step: expect.stringContaining(`npx --no plumbline credential update ${id} --token-stdin`),
      health: expect.objectContaining({ ok: false, error_code: "authentication" }),
    });
    expect(await statusOf(id)).toBe("needs_reconnect");
  });

  test("is refused by name for a key that opens nothing we know", async () => {
    const { id } = await create({ kind: "generic_api_key" });
    const { json } = await call("POST", `${CREDENTIALS}/${id}/test`);
    expect(json).toEqual({
      ok: false,
      error_code: "validation",
      refusal_reason: expect.stringContaining("generic_api_key"),
      no_test: true,
      health: null,
    });
  });
});
