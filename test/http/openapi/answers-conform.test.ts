import { listOauthFacts } from "@plumbline/connections/oauth-client.ts";
import { Secret } from "@plumbline/core/access/secret.ts";
import { OPERATIONS } from "@plumbline/http/endpoints/index.ts";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { feedRateLimited } from "@plumbline/sandbox/feeds/failures.ts";
import { startFeeds } from "@plumbline/sandbox/feeds/feeds.ts";
import { sampleMailToken, sampleMailUser } from "@plumbline/sandbox/mail/imap-server.ts";
import { modelSandboxKey, startModel } from "@plumbline/sandbox/model/model.ts";
import { text } from "@plumbline/sandbox/server/reply.ts";
import { sandboxCertificate } from "@plumbline/sandbox/tls/sandbox-certificate.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeApi } from "../../../packages/http/openapi/describe-api.ts";
import { startScriptedIssuer } from "../../support/scripted-issuer.ts";
import { startedForFile } from "../../support/started.ts";
import { type Answer, type ApiUnderTest, type CallOptions, startApi } from "../api-under-test.ts";
import { AnswerChecker } from "./answer-checker.ts";

const NOBODY = "00000000-0000-4000-8000-000000000000";
const MCP = { accept: "application/json, text/event-stream" };
const ADA = "Who was Ada Lovelace?";

const document = describeApi("http://plumbline.test", OPERATIONS);
const checker = new AnswerChecker(document);

let api: ApiUnderTest;
const model = startedForFile(startModel);
const feeds = startedForFile(startFeeds);
const issuer = startedForFile(startScriptedIssuer);
/** A key that may do nothing but grant approvals. */
let powerless: string;
let tenantId: string;
let credentialId: string;

interface Asked extends CallOptions {
  /** Values of the path, by name. */
  in?: Record<string, string>;
  query?: string;
}

/** Calls and expects an answer that is documented, of this status. */
async function answered(status: number, request: string, asked: Asked = {}): Promise<Answer> {
  const [method = "", path = ""] = request.split(" ");
  const { in: values = {}, query = "", ...options } = asked;
  const actual = path.replace(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? NOBODY);
  const answer = await api.call(method, actual + query, options);
  expect({ request, status: answer.status, problems: checker.problems(method, path, answer) }).toEqual({
    request,
    status,
    problems: [],
  });
  return answer;
}

beforeAll(async () => {
  issuer.metadata = { authorization_endpoint: `${issuer.url}/authorize` };
  const facts = listOauthFacts().get("chatapp_bot");
  if (!facts) throw new Error("The chat app has no OAuth facts.");
  const client = { kind: "chatapp_bot", id: "client", secret: new Secret("secret"), facts };
  api = await startApi(({ imap, settings }) => ({
    oauth: new Map([["chatapp_bot", client]]),
    endpoints: {
      chatapp: { baseUrl: settings.CHATAPP_BASE_URL },
      mail_oauth_a: {
        smtp: { host: imap.host, port: imap.port },
        imap: { host: imap.host, port: imap.port },
      },
    },
    extraCertificates: sandboxCertificate().cert,
    egressAllow: `127.0.0.1:${feeds.port}, 127.0.0.1:${imap.port}`,
    issuer: { issuer: issuer.url, audiences: ["api"], tenantClaim: "tenant_id", clientId: "approvers" },
    model: {
      provider: "openai-compatible",
      id: "lying",
      baseUrl: model.apiUrl,
      apiKey: new Secret(modelSandboxKey),
    },
  }));
  tenantId = api.tenant.caller.tenantId;
  const path = `/api/v1/tenants/${tenantId}/keys`;
  const body = { name: "powerless", scopes: ["approvals:grant"] };
  powerless = String((await api.call("POST", path, { key: api.operatorKey, body })).json.api_key);
  const credential = { kind: "chatapp_bot", label: "team", token: sampleBotToken };
  credentialId = String((await api.call("POST", "/api/v1/credentials", { body: credential })).json.id);
});

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    request: `${method.toUpperCase()} ${path}`,
    operation,
  })),
);

