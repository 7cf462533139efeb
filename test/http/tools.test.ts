import { researchOutcomeSchema } from "@plumbline/grounding/outcome";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { hangBeforeHeaders } from "@plumbline/sandbox/server/reply.ts";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { createDescribedTools } from "../../packages/service/docs/described-tools.ts";
import { startedForFile } from "../support/started.ts";
import { itemsOf, startApi } from "./api-under-test.ts";

const TOOLS = "/api/v1/tools";
const NAMES = (await createDescribedTools()).map(({ name }) => name).toSorted();

const api = startedForFile(startApi);

beforeAll(async () => {
  await api.addCredential({ kind: "chatapp_bot", label: "team", token: sampleBotToken });
});

afterEach(() => api.sandbox.chatapp.clear());
const call = (
  name: string,
  args: unknown,
  more: Record<string, unknown> = {},
  headers: Record<string, string> = {},
) => api.call("POST", `${TOOLS}/${name}`, { body: { arguments: args, ...more }, headers });

describe("the list", () => {
  test("tells everything of every tool", async () => {
    const answer = await api.call("GET", TOOLS);
    expect(answer.json.next_cursor).toBeNull();
    expect(
      itemsOf(answer)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(NAMES);
    for (const tool of itemsOf(answer)) {
      expect(tool).toEqual({
        name: expect.any(String),
        title: expect.stringMatching(/^[A-Z]/),
        description: expect.stringMatching(/.{40}/),
        input_schema: expect.objectContaining({ type: "object", additionalProperties: false }),
        output_schema: expect.objectContaining({ type: "object" }),
        credential_kinds: expect.any(Array),
        credential_metadata: expect.any(Object),
        credential_required: expect.any(Boolean),
        effect: expect.stringMatching(/^(read|write)$/),
        idempotency: expect.any(String),
        example: expect.any(Object),
      });
    }
  });

  test.each([
    ["openai", { type: "function", function: { name: expect.any(String), parameters: expect.any(Object) } }],
    ["anthropic", { name: expect.any(String), input_schema: expect.any(Object) }],
    ["bedrock", { toolSpec: { name: expect.any(String), inputSchema: { json: expect.any(Object) } } }],
    ["mcp", { name: expect.any(String), inputSchema: expect.any(Object) }],
  ])("is given as %s takes it", async (format, shape) => {
    const items = itemsOf(await api.call("GET", `${TOOLS}?format=${format}`));
    expect(items).toHaveLength(NAMES.length);
    for (const item of items) expect(item).toMatchObject(shape);
    expect(JSON.stringify(items)).not.toMatch(/"name":"[^"]*:/);
  });
});

