import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  type AgentUnderTest,
  modelCall,
  outcomesOf,
  type Run,
  type RunOptions,
  startAgent,
} from "./agent-under-test.ts";

const QUESTION = "Who was Ada Lovelace?";
const user = (content: string) => ({ role: "user", content });
const assistant = (content: string) => ({ role: "assistant", content });

let agents: { truthful: AgentUnderTest; none: AgentUnderTest };

beforeAll(async () => {
  agents = { truthful: await startAgent(), none: await startAgent({ model: undefined }) };
});

afterEach(() => Object.values(agents).forEach((agent) => void agent.clear()));

afterAll(() => Promise.all(Object.values(agents).map((agent) => agent.close())));

const searches = ({ sandbox }: AgentUnderTest) =>
  sandbox.searchA.requests.length + sandbox.searchB.requests.length;
const idOf = (run: Run) => run.of("start")[0]?.conversation_id ?? "";

/** Asks the question, then this, and returns both runs with the searches that the second one made. */
async function askThen(agent: AgentUnderTest, prompt: string, more: RunOptions = {}) {
  const first = await agent.run(QUESTION);
  const conversation_id = idOf(first);
  const before = searches(agent);
  const messages = [user(QUESTION), assistant(first.text), user(prompt)];
  const second = await agent.run(messages, { conversation_id, ...more });
  return { first, second, searched: searches(agent) - before };
}

describe.each(["truthful", "none"] as const)("a turn on the last answer, with the model %s", (name) => {
  test.each(["Really?", "Go on.", "Put that in bullets.", "Write it up as a short mail."])(
    "%s is answered from what was found, and nothing is searched",
    async (prompt) => {
      const { first, second, searched } = await askThen(agents[name], prompt);
      expect(searched).toBe(0);
      expect(second.of("start")[0]?.requires_grounding).toBe(true);
      expect(second.shape.slice(0, 3)).toEqual(["start", "tool_use", "tool_result"]);
      const [[before, found] = []] = [...outcomesOf(first)];
      const [[now, recalled] = []] = [...outcomesOf(second)];
      expect(recalled).toEqual(found);
      expect(now).not.toBe(before);
      const told = second.of("text_delta");
      expect(told.length).toBeGreaterThan(0);
      for (const { text, citations = [] } of told.filter((chunk) => chunk.text.trim() !== "")) {
        expect(citations.length).toBeGreaterThan(0);
        for (const index of citations) expect(recalled?.citations[index]?.snippet).toContain(text.trim());
      }
    },
  );

  test("is answered so a second time, and without the conversation's id", async () => {
    const agent = agents[name];
    const { first, second } = await askThen(agent, "Really?");
    const messages = [user(QUESTION), assistant(first.text), user("Really?"), assistant(second.text)];
    const before = searches(agent);
    const third = await agent.run([...messages, user("Put that in bullets.")], {
      conversation_id: undefined,
    });
    expect(outcomesOf(third).size).toBe(1);
    expect(searches(agent)).toBe(before);
  });

  test("is searched again once the conversation was erased", async () => {
    const agent = agents[name];
    const asked = user("Tell me about Ada Lovelace's life");
    const first = await agent.run([asked]);
    const before = searches(agent);
    await agent.call("DELETE", `/api/v1/conversations/${idOf(first)}`);
    await agent.run([asked, assistant(first.text), user("Really?")]);
    expect(searches(agent)).toBeGreaterThan(before);
  });

  test("is about the last question", async () => {
    const agent = agents[name];
    const { first } = await askThen(agent, "When was CERN founded?");
    const other = "When was CERN founded?";
    const conversation_id = idOf(first);
    const messages = [user(other), assistant("In 1954."), user("Really?")];
    const run = await agent.run(messages, { conversation_id });
    expect([...outcomesOf(run).values()].map(({ query }) => query)).toEqual([other]);
    // The first one is no longer kept.
    const before = searches(agent);
    await agent.run([user(QUESTION), assistant(first.text), user("Really?")], { conversation_id });
    expect(searches(agent)).toBeGreaterThan(before);
  });

  test("is searched by its question where it asks for more", async () => {
    expect((await askThen(agents[name], "When did she die?")).searched).toBeGreaterThan(0);
  });
});

test("research that the model began answers the next turn, too", async () => {
  const agent = agents.truthful;
  const order = "Remind me of the analytical engine at noon";
  const calls = [{ name: "grounded_research", arguments: JSON.stringify({ query: QUESTION }) }];
  agent.turns({ calls }, { text: "I will." }, { text: "She was a gambler." });
  const first = await agent.run(order);
  expect(first.of("start")[0]?.requires_grounding).toBe(false);
  const before = searches(agent);
  const messages = [user(order), assistant(first.text), user("Really?")];
  const second = await agent.run(messages, { conversation_id: idOf(first) });
  expect(searches(agent)).toBe(before);
  const [start] = second.of("start");
  expect(start).toMatchObject({ requires_grounding: true });
  expect(start?.gate.reasons).toContain("follow_up_of_grounded");
  expect([...outcomesOf(second).values()]).toEqual([...outcomesOf(first).values()]);
  expect(second.text).not.toContain("gambler");
});

describe("a model that searches for the words of a doubt", () => {
  const search = (query: string) => ({ calls: [modelCall("grounded_research", { query })] });
  const shown = (run: Run) => run.of("tool_use").map(({ arguments: args }) => args);

  test.each(["Really?", "Are you sure?", "Go on."])("%s gets what was found", async (query) => {
    const agent = agents.truthful;
    const first = await agent.run(QUESTION);
    agent.turns(search(query), { text: "She was a gambler." });
    const before = searches(agent);
    const doubt = [user(QUESTION), assistant(first.text), user(query)];
    const second = await agent.run(doubt, { conversation_id: idOf(first) });
    expect(searches(agent)).toBe(before);
    const [found] = outcomesOf(first).values();
    expect([...outcomesOf(second).values()]).toEqual([found, found]);
    expect(shown(second)).toEqual([{ query: QUESTION }, { query: QUESTION }]);
    expect(second.text).not.toContain("gambler");
    agent.turns({ text: "She was a gambler." });
    const messages = [...doubt, assistant(second.text), user("Put that in bullets.")];
    const third = await agent.run(messages, { conversation_id: idOf(first) });
    expect([...outcomesOf(third).values()]).toEqual([found]);
  });

  test("searches for the question where the conversation has found nothing", async () => {
    const agent = agents.truthful;
    agent.turns(search("Really?"), { text: "She was a gambler." });
    const run = await agent.run([user(QUESTION), assistant("A countess, I believe."), user("Are you sure?")]);
    expect(shown(run)).toEqual([{ query: QUESTION }, { query: QUESTION }]);
  });
});

test("a completion recalls what its conversation has found", async () => {
  const agent = agents.truthful;
  const conversation_id = "completions";
  const first = await agent.complete({ prompt: QUESTION, conversation_id });
  const before = searches(agent);
  const conversation = [user(QUESTION), assistant("A mathematician.")];
  const second = await agent.complete({ prompt: "Really?", conversation, conversation_id });
  expect(second.json.outcome).toEqual({ ...Object(first.json.outcome), query: "Really?" });
  expect(searches(agent)).toBe(before);
});
