import type { ModelMessage } from "@plumbline/agent/model/model.ts";
import type { ToolFormat } from "@plumbline/core/tool/tool-formats.ts";
import { buildToolForm } from "@plumbline/core/tool/tool-forms.ts";
import { text } from "@plumbline/sandbox/server/reply.ts";
import { startScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import { afterEach, describe, expect, test, vi } from "vitest";
import * as z from "zod";
import { startedForEach } from "../../support/started.ts";
import {
  API_KEY,
  failureOf,
  type ModelsUnderTest,
  modelsUnderTest,
  PROVIDERS,
  type Provider,
  someTool,
} from "./model-under-test.ts";

const FORMS: Readonly<Record<Provider, ToolFormat>> = {
  "openai-compatible": "openai",
  anthropic: "anthropic",
  bedrock: "bedrock",
};
const PATHS: Readonly<Record<Provider, string>> = {
  "openai-compatible": "/v1/chat/completions",
  anthropic: "/v1/messages",
  bedrock: "/model/sandbox.model-1/converse-stream",
};
const body = z.looseObject({
  tools: z.array(z.unknown()).optional(),
  toolConfig: z.looseObject({ tools: z.array(z.unknown()) }).optional(),
  messages: z.array(z.unknown()),
});

const server = startedForEach(() => startScriptedServer({ name: "provider", handle: () => text("no", 400) }));
const under = startedForEach(modelsUnderTest);

afterEach(async () => {
  vi.unstubAllEnvs();
});

/** The request a provider got. */
async function sent(provider: Provider, ...asking: Parameters<ModelsUnderTest["asking"]>) {
  await failureOf(under.at(provider, server.url).stream(under.asking(...asking)));
  const [request] = server.requests;
  if (request === undefined) throw new Error("nothing was sent");
  return { request, body: body.parse(request.json()) };
}

/** One step of a loop, with a result of each kind. */
const LOOP: readonly ModelMessage[] = [
  { role: "user", text: "Find it." },
  {
    role: "assistant",
    text: "  ",
    toolCalls: [
      { id: "call_1", name: "social_post:microblog", arguments: { text: "found" } },
      { id: "call_2", name: "chatapp_dm", arguments: ["not an object"] },
    ],
  },
  {
    role: "tool",
    results: [
      { toolCallId: "call_1", name: "social_post:microblog", content: { id: "77" }, isError: false },
      { toolCallId: "call_2", name: "chatapp_dm", content: "It takes an object.", isError: true },
    ],
  },
];

describe.each(PROVIDERS)("%s", (provider) => {
  test("is asked where it is, under our own name", async () => {
    const { request } = await sent(provider, "Hello");
    expect(`${request.method} ${request.path}`).toBe(`POST ${PATHS[provider]}`);
    expect(request.headers["user-agent"]).toMatch(/^Plumbline\/\S+ \(/);
    expect(request.headers["content-type"]).toBe("application/json");
  });

  test("receives its tools as the registry describes them", async () => {
    const tools = [someTool("social_post:microblog"), someTool("chatapp_dm")];
    const { body } = await sent(provider, "Hello", { tools });
    expect(body.tools ?? body.toolConfig?.tools).toEqual(
      tools.map((tool) => buildToolForm(tool, FORMS[provider])),
    );
  });

  test("receives the limit of its answer", async () => {
    const { request } = await sent(provider, "Hello", { maxOutputTokens: 321 });
    expect(request.text).toMatch(/"max_?[tT]okens":321/);
  });

  test("receives no system prompt when the caller gives none", async () => {
    const { request } = await sent(provider, "Hello", { system: "" });
    expect(request.text).not.toMatch(/"system"(?!:\[\])/);
  });

  test("has the results of its calls under the calls", async () => {
    const { request } = await sent(provider, "", { messages: LOOP, tools: [someTool("chatapp_dm")] });
    const told = request.text;
    for (const part of [
      "call_1",
      "call_2",
      "social_post__microblog",
      '{\\"id\\":\\"77\\"}',
      "It takes an object.",
    ])
      expect(told).toContain(part);
    expect(told).not.toContain("not an object");
    expect(told).not.toContain('"  "');
  });

  test.each([
    ["a choice of none", { tools: [someTool("chatapp_dm")], toolChoice: "none" } as const],
    ["no tools", {}],
  ])("has results told as text under %s", async (_what, more) => {
    const { body } = await sent(provider, "", { messages: LOOP, ...more });
    expect(body.tools ?? body.toolConfig).toBeUndefined();
    const told = JSON.stringify(body.messages);
    expect(told).toContain(
      JSON.stringify('<tool_result name="social_post__microblog">\n{"id":"77"}').slice(1, -1),
    );
    expect(told).toContain(
      JSON.stringify('<tool_error name="chatapp_dm">\nIt takes an object.').slice(1, -1),
    );
    expect(told).not.toContain("call_1");
  });

  test("nothing of the environment changes where it is asked, or with what", async () => {
    const elsewhere = "http://127.0.0.1:9";
    for (const name of ["ANTHROPIC_BASE_URL", "AWS_ENDPOINT_URL", "AWS_ENDPOINT_URL_BEDROCK_RUNTIME"])
      vi.stubEnv(name, elsewhere);
    for (const name of [
      "ANTHROPIC_API_KEY",
      "ANTHROPIC_AUTH_TOKEN",
      "OPENAI_API_KEY",
      "AWS_BEARER_TOKEN_BEDROCK",
    ])
      vi.stubEnv(name, "of-the-environment");
    for (const name of ["AWS_REGION", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"])
      vi.stubEnv(name, "of-the-environment");
    const { request } = await sent(provider, "Hello");
    expect(JSON.stringify(request.headers)).not.toContain("of-the-environment");
  });
});

test("an OpenAI-compatible server gets the key as a bearer and is asked for usage", async () => {
  const { request, body } = await sent("openai-compatible", "Hello");
  expect(request.headers.authorization).toBe(`Bearer ${API_KEY}`);
  expect(body).toEqual({
    model: "sandbox.model-1",
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Hello" },
    ],
    stream: true,
    stream_options: { include_usage: true },
  });
});

test("Anthropic gets the key and the version of its interface in headers", async () => {
  const { request } = await sent("anthropic", "Hello");
  expect(request.headers).toMatchObject({ "x-api-key": API_KEY, "anthropic-version": "2023-06-01" });
  expect(request.headers.authorization).toBeUndefined();
});

test("Bedrock gets a signature for its region", async () => {
  const { request } = await sent("bedrock", "Hello");
  expect(request.headers.authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=AKIAEXAMPLE\/\d{8}\/eu-west-1\/bedrock\/aws4_request, SignedHeaders=/,
  );
});

test("Bedrock gets an API key as a bearer", async () => {
  await failureOf(under.at("bedrock", server.url, "key").stream(under.asking("Hello")));
  expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${API_KEY}`);
});
