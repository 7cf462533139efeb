import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { neverEnding } from "@plumbline/sandbox/model/calling-tools.ts";
import { readChatRequest } from "@plumbline/sandbox/model/chat-request.ts";
import { json } from "@plumbline/sandbox/server/reply.ts";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { modelCall, modelPost, startAgent } from "./agent-under-test.ts";

const PROMPT = "Write a limerick about a teapot.";

let connection: string;

const agent = startedForFile(startAgent);

beforeAll(async () => {
  connection = await agent.connect({ kind: "chatapp_bot", label: "Team chat", token: sampleBotToken });
});

beforeEach(() => agent.clear());

const DONE = { text: "Done." };

describe("a loop of several steps", () => {
  test("hands every result to the model and says what is done", async () => {
    agent.turns(
      { text: "Let me look.", calls: [modelCall("connections_list")] },
      { calls: [modelPost("The kettle is on.", { credential_id: connection })] },
      DONE,
    );
    const run = await agent.run(PROMPT);
    expect(run.shape).toEqual([
      "start",
      "text_delta",
      "tool_use",
      "tool_result",
      "tool_use",
      "tool_result",
      "text_delta",
      "done",
    ]);
    expect(run.text).toBe("Let me look.\n\nDone.");
    const [listing, posting] = run.of("tool_use");
    const [listed, posted] = run.of("tool_result");
    expect(listing).toMatchObject({ name: "connections_list", arguments: {} });
    expect(listed).toMatchObject({ tool_use_id: listing?.tool_use_id, is_error: false });
    expect(posted).toMatchObject({
      tool_use_id: posting?.tool_use_id,
      name: "chatapp_post_channel",
      content: { channel: "C0GENERAL" },
    });
    expect(agent.sandbox.chatapp.workspace.messages.map(({ text }) => text)).toContain("The kettle is on.");

    const [, second, third] = agent.asked();
    expect(second?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool"]);
    expect(second?.messages[1]).toMatchObject({ content: "Let me look." });
    expect(second?.messages[2]?.content).toContain(connection);
    expect(third?.messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "tool",
      "assistant",
      "tool",
    ]);
    expect(run.done.stop_reason).toBe("end");
  });

  test("adds up what every turn cost", async () => {
    agent.turns({ text: "Let me look.", calls: [modelCall("connections_list")] }, DONE);
    const { done } = await agent.run(PROMPT);
    const words = (text: string) => text.match(/\S+/g)?.length ?? 0;
    const read = agent.sandbox.model.requests.flatMap((request) => readChatRequest(request).messages);
    expect(done.usage).toEqual({
      input_tokens: read.reduce((sum, { text }) => sum + words(text), 0),
      output_tokens: words("Let me look.") + words("{}") + words("Done."),
    });
  });

  test.each([["social_post__microblog"], ["social_post:microblog"]])(
    "knows a tool by either spelling: %s",
    async (name) => {
      agent.turns({ calls: [modelCall(name, { text: "Hello" })] }, DONE);
      const run = await agent.run(PROMPT, { tools: [name] });
      expect(agent.asked()[0]?.tools).toEqual(["social_post__microblog"]);
      expect(run.of("tool_use")[0]?.name).toBe("social_post:microblog");
      expect(run.of("tool_result")[0]).toMatchObject({ is_error: true, error_code: "authentication" });
    },
  );
});

describe("a long result", () => {
  const url = () => `${agent.sandbox.webhook.url}/hook`;
  const items = Array.from({ length: 120 }, (_, n) => ({ n, text: "é".repeat(200) }));
  const read = async (more: Record<string, unknown> = {}) => {
    agent.sandbox.webhook.script("", json({ items }));
    agent.turns({ calls: [modelCall("http_post_json", { url: url(), body: {} })] }, DONE);
    const run = await agent.run(PROMPT, more);
    return { run, read: String(agent.asked()[1]?.messages[2]?.content) };
  };

  test.each<[number, Record<string, unknown>]>([
    [20_000, {}],
    [3_000, { max_result_chars: 3_000 }],
  ])(
    "comes to the model in whole items, at most %i characters, and whole to the client",
    async (most, more) => {
      const { run, read: text } = await read(more);
      expect(run.of("tool_result")[0]).toMatchObject({ content: { body: { items } } });
      expect(text.length).toBeLessThanOrEqual(most);
      const result = JSON.parse(text);
      const kept = result.body.items;
      expect(kept.length).toBeGreaterThan(5);
      expect(kept).toEqual(items.slice(0, kept.length));
      expect(result).toMatchObject({ more: true, left_out: { "body.items": 120 - kept.length } });
    },
  );

  test.each([999, 200_001, 1.5, "3000"])("is not bounded by %j", async (max_result_chars) => {
    const body = { messages: [{ role: "user", content: PROMPT }], max_result_chars };
    expect((await agent.call("POST", "/api/v1/agent/stream", { body })).status).toBe(400);
  });
});

describe("the end of a run", () => {
  test("is no refusal where a refused call was mended", async () => {
    agent.turns(
      { calls: [modelCall("chatapp_post_channel", { channel: "C0GENERAL" })] },
      { calls: [modelPost("The tea is ready.")] },
      DONE,
    );
    const run = await agent.run(PROMPT);
    expect(run.of("tool_result").map(({ is_error }) => is_error)).toEqual([true, false]);
    expect(run.done.stop_reason).toBe("end");
  });

  test.each([[1], [3], [20]])(
    "comes after max_steps turns of a model that never ends: %i",
    async (max_steps) => {
      agent.behave(neverEnding);
      const run = await agent.run(PROMPT, { max_steps, tools: ["connections_list"] });
      expect(agent.asked()).toHaveLength(max_steps);
      expect(run.of("tool_result")).toHaveLength(max_steps);
      expect(run.done.stop_reason).toBe("max_steps");
      expect(run.chunks.at(-2)?.type).toBe("tool_result");
    },
  );

  test("comes after eight where nobody said how many", async () => {
    agent.behave(neverEnding);
    await agent.run(PROMPT, { tools: ["connections_list"] });
    expect(agent.asked()).toHaveLength(8);
  });

  test("of a grounded run that never answers tells what was found", async () => {
    agent.behave(neverEnding);
    const run = await agent.run("Who was Ada Lovelace?", { max_steps: 2, tools: ["connections_list"] });
    expect(run.text).toContain("Ada Lovelace was an English mathematician");
    expect(run.done.stop_reason).toBe("max_steps");
  });
});

describe("tools", () => {
  test("are not offered where the list is empty", async () => {
    agent.turns(DONE);
    await agent.run(PROMPT, { tools: [] });
    expect(agent.asked()[0]?.tools).toEqual([]);
    expect(agent.asked()[0]?.system).toContain("You have no tools.");
  });

  test("are those of the key: without the scope tools:call there is research alone", async () => {
    const { key } = await agent.newKey({ scopes: ["agent"] });
    agent.turns({ calls: [modelPost("Hello")] }, DONE);
    const run = await agent.run(PROMPT, { call: { key } });
    expect(agent.asked()[0]?.tools).toEqual(["grounded_research"]);
    expect(run.of("tool_result")[0]).toMatchObject({ is_error: true, error_code: "validation" });
    const { response } = await agent.open(PROMPT, { call: { key }, tools: ["chatapp_dm"] });
    expect(response.status).toBe(403);
  });

  test("that do not exist are refused by name before the run", async () => {
    const { response } = await agent.open(PROMPT, { tools: ["chatapp_dm", "chatapp_dn"] });
    expect(response.status).toBe(400);
    expect(agent.asked()).toEqual([]);
  });
});
