import { GROUNDED_RULES } from "@plumbline/grounding";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import type { Turn, TurnCall } from "@plumbline/sandbox/model/behaviour.ts";
import { invention } from "@plumbline/sandbox/model/lying.ts";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { modelPost, outcomesOf, startAgent } from "./agent-under-test.ts";

const UNGROUNDED = "Write a limerick about a teapot.";
const WORKSPACE = "The deploy key of the reactor is kept in vault 4711.";
const SLANDER = "Ada Lovelace was a notorious gambler who cheated at cards.";
const QUOTE = "Ada Lovelace worked with Charles Babbage on the description of his Analytical Engine.";
const LIMERICK = "There was an old teapot of clay.";

const agent = startedForFile(startAgent);

beforeAll(async () => {
  await agent.connect({ kind: "chatapp_bot", token: sampleBotToken });
});

beforeEach(() => agent.clear());

const research = (query: string): TurnCall => ({
  name: "grounded_research",
  arguments: JSON.stringify({ query }),
});
const messages = () => agent.sandbox.chatapp.workspace.messages;

describe("a run that research enters half-way", () => {
  const turns: Turn[] = [
    { text: LIMERICK, calls: [research("Who was Ada Lovelace?")] },
    { text: `${invention} ${QUOTE} ${SLANDER}` },
  ];

  test("is guarded from then on, and not before", async () => {
    agent.turns(...turns);
    const run = await agent.run(UNGROUNDED);
    expect(run.of("start")[0]?.requires_grounding).toBe(false);
    expect(run.text).toBe(`${LIMERICK}\n\n${QUOTE}`);
    expect(run.of("unverified").map(({ text }) => text)).toEqual([invention, SLANDER]);
    const [[, outcome] = []] = [...outcomesOf(run)];
    const cited = run.of("text_delta").at(-1)?.citations ?? [];
    expect(cited.length).toBeGreaterThan(0);
    for (const index of cited) expect(outcome?.citations[index]?.snippet).toContain(QUOTE);
    expect(run.done.stop_reason).toBe("end");
  });

  test("forgets the workspace and receives the rules", async () => {
    agent.turns(...turns);
    await agent.run(UNGROUNDED, { workspace_context: WORKSPACE });
    const [before, after] = agent.asked();
    expect(before?.system).toContain(WORKSPACE);
    expect(before?.system).not.toContain(GROUNDED_RULES);
    expect(after?.wire).not.toContain("4711");
    expect(after?.system).toContain(GROUNDED_RULES);
  });

  test("tells the claims where the model makes everything up", async () => {
    agent.turns({ calls: [research("Who was Ada Lovelace?")] }, { text: invention });
    const run = await agent.run(UNGROUNDED);
    const [outcome] = outcomesOf(run).values();
    const claims = outcome?.sections.flatMap((section) => section.claims.map(({ text }) => text)) ?? [];
    expect(claims.length).toBeGreaterThan(0);
    expect(run.text).toBe(claims.map((text) => `${text}\n`).join(""));
    expect(run.text).not.toContain("Quillfeather");
  });

  test("tells which of two outcomes a citation is of", async () => {
    const HOPPER =
      "Grace Hopper was an American computer scientist and a rear admiral of the United States Navy.";
    agent.turns(
      { calls: [research("Who was Ada Lovelace?"), research("Who was Grace Hopper?")] },
      { text: QUOTE },
    );
    const run = await agent.run(UNGROUNDED);
    const outcomes = outcomesOf(run);
    expect(outcomes.size).toBe(2);
    const said = run.of("text_delta").filter(({ citations }) => citations);
    expect(said.map(({ text }) => text)).toEqual([QUOTE]);
    for (const { tool_use_id = "", citations = [] } of said)
      for (const index of citations)
        expect(outcomes.get(tool_use_id)?.citations[index]?.snippet).toContain(QUOTE);
    expect(run.text).not.toContain(HOPPER);
  });
});

