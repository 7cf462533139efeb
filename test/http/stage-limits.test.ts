import { DynamoStageLimits } from "@plumbline/aws/dynamodb/dynamo-stage-limits.ts";
import { TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import { processShares } from "@plumbline/core/fairness/process-shares.ts";
import { createApp } from "@plumbline/http/app.ts";
import { allRoutes } from "@plumbline/http/endpoints/index.ts";
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
  [agent, embedded] = await Promise.all([startAgent(), openEmbeddedStore()]);
});

afterEach(() => Promise.all([agent.close(), embedded.close()]));

/** An instance of a function on AWS: it shares the stores and the table with the others. */
function instance() {
  const { service, metrics } = agent;
  const table = new TableClient(embedded.client, EMBEDDED_TABLE);
  const stageLimits = new DynamoStageLimits(table, service);
  const one = { ...service, stageLimits, shares: processShares(service) };
  const app = createApp(one, allRoutes(one), metrics);
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
    detail: "This tenant's requests are limited to 4 a minute; wait, and send fewer.",
  });
  agent.clock.advance(60_000);
  expect((await one.post()).status).toBe(200);
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