describe("a call", () => {
  test("is carried out and tells its attempts", async () => {
    const { status, json } = await call("chatapp_dm", { to: "ada@example.com", text: "Hello" });
    expect(status).toBe(200);
    expect(json).toEqual({
      ok: true,
      tool: "chatapp_dm",
      credential: { id: expect.any(String), kind: "chatapp_bot", label: "team" },
      result: expect.objectContaining({ id: expect.any(String) }),
      attempts: 1,
      elapsed_ms: expect.any(Number),
    });
  });

  test("of a tool that does not exist is a 404", async () => {
    for (const name of ["nothing", "chatapp-dm", "credential_test:chatapp", "__proto__", "constructor"]) {
      const { status, json } = await call(name, {});
      expect([name, status, json.error_code]).toEqual([name, 404, "not_found"]);
    }
  });

  test("of a tool by its provider's name names the tools of that provider", async () => {
    const { json } = await call("slack_post_message", {});
    expect(json.detail).toContain("Did you mean chatapp_post_channel?");
  });

  test("of a tool that does not exist is one whatever its body, and names the tools that may be meant", async () => {
    for (const body of [{}, { text: "Hello" }, { arguments: {} }]) {
      const { status, json } = await api.call("POST", "/api/v1/tools/chatapp_dmm", { body });
      expect([status, json.detail]).toEqual([
        404,
        expect.stringMatching(/^There is no tool called chatapp_dmm\. Did you mean chatapp_dm or /),
      ]);
    }
  });

  test.each([
    ["an unknown argument", { channel: "C0GENERAL", text: "Hello", txt: "typo" }, "txt"],
    ["a missing argument", { channel: "C0GENERAL" }, "text"],
    ["a wrong type", { channel: true, text: "Hello" }, "channel"],
    [
      "a credential id that is none",
      { channel: "C0GENERAL", text: "Hello", credential_id: "team" },
      "credential_id",
    ],
    ["a time-out of 121 s", { channel: "C0GENERAL", text: "Hello", timeout_seconds: 121 }, "timeout_seconds"],
  ])("with %s is a 200 with validation, and asks nobody", async (_what, args, named) => {
    const { status, json } = await call("chatapp_post_channel", args);
    expect(status).toBe(200);
    expect(json).toMatchObject({ ok: false, error_code: "validation", attempts: 0 });
    expect(json.refusal_reason).toContain(named);
    expect(api.sandbox.chatapp.requests).toEqual([]);
  });

  test.each([
    ["no arguments", {}, "arguments"],
    ["a list of arguments", { arguments: [] }, "arguments"],
    ["a field beside them", { arguments: {}, name: "x" }, "name"],
    ["preview that is no truth value", { arguments: {}, preview: "no" }, "preview"],
  ])("with %s is a 400", async (_what, body, path) => {
    const { status, json } = await api.call("POST", `${TOOLS}/connections_list`, { body });
    expect(status).toBe(400);
    expect(json.errors).toEqual([{ path, message: expect.any(String) }]);
  });

  test.each(["social_post:network", "social_post__network"])(
    "may name its tool beside the arguments, as %s",
    async (name) => {
      const body = { name, arguments: {} };
      for (const path of ["social_post:network", "social_post__network"]) {
        const { status, json } = await api.call("POST", `${TOOLS}/${path}`, { body });
        expect([status, json.tool]).toEqual([200, "social_post:network"]);
      }
    },
  );

  test("that names another tool than its path is a 400, and asks nobody", async () => {
    const body = { name: "chatapp_dm", arguments: { channel: "C0GENERAL", text: "Hello" } };
    const { status, json } = await api.call("POST", `${TOOLS}/chatapp_post_channel`, { body });
    expect(status).toBe(400);
    expect(json.errors).toEqual([{ path: "name", message: expect.stringContaining("chatapp_post_channel") }]);
    expect(api.sandbox.chatapp.requests).toEqual([]);
  });

  test("of research takes 1 to 50 claims, and gives no more", async () => {
    for (const max_claims of [0, 51]) {
      const { json } = await call("grounded_research", { query: "Who was Ada Lovelace?", max_claims });
      expect(json).toMatchObject({ ok: false, error_code: "validation", attempts: 0 });
      expect(json.refusal_reason).toContain("max_claims");
    }
    const { json } = await call("grounded_research", { query: "Tell me about Marie Curie", max_claims: 2 });
    const { sections } = researchOutcomeSchema.parse(json.result);
    expect(sections.flatMap(({ claims }) => claims)).toHaveLength(2);
  });

  test("of research takes 1 to 8 seconds, and leaves a backend after them", async () => {
    for (const timeout_seconds of [0, 9, 120]) {
      const { json } = await call("grounded_research", { query: "Who was Ada Lovelace?", timeout_seconds });
      expect(json).toMatchObject({ ok: false, error_code: "validation", attempts: 0 });
      expect(json.refusal_reason).toContain("timeout_seconds");
    }
    const { searchA } = api.sandbox;
    searchA.clear();
    searchA.script("", hangBeforeHeaders());
    const answer = call("grounded_research", { query: "Who was Ada Lovelace?", timeout_seconds: 2 });
    await searchA.waitForRequests(1);
    await new Promise(setImmediate);
    api.clock.advance(2_000);
    const chain = [{ backend: "search_a", ok: false, error: expect.stringContaining("within 2 s") }];
    expect((await answer).json.result).toMatchObject({ provider_chain: [...chain, { ok: true }] });
  });

  test("refused by research keeps its outcome", async () => {
    const { status, json } = await call("grounded_research", { query: "Who is Zorblax Quimby?" });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      ok: false,
      error_code: "research_insufficient_evidence",
      result: {
        ok: false,
        provider_chain: [
          { backend: "search_a", ok: true },
          { backend: "search_b", ok: true },
        ],
      },
    });
  });

  test("keeps to the deadline the platform gives", async () => {
    api.sandbox.chatapp.scriptAlways("", hangBeforeHeaders());
    const asked = api.sandbox.chatapp.waitForRequests(1);
    const request = api.request("POST", `${TOOLS}/chatapp_post_channel`, {
      body: { arguments: { channel: "C0GENERAL", text: "Hello" } },
    });
    const answer = api.fetch(request, { remainingMs: () => 5_000 });
    await asked;
    api.clock.advance(5_000);
    expect(await (await answer).json()).toMatchObject({
      ok: false,
      error_code: "transient",
      outcome_unknown: true,
    });
  });
});
