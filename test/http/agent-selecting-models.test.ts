import { researchOutcomeSchema } from "@plumbline/grounding/outcome";
import { selecting, selectingWrongly } from "@plumbline/sandbox/model/selecting.ts";
import { truthful } from "@plumbline/sandbox/model/truthful.ts";
import { afterEach, describe, expect, test } from "vitest";
import { completionAnswer } from "../../packages/http/endpoints/research-schemas.ts";
import { startedForFile } from "../support/started.ts";
import { outcomesOf, startAgent } from "./agent-under-test.ts";

const PROMPT = "Who was Ada Lovelace?";
const OTHER_PROMPT = "Write a limerick about a teapot.";

const agent = startedForFile(startAgent);

afterEach(() => agent.clear());

const quotesIn = (text: string) => Array.from(text.matchAll(/“([^“”]+)”/g), ([, words = ""]) => words);

async function completed(prompt: string) {
  const { json } = await agent.complete({ prompt });
  const { completion, outcome } = completionAnswer.parse(json);
  if (!completion || !outcome) throw new Error("there was no completion");
  return { ...completion, outcome };
}

describe("a model that places sentences by number", () => {
  test("has them quoted and cited in a run, a line each", async () => {
    agent.behave(selecting);
    const run = await agent.run(PROMPT);
    const [outcome] = outcomesOf(run).values();
    const quotes = quotesIn(run.text);
    expect(quotes.length).toBeGreaterThan(8);
    expect(run.text).toBe(quotes.map((words) => `- “${words}”`).join("\n"));
    expect(quotes[0]).toBe(outcome?.answer?.text);
    for (const { text, citations = [] } of run.of("text_delta"))
      for (const index of citations)
        expect(outcome?.citations[index]?.snippet).toContain(quotesIn(text)[0] ?? "nothing");
    expect(run.of("unverified")).toEqual([]);
    expect(run.done.stop_reason).toBe("end");
  });

  test("goes on counting where a second outcome enters", async () => {
    agent.turns(
      { calls: [{ name: "grounded_research", arguments: JSON.stringify({ query: PROMPT }) }] },
      { calls: [{ name: "grounded_research", arguments: '{"query":"Tell me about Grace Hopper."}' }] },
      { text: "[[1]]" },
    );
    await agent.run(OTHER_PROMPT);
    const told = JSON.stringify(agent.asked().at(-1)?.messages);
    const numbers = Array.from(told.matchAll(/\[\[(\d+)\]\] /g), ([, number]) => Number(number));
    expect(numbers).toEqual(numbers.map((_, at) => at + 1));
    const hopper = Number(/\[\[(\d+)\]\] Grace Hopper /.exec(told)?.[1]);
    agent.turns(
      { calls: [{ name: "grounded_research", arguments: JSON.stringify({ query: PROMPT }) }] },
      { calls: [{ name: "grounded_research", arguments: '{"query":"Tell me about Grace Hopper."}' }] },
      { text: `[[${hopper}]] [[1]]` },
    );
    const run = await agent.run(OTHER_PROMPT);
    const [ada, grace] = outcomesOf(run).keys();
    expect(run.of("text_delta").flatMap(({ tool_use_id }) => tool_use_id ?? [])).toEqual([grace, ada]);
    expect(run.text).toMatch(/^“Grace Hopper .+” “.*Ada Lovelace .+”$/);
  });

  test("that it was not given gets nothing in", async () => {
    agent.behave(selectingWrongly);
    const run = await agent.run(PROMPT);
    expect(run.text).not.toMatch(/forger|robbed|\[\[/);
    const unverified = run.of("unverified").map(({ text }) => text);
    expect(unverified.slice(0, 2)).toEqual(["[[0]]", "[[999]]"]);
    expect(unverified.at(-1)).toContain("robbed a bank");
  });
});

test("a model that copies its numbered lines as they stand says each once", async () => {
  agent.behave(({ messages }) => {
    const lines = messages.flatMap(({ text }) => text.match(/^\[\[\d+\]\] .+$/gm) ?? []);
    return { text: lines.join("\n") };
  });
  const { text, outcome } = await completed(PROMPT);
  agent.behave(truthful);
  const copied = await completed(PROMPT);
  expect(researchOutcomeSchema.parse(copied.outcome).citations).toEqual(outcome.citations);
  expect(quotesIn(text).length).toBeGreaterThan(8);
  for (const words of quotesIn(text)) expect(text.split(words)).toHaveLength(2);
});
