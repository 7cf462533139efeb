import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoStageLimits } from "@plumbline/aws/dynamodb/dynamo-stage-limits.ts";
import { TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import { createProcessShares } from "@plumbline/core/fairness/process-shares.ts";
import type { RequestRates } from "@plumbline/core/fairness/request-rates.ts";
import { createApp } from "@plumbline/http/app.ts";
import { createRoutes } from "@plumbline/http/endpoints/index.ts";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { hangBeforeHeaders } from "@plumbline/sandbox/server/reply.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { EMBEDDED_TABLE, type EmbeddedStore, openEmbeddedStore } from "../support/dynalite/embedded-table.ts";
import { type AgentUnderTest, startAgent } from "./agent-under-test.ts";
import { StreamReader } from "./stream-reader.ts";

const STORY = "Write a short story about a lighthouse.";

let agent: AgentUnderTest;
let embedded: EmbeddedStore;

beforeEach(async () => {
  writes = 0;
  [agent, embedded] = await Promise.all([startAgent(), openEmbeddedStore()]);
});

afterEach(() => Promise.all([agent.close(), embedded.close()]));

let writes = 0;

/** The table's client, which counts writes. */
function countingClient(): DynamoDBClient {
  const send = (command: Parameters<DynamoDBClient["send"]>[0]) => {
    if ("UpdateExpression" in command.input) writes += 1;
    return embedded.client.send(command);
  };
  return Object.create(embedded.client, { send: { value: send } }) as DynamoDBClient;
}

/** An instance of a function on AWS: it shares the stores and the table with the others. */
function instance(requestRates?: RequestRates) {
  const { service: composed, metrics } = agent;
  const service = { ...composed, requestRates: requestRates ?? composed.requestRates };
  const table = new TableClient(countingClient(), EMBEDDED_TABLE);
  const stageLimits = new DynamoStageLimits(table, service);
  const one = { ...service, stageLimits, shares: createProcessShares(service) };
  const app = createApp(one, createRoutes(one), metrics);
  const ask = (method: string, path: string, body?: unknown, key?: string) =>
    app.fetch(agent.request(method, path, { body, ...(key !== undefined && { key }) }), {
      baseUrl: "http://plumbline.test",
    });
  return {
    ask,
    run: () => ask("POST", "/api/v1/agent/stream", { messages: [{ role: "user", content: STORY }] }),
    post: (key?: string) =>
      ask(
        "POST",
        "/api/v1/tools/chatapp_post_channel",
        { arguments: { channel: "C0GENERAL", text: "Hi" } },
        key,
      ),
  };
}

async function setPolicy(body: Record<string, number>): Promise<void> {
  expect((await agent.call("PUT", "/api/v1/policy", { body })).status).toBe(200);
}

test("a policy's requests a minute hold over instances, and reading costs none of them", async () => {
  await agent.connect({ kind: "chatapp_bot", token: sampleBotToken });
  await setPolicy({ requests_per_minute: 4 });
  const [one, other] = [instance(), instance()];
  for (const { ask } of [one, other]) expect((await ask("GET", "/api/v1/tools")).status).toBe(200);
  // Whatever the API was asked before this minute counts no more.
  agent.clock.advance(60_000);
  const statuses = [];
  for (let at = 0; at < 3; at++) for (const { post } of [one, other]) statuses.push((await post()).status);
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
  const refused = await one.post();
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({
    error_code: "too_many_requests",
    detail: "Requests of this tenant are limited to 4 a minute. Wait, then send requests more slowly.",
  });
  agent.clock.advance(60_000);
  expect((await one.post()).status).toBe(200);
});

test("the stage's own limits hold over instances where a policy sets none", async () => {
  await agent.connect({ kind: "chatapp_bot", token: sampleBotToken });
  agent.model(hangBeforeHeaders());
  const rates = { perTenant: 4, perAddress: 4, runsPerTenant: 1 };
  const [one, other] = [instance(rates), instance(rates)];
  const first = new StreamReader((await one.run()).body);
  const { data } = await first.until("start");
  const second = await other.run();
  expect([second.status, await second.json()]).toMatchObject([
    429,
    { detail: expect.stringContaining("This tenant has reached its limit of agent runs in progress, 1.") },
  ]);
  // A refused run takes none of the tenant's requests.
  const posts = [await one.post(), await other.post(), await one.post(), await other.post()];
  expect(posts.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  // Nobody has to wait in order to end what is under way.
  expect((await one.ask("POST", `/api/v1/agent/runs/${data.run_id}/stop`)).status).toBe(200);
  await first.rest();
});

test("a call costs one write of the limits, a run two, whatever limits are set", async () => {
  await agent.connect({ kind: "chatapp_bot", token: sampleBotToken });
  await setPolicy({ requests_per_minute: 100, concurrent_runs: 5 });
  const { tenantId } = agent.tenant.caller;
  const { key } = await agent.service.tenants.createKey(tenantId, { name: "slow", requests_per_minute: 50 });
  const secret = key.reveal();
  const one = instance();
  expect((await one.post(secret)).status).toBe(200);
  expect(writes).toBe(1);
  const run = await one.ask(
    "POST",
    "/api/v1/agent/stream",
    { messages: [{ role: "user", content: STORY }] },
    secret,
  );
  await new StreamReader(run.body).rest();
  expect(writes).toBe(3);
  expect((await one.ask("GET", "/api/v1/tools")).status).toBe(200);
  expect(writes).toBe(3);
});

test("a key's requests a minute hold over instances", async () => {
  await agent.connect({ kind: "chatapp_bot", token: sampleBotToken });
  const { key } = await agent.service.tenants.createKey(agent.tenant.caller.tenantId, {
    name: "slow",
    requests_per_minute: 1,
  });
  const secret = key.reveal();
  expect((await instance().post(secret)).status).toBe(200);
  expect((await instance().post(secret)).status).toBe(429);
  expect((await instance().post()).status).toBe(200);
});

test("a policy's concurrent runs hold over instances, until the run has ended", async () => {
  await setPolicy({ concurrent_runs: 1 });
  agent.model(hangBeforeHeaders());
  const one = instance();
  const first = new StreamReader((await one.run()).body);
  const { data } = await first.until("start");
  const refused = await instance().run();
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "5"]);
  expect(await refused.json()).toMatchObject({ error_code: "too_many_requests" });
  await one.ask("POST", `/api/v1/agent/runs/${data.run_id}/stop`);
  await first.rest();
  agent.clear();
  const next = await instance().run();
  expect(next.status).toBe(200);
  await new StreamReader(next.body).rest();
});

