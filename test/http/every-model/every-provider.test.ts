import { type ChatCompletionRequest, LLMock } from "@copilotkit/aimock";
import { MODEL_PROVIDERS } from "@plumbline/agent/model/model.ts";
import { Secret } from "@plumbline/core/access/secret.ts";
import { PREAMBLE } from "@plumbline/grounding";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { sampleMicroblogToken } from "@plumbline/sandbox/microblog/sample-timeline.ts";
import { bodyOf, cutBody, slowDrip } from "@plumbline/sandbox/server/reply.ts";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { startedForFile } from "../../support/started.ts";
import { outcomesOf, startAgent } from "../agent-under-test.ts";
import { startModelRelay } from "./model-relay.ts";
import { sentRequest } from "./sent-request.ts";

const ORDER = "Announce the lunch break in the general channel.";
const QUESTION = "Who was Ada Lovelace?";
const LIMERICK = "Write a limerick about a teapot.";
const INVENTED = "Ada Lovelace won the Nobel Prize in 1911.";
const WORKSPACE = "The deploy key of the reactor is kept in vault 4711.";
const ANNOUNCE = { channel: "general", text: "Lunch is at noon." };

/** Name of each provider's form in `GET /api/v1/tools?format=`. */
const FORMAT = { "openai-compatible": "openai", anthropic: "anthropic", bedrock: "bedrock" };

/** Answers with the first two quotes that the model was sent, and a sentence of its own between them. */
function quoteAround({ messages }: ChatCompletionRequest, cite: (text: string, source: string) => string) {
  const read = messages.map(({ content }) => (typeof content === "string" ? content : "")).join("\n");
  const [first = "", second = ""] = Array.from(
    read.matchAll(/^\[\[\d+\]\] (.+) \(source (\d+)\)$/gm),
    ([, text = "", source = ""]) => cite(text, source),
  );
  return { content: `${first} ${INVENTED} ${second}` };
}
const quoting = (request: ChatCompletionRequest) =>
  quoteAround(request, (text, source) => text.replace(/(?=\.$)/, ` [${source}]`));

