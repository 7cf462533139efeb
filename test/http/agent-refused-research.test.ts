import { json } from "@plumbline/sandbox/server/reply.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { type AgentUnderTest, startAgent } from "./agent-under-test.ts";

const agent = startedForFile(startAgent);

beforeEach(() => agent.clear());

const UNKNOWN = "Who is Zorblax Quimby?";
const search = (query: string) => ({ name: "grounded_research", arguments: JSON.stringify({ query }) });
const refusals = (run: Awaited<ReturnType<AgentUnderTest["run"]>>) =>
  run.of("tool_result").flatMap((result) => (result.is_error ? [result.refusal_reason] : []));

describe("a run whose research found too little", () => {
  test("has the model told, and ends with the refusal word for word", async () => {
    agent.turns({ text: "Zorblax Quimby was a pirate. I could not find this in the sources." });
    const run = await agent.run(UNKNOWN);
    const [told] = agent.asked();
    const [reason = ""] = refusals(run);
    expect(told?.messages.at(-1)?.content).toContain(JSON.stringify(reason).slice(1, -1));
    expect(told?.messages.at(-1)?.content).toMatch(/<research_refusal>.*"related":\[.*Zorblax Quimby\?$/s);
    expect(told?.tools).toContain("grounded_research");
    expect(run.text).toBe(`I could not find this in the sources (searched: “${UNKNOWN}”).\n\n${reason}`);
    expect(run.of("unverified").map(({ text }) => text)).toEqual(["Zorblax Quimby was a pirate."]);
    expect(run.done.stop_reason).toBe("refusal");
  });

  test("shows the reader what was found instead, in the stream and in a completion", async () => {
    const query = "When did Ada Lovelace buy a lighthouse?";
    agent.turns({ text: "The sources do not say." });
    const run = await agent.run(query);
    const { json } = await agent.complete({ prompt: query });
    const related = [expect.objectContaining({ kind: "related", text: expect.stringContaining("Lovelace") })];
    for (const outcome of [run.of("tool_result")[0]?.content, json.outcome])
      expect(outcome).toMatchObject({ ok: false, unverified_notes: expect.arrayContaining(related) });
  });

  test("answers from a second search in other words, and shows no refusal", async () => {
    agent.turns({ calls: [search("Who was Ada Lovelace?")] }, { text: "[[1]]" });
    const run = await agent.run(UNKNOWN);
    expect(run.text).toContain("Ada Lovelace");
    expect(run.text).not.toContain(refusals(run)[0]);
    expect(run.done.stop_reason).toBe("end");
  });

  test("makes no third search", async () => {
    agent.turns(
      { calls: [search("Who is Zorblax Quimby the pirate?")] },
      { calls: [search("Zorblax Quimby, who is that?")] },
      { text: "The sources do not say." },
    );
    const run = await agent.run(UNKNOWN);
    expect(refusals(run)).toHaveLength(3);
    expect(refusals(run)[2]).toMatch(/will not make a third one/);
    expect(run.text).toContain(refusals(run)[0]);
    expect(run.done.stop_reason).toBe("refusal");
  });

  test("shows the refusal when the model fails", async () => {
    agent.model(json({ error: { message: "down" } }, 500));
    const run = await agent.run(UNKNOWN);
    expect(run.text).toContain(refusals(run)[0]);
    expect(run.done.stop_reason).toBe("error");
  });
});

describe("a run that orders something besides", () => {
  const ORDER = "Schedule a call with Naomi Clarke on Monday and tell me who";

  test("goes on when the name is ambiguous, with the refusal beside it", async () => {
    agent.turns({ text: "Which calendar do you mean?" });
    const run = await agent.run(`${ORDER} Steve McQueen is`);
    const [reason] = refusals(run);
    expect(run.text).toContain(reason);
    const [told] = agent.asked();
    expect(told?.messages.at(-1)?.content).toContain("research_ambiguous_name");
    expect(told?.messages.at(-1)?.content).toContain("Carry out whatever else the user ordered.");
  });

  test("searches the fact and not the order", async () => {
    const run = await agent.run(`${ORDER} Ada Lovelace was`);
    expect(run.of("tool_use")[0]).toMatchObject({ arguments: { query: "Who was Ada Lovelace?" } });
  });

  test("is not researched where nothing of the world is asked", async () => {
    agent.turns({ text: "Done." });
    const run = await agent.run("Email anna@corp.example that Peter Holm will call her at 3");
    expect(run.of("tool_use")).toEqual([]);
    expect(run.text).toBe("Done.");
  });
});
