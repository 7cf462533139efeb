import { PREAMBLE } from "@plumbline/grounding";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { beforeEach, expect, it } from "vitest";
import type { Behaviour } from "../../packages/sandbox/model/behaviour.ts";
import { startedForFile } from "../support/started.ts";
import { startAgent } from "./agent-under-test.ts";

const PROMPT = "Where was Ada Lovelace born?";

const agent = startedForFile(() => startAgent({ reader: "model" }));
beforeEach(() => agent.clear());

interface ReadCandidate {
  number: number;
  text: string;
}

/** Puts all pages that were found into one group; decoys stay alone. */
function onePerson(text: string): number[][] {
  const { pages } = JSON.parse(text) as { pages: { number: number; url: string }[] };
  const isFound = ({ url }: { url: string }) => !url.includes("wikipedia.org");
  const decoys = pages.filter((page) => !isFound(page)).map(({ number }) => [number]);
  return [pages.filter(isFound).map(({ number }) => number), ...decoys];
}

/** Chooses the first candidate with these words; says nothing where it is asked anything else. */
const choosing =
  (words: string): Behaviour =>
  ({ schema, messages }) => {
    if (schema === "same_person")
      return { text: JSON.stringify({ groups: onePerson(messages.at(-1)!.text) }) };
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

const asksOf = (form: "select" | "support") =>
  agent
    .asked()
    .map(({ system, wire }) => ({ system, body: JSON.parse(wire) }))
    .filter(({ body }) => body.response_format?.json_schema?.name === form);
const selects = () => asksOf("select");

it("has the model choose once a research, behind the preamble, and counts what it took", async () => {
  agent.behave(choosing("London"));
  const { status, json } = await agent.complete({ prompt: PROMPT });
  expect(status).toBe(200);
  expect(json.outcome).toMatchObject({
    ok: true,
    answer: { text: expect.stringContaining("London") },
    reader: { used: true, model: "truthful", calls: 2, input_tokens: expect.any(Number) },
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

/** True, in words that the rules cannot compare. */
const written = "The place where Ada Lovelace was born on 10 December 1815 lies in London.";

/** Finds the sentence above supported, and answers each turn of an agent. */
const reading =
  (turn: Behaviour): Behaviour =>
  (asked) => {
    if (asked.schema === "select" || asked.schema === "same_person")
      return choosing("10 December 1815")(asked);
    if (asked.schema !== "support") return turn(asked);
    const { statements, evidence } = JSON.parse(asked.messages.at(-1)!.text);
    const [own] = evidence.filter(({ text }: ReadCandidate) => text.includes("10 December 1815"));
    const verdicts = statements.map(({ number, text }: ReadCandidate) =>
      text === written
        ? { statement: number, verdict: "supported", evidence: [own.number] }
        : { statement: number, verdict: "neither", evidence: [] },
    );
    return { text: JSON.stringify({ verdicts }) };
  };

it("asks it once a check, and reports what that took", async () => {
  agent.behave(reading(() => ({})));
  const sources = [{ text: "Ada Lovelace was born on 10 December 1815 in London." }];
  const lie = "The place where Ada Lovelace was born on 10 December 1815 lies in Leeds.";
  const check = (text: string) =>
    agent.call("POST", "/api/v1/autonomy/research/check", { body: { text, sources } });
  const { json } = await check(`${written} ${lie}`);
  expect(json).toMatchObject({
    supported: false,
    sentences: [
      { text: written, verdict: "supported", citations: [0], reasons: [{ code: "read" }] },
      { text: lie, verdict: "unclear" },
    ],
    reader: { used: true, calls: 1, input_tokens: expect.any(Number) },
  });
  expect(asksOf("support")).toHaveLength(1);
  expect((await check("Hello!")).json).not.toHaveProperty("reader");
});

it("asks it once a write, after the searches for it", async () => {
  await agent.connect({ kind: "chatapp_bot", token: sampleBotToken });
  const call = {
    name: "chatapp_post_channel",
    arguments: JSON.stringify({ channel: "C0GENERAL", text: written }),
  };
  agent.behave(
    reading(({ messages }) => (messages.at(-1)?.role === "tool" ? { text: "Posted." } : { calls: [call] })),
  );
  const run = await agent.run("Post a welcome for our new colleague to C0GENERAL.");
  expect(run.of("tool_result")[0]).toMatchObject({ is_error: false });
  expect(asksOf("support")).toHaveLength(1);
});

it("asks it once a turn what the guard leaves unclear, and counts all that it took in done.usage", async () => {
  agent.behave(reading(() => ({ text: written })));
  const { chunks } = await agent.run("When and where was Ada Lovelace born?");
  expect(chunks).toContainEqual(expect.objectContaining({ type: "text_delta", text: written }));
  expect(asksOf("support")).toHaveLength(1);
  // The sandbox's model counts words.
  const wordsOf = (text: string) => text.match(/\S+/g)?.length ?? 0;
  const read = agent
    .asked()
    .flatMap(({ system, messages }) => [system, ...messages.map(({ content }) => content ?? "")]);
  const input_tokens = read.reduce((sum, text) => sum + wordsOf(text), 0);
  expect(chunks.at(-1)).toMatchObject({ type: "done", usage: { input_tokens } });
});