describe.each(MODEL_PROVIDERS)("%s", (provider) => {
  const aimock = startedForFile(async () => {
    const mock = await LLMock.create({ port: 0 });
    return { mock, close: () => mock.stop() };
  });
  const relay = startedForFile(() => startModelRelay(aimock.mock.url));
  const agent = startedForFile(() => {
    const baseUrl = provider === "bedrock" ? relay.url : `${relay.url}/v1`;
    return startAgent({ model: { provider, id: "aimock.model-1", baseUrl, apiKey: new Secret("key") } });
  });

  beforeAll(async () => {
    await agent.connect({ kind: "chatapp_bot", label: "team", token: sampleBotToken });
    await agent.connect({ kind: "microblog", label: "ours", token: sampleMicroblogToken });
  });

  afterEach(() => {
    aimock.mock.clearFixtures().resetMatchCounts();
    for (const server of [relay, agent.sandbox.chatapp]) server.clear();
    agent.sandbox.chatapp.workspace.messages.length = 0;
    agent.clear();
  });

  const sent = () => relay.requests.map((request) => sentRequest(provider, request));
  const posted = () => agent.sandbox.chatapp.workspace.messages.map(({ text }) => text);
  const call = (id: string, name: string, args: object) => ({ id, name, arguments: JSON.stringify(args) });
  const post = (id: string, args: object) => call(id, "chatapp_post_channel", args);

  test("two calls of one turn are made, handed back in the model's order, and paid for", async () => {
    const share = call("call_2", "social_post__microblog", { text: "The kettle is on." });
    aimock.mock.on(
      { hasToolResult: false },
      { toolCalls: [post("call_1", ANNOUNCE), share], usage: { input_tokens: 100, output_tokens: 10 } },
    );
    const last = { content: "Both were told.", usage: { input_tokens: 150, output_tokens: 5 } };
    aimock.mock.on({ hasToolResult: true }, last);
    const run = await agent.run(ORDER);
    expect(run.shape).toEqual(["start", "tool_use", "tool_result", "text_delta", "done"]);
    expect(run.of("tool_use").map(({ name }) => name)).toEqual([
      "chatapp_post_channel",
      "social_post:microblog",
    ]);
    expect(run.of("tool_result").map(({ is_error }) => is_error)).toEqual([false, false]);
    expect([posted(), run.text]).toEqual([[ANNOUNCE.text], "Both were told."]);
    expect(agent.sandbox.microblog.timeline.posts.map(({ text }) => text)).toContain("The kettle is on.");
    expect(run.done).toMatchObject({ stop_reason: "end", usage: { input_tokens: 250, output_tokens: 15 } });
    const [first, second, ...more] = sent();
    expect(more).toEqual([]);
    expect(first).toMatchObject({ userTexts: [ORDER], calls: [], results: [] });
    const handedBack = second?.calls.map(({ id, name, arguments: args }) => call(id, name, Object(args)));
    expect(handedBack).toEqual([post("call_1", ANNOUNCE), share]);
    expect(second?.results.map(({ id }) => id)).toEqual(["call_1", "call_2"]);
    const results = new Map(run.of("tool_result").map(({ name, content }) => [name, content]));
    expect(JSON.parse(second?.results[0]?.text ?? "")).toEqual(results.get("chatapp_post_channel"));
  });

  test("a refused call is shown verbatim, put to the model, and mended by it", async () => {
    aimock.mock.on({ hasToolResult: false }, { toolCalls: [post("call_1", { ...ANNOUNCE, channel: "no" })] });
    aimock.mock.on({ toolResultContains: "channel_not_found" }, { toolCalls: [post("call_2", ANNOUNCE)] });
    aimock.mock.on({ toolCallId: "call_2" }, { content: "It is announced." });
    const run = await agent.run(ORDER);
    const [refused, done] = run.of("tool_result");
    const reason = refused?.is_error ? refused.refusal_reason : "";
    expect([refused, done]).toMatchObject([{ error_code: "validation" }, { is_error: false }]);
    expect(run.of("text_delta")[0]?.text).toBe(reason);
    expect(sent()[1]?.results).toMatchObject([{ id: "call_1", text: expect.stringContaining(reason) }]);
    expect(posted()).toEqual([ANNOUNCE.text]);
  });

  test("an answer that is cut within a call is asked for again, and the call is made once", async () => {
    aimock.mock.on({ hasToolResult: false }, { toolCalls: [post("call_1", ANNOUNCE)] }, { chunkSize: 10 });
    aimock.mock.on({ hasToolResult: true }, { content: "It is announced." });
    relay.script("", async (request, handle) => {
      const answer = await handle(request);
      if ("fault" in answer) return answer;
      return cutBody(answer, { afterBytes: bodyOf(answer).indexOf("noon."), framing: "chunked" });
    });
    expect((await agent.run(ORDER)).text).toBe("It is announced.");
    expect([posted(), relay.requests.length]).toEqual([[ANNOUNCE.text], 3]);
  });

  test("an answer that drips, with events and characters cut anywhere, arrives whole", async () => {
    const content = "Ein Teekännchen aus Zinn – 茶壺 🫖 – sang täglich von früh bis spät.";
    aimock.mock.onMessage(LIMERICK, { content }, { chunkSize: 7 });
    relay.script("", async (request, handle) => {
      const answer = await handle(request);
      return "fault" in answer ? answer : slowDrip(answer, { bytesPerChunk: 41, intervalMs: 1 });
    });
    expect((await agent.run(LIMERICK)).text).toBe(content);
  });

  describe("of a question that is researched", () => {
    const citing = (cite: Parameters<typeof quoteAround>[1]) =>
      aimock.mock.onMessage(QUESTION, (request) => quoteAround(request, cite));

    test.each(["a run", "a completion"])(
      "the model of %s reads the outcome and no workspace",
      async (what) => {
        aimock.mock.onMessage(QUESTION, quoting);
        const { json: catalogue } = await agent.call("GET", `/api/v1/tools?format=${FORMAT[provider]}`);
        if (what === "a run") await agent.run(QUESTION, { workspace_context: WORKSPACE });
        else await agent.complete({ prompt: QUESTION, workspace_context: WORKSPACE });
        const [{ system = "", userTexts = [], tools = [] } = {}, ...more] = sent();
        expect(more).toEqual([]);
        expect(system.startsWith(PREAMBLE)).toBe(true);
        expect(relay.requests[0]?.text).not.toContain("4711");
        const told = userTexts.join("\n\n");
        expect(told).toMatch(/^<research_outcome>\n[\s\S]+\n\[\[1\]\] /);
        expect(told.endsWith(`\n</research_outcome>\n\n${QUESTION}`)).toBe(true);
        expect(tools).toEqual(what === "a run" ? catalogue.items : []);
      },
    );

    test("each supported sentence is cited in a run, and an invented one is marked", async () => {
      aimock.mock.onMessage(QUESTION, quoting);
      const run = await agent.run(QUESTION);
      const [outcome] = outcomesOf(run).values();
      for (const { text, citations = [] } of run.of("text_delta"))
        expect(citations.map((index) => outcome?.citations[index]?.snippet)).toEqual([
          expect.stringContaining(text.trim()),
        ]);
      expect(run.of("unverified")).toEqual([
        { type: "unverified", text: INVENTED, verdict: "unsupported", reason: expect.stringMatching(/\S/) },
      ]);
      expect(run.shape.slice(-4)).toEqual(["text_delta", "unverified", "text_delta", "done"]);
    });

    test("and in a completion, by marks", async () => {
      aimock.mock.onMessage(QUESTION, quoting);
      const { json } = await agent.complete({ prompt: QUESTION });
      const { text } = json.completion as { text: string };
      expect(json.completion).toEqual({
        text: expect.stringMatching(/\. \[1\] .+\. \[2\]$/),
        model: "aimock.model-1",
        citations: [
          { start: 0, end: text.indexOf(" [1]"), indexes: [0] },
          { start: text.indexOf(" [1]") + 5, end: text.indexOf(" [2]"), indexes: [1] },
        ],
        unverified_sentences: [
          { text: INVENTED, verdict: "unsupported", reason: expect.stringMatching(/\S/) },
        ],
      });
    });

    test("the number of a source after its sentence is part of neither sentence", async () => {
      citing((text, source) => `${text} [${source}]`);
      const run = await agent.run(QUESTION);
      expect(run.of("unverified")).toMatchObject([{ text: INVENTED }]);
      expect(run.text).toContain("Lovelace");
      for (const { text } of run.of("text_delta")) expect(text).toMatch(/^\s*\w[^[\]]*$/);
    });

    test("an outcome that a tool brings takes the workspace out of the next request", async () => {
      const research = call("call_1", "grounded_research", { query: QUESTION });
      aimock.mock.on({ userMessage: LIMERICK, hasToolResult: false }, { toolCalls: [research] });
      aimock.mock.on({ userMessage: LIMERICK, hasToolResult: true }, quoting);
      const run = await agent.run(LIMERICK, { workspace_context: WORKSPACE });
      const [before, after] = sent();
      expect(before?.system).toContain(WORKSPACE);
      expect(after?.system.startsWith(PREAMBLE)).toBe(true);
      expect(relay.requests[1]?.text).not.toContain("4711");
      const text = expect.stringMatching(/^<research_outcome>/);
      expect(after?.results).toEqual([{ id: after?.calls[0]?.id, text }]);
      expect(run.of("unverified")).toMatchObject([{ text: INVENTED }]);
    });
  });
});
