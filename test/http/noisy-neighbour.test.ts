import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { hangBeforeHeaders } from "@plumbline/sandbox/server/reply.ts";
import { beforeEach, expect, test } from "vitest";
import type { TestTenant } from "../support/service-under-test.ts";
import { type AgentUnderTest, startAgent } from "./agent-under-test.ts";
import { type Answer, startApi, startedWithTenants } from "./api-under-test.ts";

let quiet: TestTenant;

const api = startedWithTenants(startApi);

beforeEach(async () => {
  quiet = await api.createTenant("quiet");
  for (const { apiKey } of [api.tenant, quiet]) {
    const body = { kind: "chatapp_bot", label: "chat", token: sampleBotToken };
    await api.call("POST", "/api/v1/credentials", { key: apiKey.reveal(), body });
  }
});

const post = (tenant: TestTenant) =>
  api.call("POST", "/api/v1/tools/chatapp_post_channel", {
    key: tenant.apiKey.reveal(),
    body: { arguments: { channel: "C0GENERAL", text: "Hello" } },
  });

test("a tenant whose calls hang has half of the host's connections, and learns when to come again", async () => {
  const { chatapp } = api.sandbox;
  chatapp.scriptAlways("POST /api/chat.postMessage", hangBeforeHeaders());
  const hanging: Promise<Answer>[] = [];
  for (let at = 0; at < 128 + 64; at++) hanging.push(post(api.tenant));
  await chatapp.waitForRequests(128);
  const refused = await post(api.tenant);
  expect(refused.json).toMatchObject({
    ...{ ok: false, error_code: "rate_limit", attempts: 0, retry_after_seconds: 6 },
    refusal_reason: expect.stringContaining("calls to this host in progress"),
  });
  chatapp.clear();
  expect((await post(quiet)).json).toMatchObject({ ok: true });
  expect(await api.metrics.text()).toContain('plumbline_shares_refused_total{share="origin"');
  api.clock.advance(300_000);
  await Promise.all(hanging);
  // Those that were refused for want of a place at the host have given back their place among all calls.
  expect(api.service.shares.calls.load).toEqual({ held: 0, waiting: 0, tenants: 0 });
});

/** A run whose readers have left keeps its place for two minutes: they may come back. */
async function unreadForTooLong({ clock, service: { shares } }: AgentUnderTest) {
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
  clock.advance(120_000);
  while (shares.runs.load.held > 0) await new Promise(setImmediate);
  expect(shares.runs.load).toEqual({ held: 0, waiting: 0, tenants: 0 });
}

test("a policy's concurrent runs bound its tenant, and a stream that nobody reads gives its place back", async () => {
  const agent = await startAgent();
  const { shares } = agent.service;
  const story = "Write a short story about a lighthouse.";
  const body = { concurrent_runs: 1 };
  expect((await agent.call("PUT", "/api/v1/policy", { body })).status).toBe(200);
  const unread = await agent.open(story);
  await unread.reader.until("start");
  const second = agent.open(story);
  while (shares.runs.load.waiting === 0) await new Promise(setImmediate);
  agent.clock.advance(5_000);
  expect((await second).response.status).toBe(429);

  agent.clock.advance(115_000);
  await expect(unread.reader.rest()).rejects.toThrow("read nothing");
  await unreadForTooLong(agent);
  const third = await agent.open(story);
  expect((await third.reader.rest()).at(-1)?.event).toBe("done");
  await agent.close();
});

test("completions are shared out, too, and a place is given back by one that fails", async () => {
  const { shares } = api.service;
  const held = Array.from({ length: 32 }, () => shares.research.tryAcquire(api.tenant.caller));
  const complete = (tenant: TestTenant) =>
    api.call("POST", "/api/v1/autonomy/research/complete", {
      key: tenant.apiKey.reveal(),
      body: { prompt: "Write a poem." },
    });
  const waiting = complete(api.tenant);
  while (shares.research.load.waiting === 0) await new Promise(setImmediate);
  expect((await complete(quiet)).json).toMatchObject({ error_code: "model_not_configured" });
  api.clock.advance(5_000);
  const refused = await waiting;
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "6"]);
  for (const release of held) release?.();
  expect(shares.research.load).toEqual({ held: 0, waiting: 0, tenants: 0 });
});
