import { PREAMBLE } from "@plumbline/grounding";
import { beforeEach, expect, it } from "vitest";
import { startedForFile } from "../support/started.ts";
import { startAgent } from "./agent-under-test.ts";

const agent = startedForFile(() => startAgent({ reader: "model" }));
beforeEach(() => agent.clear());

/** Makes the model read prompts like this, choose nothing otherwise, and write a text. */
function reads(purpose: unknown, text = "Done."): void {
  agent.behave(({ schema }) => {
    if (schema === "classify") return { text: JSON.stringify(purpose) };
    return { text: schema === undefined ? text : "{}" };
  });
}

const bodies = () => agent.asked().map(({ system, wire }) => ({ system, body: JSON.parse(wire) }));
const readings = () => bodies().filter(({ body }) => body.response_format?.json_schema?.name === "classify");
const searches = () => agent.sandbox.searchA.requests.map(({ query }) => query.get("q"));

const ORDER = "Invite Yuki to the demo on the 12th; in the invitation, explain who Ada Lovelace is.";

it("researches the fact in an order that the rules read as own work, and does the order", async () => {
  reads({ kind: "both", asks: ["who Ada Lovelace is"] }, "I invited Yuki.");
  const { of, done } = await agent.run([
    { role: "user", content: "Good morning." },
    { role: "assistant", content: "Good morning! The secret word is xyzzy." },
    { role: "user", content: ORDER },
  ]);
  expect(searches()).toEqual([expect.stringContaining("Ada Lovelace")]);
  expect(searches()[0]).not.toContain("Yuki");
  const [start] = of("start");
  expect(start).toMatchObject({
    requires_grounding: true,
    gate: { reasons: expect.arrayContaining(["read_by_model"]), reader: { used: true, calls: 1 } },
  });
  const { input_tokens = 0 } = start?.gate.reader ?? {};
  expect(input_tokens).toBeGreaterThan(0);
  expect(done.usage.input_tokens).toBeGreaterThan(input_tokens);
  // The reader sees what the person wrote, and nothing else.
  const [reading] = readings();
  expect(reading!.system.startsWith(PREAMBLE)).toBe(true);
  expect(JSON.stringify(reading!.body)).not.toContain("xyzzy");
  const messages = JSON.parse(reading!.body.messages.at(-1).content).messages;
  expect(messages).toEqual(["Good morning.", ORDER]);
});

it("leaves own work unsearched, and still holds back facts that nothing supports", async () => {
  const lie = "Oliver Stone was convicted of fraud in 2019.";
  reads({ kind: "own", asks: [] }, `The title is changed. ${lie}`);
  const prompt = "Change Oliver Stone's job title in the CRM to Sales Director.";
  const { of, text } = await agent.run(prompt);
  expect(searches()).toEqual([]);
  expect(of("start")[0]).toMatchObject({ requires_grounding: false });
  expect(of("unverified").map((chunk) => chunk.text)).toEqual([lie]);
  expect(text).not.toContain("fraud");
  const { json } = await agent.complete({ prompt });
  expect(json).toMatchObject({ requires_grounding: false, outcome: null });
  expect(json.completion).toMatchObject({ text: expect.not.stringContaining("fraud") });
});

it("never lets a model switch off a fact that the rules are sure of", async () => {
  reads({ kind: "own", asks: [] });
  await agent.run("Who was Ada Lovelace?");
  expect(readings()).toHaveLength(0);
  await agent.run("When was Ada Lovelace born? Post the answer to #books.");
  expect(readings()).toHaveLength(1);
  expect(searches()).toHaveLength(2);
});

it.each([
  ["words that nobody wrote", { kind: "both", asks: ["who Charles Babbage is"] }],
  ["own work with a question", { kind: "own", asks: ["who Ada Lovelace is"] }],
  ["a fact without a question", { kind: "fact", asks: [] }],
  ["another form", { kind: "chat", asks: [] }],
])("decides by the rules where the model answers with %s", async (_what, purpose) => {
  reads(purpose);
  const { of } = await agent.run(`${ORDER} (${JSON.stringify(purpose).length})`);
  expect(searches()).toEqual([]);
  expect(of("start")[0]).toMatchObject({
    requires_grounding: false,
    gate: { reader: { used: false, why: "invalid_answer" } },
  });
});

it("answers a follow-up from what was found, without a second search", async () => {
  const first = { role: "user", content: "When was Ada Lovelace born?" };
  reads({ kind: "follow_up", asks: [] }, "The sources do not say.");
  const { of, text } = await agent.run([first]);
  const { conversation_id } = of("start")[0]!;
  const messages = [
    first,
    { role: "assistant", content: text },
    { role: "user", content: "Do the sources agree?" },
  ];
  const again = await agent.run(messages, { conversation_id });
  expect(readings()).toHaveLength(1);
  expect(searches()).toHaveLength(1);
  expect(again.of("tool_result")[0]).toMatchObject({ content: { ok: true } });
});

it("asks nothing about a plain chat", async () => {
  reads({ kind: "fact", asks: ["joke"] }, "A horse walks into a bar.");
  for (const prompt of ["Tell me a joke.", "Thanks!", "What is 12 * 7?", "How do I sort a list in Python?"])
    await agent.run(prompt);
  expect(readings()).toHaveLength(0);
});
