import { Secret } from "@plumbline/core/access/secret.ts";
import { createApp } from "@plumbline/http/app.ts";
import { agentRoutes } from "@plumbline/http/endpoints/agent.ts";
import { credentialRoutes } from "@plumbline/http/endpoints/credentials.ts";
import { docsRoutes } from "@plumbline/http/endpoints/docs.ts";
import type { Route } from "@plumbline/http/endpoints/endpoint.ts";
import { healthRoutes } from "@plumbline/http/endpoints/health.ts";
import { OPERATIONS } from "@plumbline/http/endpoints/index.ts";
import { mcpRoutes } from "@plumbline/http/endpoints/mcp.ts";
import { policyRoutes } from "@plumbline/http/endpoints/policy.ts";
import { researchRoutes } from "@plumbline/http/endpoints/research.ts";
import { sessionRoutes } from "@plumbline/http/endpoints/sessions.ts";
import { tenantRoutes } from "@plumbline/http/endpoints/tenants.ts";
import { toolRoutes } from "@plumbline/http/endpoints/tools.ts";
import { startChatapp } from "@plumbline/sandbox/chatapp/chatapp.ts";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { startFeeds } from "@plumbline/sandbox/feeds/feeds.ts";
import { callingTools } from "@plumbline/sandbox/model/calling-tools.ts";
import { speaking } from "@plumbline/sandbox/model/chat-reply.ts";
import { modelSandboxKey, startModel } from "@plumbline/sandbox/model/model.ts";
import type { Service } from "@plumbline/service/service.ts";
import { beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { permissions } from "../../stacks/permissions.ts";
import { startedForFile } from "../support/started.ts";
import { allowedActions, resources } from "./allowed-actions.ts";
import { beginWhileErased } from "./begin-while-erased.ts";
import { startRecordedService } from "./recorded-service.ts";

type RoutesOf = (service: Service) => readonly Route[];

const chatapp = startedForFile(startChatapp);
const feeds = startedForFile(startFeeds);
const model = startedForFile(startModel);
const recorded = startedForFile(() =>
  startRecordedService({
    endpoints: { chatapp: { baseUrl: `${chatapp.url}/api/` } },
    model: {
      provider: "openai-compatible",
      id: "truthful",
      baseUrl: model.apiUrl,
      apiKey: new Secret(modelSandboxKey),
    },
    egressAllow: `127.0.0.1:${feeds.port}`,
  }),
);
let tenantKey: Secret;
let operatorKey: Secret;

beforeAll(async () => {
  const { tenants } = recorded.fresh();
  tenantKey = (await tenants.create({ name: "tenant" })).key;
  operatorKey = (await tenants.createOperatorKey({ name: "operator" })).key;
});

beforeEach(async () => {
  await recorded.takeActions();
});

/** Sends one request to a sandbox that has just started, and gives its status and JSON. */
async function send(routesOf: RoutesOf, key: Secret, request: string, body?: unknown, more = {}) {
  const service = recorded.fresh();
  const app = createApp(service, routesOf(service));
  const [method = "", path = ""] = request.split(" ");
  const headers = { authorization: `Bearer ${key.reveal()}`, "content-type": "application/json", ...more };
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const response = await app.request(path, init);
  const text = await response.text();
  return { status: response.status, text, json: text.startsWith("{") ? JSON.parse(text) : undefined };
}

describe("what a function may do is what its routes do", () => {
  it("health", async () => {
    expect((await send(() => healthRoutes, tenantKey, "GET /healthz")).status).toBe(200);
    expect(await recorded.takeActions()).toEqual(allowedActions("health"));
  });

  it("docs", async () => {
    for (const path of ["/openapi.json", "/docs"])
      expect(
        (await send((service) => docsRoutes(service, OPERATIONS), tenantKey, `GET ${path}`)).status,
      ).toBe(200);
    expect(await recorded.takeActions()).toEqual(allowedActions("docs"));
  });

  it("research", async () => {
    const body = { prompt: "Who is Ada Lovelace?", requires_grounding: true };
    const { json } = await send(researchRoutes, tenantKey, "POST /api/v1/autonomy/research/complete", body);
    expect(json.outcome.ok).toBe(false);
    const turn = { ...body, conversation_id: "c-1" };
    await send(researchRoutes, tenantKey, "POST /api/v1/autonomy/research/complete", turn);
    const check = { text: "Ada Lovelace died in 1852.", search: true };
    await send(researchRoutes, tenantKey, "POST /api/v1/autonomy/research/check", check);
    // The log of calls leaves nothing of a tenant that is deleted while it is written.
    const gone = await recorded.elsewhere(({ tenants }) => tenants.create({ name: "short-lived" }));
    const { tenant_id: goneId } = gone.tenant;
    recorded.atDataKeyOf(goneId, () => recorded.elsewhere(({ tenants }) => tenants.delete(goneId)));
    await send(researchRoutes, gone.key, "POST /api/v1/autonomy/research/complete", body);
    expect(await recorded.takeActions()).toEqual(allowedActions("research"));
  });

  it("agent", async () => {
    const input = { kind: "chatapp_user", label: "for the agent", token: "xoxp-sandbox-user" };
    const { key } = await recorded.fresh().tenants.create({ name: "with an agent" });
    await send(credentialRoutes, key, "POST /api/v1/credentials", input);
    await recorded.takeActions();
    const posting = { name: "chatapp_post_channel", arguments: '{"channel":"C0GENERAL","text":"hello"}' };
    model.script("POST /v1/chat/completions", speaking(callingTools([[posting]])));
    const earlier = [
      { role: "user", content: "Hello" },
      { role: "assistant", content: "How can I help?" },
    ];
    const asked = { role: "user", content: "Post hello to the channel C0GENERAL." };
    const body = { messages: [...earlier, asked] };
    const { text } = await send(agentRoutes, key, "POST /api/v1/agent/stream", body);
    expect(text).toMatch(/"name":"chatapp_post_channel",[^\n]*"is_error":false/);
    expect(text).toContain("event: done");
    await beginWhileErased(recorded, feeds, (key, args) => {
      const begun = { name: "rss_subscribe", arguments: JSON.stringify(args) };
      model.script("POST /v1/chat/completions", speaking(callingTools([[begun]])));
      const asked = { messages: [{ role: "user", content: "Watch the feed of the observatory." }] };
      return send(agentRoutes, key, "POST /api/v1/agent/stream", asked);
    });
    expect(await recorded.takeActions()).toEqual(allowedActions("agent"));
  });

  it("credentials", async () => {
    const { key } = await recorded.fresh().tenants.create({ name: "with its first credential" });
    await recorded.takeActions();
    const call = (request: string, body?: unknown) => send(credentialRoutes, key, request, body);
    const input = { kind: "chatapp_bot", label: "a", token: sampleBotToken };
    const made = await call("POST /api/v1/credentials", input);
    const at = `/api/v1/credentials/${made.json.id}`;
    const statuses = [
      made,
      await call("POST /api/v1/credentials", input),
      await call("GET /api/v1/credentials"),
      await call("GET /api/v1/credentials?label=a"),
      await call(`GET ${at}`),
      await call(`PATCH ${at}`, { label: "b", token: sampleBotToken }),
      await call(`POST ${at}/test`),
      await send(sessionRoutes, key, "POST /api/v1/sessions", {
        ttl_seconds: 60,
        credential_ids: [made.json.id],
      }),
      await call(`DELETE ${at}`),
    ].map(({ status }) => status);
    expect(statuses).toEqual([201, 409, 200, 200, 200, 200, 200, 201, 200]);
    expect(await recorded.takeActions()).toEqual(allowedActions("credentials"));
  });

  it("tools", async () => {
    const { key: toolsKey } = await recorded.fresh().tenants.create({ name: "with one connection" });
    const input = { kind: "chatapp_user", label: "for tools", token: "xoxp-sandbox-user" };
    const { json: credential } = await send(credentialRoutes, toolsKey, "POST /api/v1/credentials", input);
    await recorded.takeActions();
    const call = (request: string, body?: unknown) => send(toolRoutes, toolsKey, request, body);
    const { key: newTenantKey } = await recorded.fresh().tenants.create({ name: "without a data key" });
    await recorded.takeActions();
    const keyed = (name: string, args: unknown) =>
      send(
        toolRoutes,
        newTenantKey,
        `POST /api/v1/tools/${name}`,
        { arguments: args },
        { "idempotency-key": "k" },
      );
    const arguments_ = { channel: "C0GENERAL", text: "hello" };
    const posts = [
      await call("POST /api/v1/tools/chatapp_post_channel", { arguments: arguments_ }),
      await call("POST /api/v1/tools/chatapp_post_channel", {
        arguments: { ...arguments_, credential_id: credential.id },
      }),
      await call("POST /api/v1/tools/connections_list", { arguments: {} }),
    ];
    expect(posts.map(({ json }) => json.ok)).toEqual([true, true, true]);
    const reading = { arguments: { url: `${feeds.url}/rss.xml` } };
    const named = { "x-conversation-id": "c-1" };
    await send(toolRoutes, toolsKey, "POST /api/v1/tools/feed_read", reading, named);
    expect((await call("GET /api/v1/tools")).status).toBe(200);
    const failed = await keyed("chatapp_post_channel", arguments_);
    const repeated = [await keyed("connections_list", {}), await keyed("connections_list", {})];
    expect([failed, ...repeated].map(({ json }) => json.ok)).toEqual([false, true, true]);
    await beginWhileErased(recorded, feeds, (key, args) =>
      send(toolRoutes, key, "POST /api/v1/tools/rss_subscribe", { arguments: args }),
    );
    expect(await recorded.takeActions()).toEqual(allowedActions("tools"));
  });

  it("mcp", async () => {
    const input = { kind: "chatapp_user", label: "for mcp", token: "xoxp-sandbox-user" };
    const { json: credential } = await send(credentialRoutes, tenantKey, "POST /api/v1/credentials", input);
    await recorded.takeActions();
    const accept = { accept: "application/json, text/event-stream" };
    const callAs = (key: Secret, name: string, args: unknown) => {
      const _meta = { "plumbline/conversation-id": "by-mcp" };
      const params = { name, arguments: args, _meta };
      const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
      return send(mcpRoutes, key, "POST /mcp", body, accept);
    };
    const call = (name: string, args: unknown) => callAs(tenantKey, name, args);
    const posted = { channel: "C0GENERAL", text: "hello", credential_id: credential.id };
    for (const answer of [await call("chatapp_post_channel", posted), await call("connections_list", {})])
      expect(answer.text).toContain('"text":"{\\"ok\\":true');
    await call("feed_read", { url: `${feeds.url}/rss.xml` });
    await beginWhileErased(recorded, feeds, (key, args) => callAs(key, "rss_subscribe", args));
    expect(await recorded.takeActions()).toEqual(allowedActions("mcp"));
  });

  it("tenants", async () => {
    const call = (request: string, body?: unknown) => send(tenantRoutes, operatorKey, request, body);
    const made = await call("POST /api/v1/tenants", { name: "short-lived" });
    const policy = { approval: { email_send: "always" } };
    const administering = new Secret(String(made.json.api_key));
    const { json: stands } = await send(policyRoutes, administering, "PUT /api/v1/policy", policy);
    expect(stands).toEqual({ ...policy, unnamed_runs_follow_outside_text: true });
    const at = `/api/v1/tenants/${made.json.tenant_id}`;
    const key = await call(`POST ${at}/keys`, { name: "second" });
    const statuses = [
      made,
      key,
      await call("GET /api/v1/tenants"),
      await call(`GET ${at}/keys`),
      await call(`DELETE ${at}/keys/${key.json.key_id}`),
      await call(`POST ${at}/data-key/rotate`),
      await call(`POST ${at}/data-key/rewrap`, {}),
      await call(`DELETE ${at}`),
    ].map(({ status }) => status);
    expect(statuses).toEqual([201, 201, 200, 200, 200, 201, 200, 204]);
    expect(await recorded.takeActions()).toEqual(allowedActions("tenants"));
  });
});

test.each(["research", "agent", "tools", "mcp"] as const)(
  "the statements of %s let it ask the models it is given, and no other",
  (name) => {
    const through = "arn:aws:bedrock:eu-west-1:1:inference-profile/some-profile";
    const model = "arn:aws:bedrock:eu-west-1::foundation-model/some-model";
    const models = [{ arn: through }, { arn: model, through }];
    const added = permissions(name, { ...resources, modelGrants: models }).slice(
      permissions(name, resources).length,
    );
    const actions = ["bedrock:InvokeModelWithResponseStream"];
    const condition = { ArnEquals: { "bedrock:InferenceProfileArn": through } };
    expect(added.map((one) => [one.actions, one.resources, one.conditions])).toEqual([
      [actions, [through], {}],
      [actions, [model], condition],
    ]);
    expect(permissions("watches", { ...resources, modelGrants: models })).toHaveLength(
      permissions("watches", resources).length,
    );
  },
);
