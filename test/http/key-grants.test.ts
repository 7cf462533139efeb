import { AGENT_SCOPES } from "@plumbline/core/access/caller.ts";
import { describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { type Answer, itemsOf, startApi } from "./api-under-test.ts";

const TENANTS = "/api/v1/tenants";

const api = startedForFile(startApi);

const operate = (method: string, path: string, body?: unknown): Promise<Answer> =>
  api.call(method, path, { key: api.operatorKey, body });

const keysPath = () => `${TENANTS}/${api.tenant.caller.tenantId}/keys`;

const statusWith = async (key: string) => (await api.call("GET", "/api/v1/tools", { key })).status;

describe("the agent's key of a new tenant", () => {
  test("calls tools, research and the agent, and administers nothing", async () => {
    const made = await operate("POST", TENANTS, { name: "Acme", external_id: "account-7" });
    expect(made.json.external_id).toBe("account-7");
    const key = String(made.json.agent_key);
    const listed = itemsOf(await operate("GET", `${TENANTS}/${made.json.tenant_id}/keys`));
    expect(listed.find(({ name }) => name === "agent key")?.scopes).toEqual(AGENT_SCOPES);
    expect(await statusWith(key)).toBe(200);
    for (const [method, path] of [
      ["GET", "/api/v1/credentials"],
      ["GET", "/api/v1/watches"],
      ["GET", "/api/v1/audit"],
      ["PUT", "/api/v1/policy"],
    ] as const)
      expect((await api.call(method, path, { key, ...(method === "PUT" && { body: {} }) })).status).toBe(403);
  });
});

describe("what a key may use", () => {
  test("is kept with it, tools by their own names", async () => {
    const credential = "00000000-0000-4000-8000-00000000000A";
    const { json } = await operate("POST", keysPath(), {
      name: "narrow",
      allowed_tools: ["social_post__microblog", "feed_read"],
      allowed_credentials: [credential],
      read_only: true,
      requests_per_minute: 30,
    });
    const grants = {
      allowed_tools: ["social_post:microblog", "feed_read"],
      allowed_credentials: [credential.toLowerCase()],
      read_only: true,
      requests_per_minute: 30,
    };
    expect(json).toMatchObject(grants);
    const listed = itemsOf(await operate("GET", keysPath()));
    expect(listed.find(({ key_id }) => key_id === json.key_id)).toMatchObject(grants);
  });

  test("names only tools that exist", async () => {
    const refused = await operate("POST", keysPath(), { name: "x", allowed_tools: ["feed_read", "nothing"] });
    expect(refused.status).toBe(400);
    expect(refused.json.errors).toEqual([
      { path: "allowed_tools.1", message: expect.stringMatching(/^".+" is not the name of a tool\./) },
    ]);
  });

  test("a policy with an unknown tool is refused with its name and the one that was meant", async () => {
    const body = { approval: { chatapp_post: "always" } };
    const { status, json } = await api.call("PUT", "/api/v1/policy", { body });
    const message = '"chatapp_post" is not the name of a tool. Did you mean chatapp_post_channel?';
    expect([status, json.errors]).toEqual([400, [{ path: "approval.chatapp_post", message }]]);
  });

  test.each([
    ["/api/v1/calls/123", "call"],
    ["/api/v1/watches/123/deliveries", "watch"],
    ["/api/v1/approvals/123", "approval"],
  ])("%s is refused with what there is not", async (path, what) => {
    const { status, json } = await api.call("GET", path);
    expect([status, json.detail]).toEqual([
      404,
      `There is no such ${what}: an ID is a UUID, as lists show it.`,
    ]);
  });

  test("is checked at every call", async () => {
    const { key } = await api.newKey({ allowed_tools: ["grounded_research"] });
    const refused = await api.call("POST", "/api/v1/tools/connections_list", {
      key,
      body: { arguments: {} },
    });
    expect(refused.status).toBe(403);
    expect(refused.json).toMatchObject({
      error_code: "forbidden",
      detail: "This key may not use connections_list.",
    });
    const keyed = await api.call("POST", "/api/v1/tools/connections_list", {
      key,
      body: { arguments: {} },
      headers: { "idempotency-key": "one" },
    });
    expect(keyed.status).toBe(403);
    const previewed = await api.call("POST", "/api/v1/tools/connections_list", {
      key,
      body: { arguments: {}, preview: true },
    });
    expect(previewed.status).toBe(403);
  });
});

describe("a rotated key", () => {
  test("ends at once, and the new one may do what it could", async () => {
    const old = await api.newKey({ scopes: ["tools:read"], read_only: true });
    const made = await operate("POST", `${keysPath()}/${old.id}/rotate`, {});
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({ name: "a key", scopes: ["tools:read"], read_only: true });
    expect(await statusWith(old.key)).toBe(401);
    expect(await statusWith(String(made.json.api_key))).toBe(200);
    const again = await operate("POST", `${keysPath()}/${old.id}/rotate`, {});
    expect(again.status).toBe(409);
    const entries = await api.call("GET", "/api/v1/audit?limit=100");
    const rotated = itemsOf(entries).find(
      ({ action, subject }) => action === "api_key.rotated" && subject === old.id,
    );
    expect(rotated).toMatchObject({
      details: { new_key: made.json.key_id, overlap_seconds: 0 },
    });
  });

  test("goes on for the overlap that was asked for, and no longer than it would have", async () => {
    const old = await api.newKey();
    const made = await operate("POST", `${keysPath()}/${old.id}/rotate`, { overlap_seconds: 60 });
    expect(await statusWith(old.key)).toBe(200);
    const ending = await api.newKey({ expires_at: new Date(api.clock.now() + 30_000).toISOString() });
    await operate("POST", `${keysPath()}/${ending.id}/rotate`, { overlap_seconds: 60 });
    api.clock.advance(30_000);
    expect(await statusWith(ending.key)).toBe(401);
    expect(await statusWith(old.key)).toBe(200);
    api.clock.advance(30_000);
    expect(await statusWith(old.key)).toBe(401);
    expect(await statusWith(String(made.json.api_key))).toBe(200);
  });
});

describe("a tenant's policy", () => {
  const put = (body: unknown) => api.call("PUT", "/api/v1/policy", { body });
  const get = async () => (await api.call("GET", "/api/v1/policy")).json;

  test("is empty until it is set, is replaced as a whole, and is read back", async () => {
    expect(await get()).toEqual({});
    const policy = {
      allowed_tools: ["social_post__network", "feed_read"],
      approval: { social_post__network: "always" },
      allowed_destinations: ["#general"],
      only_allowed_destinations: true,
      writes_after_5xx: "stop",
      requests_per_minute: 60,
      concurrent_runs: 2,
      unnamed_runs_follow_outside_text: true,
    };
    const kept = {
      ...policy,
      allowed_tools: ["social_post:network", "feed_read"],
      approval: { "social_post:network": "always" },
    };
    expect(await put(policy)).toMatchObject({ status: 200, json: kept });
    expect(await get()).toEqual(kept);
    expect((await put({ concurrent_runs: 3 })).json).toEqual({ concurrent_runs: 3 });
    expect(await get()).toEqual({ concurrent_runs: 3 });
    await put({});
    expect(await get()).toEqual({});
    const changes = itemsOf(await api.call("GET", "/api/v1/audit?limit=100"))
      .filter(({ action }) => action === "policy.changed")
      .map(({ details }) => details);
    expect(changes.slice(-3)).toMatchObject([
      { fields: Object.keys(policy).toSorted() },
      { fields: Object.keys(policy).toSorted() },
      { fields: ["concurrent_runs"], changes: ["concurrent_runs: 3 → not set"] },
    ]);
  });

  test("is audited with each value before and after, and without what in a URL may be secret", async () => {
    const hook = "https://me:pw@hooks.example/services/T0/SECRET?token=SECRET";
    await put({ approve_own: true, allowed_destinations: ["#general", "#old"], places: { team: hook } });
    await put({
      approve_own: false,
      allowed_destinations: ["#general", hook],
      places: { boss: "a@b.example" },
    });
    await put({});
    const [last, one] = itemsOf(
      await api.call("GET", "/api/v1/audit?order=desc&action=policy.changed&limit=2"),
    );
    expect(one?.details).toMatchObject({
      changes: [
        'allowed_destinations: removed "#old"',
        'allowed_destinations: added "https://hooks.example/…"',
        "approve_own: true → false",
        'places.boss: not set → "a@b.example"',
        'places.team: "https://hooks.example/…" → not set',
      ],
    });
    expect(JSON.stringify([last, one])).not.toMatch(/SECRET|pw/);
  });

  test("forbids a tool to every key of the tenant", async () => {
    await put({ allowed_tools: ["feed_read"] });
    const refused = await api.call("POST", "/api/v1/tools/connections_list", { body: { arguments: {} } });
    expect(refused.status).toBe(403);
    expect(refused.json.detail).toBe("The tenant's policy does not allow connections_list.");
    await put({});
    const taken = await api.call("POST", "/api/v1/tools/connections_list", { body: { arguments: {} } });
    expect(taken.status).toBe(200);
  });

  test.each([
    ["a tool that does not exist", { allowed_tools: ["nothing"] }],
    ["a rule for a tool that does not exist", { approval: { nothing: "always" } }],
    ["a rule that does not exist", { approval: { email_send: "sometimes" } }],
    ["an unknown field", { allow_tools: [] }],
    ["more text than a policy may have", { allowed_destinations: Array(60).fill("x".repeat(400)) }],
  ])("refuses %s", async (_name, body) => {
    expect((await put(body)).status).toBe(400);
    expect(await get()).toEqual({});
  });

  test("is set only by a key with the scope", async () => {
    const { key } = await api.newKey({ scopes: ["tools:read", "tools:call", "credentials:write"] });
    expect((await api.call("PUT", "/api/v1/policy", { key, body: {} })).status).toBe(403);
    expect((await api.call("GET", "/api/v1/policy", { key })).status).toBe(200);
  });
});