test("a key that was revoked, met before or not, takes none of its tenant's requests", async () => {
  await agent.connect({ kind: "chatapp_bot", token: sampleBotToken });
  const { tenantId } = agent.tenant.caller;
  const { key, record } = await agent.service.tenants.createKey(tenantId, { name: "revoked" });
  const secret = key.reveal();
  const rates = { perTenant: 4, perAddress: 100, runsPerTenant: 1 };
  const [one, other] = [instance(rates), instance(rates)];
  expect((await one.post(secret)).status).toBe(200);
  await agent.service.tenants.revokeKey(tenantId, record.key_id);
  for (const { post } of [one, one, other, one]) expect((await post(secret)).status).toBe(401);
  const statuses = [];
  for (let at = 0; at < 4; at++) statuses.push((await other.post()).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
});

test("a policy that changes holds at once for a caller that an instance has met", async () => {
  await agent.connect({ kind: "chatapp_bot", token: sampleBotToken });
  const one = instance();
  for (let at = 0; at < 3; at++) expect((await one.post()).status).toBe(200);
  await setPolicy({ requests_per_minute: 4 });
  const statuses = [];
  for (let at = 0; at < 3; at++) statuses.push((await one.post()).status);
  expect(statuses).toEqual([200, 429, 429]);
});

test("a run that a limit refuses leaves no conversation, and later ones write nothing", async () => {
  await setPolicy({ concurrent_runs: 1 });
  agent.model(hangBeforeHeaders());
  const [one, other] = [instance(), instance()];
  const first = new StreamReader((await one.run()).body);
  const { data } = await first.until("start");
  const before = await conversationEntries();
  expect(before).not.toEqual([]);
  expect((await other.run()).status).toBe(429);
  expect(await conversationEntries()).toEqual(before);
  writes = 0;
  expect((await other.run()).status).toBe(429);
  expect(writes).toBe(0);
  expect(await conversationEntries()).toEqual(before);
  await one.ask("POST", `/api/v1/agent/runs/${data.run_id}/stop`);
  await first.rest();
});

async function conversationEntries(): Promise<unknown[]> {
  return (await agent.allItems()).filter(({ table }) => table === "conversation_entries");
}
