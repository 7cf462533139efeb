import type { ResearchOutcome } from "@plumbline/grounding/outcome";
import { assisting } from "@plumbline/sandbox/model/assisting.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { outcomesOf, startAgent } from "./agent-under-test.ts";

const agent = startedForFile(startAgent);

beforeEach(() => {
  agent.clear();
  agent.behave(assisting);
});

describe("a follow-up that is sent without the earlier messages", () => {
  const FIRST = "Who was Grace Hopper?";

  test.each(["When did she die?", "And where was she buried?"])("continues a run: %s", async (prompt) => {
    const conversation_id = `run-${prompt}`.replace(/\W/g, "-");
    await agent.run(FIRST, { conversation_id });
    const run = await agent.run(prompt, { conversation_id });
    expect(run.of("start")[0]?.requires_grounding).toBe(true);
    expect(run.text).toMatch(/Arlington/);
    expect([...outcomesOf(run).values()].map(({ ok, query }) => [ok, query])).toEqual([[true, prompt]]);
  });

  test("continues a completion", async () => {
    const conversation_id = "completion";
    await agent.complete({ prompt: FIRST, conversation_id });
    const { json } = await agent.complete({ prompt: "When did she die?", conversation_id });
    const outcome = { ok: true, query: "When did she die?" };
    expect(json).toMatchObject({ requires_grounding: true, outcome });
    expect(JSON.stringify(json.outcome)).toContain("1 January 1992");
    await agent.complete({ prompt: "Where was she born?", conversation_id });
    const last = agent.sandbox.searchA.requests.at(-1);
    expect(last?.query.get("q")).toMatch(/Hopper/);
  });

  test("continues from one entry point to the other", async () => {
    const conversation_id = "both";
    await agent.complete({ prompt: FIRST, conversation_id });
    const run = await agent.run("When did she die?", { conversation_id });
    expect(run.text).toContain("1 January 1992");
  });

  test.each(["x-conversation-id", "x-run-id"])(
    "continues a call of the research tool: %s",
    async (header) => {
      const research = async (args: unknown) => {
        const body = { arguments: args };
        const headers = { [header]: "by-calls" };
        return (await agent.call("POST", "/api/v1/tools/grounded_research", { body, headers })).json;
      };
      const lost = await research({ query: "When did she die?" });
      expect(lost.ok).toBe(false);
      await research({ query: FIRST });
      const found = await research({ query: "When did she die?" });
      expect(found).toMatchObject({ ok: true, result: { query: "When did Grace Hopper die?" } });
      expect(JSON.stringify(found.result)).toContain("1 January 1992");
      // A search for keywords is about what it says.
      const other = await research({ query: "CEO of Intel" });
      expect(JSON.stringify(other.result)).not.toContain("Hopper");
    },
  );

  test("continues from a call of the tool in a run", async () => {
    const body = { arguments: { query: FIRST } };
    const headers = { "x-conversation-id": "call-then-run" };
    await agent.call("POST", "/api/v1/tools/grounded_research", { body, headers });
    const run = await agent.run("When did she die?", { conversation_id: "call-then-run" });
    expect(run.text).toContain("1 January 1992");
  });

  test("knows nothing in another conversation, or after a deletion", async () => {
    const conversation_id = "erased";
    await agent.run(FIRST, { conversation_id });
    const isResearched = async (id: string) => {
      const run = await agent.run("When did she die?", { conversation_id: id });
      return run.of("start")[0]?.requires_grounding;
    };
    expect(await isResearched("another")).toBe(false);
    await agent.call("DELETE", `/api/v1/conversations/${conversation_id}`);
    expect(await isResearched(conversation_id)).toBe(false);
  });

  test.each(["agent", "completion"] as const)(
    "says who was meant, and keeps to that person: %s",
    async (door) => {
      const conversation_id = `which-one-${door}`;
      const ask = async (prompt: string) => {
        if (door === "agent")
          return [...outcomesOf(await agent.run(prompt, { conversation_id })).values()].at(0);
        return (await agent.complete({ prompt, conversation_id })).json.outcome as ResearchOutcome;
      };
      expect((await ask("Who is Steve McQueen?"))?.ok).not.toBe(true);
      const chosen = await ask("The actor.");
      expect(chosen?.ok).toBe(true);
      expect(JSON.stringify(chosen?.sections)).not.toMatch(/director|directed/);
      const next = await ask("When was he born?");
      expect(JSON.stringify(next?.sections)).toContain("1930");
      expect(JSON.stringify(next?.sections)).not.toContain("1969");
    },
  );

  test("leaves another order alone", async () => {
    const conversation_id = "another-topic";
    await agent.run(FIRST, { conversation_id });
    const run = await agent.run("Write a limerick about a teapot.", { conversation_id });
    expect(run.of("start")[0]?.requires_grounding).toBe(false);
  });
});

test("an answer of which nothing is supported says what to do, and is never empty", async () => {
  const conversation_id = "withheld";
  await agent.complete({ prompt: "Who was Grace Hopper?", conversation_id });
  agent.turns({ text: "Grace Hopper was convicted of fraud in 1950." });
  const { json } = await agent.complete({ prompt: "Write a limerick about a teapot.", conversation_id });
  const text = expect.stringContaining("Ask the whole question");
  expect(json.completion).toMatchObject({ text, unverified_sentences: [expect.anything()] });
  const run = await agent.run("Write a limerick about a teapot.", { conversation_id });
  expect(run.of("unverified")).toHaveLength(1);
  expect(run.text).toEqual(text);
});