describe("research that is refused half-way", () => {
  test.each([
    ["for want of evidence", "Who is Zorblax Quimby?", "research_insufficient_evidence"],
    ["of a shared name", "Who is Steve McQueen?", "research_ambiguous_name"],
  ])("%s binds the run as well", async (_what, query, error_code) => {
    agent.turns(
      { calls: [research(query)] },
      { text: "Zorblax Quimby was a pirate.", calls: [modelPost("He was a notorious pirate.")] },
      { text: "He sank nine ships. I could not find this in the sources." },
    );
    const run = await agent.run(UNGROUNDED, { workspace_context: WORKSPACE });
    const [refusal, posting] = run.of("tool_result");
    expect(refusal).toMatchObject({ is_error: true, error_code, content: { ok: false, error_code } });
    expect(posting).toMatchObject({ is_error: true, error_code: "validation" });
    expect(messages()).toEqual([]);
    const reasons = [refusal, posting].map((result) => (result?.is_error ? result.refusal_reason : ""));
    expect(run.text).toBe(`${reasons.join("\n\n")}\n\nI could not find this in the sources.`);
    expect(run.of("unverified").map(({ text }) => text)).toEqual([
      "Zorblax Quimby was a pirate.",
      "He sank nine ships.",
    ]);
    expect(run.done.stop_reason).toBe("refusal");
    expect(agent.asked().map(({ system }) => system.includes("4711"))).toEqual([true, false, false]);
  });

  test("a denial then names what was searched", async () => {
    agent.turns({ calls: [research("Zorblax Quimby")] }, { text: "I could not find this in the sources." });
    const run = await agent.run("Write a limerick about Zorblax Quimby.");
    expect(run.text).toMatch(/I could not find this in the sources \(searched: “Zorblax Quimby”\)\.$/);
  });

  test.each([
    ["arguments that are none", { name: "grounded_research", arguments: '{"query": "half of a' }],
    ["arguments that it does not take", { name: "grounded_research", arguments: '{"subject":"Ada"}' }],
  ])("or never made for %s: what the model then knows it knows from memory", async (_what, call) => {
    agent.turns({ calls: [call] }, { text: SLANDER });
    const run = await agent.run(UNGROUNDED);
    expect(run.text).not.toContain(SLANDER);
    expect(run.of("unverified").map(({ text }) => text)).toEqual([SLANDER]);
  });
});

describe("research and a post in one turn", () => {
  test.each([
    ["finds", [research("Who was Ada Lovelace?"), modelPost(SLANDER)]],
    ["finds, though it was called last,", [modelPost(SLANDER), research("Who was Ada Lovelace?")]],
    ["does not find", [modelPost("Zorblax Quimby sank nine ships."), research("Who is Zorblax Quimby?")]],
  ])("what research %s binds the post", async (_what, calls) => {
    agent.turns({ calls }, { text: "I could not find this in the sources." });
    const run = await agent.run(UNGROUNDED);
    expect(run.of("tool_use").map(({ name }) => name)).toEqual(calls.map(({ name }) => name));
    const results = run.of("tool_result");
    expect(results.map(({ name }) => name)).toEqual(["grounded_research", "chatapp_post_channel"]);
    expect(results[1]).toMatchObject({ is_error: true, error_code: "validation", content: { attempts: 0 } });
    expect(messages()).toEqual([]);
    // The model reads the results in the order of its calls.
    const told = agent.asked()[1]?.messages.filter(({ role }) => role === "tool") ?? [];
    expect(told.map(({ tool_call_id }) => tool_call_id)).toEqual(
      agent.asked()[1]?.messages.flatMap(({ tool_calls = [] }) => tool_calls.map(({ id }) => id)),
    );
  });

  test("a quote of what it finds is posted", async () => {
    agent.turns({ calls: [modelPost(QUOTE), research("Who was Ada Lovelace?")] }, { text: QUOTE });
    const run = await agent.run(UNGROUNDED, { allow_destinations: ["C0GENERAL"] });
    expect(run.of("tool_result").map(({ is_error }) => is_error)).toEqual([false, false]);
    expect(
      messages()
        .splice(0)
        .map(({ text }) => text),
    ).toEqual([QUOTE]);
  });
});
