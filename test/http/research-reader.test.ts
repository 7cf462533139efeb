import { PREAMBLE } from "@plumbline/grounding";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Behaviour } from "../../packages/sandbox/model/behaviour.ts";
import { type AgentUnderTest, startAgent } from "./agent-under-test.ts";

const PROMPT = "Where was Ada Lovelace born?";

let agent: AgentUnderTest;
beforeAll(async () => {
  agent = await startAgent({ reader: "model" });
});
afterAll(() => agent.close());
beforeEach(() => agent.clear());

interface ReadCandidate {
  number: number;
  text: string;
}

/** Chooses the first candidate with these words; says nothing where it is asked anything else. */
const choosing =
  (words: string): Behaviour =>
  ({ schema, messages }) => {
    if (schema !== "select") return { text: "The sources do not say." };
    const { candidates } = JSON.parse(messages.at(-1)!.text) as { candidates: ReadCandidate[] };
    const chosen = candidates.find(({ text }) => text.includes(words));
    const choices = candidates.map((candidate) =>
      candidate === chosen
        ? { number: candidate.number, answers: "yes", span: words, about: "asked" }
        : { number: candidate.number, answers: "no", span: "", about: "unknown" },
    );
    return { text: JSON.stringify({ choices }) };
  };

const selects = () =>
  agent
    .asked()
    .map(({ system, wire }) => ({ system, body: JSON.parse(wire) }))
    .filter(({ body }) => body.response_format?.json_schema?.name === "select");

it("has the model choose once a research, behind the preamble, and counts what it took", async () => {
  agent.behave(choosing("London"));
  const { status, json } = await agent.complete({ prompt: PROMPT });
  expect(status).toBe(200);
  expect(json.outcome).toMatchObject({
    ok: true,
    answer: { text: expect.stringContaining("London") },
    reader: { used: true, model: "truthful", calls: 1, input_tokens: expect.any(Number) },
  });
  expect(selects()).toHaveLength(1);
  expect(selects()[0]!.system.startsWith(PREAMBLE)).toBe(true);
  expect(selects()[0]!.body).toMatchObject({ temperature: 0, response_format: { type: "json_schema" } });
});

it("asks it for the tool too, and refuses where it chooses nothing", async () => {
  agent.behave(choosing("no sentence has these words"));
  const { json } = await agent.call("POST", "/api/v1/tools/grounded_research", {
    body: { arguments: { query: "When was Ada Lovelace born?" } },
  });
  expect(json).toMatchObject({ ok: false, error_code: "research_insufficient_evidence" });
  expect(json.result).toMatchObject({ reader: { used: true } });
  expect(selects()).toHaveLength(1);
});

it("goes on without it where it cannot choose", async () => {
  agent.behave(() => ({ text: "I would rather not." }));
  const { json } = await agent.complete({ prompt: "When did Ada Lovelace die?" });
  expect(json.outcome).toMatchObject({
    ok: true,
    answer: { text: expect.stringContaining("1852") },
    reader: { used: false, why: "invalid_answer", calls: 1 },
  });
});
