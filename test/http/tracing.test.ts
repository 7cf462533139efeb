import { Secret } from "@plumbline/core/access/secret.ts";
import { json } from "@plumbline/sandbox/server/reply.ts";
import { startScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { type AgentUnderTest, startAgent } from "./agent-under-test.ts";

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: Record<string, unknown> }[];
  status?: { code: number };
}

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const PARENT = "b7ad6b7169203331";
const traced = { headers: { traceparent: `00-${TRACE}-${PARENT}-01` } };
const POST = "/api/v1/tools/chatapp_post_channel";
const TEXT = "The build of the secret project is green.";
const PROMPT = "Post to #general that the build is green.";
const call = {
  name: "chatapp_post_channel",
  arguments: JSON.stringify({ channel: "C0GENERAL", text: TEXT }),
};

const collector = startedForFile(() => startScriptedServer({ name: "collector", handle: () => json({}) }));
let plain: AgentUnderTest;
let capturing: AgentUnderTest;

async function startTraced(capturesContent: boolean): Promise<AgentUnderTest> {
  const headers = new Secret("authorization=Bearer%20of-the-collector, x-team=agents");
  const endpoint = `${collector.url}/otel/`;
  const agent = await startAgent({
    tracing: { endpoint, serviceName: "support-bot", capturesContent, headers },
  });
  await agent.connect({ kind: "chatapp_bot", label: "team", token: "xoxb-sandbox-bot" });
  return agent;
}

/** Returns the spans that were sent since the last test, with their attributes by name. */
async function spansOf(agent: AgentUnderTest) {
  await agent.service.tracer.flush();
  return collector.requests.flatMap(({ text }) => {
    const { resourceSpans } = JSON.parse(text) as {
      resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[];
    };
    return resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap(({ spans }) =>
        spans.map((span) => ({
          ...span,
          attributes: Object.fromEntries(
            span.attributes.map(({ key, value }) => [key, Object.values(value)[0]]),
          ),
        })),
      ),
    );
  });
}

beforeAll(async () => {
  plain = await startTraced(false);
  capturing = await startTraced(true);
});

beforeEach(async () => {
  await Promise.all([plain, capturing].map(({ service }) => service.tracer.flush()));
  collector.clear();
  for (const agent of [plain, capturing]) agent.clear();
});

afterAll(async () => {
  await Promise.all([plain.close(), capturing.close()]);
});

test("a call continues its caller's trace, and the provider's request carries it", async () => {
  const answer = await plain.call("POST", POST, {
    ...traced,
    body: { arguments: { channel: "C0GENERAL", text: TEXT } },
  });
  expect(answer.json).toMatchObject({ ok: true });
  const spans = await spansOf(plain);
  const [request, execute, server] = spans;
  expect(spans.map(({ name, kind }) => [name, kind])).toEqual([
    ["POST", 3],
    ["execute_tool chatapp_post_channel", 1],
    ["POST", 2],
  ]);
  expect(spans.map(({ traceId }) => traceId)).toEqual([TRACE, TRACE, TRACE]);
  expect([server?.parentSpanId, execute?.parentSpanId, request?.parentSpanId]).toEqual([
    PARENT,
    server?.spanId,
    execute?.spanId,
  ]);
  expect(execute?.attributes).toMatchObject({
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": "chatapp_post_channel",
    "plumbline.attempts": "1",
  });
  expect(server?.attributes).toMatchObject({
    "http.route": "/api/v1/tools/:name",
    "http.response.status_code": "200",
  });
  const sent = plain.sandbox.chatapp.requests.at(-1)?.headers.traceparent;
  expect(sent).toBe(`00-${TRACE}-${request?.spanId}-01`);
});

test("a run is one trace: the agent, each turn of the model with its tokens, and each call", async () => {
  plain.turns({ calls: [call] }, { text: "Posted." });
  await plain.run(PROMPT, { call: traced });
  const spans = await spansOf(plain);
  const [agent] = spans.filter(({ name }) => name === "invoke_agent plumbline");
  const children = spans.filter(({ parentSpanId }) => parentSpanId === agent?.spanId);
  expect(children.map(({ name }) => name)).toEqual([
    "chat truthful",
    "execute_tool chatapp_post_channel",
    "chat truthful",
  ]);
  expect(children[0]?.attributes).toMatchObject({
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": "openai",
    "gen_ai.usage.input_tokens": expect.stringMatching(/^\d+$/),
    "gen_ai.response.finish_reasons": { values: [{ stringValue: "tool_calls" }] },
  });
  expect(agent?.attributes).toMatchObject({ "plumbline.stop_reason": "end" });
  expect(agent?.attributes["gen_ai.conversation.id"]).toMatch(/^[\da-f-]{36}$/);
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([TRACE]));
});

test("a refusal is a failed span with its code", async () => {
  await plain.call("POST", POST, { body: { arguments: { channel: "C0NOWHERE", text: TEXT } } });
  const execute = (await spansOf(plain)).find(({ name }) => name.startsWith("execute_tool"));
  expect(execute).toMatchObject({ attributes: { "error.type": "validation" }, status: { code: 2 } });
});

test("no prompt, argument or result is in a span, unless OTEL_CAPTURE_CONTENT says so", async () => {
  for (const agent of [plain, capturing]) {
    agent.turns({ calls: [call] }, { text: "Posted." });
    await agent.run(PROMPT);
    await spansOf(agent);
    const sent = collector.requests.map(({ text }) => text).join("\n");
    for (const content of [TEXT, PROMPT, "Posted."]) expect(sent.includes(content)).toBe(agent === capturing);
    expect(sent).not.toContain("xoxb-");
    collector.clear();
  }
});

test("spans are sent as OTLP with the headers and the service's name that were set", async () => {
  await plain.call("GET", "/api/v1/tools");
  await spansOf(plain);
  const [sent] = collector.requests;
  expect([sent?.method, sent?.path]).toEqual(["POST", "/otel/v1/traces"]);
  expect(sent?.headers).toMatchObject({
    authorization: "Bearer of-the-collector",
    "x-team": "agents",
    "content-type": "application/json",
  });
  expect(JSON.parse(sent?.text ?? "").resourceSpans[0].resource.attributes).toEqual([
    { key: "service.name", value: { stringValue: "support-bot" } },
  ]);
});

test("an invalid traceparent begins a new trace, and one that is not sampled is not sent", async () => {
  const ask = (traceparent: string) => plain.call("GET", "/api/v1/tools", { headers: { traceparent } });
  await ask(`00-${"0".repeat(32)}-${PARENT}-01`);
  await ask(`ff-${TRACE}-${PARENT}-01`);
  await ask(`00-${TRACE}-${PARENT}-00`);
  const spans = await spansOf(plain);
  expect(spans).toHaveLength(2);
  for (const { traceId, parentSpanId } of spans) {
    expect(traceId).not.toBe(TRACE);
    expect(parentSpanId).toBeUndefined();
  }
});

test("a collector that fails costs spans, and one line in the log", async () => {
  collector.scriptAlways("", json({}, 503));
  for (let at = 0; at < 3; at++) {
    expect((await plain.call("GET", "/api/v1/tools")).status).toBe(200);
    await plain.service.tracer.flush();
  }
  expect(plain.logged.filter(({ event }) => event === "spans_lost")).toHaveLength(1);
});