afterAll(async () => {
  await api.close();
  // Checked behind all tests of this file, in whichever order they ran.
  const answeredWell = (id: string) => [...(checker.seen.get(id) ?? [])].some((status) => status < 400);
  const silent = operations.filter(({ operation }) => !answeredWell(operation.operationId));
  expect(silent.map(({ request }) => request)).toEqual([]);
});

describe("what is answered is documented", () => {
  test("research", async () => {
    const complete = "POST /api/v1/autonomy/research/complete";
    await answered(200, complete, { body: { prompt: ADA } });
    await answered(200, complete, { body: { prompt: "Who is Zorblax Quimby?" } });
    await answered(200, complete, { body: { prompt: "Write a limerick about a teapot." } });
    await answered(400, complete, { body: { prompt: " " } });
    const check = "POST /api/v1/autonomy/research/check";
    await answered(200, check, {
      body: { text: "Ada Lovelace died in 1852.", sources: [{ text: "It rained." }] },
    });
    await answered(400, check, { body: { text: ADA } });
    model.script("POST /v1/chat/completions", { status: 400, body: "{}" });
    await answered(503, complete, { body: { prompt: "Write a limerick about a kettle." } });
  });

  test("calls that wait for a person, and the page on which one decides", async () => {
    const approval = "/api/v1/approvals/{id}";
    const waiting = async () => {
      const policy = { approval: { chatapp_post_channel: "always" as const } };
      const args = { channel: "C0GENERAL", text: "The lift is out of order." };
      const waits = await api.service.dispatcher.call(
        { ...api.tenant.caller, policy },
        "chatapp_post_channel",
        args,
      );
      if (waits.ok) throw new Error("The call did not wait.");
      return { id: waits.approval_id ?? "" };
    };
    const [denied, approved] = [await waiting(), await waiting()];
    await answered(200, "GET /api/v1/approvals", { key: powerless, query: "?status=waiting" });
    const place = { digest: "0".repeat(32), kind: "channel", value: "#general" };
    await api.service.conversations.allowances.add(api.tenant.caller, undefined, [place]);
    const { json: allowed } = await answered(200, "GET /api/v1/allowances", { key: powerless });
    const [{ id: allowance = "" } = {}] = allowed.items as { id?: string }[];
    await answered(204, "DELETE /api/v1/allowances/{id}", { key: powerless, in: { id: allowance } });
    await answered(200, `GET ${approval}`, { key: powerless, in: denied });
    await answered(404, `GET ${approval}`, { in: denied });
    await answered(404, `GET ${approval}`, { key: powerless });
    await answered(200, `POST ${approval}`, { key: powerless, in: denied, body: { decision: "deny" } });
    await answered(409, `POST ${approval}`, { key: powerless, in: denied, body: { decision: "approve" } });
    const form = { key: null, headers: { "content-type": "application/x-www-form-urlencoded" } };
    await answered(200, "GET /approve/{id}", { key: null, in: approved });
    await answered(404, "GET /approve/sign-in", { key: null });
    await answered(403, "GET /approve/sign-in", { key: null, query: "?code=c&state=s" });
    await answered(303, "GET /approve/sign-in", { key: null, query: `?approval=${approved.id}` });
    await answered(403, "POST /approve/{id}", { ...form, in: approved, raw: "key=plk_none" });
    const { headers } = await answered(303, "POST /approve/{id}", {
      ...form,
      in: approved,
      raw: `key=${powerless}`,
    });
    const cookie = headers.get("set-cookie")?.split(";")[0] ?? "";
    await answered(404, "GET /approve/{id}", { key: null, headers: { cookie } });
    const decision = { ...form, in: approved, raw: "decision=deny", headers: { ...form.headers, cookie } };
    await answered(200, "POST /approve/{id}", decision);
    await answered(409, "POST /approve/{id}", decision);
  });

  test("conversations", async () => {
    const messages = [{ role: "user", content: ADA }];
    await answered(200, "POST /api/v1/agent/stream", { body: { messages, conversation_id: "c-1" } });
    const kept = { in: { id: "c-1" } };
    const { text } = await answered(200, "POST /api/v1/agent/stream", { body: { messages } });
    const [, id = ""] = /"run_id":"([^"]*)"/.exec(text) ?? [];
    for (const request of [
      "GET /api/v1/agent/runs/{id}",
      "GET /api/v1/agent/runs/{id}/stream",
      "GET /api/v1/agent/runs/{id}/timeline",
      "POST /api/v1/agent/runs/{id}/stop",
    ]) {
      await answered(200, request, { in: { id } });
      await answered(404, request, { in: { id: NOBODY } });
    }
    const rating = { value: "bad", reason: "Not what I asked." };
    await answered(204, "PUT /api/v1/agent/runs/{id}/rating", { in: { id }, body: rating });
    await answered(404, "PUT /api/v1/agent/runs/{id}/rating", { in: { id: NOBODY }, body: rating });
    await answered(200, "GET /api/v1/agent/runs/{id}/timeline", { in: { id } });
    await answered(200, "GET /api/v1/chats", { query: "?owner=all&search=Lovelace" });
    await answered(400, "GET /api/v1/chats", { query: "?cursor=YWJj" });
    await answered(200, "GET /api/v1/chats/{id}", kept);
    await answered(200, "PATCH /api/v1/chats/{id}", { ...kept, body: { title: "Ada" } });
    await answered(404, "GET /api/v1/chats/{id}", { in: { id: "nobody" } });
    await answered(404, "PATCH /api/v1/chats/{id}", { in: { id: "nobody" }, body: { title: "Ada" } });
    await answered(204, "GET /api/v1/agent/stream/{id}/stream", kept);
    await answered(200, "GET /api/v1/conversations/{id}", kept);
    await answered(204, "DELETE /api/v1/conversations/{id}", kept);
    await answered(404, "DELETE /api/v1/conversations/{id}", kept);
    await answered(200, "DELETE /api/v1/conversations", { query: "?end_user=ada" });
    await answered(400, "DELETE /api/v1/conversations", {});
  });

  test("the agent, in chunks and as UI messages", async () => {
    const run = "POST /api/v1/agent/stream";
    const prompts = [ADA, "Who is Zorblax Quimby?", "Write a limerick about a teapot."];
    for (const content of prompts) {
      const messages = [{ role: "user", content }];
      await answered(200, run, { body: { messages } });
      await answered(200, run, { body: { messages }, query: "?protocol=ui-message" });
    }
    const parts = [{ type: "text", text: ADA }];
    const body = { id: "chat", trigger: "submit-message", messages: [{ id: "1", role: "user", parts }] };
    await answered(200, run, { body, query: "?protocol=ui-message" });
    await answered(400, run, { body });
    await answered(400, run, { body: { messages: [] }, query: "?protocol=websocket" });
  });

  test("the console, and signing in to it", async () => {
    const { text } = await answered(200, "GET /", { key: null });
    const file = /console\/([\w.-]+\.js)/.exec(text)?.[1] ?? "";
    await answered(200, "GET /console/{file}", { key: null, in: { file } });
    await answered(404, "GET /console/{file}", { key: null });
    const visit = "/api/v1/visit";
    await answered(401, `POST ${visit}`, { key: null, body: { api_key: "plk_none" } });
    const elsewhere = { "sec-fetch-site": "cross-site" };
    await answered(403, `POST ${visit}`, { key: null, headers: elsewhere, body: { api_key: powerless } });
    const begun = await answered(201, `POST ${visit}`, { key: null, body: { api_key: powerless } });
    const cookie = begun.headers.get("set-cookie")?.split(";")[0] ?? "";
    const asked = {
      key: null,
      headers: { cookie, "x-plumbline-console": String(begun.json.page_secret) },
    };
    await answered(200, `GET ${visit}`, asked);
    await answered(200, `GET ${visit}`, { key: null });
    await answered(403, `DELETE ${visit}`, { key: null, headers: elsewhere });
    await answered(204, `DELETE ${visit}`, asked);
  });

  test("the tools", async () => {
    for (const format of ["", "?format=openai", "?format=anthropic", "?format=bedrock", "?format=mcp"])
      await answered(200, "GET /api/v1/tools", { query: format });
    await answered(400, "GET /api/v1/tools", { query: "?format=gemini" });
  });

  test("a file in a mail", async () => {
    const attachments = [{ filename: "a.bin", contentType: "application/x-any", content: "bytes" }];
    const { uid } = api.sandbox.imap.inbox.add({ text: "Here it is.", attachments });
    const metadata = { username: sampleMailUser };
    const body = { kind: "mail_oauth_a", label: "inbox", token: sampleMailToken, metadata };
    const { id } = (await api.call("POST", "/api/v1/credentials", { body })).json;
    const part = "GET /api/v1/credentials/{id}/mail/part";
    await answered(200, part, { in: { id: String(id) }, query: `?message=${uid}&part=2` });
    await answered(404, part, { in: { id: String(id) }, query: `?message=${uid}&part=9` });
    // Other tests expect that there is no mailbox.
    await api.call("DELETE", `/api/v1/credentials/${id}`);
  });

  test("the policy", async () => {
    await answered(200, "GET /api/v1/policy");
    await answered(200, "PUT /api/v1/policy", { body: { approval: { email_send: "always" } } });
    await answered(200, "PUT /api/v1/policy", { body: {} });
    await answered(400, "PUT /api/v1/policy", { body: { allowed_tools: ["nothing"] } });
  });

  test("sessions", async () => {
    const make = "POST /api/v1/sessions";
    await answered(201, make, { body: { ttl_seconds: 60, end_user: "ada", origin: "https://a.example" } });
    await answered(400, make, { body: { ttl_seconds: 60, tools: ["nothing"] } });
  });

  test("the log of calls", async () => {
    const { json } = await answered(200, "POST /api/v1/tools/{name}", {
      in: { name: "chatapp_dm" },
      body: { arguments: { to: "ada@example.com", text: "Hello", credential_id: credentialId } },
    });
    expect(json.ok).toBe(true);
    const { json: page } = await answered(200, "GET /api/v1/calls", { query: "?limit=1" });
    const [{ id = "" } = {}] = page.items as { id?: string }[];
    await answered(200, "GET /api/v1/calls/{id}", { in: { id } });
    await answered(200, "GET /api/v1/usage", { query: "?group=day,tool,key" });
    await answered(200, "GET /api/v1/export", { query: "?limit=100" });
    await answered(400, "GET /api/v1/export", { query: "?cursor=x" });
    await answered(400, "GET /api/v1/calls", { query: "?outcome=x" });
    await answered(400, "GET /api/v1/usage", { query: "?group=x" });
    await answered(404, "GET /api/v1/calls/{id}");
    for (const request of [
      "GET /api/v1/calls",
      "GET /api/v1/calls/{id}",
      "GET /api/v1/usage",
      "GET /api/v1/export",
    ])
      await answered(403, request, { key: powerless });
  });

  test("the audit log", async () => {
    await answered(200, "GET /api/v1/audit", { query: "?limit=2" });
    await answered(400, "GET /api/v1/audit", { query: "?after=x" });
    await answered(403, "GET /api/v1/audit", { key: powerless });
  });

  test("a tool", async () => {
    const call = "POST /api/v1/tools/{name}";
    const name = "chatapp_post_channel";
    const message = { arguments: { channel: "C0GENERAL", text: "Hello" } };
    const headers = { "idempotency-key": "once" };
    await answered(200, call, { in: { name }, body: message });
    await answered(200, call, { in: { name }, body: { ...message, preview: true } });
    await answered(200, call, { in: { name }, body: message, headers });
    const { headers: replayed } = await answered(200, call, { in: { name }, body: message, headers });
    expect(replayed.get("idempotent-replayed")).toBe("true");
    await answered(409, call, { in: { name: "connections_list" }, body: { arguments: {} }, headers });
    await answered(400, call, { in: { name }, body: { ...message, preview: true }, headers });
    await answered(400, call, { in: { name }, body: message, query: "?preview=true" });
    await answered(200, call, { in: { name }, body: { arguments: { channel: 1 } } });
    const query = "Who is Zorblax Quimby?";
    await answered(200, call, { in: { name: "grounded_research" }, body: { arguments: { query } } });
    await answered(404, call, { in: { name: "nothing" }, body: { arguments: {} } });
  });

  test("the MCP server", async () => {
    const post = "POST /mcp";
    const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const params = { name: "connections_list" };
    await answered(200, post, { body: list, headers: MCP });
    await answered(200, post, { body: { ...list, method: "tools/call", params }, headers: MCP });
    await answered(200, post, { body: { ...list, method: "no/such" }, headers: MCP });
    await answered(202, post, {
      body: { jsonrpc: "2.0", method: "notifications/initialized" },
      headers: MCP,
    });
    await answered(400, post, { body: { ...list, jsonrpc: "1.0" }, headers: MCP });
    await answered(400, post, { body: [list], headers: MCP });
    await answered(406, post, { body: list, headers: { accept: "application/json" } });
    await answered(403, post, { body: list, headers: { ...MCP, origin: "https://evil.example" } });
    const version = "2026-07-28";
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": version,
      "io.modelcontextprotocol/clientInfo": { name: "a test", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const enveloped = (method: string) => ({
      headers: { ...MCP, "mcp-protocol-version": version, "mcp-method": method },
      body: { ...list, method, params: { _meta } },
    });
    await answered(200, post, enveloped("tools/list"));
    await answered(404, post, enveloped("resources/list"));
    await answered(200, "GET /.well-known/oauth-protected-resource/mcp");
  });

  test("connections", async () => {
    const start = "POST /api/v1/connections/{kind}";
    const bot = { in: { kind: "chatapp_bot" } };
    const { key: raw } = await api.service.tenants.createKey(api.tenant.caller.tenantId, {
      name: "raw",
      scopes: ["connections:write", "connections:raw"],
    });
    const begun = await answered(201, start, {
      ...bot,
      key: raw.reveal(),
      body: { label: "by the caller", raw: true },
    });
    await answered(403, start, { ...bot, body: { label: "by the caller", raw: true } });
    const linked = await answered(201, start, { ...bot, body: { label: "by a customer", link: true } });
    await answered(201, start, { ...bot, body: { credential_id: credentialId } });
    await answered(400, start, { ...bot, body: {} });
    await answered(400, start, { in: { kind: "generic_api_key" }, body: { label: "a key" } });
    await answered(404, start, { ...bot, body: { credential_id: NOBODY } });
    await answered(409, start, { ...bot, body: { label: "Team" } });
    await answered(503, start, { in: { kind: "crm" }, body: { label: "not configured" } });
    const { json: listed } = await answered(200, "GET /api/v1/connections");
    const waiting = listed.items as { form: string; id: string; label: string }[];
    const renewal = ({ form, label }: (typeof waiting)[number]) =>
      form === "link" && label !== "by a customer";
    const { id = "" } = waiting.find(renewal) ?? {};
    const withdraw = { in: { kind: "chatapp_bot", id } };
    await answered(204, "DELETE /api/v1/connections/{kind}/{id}", withdraw);
    await answered(404, "DELETE /api/v1/connections/{kind}/{id}", withdraw);
    const token = String(linked.json.connect_url).split("/").at(-1) ?? "";
    const page = { in: { token }, key: null };
    await answered(200, "GET /connect/{token}", page);
    await answered(404, "GET /connect/{token}", { key: null });
    await answered(303, "POST /connect/{token}", page);
    await answered(403, "POST /connect/{token}", { ...page, headers: { "sec-fetch-site": "cross-site" } });
    await answered(404, "POST /connect/{token}", { key: null });
    const state = new URL(String(begun.json.authorization_url)).searchParams.get("state");
    const back = { key: null, query: `?state=${state}&error=access_denied` };
    await answered(404, "GET /oauth/callback", { key: null });
    await answered(200, "GET /oauth/callback", back);
    await answered(410, "GET /oauth/callback", back);
  });

  test("watches", async () => {
    const watches = "/api/v1/watches";
    const url = `${feeds.url}/rss.xml`;
    const { json } = await answered(201, `POST ${watches}`, {
      body: { type: "feed", url, interval_minutes: 60, since: "2025-12-01" },
    });
    const one = { in: { id: String(json.id) } };
    await answered(400, `POST ${watches}`, { body: { type: "feed", url: `${feeds.url}/nothing.xml` } });
    await answered(400, `POST ${watches}`, { body: { type: "feed", url: "no url" } });
    await answered(400, `POST ${watches}`, { body: { type: "feed", url, deliver_to: "https://10.0.0.1/" } });
    await answered(409, `POST ${watches}`, { body: { type: "inbox" } });
    await answered(200, `POST ${watches}`, { body: { type: "feed", url, interval_minutes: 60 } });
    const another = { body: { type: "feed", url, keywords: ["comet"] } };
    feeds.script("", feedRateLimited(3_600));
    await answered(429, `POST ${watches}`, another);
    feeds.script("", text("", 503), text("", 503), text("", 503));
    await answered(409, `POST ${watches}`, another);
    await answered(200, `GET ${watches}`);
    await answered(200, `GET ${watches}/{id}`, one);
    await answered(404, `GET ${watches}/{id}`);
    const first = await answered(200, `GET ${watches}/{id}/events`, { ...one, query: "?limit=1" });
    await answered(200, `GET ${watches}/{id}/events`, { ...one, query: `?after=${first.json.next_cursor}` });
    await answered(400, `GET ${watches}/{id}/events`, { ...one, query: "?after=eA" });
    await answered(404, `GET ${watches}/{id}/events`);
    await answered(200, `PATCH ${watches}/{id}`, { ...one, body: { paused: true, interval_minutes: 60 } });
    await answered(400, `PATCH ${watches}/{id}`, { ...one, body: {} });
    await answered(404, `PATCH ${watches}/{id}`, { body: { paused: true } });
    await answered(204, `DELETE ${watches}/{id}`, one);
    await answered(404, `DELETE ${watches}/{id}`, one);
  });

  test("deliveries", async () => {
    const watch = "/api/v1/watches/{id}";
    const url = `${feeds.url}/rss.xml`;
    const receiver = feeds.url;
    const body = { type: "feed", url, since: "2025-12-01", deliver_to: `${receiver}/hook` };
    const { json } = await answered(201, "POST /api/v1/watches", { body });
    const one = { in: { id: String(json.id) } };
    const delivery = { in: { id: String(json.id), delivery_id: "dlv_1" } };
    const since = { since: "2026-01-01T00:00:00Z" };
    await answered(200, `POST ${watch}/deliveries`, one);
    await answered(200, `GET ${watch}/deliveries`, one);
    await answered(400, `GET ${watch}/deliveries`, { ...one, query: "?status=lost" });
    await answered(202, `POST ${watch}/deliveries/{delivery_id}/replay`, delivery);
    await answered(404, `POST ${watch}/deliveries/{delivery_id}/replay`, one);
    await answered(202, `POST ${watch}/replay`, { ...one, body: { ...since, which: "all" } });
    await answered(400, `POST ${watch}/replay`, { ...one, body: {} });
    await answered(201, `POST ${watch}/secret`, one);
    await answered(200, `PATCH ${watch}`, { ...one, body: { deliver_to: null } });
    await answered(409, `POST ${watch}/secret`, one);
    await answered(409, `POST ${watch}/deliveries`, one);
    await answered(409, `POST ${watch}/replay`, { ...one, body: since });
    await answered(409, `POST ${watch}/deliveries/{delivery_id}/replay`, delivery);
    await answered(404, `GET ${watch}/deliveries`);
  });

  test("credentials", async () => {
    const credentials = "/api/v1/credentials";
    const body = {
      kind: "network",
      label: "page",
      token: "t",
      metadata: { urn: "urn:li:person:1" },
      expires_at: "2036-01-01T00:00:00Z",
    };
    const { json } = await answered(201, `POST ${credentials}`, { body });
    const page = { in: { id: String(json.id) } };
    await answered(409, `POST ${credentials}`, { body });
    await answered(400, `POST ${credentials}`, { body: { ...body, metadata: {} } });
    const first = await answered(200, `GET ${credentials}`, { query: "?limit=1" });
    await answered(200, `GET ${credentials}`, { query: `?cursor=${first.json.next_cursor}&kind=network` });
    await answered(400, `GET ${credentials}`, { query: "?limit=0x10" });
    await answered(200, `GET ${credentials}/{id}`, page);
    await answered(200, `PATCH ${credentials}/{id}`, {
      ...page,
      body: { label: "another", expires_at: null },
    });
    await answered(400, `PATCH ${credentials}/{id}`, { ...page, body: {} });
    await answered(200, `POST ${credentials}/{id}/test`, { in: { id: credentialId } });
    await answered(200, `POST ${credentials}/{id}/test`, page);
    await answered(200, `GET ${credentials}/{id}`, page);
    await answered(200, `DELETE ${credentials}/{id}`, page);
    await answered(409, `PATCH ${credentials}/{id}`, { ...page, body: { label: "late" } });
    for (const request of [
      `GET ${credentials}/{id}`,
      `DELETE ${credentials}/{id}`,
      `POST ${credentials}/{id}/test`,
    ]) {
      await answered(404, request);
    }
    await answered(404, `PATCH ${credentials}/{id}`, { body: { label: "x" } });
  });

  test("tenants and their keys", async () => {
    const key = api.operatorKey;
    const { json: tenant } = await answered(201, "POST /api/v1/tenants", {
      key,
      body: { name: "short-lived" },
    });
    const at = { key, in: { id: String(tenant.tenant_id) } };
    await answered(400, "POST /api/v1/tenants", { key, body: { name: "" } });
    await answered(200, "GET /api/v1/tenants", { key });
    const body = { name: "second", expires_at: "2036-01-01T00:00:00Z" };
    const { json: made } = await answered(201, "POST /api/v1/tenants/{id}/keys", { ...at, body });
    await answered(200, "GET /api/v1/tenants/{id}/keys", at);
    await answered(201, "POST /api/v1/tenants/{id}/data-key/rotate", at);
    await answered(200, "POST /api/v1/tenants/{id}/data-key/rewrap", { ...at, body: {} });
    const rotate = "POST /api/v1/tenants/{id}/keys/{key_id}/rotate";
    const { json: rotated } = await answered(201, "POST /api/v1/tenants/{id}/keys", { ...at, body });
    const rotating = { ...at, in: { ...at.in, key_id: String(rotated.key_id) }, body: {} };
    await answered(201, rotate, rotating);
    await answered(409, rotate, rotating);
    const revoke = "DELETE /api/v1/tenants/{id}/keys/{key_id}";
    await answered(200, revoke, { key, in: { ...at.in, key_id: String(made.key_id) } });
    await answered(404, revoke, at);
    await answered(204, "DELETE /api/v1/tenants/{id}", at);
    await answered(200, "GET /api/v1/audit/operators", { key });
    await answered(404, "GET /api/v1/tenants/{id}/keys", at);
    await answered(404, "POST /api/v1/tenants/{id}/keys", { ...at, body });
    await answered(404, "DELETE /api/v1/tenants/{id}", { key });
  });

  test("what needs no key", async () => {
    await answered(200, "GET /metrics", { key: api.operatorKey });
    for (const path of ["/healthz", "/readyz", "/openapi.json", "/docs"])
      await answered(200, `GET ${path}`, { key: null });
    await answered(200, "GET /docs/{page}", { key: null, in: { page: "quickstart" } });
    await answered(404, "GET /docs/{page}", { key: null, in: { page: "nothing" } });
    await answered(200, "GET /llms.txt", { key: null });
    for (const path of ["/openapi.json", "/docs"])
      await answered(304, `GET ${path}`, { headers: { "if-none-match": "*" } });
  });
});

