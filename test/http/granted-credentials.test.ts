import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { startAgent } from "./agent-under-test.ts";
import { itemsOf } from "./api-under-test.ts";

/** A key that may use `granted` and nothing else. */
let key: string;
let granted: string;
let other: string;

const CHATAPP = { kind: "chatapp_bot", token: sampleBotToken };
const SEND = "/api/v1/tools/chatapp_dm";
const MESSAGE = { to: "U0ADA", text: "Hi" };

const api = startedForFile(startAgent);
const newKey = async (ids: string[]) => (await api.newKey({ allowed_credentials: ids })).key;

beforeAll(async () => {
  granted = await api.connect({ ...CHATAPP, label: "sales" });
  other = await api.connect({ ...CHATAPP, label: "the board" });
  key = await newKey([granted]);
});

describe("a call by a key that may use one of two credentials", () => {
  const preview = (args: Record<string, unknown>) =>
    api.call("POST", SEND, { key, body: { arguments: { ...MESSAGE, ...args }, preview: true } });

  test("takes that one when it names none", async () => {
    const { json } = await preview({});
    expect(json).toMatchObject({ ok: true, credential: { id: granted } });
  });

  test("is answered for the other one as for one that does not exist", async () => {
    const named = await preview({ credential_id: other });
    const unknown = await preview({ credential_id: "00000000-0000-4000-8000-000000000000" });
    expect(named.json).toMatchObject({ ok: false, error_code: "authentication" });
    const withoutTime = ({ json }: typeof named) => ({ ...json, elapsed_ms: 0 });
    expect(withoutTime(named)).toEqual(withoutTime(unknown));
  });

  test("reads of no credential outside its list in a refusal that lists several", async () => {
    const third = await api.connect({ ...CHATAPP, label: "support" });
    const both = await newKey([granted, third]);
    const { json } = await api.call("POST", SEND, { key: both, body: { arguments: MESSAGE, preview: true } });
    expect(json.error_code).toBe("validation");
    expect(json.refusal_reason).toContain(granted);
    expect(json.refusal_reason).toContain(third);
    expect(json.refusal_reason).not.toContain(other);
  });

  test("finds none where its list names none that fits", async () => {
    const none = await newKey(["00000000-0000-4000-8000-000000000000"]);
    const { json } = await api.call("POST", SEND, { key: none, body: { arguments: MESSAGE, preview: true } });
    expect(json.refusal_reason).toBe("There is no credential of kind chatapp_bot or chatapp_user.");
  });
});

describe("an Idempotency-Key of such a key", () => {
  const send = (as: string | undefined, idempotencyKey: string, args = {}) =>
    api.call("POST", SEND, {
      ...(as !== undefined && { key: as }),
      headers: { "idempotency-key": idempotencyKey },
      body: { arguments: { ...MESSAGE, ...args } },
    });
  const ANOTHER_CALL = expect.stringContaining("a different account");

  test("is not answered from a call whose account it may not use", async () => {
    const first = await send(undefined, "named", { credential_id: other });
    expect(first.json).toMatchObject({ ok: true, credential: { id: other } });
    const second = await send(key, "named", { credential_id: other });
    expect([second.status, second.json.error_code, second.json.detail]).toEqual([
      409,
      "conflict",
      ANOTHER_CALL,
    ]);
    expect(second.text).not.toContain(other);
  });

  test("does not take the call of another account for its own", async () => {
    const board = await newKey([other]);
    expect((await send(key, "default")).json).toMatchObject({ ok: true, credential: { id: granted } });
    const sent = api.sandbox.chatapp.requests.length;
    const second = await send(board, "default");
    expect([second.status, second.json.detail]).toEqual([409, ANOTHER_CALL]);
    expect(api.sandbox.chatapp.requests).toHaveLength(sent);
  });

  test("is answered from the first call where the account is the same", async () => {
    const both = await newKey([granted, other]);
    const first = await send(key, "shared", { credential_id: granted });
    const second = await send(both, "shared", { credential_id: granted });
    expect(second.text).toBe(first.text);
    expect(second.headers.get("idempotent-replayed")).toBe("true");
  });
});

