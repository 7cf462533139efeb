import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type AgentWithAimock, PROVIDERS, startAgentWithAimock } from "./agent-with-aimock.ts";
import { chunksOf, expectFailure, shapeOf, textOf } from "./chunks.ts";

const PROMPT = "Announce the lunch break in the general channel.";
const GROUNDED = "Who was Ada Lovelace?";
const COUNTED = { content: "One two three four." };
const ANNOUNCE = {
  name: "chatapp_post_channel",
  arguments: { channel: "general", text: "Lunch is at noon." },
};

const SAID_NOTHING = { error_code: "model_bad_answer", message: "The model's response was empty." };
const RATE_LIMITED = {
  error_code: "model_rate_limited",
  message: "The model's provider is limiting requests; try again in 7 s.",
};
const SLOW_DOWN = { error: { message: "Slow down.", type: "rate_limit_error" }, status: 429 };

describe.each(PROVIDERS)("%s", (provider) => {
  let agent: AgentWithAimock;

  beforeAll(async () => {
    agent = await startAgentWithAimock(provider);
  });

  afterEach(() => agent.reset());

  afterAll(() => agent.close());

  const posted = () => agent.sandbox.chatapp.workspace.messages.map(({ text }) => text);

  const failingRun = async (failure: object, prompt = PROMPT) => {
    const events = await agent.run(prompt);
    expectFailure(events, failure);
    return events;
  };

  describe("429", () => {
    test("is waited out for as long as the provider asks, then the answer comes", async () => {
      agent.aimock.on({ sequenceIndex: 0 }, { ...SLOW_DOWN, retryAfter: 7 });
      agent.aimock.on({}, COUNTED);
      const events = await agent.run(PROMPT);
      expect(shapeOf(events)).toEqual(["start", "text_delta", "done"]);
      expect(textOf(events)).toBe(COUNTED.content);
      expect(agent.clock.waits).toEqual([7000]);
      expect(agent.relay.requests).toHaveLength(2);
    });

    test("that does not end is given up and told with its wait", async () => {
      agent.aimock.on({}, { ...SLOW_DOWN, retryAfter: 7 });
      expect(shapeOf(await failingRun(RATE_LIMITED))).toEqual(["start", "error", "done"]);
      expect(agent.relay.requests).toHaveLength(3);
    });

    test("whose wait outlasts the run is not waited for", async () => {
      agent.aimock.on({}, { ...SLOW_DOWN, retryAfter: 7000 });
      await failingRun({ ...RATE_LIMITED, message: expect.stringContaining("7000 s") });
      expect(agent.clock.waits).toEqual([]);
    });

    test("in a loop leaves what the tools did", async () => {
      agent.aimock.on({ hasToolResult: false }, { toolCalls: [ANNOUNCE] });
      agent.aimock.on({ hasToolResult: true }, { ...SLOW_DOWN, retryAfter: 7 });
      const events = await failingRun(RATE_LIMITED);
      expect(chunksOf(events, "tool_result")).toMatchObject([{ is_error: false }]);
      expect(posted()).toEqual(["Lunch is at noon."]);
    });

    test("of a completion is a problem that says when to come again", async () => {
      agent.aimock.on({}, { ...SLOW_DOWN, retryAfter: 7 });
      const { status, headers, json } = await agent.complete(PROMPT);
      expect([status, json.error_code]).toEqual([503, "model_rate_limited"]);
      expect(headers.get("retry-after")).toBe("7");
    });
  });

  describe("what is no answer", () => {
    test.each([
      ["a document in place of events", { malformedRate: 1 }, "model_bad_answer", 1],
      ["a failure of the provider", { dropRate: 1 }, "model_unavailable", 3],
    ])("%s", async (_what, chaos, error_code, requests) => {
      agent.aimock.onMessage(PROMPT, COUNTED, { chaos });
      await failingRun({ error_code, message: expect.stringMatching(/\S/) });
      expect(agent.relay.requests).toHaveLength(requests);
      const { status, json } = await agent.complete(PROMPT);
      expect([status, json.error_code]).toEqual([503, error_code]);
    });

    test("an empty one", async () => {
      agent.aimock.onMessage(PROMPT, { content: "" });
      expect(shapeOf(await failingRun(SAID_NOTHING))).toEqual(["start", "error", "done"]);
      const { status, json } = await agent.complete(PROMPT);
      expect([status, json.error_code]).toEqual([503, "model_bad_answer"]);
    });
  });

  describe("of a grounded prompt", () => {
    test.each([
      ["429", () => agent.aimock.on({}, { ...SLOW_DOWN, retryAfter: 7 }), RATE_LIMITED],
      ["an empty answer", () => agent.aimock.on({}, { content: "" }), SAID_NOTHING],
    ])("%s takes nothing from what was found", async (_what, layOut, failure) => {
      layOut();
      const events = await failingRun(failure, GROUNDED);
      expect(textOf(events)).toContain("Lovelace");
      for (const { citations } of chunksOf(events, "text_delta"))
        expect(citations).toEqual([expect.any(Number)]);
      const { status, json } = await agent.complete(GROUNDED);
      expect(status).toBe(200);
      expect(json).toMatchObject({ outcome: { ok: true }, completion: null, completion_error: failure });
    });
  });
});
