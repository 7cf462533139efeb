import { PREAMBLE } from "@plumbline/grounding";
import { type ResearchOutcome, researchOutcomeSchema } from "@plumbline/grounding/outcome";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { WireEvent } from "../stream-reader.ts";
import { type AgentWithAimock, PROVIDERS, type Provider, startAgentWithAimock } from "./agent-with-aimock.ts";
import { chunksOf, shapeOf, textOf } from "./chunks.ts";
import { type Quote, quotesIn, quotingAround } from "./quoting-model.ts";

const PROMPT = "Who was Ada Lovelace?";
const INVENTED = "Ada Lovelace won the Nobel Prize in 1911.";
const WORKSPACE = "The deploy key of the reactor is kept in vault 4711.";

/** Name of each provider's form in `GET /api/v1/tools?format=`. */
const FORMAT: Record<Provider, string> = {
  "openai-compatible": "openai",
  anthropic: "anthropic",
  bedrock: "bedrock",
};

describe.each(PROVIDERS)("%s", (provider) => {
  let agent: AgentWithAimock;
  /** The sentences that the model was sent to quote. */
  let quotes: Quote[];

  beforeAll(async () => {
    agent = await startAgentWithAimock(provider);
  });

  beforeEach(() => {
    agent.aimock.onMessage(PROMPT, (request) => {
      quotes = quotesIn(request).slice(0, 2);
      return quotingAround(INVENTED)(request);
    });
  });

  afterEach(() => agent.reset());

  afterAll(() => agent.close());

  const truth = () => quotes.map(({ text }) => text).join(" ");

  describe("what the model is sent", () => {
    test.each([
      ["in a run", () => agent.run(PROMPT, { workspace_context: WORKSPACE })],
      ["for a completion", () => agent.complete(PROMPT, { workspace_context: WORKSPACE })],
    ])("%s begins with the preamble and holds nothing of the workspace", async (_where, ask) => {
      await ask();
      const [sent, ...more] = agent.asked();
      expect(more).toEqual([]);
      expect(sent?.system.startsWith(PREAMBLE)).toBe(true);
      expect(agent.relay.requests[0]?.text).not.toContain("4711");
    });

    test.each([
      ["in a run", () => agent.run(PROMPT)],
      ["for a completion", () => agent.complete(PROMPT)],
    ])("%s has the outcome before the prompt, which stays the user's own words", async (_where, ask) => {
      await ask();
      const told = agent.asked()[0]?.userTexts.join("\n\n") ?? "";
      expect(told).toMatch(/^<research_outcome>\n[\s\S]+\n\[\[1\]\] /);
      expect(told.endsWith(`\n</research_outcome>\n\n${PROMPT}`)).toBe(true);
    });

    test("in a run are the tools, as the catalogue has them for this provider", async () => {
      await agent.run(PROMPT);
      const { json } = await agent.call("GET", `tools?format=${FORMAT[provider]}`);
      expect(agent.asked()[0]?.tools).toEqual(json.items);
    });

    test("for a completion are no tools", async () => {
      await agent.complete(PROMPT);
      expect(agent.asked()[0]?.tools).toEqual([]);
    });

    test("of an outcome that a tool brought takes the workspace out of the next request", async () => {
      const teapot = "Write a limerick about a teapot.";
      const research = { name: "grounded_research", arguments: { query: PROMPT } };
      agent.aimock.on({ userMessage: teapot, hasToolResult: false }, { toolCalls: [research] });
      agent.aimock.on({ userMessage: teapot, hasToolResult: true }, quotingAround(INVENTED));
      const events = await agent.run(teapot, { workspace_context: WORKSPACE });
      const [before, after] = agent.asked();
      expect(before?.system).toContain(WORKSPACE);
      expect(after?.system.startsWith(PREAMBLE)).toBe(true);
      expect(agent.relay.requests[1]?.text).not.toContain("4711");
      expect(after?.results).toEqual([
        { id: after?.calls[0]?.id, text: expect.stringMatching(/^<research_outcome>/) },
      ]);
      expect(chunksOf(events, "unverified")).toMatchObject([{ text: INVENTED }]);
    });
  });

  describe("what leaves", () => {
    test("of a run is what the sources bear out, each sentence with its citation, and the invented one marked", async () => {
      const events = await agent.run(PROMPT);
      expect(textOf(events)).toBe(truth());
      const { citations } = outcomeOf(events);
      for (const { text, citations: indexes } of chunksOf(events, "text_delta")) {
        const cited = Array.isArray(indexes) ? indexes.map((index) => citations[Number(index)]?.snippet) : [];
        expect(cited).toEqual([expect.stringContaining(String(text).trim())]);
      }
      expect(chunksOf(events, "unverified")).toEqual([
        { type: "unverified", text: INVENTED, verdict: "unsupported", reason: expect.stringMatching(/\S/) },
      ]);
      expect(shapeOf(events).slice(-4)).toEqual(["text_delta", "unverified", "text_delta", "done"]);
      expect(events.at(-1)?.data.stop_reason).toBe("end");
    });

    describe("where the numbers of the sources stand behind their sentences", () => {
      beforeEach(() => {
        const response = quotingAround(INVENTED, "behind");
        agent.aimock.prependFixture({ match: { userMessage: PROMPT }, response });
      });

      test("is the invented sentence without the number before it", async () => {
        const events = await agent.run(PROMPT);
        expect(chunksOf(events, "unverified")).toMatchObject([{ text: INVENTED }]);
      });

      test("is no text that says nothing", async () => {
        const events = await agent.run(PROMPT);
        expect(textOf(events)).toContain("Lovelace");
        for (const { text } of chunksOf(events, "text_delta")) expect(text).toMatch(/^\s*\w[^[\]]*$/);
      });
    });

    test("of a completion is the same", async () => {
      const { status, json } = await agent.complete(PROMPT);
      expect(status).toBe(200);
      expect(json).toMatchObject({ requires_grounding: true, outcome: { ok: true } });
      const { text } = json.completion as { text: string };
      expect(text.replace(/ \[\d\]/g, "")).toBe(truth());
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
  });

  test("a prompt that needs no research is answered as the model writes it", async () => {
    const content = "There once was a teapot of tin.";
    agent.aimock.onMessage("limerick", { content });
    const prompt = "Write a limerick about a teapot.";
    expect(textOf(await agent.run(prompt))).toBe(content);
    const { json } = await agent.complete(prompt, { workspace_context: WORKSPACE });
    expect(json).toMatchObject({
      outcome: null,
      completion: { text: content, model: "aimock.model-1", unverified_sentences: [] },
    });
    expect(agent.asked()[1]?.system).toContain(WORKSPACE);
  });
});

function outcomeOf(events: readonly WireEvent[]): ResearchOutcome {
  return researchOutcomeSchema.parse(chunksOf(events, "tool_result")[0]?.content);
}