describe("every operation", () => {
  test.each(operations)("$request refuses as documented", async ({ request, operation }) => {
    const [method = "", path = ""] = request.split(" ");
    if (operation.security.length > 0) {
      await answered(401, request, { key: null });
      const wrong = operation.security[0]?.operatorKey ? api.tenant.apiKey.reveal() : api.operatorKey;
      await answered(403, request, { key: wrong });
    }
    const forApprovers = /^\/api\/v1\/(?:approvals|allowances)/.test(path);
    const tenantKey = api.tenant.apiKey.reveal();
    // Whose call it was may read an approval without the scope; nobody else finds it.
    if (operation.security[0]?.tenantKey && request !== "GET /api/v1/approvals/{id}") {
      const body = { jsonrpc: "2.0", id: 1, method: "tools/list" };
      const lacking = forApprovers ? tenantKey : powerless;
      await answered(403, request, { key: lacking, ...(method === "GET" ? {} : { body }), headers: MCP });
    }
    const allowed = forApprovers ? powerless : tenantKey;
    const key = operation.security[0]?.operatorKey ? api.operatorKey : allowed;
    if (operation.requestBody) {
      // The name of a tool is looked up before its body is read.
      const asked = { key, ...(path.includes("{name}") && { in: { name: "chatapp_dm" } }) };
      await answered(400, request, { ...asked, raw: "{" });
      await answered(413, request, { ...asked, raw: " ".repeat(1_114_113) });
      await answered(415, request, { ...asked, raw: "{}", headers: { "content-type": "text/plain" } });
    }
    if (operation.security.length > 0) {
      const known = operation.requestBody ? { raw: "{}" } : {};
      await answered(400, request, { key, ...known, query: "?no_such_parameter=1" });
    }
    const unused = document.paths[path]?.put ? "PATCH" : "PUT";
    const wrong = await api.call(unused, path.replace(/\{\w+\}/g, NOBODY), { key });
    expect([wrong.status, checker.problems(method, path, wrong)]).toEqual([405, []]);
  });
});

describe("the checker itself", () => {
  const answer = (status: number, json: unknown, headers: Record<string, string> = {}): Answer => ({
    status,
    headers: new Headers({ "x-request-id": NOBODY, "content-type": "application/json", ...headers }),
    text: JSON.stringify(json),
    json: {},
  });

  test.each([
    ["an undocumented path", "/nowhere", answer(200, {})],
    ["an undocumented status", "/healthz", answer(418, { status: "ok" })],
    ["an undocumented field", "/healthz", answer(200, { status: "ok", load: 1 })],
    ["a missing field", "/healthz", answer(200, {})],
    ["a wrong value", "/healthz", answer(200, { status: "ill" })],
    [
      "an undocumented field within",
      "/api/v1/tenants",
      answer(200, { items: [{ hash: "x" }], next_cursor: null }),
    ],
    ["an undocumented media type", "/healthz", answer(200, {}, { "content-type": "text/plain" })],
    ["an undocumented header", "/healthz", answer(200, { status: "ok" }, { "retry-after": "1" })],
    ["an unreadable header", "/api/v1/tools", answer(503, {}, { "retry-after": "soon" })],
  ])("sees %s", (_what, path, given) => {
    expect(checker.problems("GET", path, given)).not.toEqual([]);
  });
});
