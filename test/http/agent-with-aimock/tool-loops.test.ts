import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type AgentWithAimock, PROVIDERS, startAgentWithAimock } from "./agent-with-aimock.ts";
import { chunksOf, shapeOf, textOf } from "./chunks.ts";

const PROMPT = "Announce the lunch break in the general channel.";
const ANNOUNCE = { channel: "general", text: "Lunch is at noon." };

interface Call {
  id: string;
  name: string;
  arguments: Record<string, unknown>;
}

describe.each(PROVIDERS)("%s", (provider) => {
  let agent: AgentWithAimock;

  beforeAll(async () => {
    agent = await startAgentWithAimock(provider);
  });

  afterEach(() => agent.reset());

  afterAll(() => agent.close());

  /** The model makes these calls, and says this when it has their results. */
  function loop(toolCalls: readonly Call[], content: string): void {
    const usage = { input_tokens: 100, output_tokens: 10 };
    agent.aimock.on({ hasToolResult: false }, { toolCalls: [...toolCalls], usage });
    agent.aimock.on({ hasToolResult: true }, { content, usage: { input_tokens: 150, output_tokens: 5 } });
  }

  const posted = () =>
    agent.sandbox.chatapp.workspace.messages.map(({ channel, text }) => ({ channel, text }));

  test("a loop of two steps posts to the chat app, once", async () => {
    loop([{ id: "call_1", name: "chatapp_post_channel", arguments: ANNOUNCE }], "It is announced.");
    const events = await agent.run(PROMPT);

    expect(posted()).toEqual([{ channel: "C0GENERAL", text: "Lunch is at noon." }]);
    expect(shapeOf(events)).toEqual(["start", "tool_use", "tool_result", "text_delta", "done"]);
    const [use] = chunksOf(events, "tool_use");
    expect(use).toMatchObject({ name: "chatapp_post_channel", arguments: ANNOUNCE });
    expect(chunksOf(events, "tool_result")).toEqual([
      {
        type: "tool_result",
        tool_use_id: use?.tool_use_id,
        name: "chatapp_post_channel",
        credential: { id: expect.any(String), kind: "chatapp_bot", label: "team" },
        is_error: false,
        content: { id: expect.any(String), channel: "C0GENERAL" },
      },
    ]);
    expect(textOf(events)).toBe("It is announced.");
    expect(events.at(-1)?.data).toMatchObject({
      stop_reason: "end",
      usage: { input_tokens: 250, output_tokens: 15 },
    });
  });

  test("the model is handed back its call and what came of it", async () => {
    loop([{ id: "call_1", name: "chatapp_post_channel", arguments: ANNOUNCE }], "It is announced.");
    const events = await agent.run(PROMPT);
    const [first, second, ...more] = agent.asked();
    expect(more).toEqual([]);
    expect(first).toMatchObject({ userTexts: [PROMPT], calls: [], results: [] });
    expect(second).toMatchObject({
      userTexts: [PROMPT],
      calls: [{ id: "call_1", name: "chatapp_post_channel", arguments: ANNOUNCE }],
      results: [{ id: "call_1" }],
    });
    const told: unknown = JSON.parse(second?.results[0]?.text ?? "");
    expect(told).toEqual(chunksOf(events, "tool_result")[0]?.content);
  });

  test("two calls of one turn are under way at once, and handed back in the model's order", async () => {
    const direct = { to: "U0ADA", text: "Lunch is at noon." };
    loop(
      [
        { id: "call_1", name: "chatapp_post_channel", arguments: ANNOUNCE },
        { id: "call_2", name: "chatapp_dm", arguments: direct },
      ],
      "Both were told.",
    );
    const { chatapp } = agent.sandbox;
    chatapp.script("POST /api/chat.postMessage", async (request, handle) => {
      await chatapp.waitForRequests(2);
      return handle(request);
    });
    const events = await agent.run(PROMPT);
    expect(events.slice(1, 3).map(({ data }) => [data.type, data.name])).toEqual([
      ["tool_use", "chatapp_post_channel"],
      ["tool_use", "chatapp_dm"],
    ]);
    expect(chunksOf(events, "tool_result").map(({ is_error }) => is_error)).toEqual([false, false]);
    expect(posted()).toHaveLength(2);
    expect(agent.asked()[1]).toMatchObject({
      calls: [{ id: "call_1" }, { id: "call_2" }],
      results: [{ id: "call_1" }, { id: "call_2" }],
    });
    expect(events.at(-1)?.data.stop_reason).toBe("end");
  });

  test("a tool with a colon in its name is called by the name that models know", async () => {
    const post = { text: "The kettle is on." };
    loop([{ id: "call_1", name: "social_post__microblog", arguments: post }], "It is posted.");
    const events = await agent.run("Publish my short post on the microblog.");
    expect(agent.sandbox.microblog.timeline.posts.map(({ text }) => text)).toEqual([post.text]);
    expect(chunksOf(events, "tool_use")).toMatchObject([{ name: "social_post:microblog", arguments: post }]);
    expect(chunksOf(events, "tool_result")).toMatchObject([
      { name: "social_post:microblog", is_error: false },
    ]);
    const [first, second] = agent.asked();
    expect(second?.calls).toEqual([{ id: "call_1", name: "social_post__microblog", arguments: post }]);
    const tools = JSON.stringify(first?.tools);
    expect(tools).toContain('"name":"social_post__microblog"');
    expect(tools).not.toContain('"name":"social_post:microblog"');
  });

  test("a refused call is shown word for word, put to the model, and mended by it", async () => {
    const wrong = { ...ANNOUNCE, channel: "nowhere" };
    const call = (id: string, args: object) => ({
      toolCalls: [{ id, name: "chatapp_post_channel", arguments: JSON.stringify(args) }],
    });
    agent.aimock.on({ hasToolResult: false }, call("call_1", wrong));
    agent.aimock.on({ toolResultContains: "channel_not_found" }, call("call_2", ANNOUNCE));
    agent.aimock.on({ toolCallId: "call_2" }, { content: "It is announced." });
    const events = await agent.run(PROMPT);

    const [refused, done] = chunksOf(events, "tool_result");
    expect(refused).toMatchObject({ is_error: true, error_code: "validation", content: { ok: false } });
    expect(chunksOf(events, "text_delta")[0]?.text).toBe(refused?.refusal_reason);
    expect(done?.is_error).toBe(false);
    expect(posted()).toEqual([{ channel: "C0GENERAL", text: "Lunch is at noon." }]);
    const told = agent.asked()[1]?.results[0];
    expect(told).toMatchObject({
      id: "call_1",
      text: expect.stringContaining(String(refused?.refusal_reason)),
    });
    expect(events.at(-1)?.data.stop_reason).toBe("end");
  });

  test("arguments that do not fit the tool are refused, and nothing is sent", async () => {
    loop([{ id: "call_1", name: "chatapp_post_channel", arguments: { chanel: "general" } }], "I could not.");
    const events = await agent.run(PROMPT);
    expect(chunksOf(events, "tool_result")).toMatchObject([{ is_error: true, error_code: "validation" }]);
    expect(agent.sandbox.chatapp.requests).toEqual([]);
    expect(events.at(-1)?.data.stop_reason).toBe("refusal");
  });
});