describe("what such a key sees", () => {
  test("is the credential it may use, in connections_list and in GET /credentials", async () => {
    const called = await api.call("POST", "/api/v1/tools/connections_list", { key, body: { arguments: {} } });
    expect(called.json.result).toMatchObject({ connections: [{ id: granted }] });
    const listed = itemsOf(await api.call("GET", "/api/v1/credentials", { key }));
    expect(listed.map(({ id }) => id)).toEqual([granted]);
    const first = itemsOf(await api.call("GET", "/api/v1/credentials?limit=1", { key }));
    expect(first.map(({ id }) => id)).toEqual([granted]);
    const labelled = await api.call("GET", "/api/v1/credentials?label=the+board", { key });
    expect(itemsOf(labelled)).toEqual([]);
  });

  test("is the calls of that credential, and its own that used none", async () => {
    const board = await newKey([other]);
    const post = (as: string) =>
      api.call("POST", SEND, { key: as, body: { arguments: { ...MESSAGE, text: "Seen by few" } } });
    await post(key);
    await post(board);
    for (const as of [key, board])
      await api.call("POST", "/api/v1/tools/connections_list", { key: as, body: { arguments: {} } });
    const seen = async (as: string) => {
      const calls = itemsOf(await api.call("GET", "/api/v1/calls?limit=100", { key: as }));
      const accounts = calls.flatMap(({ credential }) => Object(credential).id ?? []);
      const keys = calls.flatMap(({ credential, key_id }) => (credential === null ? [key_id] : []));
      return { accounts: new Set(accounts), keys: new Set(keys).size };
    };
    expect(await seen(key)).toEqual({ accounts: new Set([granted]), keys: 1 });
    expect(await seen(board)).toEqual({ accounts: new Set([other]), keys: 1 });
    const [ofBoard] = itemsOf(await api.call("GET", "/api/v1/calls?limit=1", { key: board }));
    const path = `/api/v1/calls/${String(ofBoard?.id)}`;
    expect((await api.call("GET", path, { key: board })).status).toBe(200);
    expect((await api.call("GET", path, { key })).status).toBe(404);
    expect((await api.call("GET", "/api/v1/audit", { key })).status).toBe(403);
  });

  test("is what the model of its runs learns", async () => {
    api.clear();
    await api.run("Hello there", { call: { key } });
    const told = JSON.stringify(api.asked());
    expect(told).toContain(granted);
    expect(told).not.toContain(other);
    expect(told).not.toContain("the board");
  });

  test.each([
    ["GET", ""],
    ["PATCH", ""],
    ["DELETE", ""],
    ["POST", "/test"],
  ])("is not the other one by %s of its path%s", async (method, rest) => {
    const path = `/api/v1/credentials/${other}${rest}`;
    const body = method === "PATCH" ? { label: "mine" } : undefined;
    expect((await api.call(method, path, { key, body })).status).toBe(404);
    expect((await api.call("GET", `/api/v1/credentials/${other}`)).json).toMatchObject({
      label: "the board",
      revoked_at: null,
    });
  });

  test("grows by nothing that it could add", async () => {
    const body = { ...CHATAPP, label: "the board" };
    expect((await api.call("POST", "/api/v1/credentials", { key, body })).status).toBe(403);
    const started = await api.call("POST", "/api/v1/connections/chatapp_bot", {
      key,
      body: { label: "new" },
    });
    expect(started.status).toBe(403);
    const renewed = await api.call("POST", "/api/v1/connections/chatapp_bot", {
      key,
      body: { credential_id: other },
    });
    expect(renewed.status).toBe(404);
  });
});

