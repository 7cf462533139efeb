import { CALL_BLOCKS } from "@plumbline/core/calls/call-record.ts";
import { CallUsage } from "@plumbline/core/calls/call-usage.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { hangBeforeHeaders } from "@plumbline/sandbox/server/reply.ts";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { type CallOptions, itemsOf, startApi, startedWithTenants } from "./api-under-test.ts";

const CALLS = "/api/v1/calls";
const NOBODY = "00000000-0000-4000-8000-000000000000";
const DAY_MS = 24 * 60 * 60_000;

const api = startedWithTenants(() => startApi({ clock: new ManualClock("2026-01-01T12:00:00Z") }));
let credentialId: string;

/** A time of the service's clock, in another time than now by so many milliseconds. */
const time = (ms = 0) => new Date(api.clock.now() + ms).toISOString();

beforeEach(async () => {
  // Each test begins at noon, so that no call of it falls into the next day unless it says so.
  api.clock.advance(DAY_MS - ((api.clock.now() - DAY_MS / 2) % DAY_MS));
  credentialId = await api.addCredential({ kind: "chatapp_bot", label: "team", token: sampleBotToken });
});

describe("calls", () => {
  const send = (text: string, more: CallOptions = {}) =>
    api.call("POST", "/api/v1/tools/chatapp_dm", {
      body: { arguments: { to: "ada@example.com", text } },
      ...more,
    });
  const list = async (query = "", more: CallOptions = {}) =>
    itemsOf(await api.call("GET", CALLS + query, more));
  const readBlocks = async (tenantId: string) => {
    const { items } = await api.stores.opened.records.page(CALL_BLOCKS, tenantId, { limit: 100 });
    return items;
  };
  const newest = async () => api.call("GET", `${CALLS}/${(await list("?limit=1"))[0]?.id}`);

  test("research is a call too: its question, how it ended, and who asked", async () => {
    const body = { prompt: "Who was Ada Lovelace?", requires_grounding: true };
    const { headers, status } = await api.call("POST", "/api/v1/autonomy/research/complete", { body });
    expect(status).toBe(200);
    const [listed] = await list();
    const request_id = headers.get("x-request-id");
    expect(listed).toMatchObject({ tool: "grounded_research", request_id, key_id: expect.any(String) });
    const { json } = await newest();
    expect(json.arguments).toMatchObject({ query: "Who was Ada Lovelace?" });
    await api.call("POST", "/api/v1/autonomy/research/complete", { body: { prompt: "Write a haiku." } });
    expect(await list()).toHaveLength(1);
  });

  test("long calls at once are all kept, in blocks that a store can take", async () => {
    const text = "ü".repeat(6_000);
    await Promise.all(Array.from({ length: 40 }, () => send(text)));
    expect(await list("?limit=100")).toHaveLength(40);
  });

  test.each([
    ["POST /api/users.lookupByEmail", "failed"],
    ["POST /api/chat.postMessage", "unknown"],
  ])("a call whose caller leaves while %s hangs is listed as stopped and %s", async (step, outcome) => {
    const { chatapp } = api.sandbox;
    chatapp.clear();
    chatapp.script(step, hangBeforeHeaders());
    const leaving = new AbortController();
    const body = { arguments: { to: "ada@example.com", text: "Hi" } };
    const request = api.request("POST", "/api/v1/tools/chatapp_dm", { body });
    const answered = api.fetch(new Request(request, { signal: leaving.signal }));
    await vi.waitFor(() =>
      expect(chatapp.requests.some(({ method, path }) => `${method} ${path}` === step)).toBe(true),
    );
    leaving.abort();
    await answered;
    expect((await list())[0]).toMatchObject({ outcome, error_code: "transient", stopped: true });
    chatapp.clear();
  });

  test("a call is listed with how it ended, and shown with its arguments", async () => {
    const { headers } = await send("The engine is ready.", { headers: { "x-run-id": "run-7" } });
    const [listed] = await list();
    expect(listed).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      at: time(),
      tool: "chatapp_dm",
      outcome: "ok",
      error_code: null,
      stopped: false,
      elapsed_ms: expect.any(Number),
      attempts: 1,
      credential: { id: credentialId, kind: "chatapp_bot", label: "team" },
      key_id: expect.any(String),
      key_name: expect.any(String),
      session_id: null,
      end_user: null,
      request_id: headers.get("x-request-id"),
      run_id: "run-7",
      approval_id: null,
      looks: null,
    });
    const { json } = await newest();
    expect(json).toEqual({
      ...listed,
      arguments: { to: "ada@example.com", text: "The engine is ready." },
      arguments_cut: false,
    });
  });

  test("refusals and failures are listed with their code; previews and unknown tools are not", async () => {
    const arguments_ = { channel: "C0GENERAL", text: true };
    await api.call("POST", "/api/v1/tools/chatapp_post_channel", { body: { arguments: arguments_ } });
    const { key: readOnly } = await api.newKey({ read_only: true });
    expect((await send("not mine", { key: readOnly })).status).toBe(403);
    const body = { arguments: { to: "ada@example.com", text: "preview" }, preview: true };
    await api.call("POST", "/api/v1/tools/chatapp_dm", { body });
    await api.call("POST", "/api/v1/tools/no_such_tool", { body: { arguments: {} } });
    await send("A channel that nobody has", { body: { arguments: { to: "nobody@example.com", text: "x" } } });
    const ended = (await list()).map(({ tool, outcome, error_code }) => [tool, outcome, error_code]);
    expect(ended).toEqual([
      ["chatapp_dm", "failed", expect.any(String)],
      ["chatapp_dm", "refused", "forbidden"],
      ["chatapp_post_channel", "refused", "validation"],
    ]);
  });

  test("a session's calls name the session and its end user", async () => {
    const made = await api.call("POST", "/api/v1/sessions", {
      body: { ttl_seconds: 600, end_user: "user 7" },
    });
    await send("By a session", { key: String(made.json.session_token) });
    await send("By the key");
    const [found, ...others] = await list("?end_user=user%207");
    expect(others).toEqual([]);
    expect(found).toMatchObject({ end_user: "user 7", session_id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  });

  test("filters narrow the list, alone and together", async () => {
    await send("one");
    api.clock.advance(60_000);
    const { headers } = await api.call("POST", "/api/v1/tools/chatapp_post_channel", {
      body: { arguments: {} },
    });
    const [refused, sent] = await list();
    const count = async (query: string) => (await list(`?${query}`)).length;
    expect(await count("tool=chatapp_dm")).toBe(1);
    expect(await count("outcome=refused")).toBe(1);
    expect(await count("error_code=validation")).toBe(1);
    expect(await count(`request_id=${headers.get("x-request-id")}`)).toBe(1);
    expect(await count(`key_id=${sent?.key_id}`)).toBe(2);
    expect(await count("key_id=nobody")).toBe(0);
    expect(await count("tool=chatapp_dm&outcome=refused")).toBe(0);
    expect(await count(`to=${time(-30_000)}`)).toBe(1);
    const inAnotherZone = time(3_570_000).replace("Z", "%2B01:00");
    expect(await list(`?from=${inAnotherZone}`)).toEqual([refused]);
    expect(await count(`from=${time(1)}`)).toBe(0);
    expect(await count("to=2020-01-01T00:00:00Z")).toBe(0);
  });

  test("looks of one watch are found among those of others", async () => {
    const { tenantId } = api.tenant.caller;
    const looked = { tool: "watch_poll:feed", outcome: "ok", elapsed_ms: 5, attempts: 1 } as const;
    await send("No look");
    for (const watch of ["quiet", "busy", "busy"]) {
      api.service.callLog.countLook(tenantId, watch, looked);
      await api.service.callLog.flush();
    }
    const failed = { ...looked, outcome: "failed", error_code: "transient" } as const;
    api.service.callLog.countLook(tenantId, "quiet", failed);
    const found = await list("?watch_id=quiet");
    expect(found.map(({ outcome, looks }) => [outcome, looks])).toMatchObject([
      ["failed", { watch_id: "quiet", count: 1 }],
      ["ok", { watch_id: "quiet", count: 1 }],
    ]);
    expect(await list("?watch_id=quiet&outcome=failed")).toHaveLength(1);
    expect(await list("?watch_id=nobody")).toEqual([]);
  });

  test("pages follow one another without a gap or a repetition", async () => {
    for (let number = 1; number <= 7; number++) {
      await send(`message ${number}`);
      if (number % 3 === 0) await api.service.callLog.flush();
    }
    const seen: unknown[] = [];
    let query = "?limit=2";
    for (let pages = 0; pages < 10; pages++) {
      const page = await api.call("GET", CALLS + query);
      seen.push(...itemsOf(page).map(({ id }) => id));
      if (page.json.next_cursor === null) break;
      query = `?limit=2&cursor=${page.json.next_cursor}`;
    }
    expect(seen).toEqual((await list("?limit=100")).map(({ id }) => id));
    expect(new Set(seen).size).toBe(7);
    expect([...seen].sort().reverse()).toEqual(seen);
  });

  test("a tenant sees its own calls alone", async () => {
    await send("Mine");
    const [mine] = await list();
    const other = (await api.createTenant("other")).apiKey.reveal();
    expect(await list("", { key: other })).toEqual([]);
    const found = await api.call("GET", `${CALLS}/${mine?.id}`, { key: other });
    expect([found.status, found.json.error_code]).toEqual([404, "not_found"]);
    expect(itemsOf(await api.call("GET", "/api/v1/usage", { key: other }))).toEqual([]);
  });

  test("a key without calls:read sees nothing of them", async () => {
    await send("Not for everybody");
    const [sent] = await list();
    const { key } = await api.newKey({ scopes: ["tools:read", "tools:call", "audit:read"] });
    for (const path of [CALLS, `${CALLS}/${sent?.id}`, "/api/v1/usage"]) {
      const { status, json } = await api.call("GET", path, { key });
      expect([status, json.error_code]).toEqual([403, "forbidden"]);
    }
  });

  test("arguments stand sealed, without what is secret in them, and shortened where they are long", async () => {
    const secret = "canary-0123456789-abcdef";
    await api.call("POST", "/api/v1/tools/http_post_json", {
      body: {
        arguments: {
          url: "https://192.0.2.1/hook",
          bearer_token: secret,
          body: { said: `the ${secret} again`, long: "many words ".repeat(2_000) },
        },
      },
    });
    const { json } = await newest();
    expect(json).toMatchObject({ tool: "http_post_json", arguments_cut: true });
    expect(json.arguments).toMatchObject({ bearer_token: "[redacted]", url: "https://192.0.2.1/hook" });
    expect(JSON.stringify(json.arguments).length).toBeLessThanOrEqual(8_192);
    expect(JSON.stringify(json)).not.toContain(secret);
    const stored = JSON.stringify(await readBlocks(api.tenant.caller.tenantId));
    expect(stored).toContain("http_post_json");
    for (const plain of [secret, "192.0.2.1", "many words"]) expect(stored).not.toContain(plain);
  });

  test("calls are kept for as many days as are set", async () => {
    await send("Soon forgotten");
    const [sent] = await list();
    api.clock.advance(30 * DAY_MS);
    expect(await list()).toEqual([sent]);
    api.clock.advance(1);
    expect(await list()).toEqual([]);
    expect((await api.call("GET", `${CALLS}/${sent?.id}`)).status).toBe(404);
  });

  test("a deleted tenant's calls are erased", async () => {
    await send("Erased");
    await list();
    const { tenantId } = api.tenant.caller;
    expect(await readBlocks(tenantId)).toHaveLength(1);
    await send("On its way when the tenant went");
    await api.call("DELETE", `/api/v1/tenants/${tenantId}`, { key: api.operatorKey });
    await api.service.callLog.flush();
    expect(await readBlocks(tenantId)).toEqual([]);
  });

  test.each([
    "?limit=0",
    "?cursor=bm90IGFuIGlk",
    "?outcome=good",
    "?from=yesterday",
    "?tool=",
    "?watch_id=",
    "?colour=blue",
    "?tool=a&tool=b",
  ])("what the list does not take is refused: %s", async (query) => {
    const { status, json } = await api.call("GET", CALLS + query);
    expect([status, json.error_code]).toEqual([400, "bad_request"]);
  });

  test("an id that nobody gave is not found", async () => {
    for (const id of [NOBODY, "x", "00000000-0000-7000-8000-0000000000ff"])
      expect((await api.call("GET", `${CALLS}/${id}`)).status).toBe(404);
  });

  test("usage counts calls by day, tool and key, today's and those of closed days", async () => {
    await send("one");
    await api.call("POST", "/api/v1/tools/chatapp_dm", { body: { arguments: {} } });
    const usage = async (query: string) => itemsOf(await api.call("GET", `/api/v1/usage${query}`));
    const sums = { calls: 2, ok: 1, refused: 1, failed: 0, unknown: 0, errors: { validation: 1 } };
    const times = { elapsed_ms: expect.any(Number), median_ms: expect.any(Number) };
    const first = time().slice(0, 10);
    expect(await usage("")).toEqual([{ day: first, ...sums, ...times }]);
    api.clock.advance(DAY_MS);
    const second = time().slice(0, 10);
    await send("three");
    const [by] = await list("?limit=1");
    const expected = [
      { day: first, tool: "chatapp_dm", key_id: by?.key_id, ...sums, ...times },
      { day: second, tool: "chatapp_dm", key_id: by?.key_id, calls: 1, ok: 1 },
    ];
    // The second time from what was kept the first time.
    for (let time = 0; time < 2; time++) expect(await usage("?group=key,tool,day")).toMatchObject(expected);
    expect(await usage("?group=tool")).toMatchObject([{ tool: "chatapp_dm", calls: 3, ok: 2 }]);
    expect(await usage(`?group=tool&from=${second}&to=${second}`)).toMatchObject([{ calls: 1 }]);
    expect(await usage("?from=2025-12-01&to=2025-12-31")).toEqual([]);
  });

  test("usage by day, tool and key, asked at once, reads the hours once", async () => {
    await send("one");
    const records = Object.create(api.stores.opened.records);
    records.range = vi.fn(records.range.bind(api.stores.opened.records));
    const usage = new CallUsage({ records, log: { flush: vi.fn() }, clock: api.clock, days: 30 });
    const day = time().slice(0, 10);
    const ask = (group: "day" | "tool" | "key") =>
      usage.sum(api.tenant.caller, { groupedBy: [group], from: day, to: day });
    await Promise.all([ask("day"), ask("tool"), ask("key")]);
    const reads = records.range.mock.calls.splice(0).length;
    await ask("day");
    expect(records.range).toHaveBeenCalledTimes(reads);
  });

  test.each([
    "?group=colour",
    "?group=day,day,day,day",
    "?from=2026-01-40",
    "?from=2026-01-02&to=2026-01-01",
  ])("what usage does not take is refused: %s", async (query) => {
    const { status, json } = await api.call("GET", `/api/v1/usage${query}`);
    expect([status, json.error_code]).toEqual([400, "bad_request"]);
  });
});
