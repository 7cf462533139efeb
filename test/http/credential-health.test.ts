import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { text } from "@plumbline/sandbox/server/reply.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { startApi } from "./api-under-test.ts";

const MINUTE_MS = 60_000;

let key: string;
let id: string;
/** Writes of the service to the credential store, by name. */
const writes: string[] = [];

const api = startedForFile(() =>
  startApi(() => ({
    wrapCredentialStore: (store) =>
      new Proxy(store, {
        get(target, name) {
          if (/^(update|note)/.test(String(name))) writes.push(String(name));
          const found = Reflect.get(target, name);
          return typeof found === "function" ? found.bind(target) : found;
        },
      }),
  })),
);

beforeEach(async () => {
  key = (await api.createTenant("one test")).apiKey.reveal();
  const body = { kind: "chatapp_bot", label: "team", token: sampleBotToken };
  id = String((await api.call("POST", "/api/v1/credentials", { key, body })).json.id);
});

afterEach(() => api.sandbox.chatapp.clear());

const path = () => `/api/v1/credentials/${id}`;
const health = async () => (await api.call("GET", path(), { key })).json.health;
const testIt = async () => (await api.call("POST", `${path()}/test`, { key })).json;
const post = () => {
  const args = { credential_id: id, channel: "C0GENERAL", text: "Hello" };
  return api.call("POST", "/api/v1/tools/chatapp_post_channel", { key, body: { arguments: args } });
};
const now = () => new Date(api.clock.now()).toISOString();
const works = (tested_at = now()) => ({ tested_at, ok: true, failing_since: null, error_code: null });
const fails = (failing_since: string, error_code = "authentication") => ({
  ...{ tested_at: now(), ok: false, failing_since, error_code },
});
const refuseAll = () => api.sandbox.chatapp.scriptAlways("", text("", 401));

describe("the health of a credential", () => {
  test("is null until a test or a call shows it", async () => {
    expect(await health()).toBeNull();
    expect(await testIt()).toMatchObject({ ok: true, health: works() });
    expect(await health()).toEqual(works());
  });

  test("is shown by calls too, exact to an hour, without a write at each", async () => {
    await post();
    const first = now();
    expect(await health()).toEqual(works(first));
    writes.length = 0;
    for (let calls = 0; calls < 5; calls++) {
      api.clock.advance(10 * MINUTE_MS);
      await post();
    }
    expect([writes, await health()]).toEqual([[], works(first)]);
    api.clock.advance(10 * MINUTE_MS);
    await post();
    expect([writes, await health()]).toEqual([["noteUse"], works()]);
  });

  test("says since when it fails, and no more once it works", async () => {
    await post();
    api.clock.advance(MINUTE_MS);
    refuseAll();
    await post();
    const since = now();
    expect(await health()).toEqual(fails(since));
    api.clock.advance(MINUTE_MS);
    expect(await testIt()).toMatchObject({ ok: false, health: fails(since) });
    expect(await health()).toEqual(fails(since));
    api.sandbox.chatapp.clear();
    writes.length = 0;
    await post();
    expect([writes, await health()]).toEqual([["noteUse"], works()]);
  });

  test("leaves the status as it is where a test finds another fault than the token", async () => {
    const body = {
      ...{ kind: "generic_api_key", label: "mail", token: "secret" },
      metadata: { username: "ada@example.com", imap_host: "127.0.0.1", imap_port: 1, imap_ssl: true },
    };
    id = String((await api.call("POST", "/api/v1/credentials", { key, body })).json.id);
    const { error_code } = await testIt();
    const { json } = await api.call("GET", path(), { key });
    expect(json).toMatchObject({ status: "active", last_error: null });
    expect(json.health).toEqual(error_code === "validation" ? fails(now(), "validation") : null);
  });

  test.each([
    ["is down", text("down", 500)],
    ["asks for patience", { ...text("", 429), headers: { "retry-after": "900" } }],
  ])("is not moved by a provider that %s", async (_what, reply) => {
    await post();
    const before = await health();
    api.sandbox.chatapp.scriptAlways("", reply);
    expect(await testIt()).toMatchObject({ ok: false, health: before });
    await post();
    expect(await health()).toEqual(before);
  });

  test("begins anew with a new token", async () => {
    refuseAll();
    await post();
    api.sandbox.chatapp.clear();
    await api.call("PATCH", path(), { key, body: { token: sampleBotToken } });
    expect(await health()).toBeNull();
    await post();
    expect(await health()).toEqual(works());
    await api.call("PATCH", path(), { key, body: { label: "renamed" } });
    expect(await health()).toEqual(works());
  });
});