describe("calls of the other account, to such a key", () => {
  const usageOf = async (as: string) =>
    itemsOf(await api.call("GET", "/api/v1/usage?group=tool", { key: as })).map(({ tool, calls }) => [
      tool,
      calls,
    ]);

  test("do not count in its usage", async () => {
    const fresh = await newKey([await api.connect({ ...CHATAPP, label: "fresh" })]);
    await api.call("POST", SEND, { body: { arguments: { ...MESSAGE, credential_id: other } } });
    expect(await usageOf(fresh)).toEqual([]);
    await api.call("POST", SEND, { key: fresh, body: { arguments: MESSAGE } });
    expect(await usageOf(fresh)).toEqual([["chatapp_dm", 1]]);
    api.clock.jump(2 * 3_600_000);
    await usageOf(api.tenant.apiKey.reveal());
    expect(await usageOf(fresh)).toEqual([["chatapp_dm", 1]]);
  });

  test("neither show their approval nor let it decide", async () => {
    const body = {
      approval: { chatapp_dm: "always" },
      approval_notices: [{ to: `${api.sandbox.webhook.url}/hook` }],
    };
    expect((await api.call("PUT", "/api/v1/policy", { body })).status).toBe(200);
    const ask = async (credential_id: string) => {
      const args = { ...MESSAGE, credential_id };
      const { json } = await api.call("POST", SEND, { body: { arguments: args } });
      return String(json.approval_id);
    };
    const [hidden, shown] = [await ask(other), await ask(granted)];
    const scopes = ["approvals:grant", "watches:read"];
    const approver = (await api.newKey({ scopes, allowed_credentials: [granted] })).key;
    const list = await api.call("GET", "/api/v1/approvals?status=waiting&limit=1", { key: approver });
    expect(itemsOf(list).map(({ id }) => id)).toEqual([shown]);
    expect(itemsOf(await api.call("GET", "/api/v1/watches", { key: approver }))).not.toContainEqual(
      expect.objectContaining({ source: expect.objectContaining({ type: "approvals" }) }),
    );
    const path = `/api/v1/approvals/${hidden}`;
    expect((await api.call("GET", path, { key: approver })).status).toBe(404);
    for (const decision of ["approve", "deny", "edit"]) {
      const changes = decision === "edit" ? { text: "Changed" } : undefined;
      const decided = await api.call("POST", path, { key: approver, body: { decision, changes } });
      expect([decision, decided.status]).toEqual([decision, 404]);
    }
    const shownPath = `/api/v1/approvals/${shown}`;
    const approved = await api.call("POST", shownPath, { key: approver, body: { decision: "approve" } });
    expect(approved.json.status).toBe("approved");
    expect((await api.call("PUT", "/api/v1/policy", { body: {} })).status).toBe(200);
  });
});

describe("the watch of an inbox that such a key may not use", () => {
  const inboxWatch = (id: string, credential_id: string) =>
    api.service.watches.begin(api.tenant.caller.tenantId, {
      id,
      source: { type: "inbox", credential_id, mailbox: "INBOX", query: "" },
      interval: 5,
      cursor: { type: "inbox", uid_validity: "1", last_uid: 1, seen: "" },
    });
  let own: string;
  let hidden: string;

  beforeAll(async () => {
    own = await inboxWatch("00000000-0000-4000-8000-00000000000a", granted);
    hidden = await inboxWatch("00000000-0000-4000-8000-00000000000b", other);
  });

  test("is not listed", async () => {
    const listed = itemsOf(await api.call("GET", "/api/v1/watches", { key }));
    expect(listed.map(({ id }) => id)).toEqual([own]);
    const called = await api.call("POST", "/api/v1/tools/watch_events", { key, body: { arguments: {} } });
    expect(called.json.result).toMatchObject({ watches: [{ watch_id: own }] });
  });

  test.each([
    ["GET", ""],
    ["PATCH", ""],
    ["DELETE", ""],
    ["GET", "/events"],
    ["GET", "/deliveries"],
    ["POST", "/deliveries"],
    ["POST", "/deliveries/dlv_1/replay"],
    ["POST", "/replay"],
    ["POST", "/secret"],
  ])("is not found by %s of its path%s", async (method, rest) => {
    const bodies: Record<string, unknown> = {
      PATCH: { paused: true },
      "/replay": { since: "2026-01-01T00:00:00Z" },
    };
    const body = bodies[method] ?? bodies[rest];
    const { status, json } = await api.call(method, `/api/v1/watches/${hidden}${rest}`, { key, body });
    expect({ status, detail: json.detail }).toEqual({ status: 404, detail: "There is no such watch." });
    expect((await api.call("GET", `/api/v1/watches/${hidden}`)).json.paused_at).toBeNull();
  });

  test.each(["watch_events", "watch_stop"])("is no watch to %s", async (tool) => {
    const body = { arguments: { watch_id: hidden } };
    const { json } = await api.call("POST", `/api/v1/tools/${tool}`, { key, body });
    expect(json).toMatchObject({ ok: false, error_code: "validation" });
    expect(json.next_step).toContain(own);
    expect(json.next_step).not.toContain(hidden);
  });
});
