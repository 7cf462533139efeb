import { LLMock } from "@copilotkit/aimock";
import type { ModelMessage } from "@plumbline/agent/model/model.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  eventsOf,
  failureOf,
  type ModelsUnderTest,
  modelsUnderTest,
  PROVIDERS,
  someTool,
  textIn,
} from "./model-under-test.ts";

let mock: LLMock;
let under: ModelsUnderTest;

beforeEach(async () => {
  mock = new LLMock({ port: 0 });
  await mock.start();
  under = modelsUnderTest();
});

afterEach(async () => {
  await under.close();
  await mock.stop();
});

describe.each(PROVIDERS)("%s", (provider) => {
  const turn = (...args: Parameters<ModelsUnderTest["asking"]>) =>
    under.at(provider, mock.url).stream(under.asking(...args));

  test("streams a text in pieces and finishes with the whole of it", async () => {
    const content = "The Elbe rises in the Giant Mountains and carries barges, ferries and gulls.";
    mock.onMessage("river", { content }, { chunkSize: 10 });
    const events = await eventsOf(turn("Which river?"));
    expect(events.filter(({ type }) => type === "text").length).toBeGreaterThan(3);
    expect(textIn(events)).toBe(content);
    expect(events.at(-1)).toMatchObject({
      type: "finish",
      reason: "stop",
      message: { role: "assistant", text: content },
    });
  });

  test("goes through a loop of two steps with parallel calls, the colon of a name mapped both ways", async () => {
    mock.on(
      { userMessage: "Tell them", hasToolResult: false },
      {
        toolCalls: [
          { id: "call_1", name: "social_post__microblog", arguments: '{"text":"Hello"}' },
          { id: "call_2", name: "chatapp_dm", arguments: '{"text":"Hello"}' },
        ],
      },
    );
    mock.on({ userMessage: "Tell them", hasToolResult: true }, { content: "Both were told." });
    const tools = [someTool("social_post:microblog"), someTool("chatapp_dm")];
    const events = await eventsOf(turn("Tell them", { tools }));
    const finish = events.at(-1);
    if (finish?.type !== "finish") throw new Error("the turn did not finish");
    expect(finish.reason).toBe("tool_calls");
    const calls = events.filter((event) => event.type === "tool_call");
    expect(calls).toEqual([
      {
        type: "tool_call",
        id: "call_1",
        name: "social_post:microblog",
        arguments: { text: "Hello" },
      },
      { type: "tool_call", id: "call_2", name: "chatapp_dm", arguments: { text: "Hello" } },
    ]);

    const results = calls.map(({ id, name }) => ({
      toolCallId: id,
      name,
      content: { ok: name === "chatapp_dm" },
      isError: name !== "chatapp_dm",
    }));
    const messages: ModelMessage[] = [
      { role: "user", text: "Tell them" },
      finish.message,
      { role: "tool", results },
    ];
    expect(textIn(await eventsOf(turn("", { messages, tools })))).toBe("Both were told.");
    const sent = JSON.stringify(mock.getLastRequest()?.body);
    for (const part of ["call_1", "call_2", "social_post__microblog", "chatapp_dm", '{\\"ok\\":true}'])
      expect(sent).toContain(part);
    expect(sent).not.toContain("social_post:microblog");
  });

  test("an answer that is cut is asked for again only if no word of it was given out", async () => {
    // The server takes a moment between two pieces, so that most often the first is out before the connection
    // is closed.
    const content = "One two three four";
    mock.onMessage("cut", { content }, { chunkSize: 4, latency: 2, truncateAfterChunks: 5 });
    const { events, error } = await failureOf(turn("cut"));
    expect(events.every(({ type }) => type === "text") && content.startsWith(textIn(events))).toBe(true);
    expect(["model_cut_off", "model_unavailable"]).toContain(error.code);
    if (events.length > 0) expect(error.message).toBe("The model's response was cut off.");
    expect(mock.getRequests()).toHaveLength(events.length > 0 ? 1 : 3);
  });

  test("a connection that is closed without an answer is tried three times", async () => {
    mock.onMessage("gone", { content: "Hello" }, { chaos: { disconnectRate: 1 } });
    const { events, error } = await failureOf(turn("gone"));
    expect(events).toEqual([]);
    expect(error).toMatchObject({ code: "model_unavailable", message: "The model could not be reached." });
    expect(mock.getRequests()).toHaveLength(3);
    expect(under.clock.waits).toHaveLength(2);
  });

  test("429 waits as long as the provider asks, then the answer comes", async () => {
    mock.nextRequestError(429, { message: "Slow down.", type: "rate_limit_error" });
    mock.onMessage("hello", { content: "Hi." });
    expect(textIn(await eventsOf(turn("hello")))).toBe("Hi.");
    expect(under.clock.waits).toEqual([1000]);
  });

  test("a persistent 429 is reported with its wait", async () => {
    const error = { message: "Slow down.", type: "rate_limit_error" };
    mock.onMessage("hello", { error, status: 429, retryAfter: 7 });
    expect((await failureOf(turn("hello"))).error).toMatchObject({
      code: "model_rate_limited",
      message: "The model's provider is limiting requests; try again in 7 s.",
      detail: { status: 429, providerCode: "rate_limit_error", retryAfterSeconds: 7 },
    });
    expect(under.clock.waits).toEqual([7000, 7000]);
  });

  test("429 whose wait does not fit the deadline is not waited for", async () => {
    mock.onMessage("hello", { error: { message: "Slow down." }, status: 429, retryAfter: 90 });
    const { error } = await failureOf(turn("hello"));
    expect(error).toMatchObject({ code: "model_rate_limited", detail: { retryAfterSeconds: 90 } });
    expect(under.clock.waits).toEqual([]);
    expect(mock.getRequests()).toHaveLength(1);
  });

  test("500 is tried three times", async () => {
    mock.onMessage("hello", { content: "Hi." }, { chaos: { dropRate: 1 } });
    const { error } = await failureOf(turn("hello"));
    expect(error).toMatchObject({
      code: "model_unavailable",
      message: "The model's provider failed (status 500).",
    });
    expect(mock.getRequests()).toHaveLength(3);
  });

  test("malformed JSON in place of events is no answer", async () => {
    mock.onMessage("hello", { content: "Hi." }, { chaos: { malformedRate: 1 } });
    const { error } = await failureOf(turn("hello"));
    expect(error).toMatchObject({
      code: "model_bad_answer",
      message: "The server at the model's address did not respond in the provider's format.",
    });
    expect(mock.getRequests()).toHaveLength(1);
  });

  test("a refusal is final", async () => {
    mock.onMessage("hello", { error: { message: "No.", type: "permission_error" }, status: 403 });
    const { error } = await failureOf(turn("hello"));
    expect(error).toMatchObject({
      code: "model_refused_request",
      message: "The model's provider does not accept the service's key (status 403).",
    });
    expect(mock.getRequests()).toHaveLength(1);
  });
});
