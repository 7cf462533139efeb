import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import type {} from "@plumbline/sandbox/model/behaviour.ts";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { modelPost, outcomesOf, startAgent } from "./agent-under-test.ts";

const ASKED = "Who was Ada Lovelace?";
const QUOTE = "Ada Lovelace worked with Charles Babbage on the description of his Analytical Engine.";
const SLANDER = "Ada Lovelace was convicted of fraud in 1841.";
const WELCOME = "Welcome to our new colleague!";
const CHAT = "Standup moves to ten on Monday.";

const agent = startedForFile(startAgent);

beforeAll(async () => {
  await agent.connect({ kind: "chatapp_bot", token: sampleBotToken });
});

beforeEach(() => agent.clear());

const messages = () => agent.sandbox.chatapp.workspace.messages.map(({ text }) => text);
const searched = () => agent.sandbox.searchA.requests.length;

describe("a write of a run that was not researched", () => {
  const ORDER = "Post a welcome for our new colleague to C0GENERAL.";

  test("is searched for what it says of a person, and sent where a source says so", async () => {
    agent.turns({ calls: [modelPost(`${WELCOME} ${QUOTE}`)] }, { text: "Posted." });
    const run = await agent.run(ORDER);
    expect(run.of("start")[0]?.requires_grounding).toBe(false);
    expect(run.of("tool_result")[0]).toMatchObject({ is_error: false });
    expect(messages().at(-1)).toContain(QUOTE);
    expect(searched()).toBeGreaterThan(0);
  });

  test("is refused where none does, with the call without that sentence", async () => {
    const before = messages().length;
    agent.turns({ calls: [modelPost(`${WELCOME} ${SLANDER}`)] }, { text: "It was not posted." });
    const run = await agent.run(ORDER);
    expect(run.of("tool_result")[0]).toMatchObject({
      is_error: true,
      error_code: "validation",
      content: {
        result: {
          sentence: SLANDER,
          arguments_without: { channel: "C0GENERAL", text: WELCOME },
        },
      },
    });
    expect(messages()).toHaveLength(before);
    expect(run.text).not.toContain("fraud");
  });

  test("is refused where the search for it fails, and says so", async () => {
    const before = messages().length;
    for (const server of [agent.sandbox.searchA, agent.sandbox.searchB])
      server.scriptAlways("", { status: 503 });
    agent.turns({ calls: [modelPost(SLANDER)] }, { text: "It was not posted." });
    const run = await agent.run(ORDER);
    expect(run.of("tool_result")[0]).toMatchObject({
      is_error: true,
      refusal_reason: expect.stringMatching(/could not be checked, because the search for it failed/),
    });
    expect(messages()).toHaveLength(before);
  });

  test("says that nothing was searched for where a run has made its searches", async () => {
    agent.turns(
      ...["Ada Lovelace robbed a bank.", "Charles Babbage robbed a bank.", SLANDER].map((text) => ({
        calls: [modelPost(text)],
      })),
      { text: "None was posted." },
    );
    const run = await agent.run(ORDER);
    const reasons = run.of("tool_result").map((result) => (result.is_error ? result.refusal_reason : ""));
    expect(reasons).toHaveLength(3);
    expect(reasons[0]).toMatch(/no source found supports|a search found no source for/);
    expect(reasons[2]).toContain("A run makes at most 2 searches for its writes");
  });

  test("is sent as it is, without a search, where it says nothing of the kind", async () => {
    agent.turns({ calls: [modelPost(CHAT)] }, { text: "Posted." });
    const run = await agent.run("Post to C0GENERAL that standup moves to ten on Monday.");
    expect(run.of("tool_result")[0]).toMatchObject({ is_error: false });
    expect(messages().at(-1)).toBe(CHAT);
    expect(searched()).toBe(0);
  });

  test("may say what the user has stated", async () => {
    const stated = "Grace Hopper has joined us from Remington.";
    agent.turns({ calls: [modelPost(stated)] }, { text: "Posted." });
    const run = await agent.run(`Post to C0GENERAL: ${stated}`);
    expect(run.of("tool_result")[0]).toMatchObject({ is_error: false });
    expect(messages().at(-1)).toBe(stated);
  });
});

test("a write that nobody can check is sent, and told as unverified", async () => {
  const unchecked = await startAgent({ search: {} });
  await unchecked.connect({ kind: "chatapp_bot", token: sampleBotToken });
  unchecked.turns({ calls: [modelPost(SLANDER)] }, { text: "Posted." });
  const run = await unchecked.run("Post a welcome for our new colleague to C0GENERAL.");
  expect(run.of("tool_result")[0]).toMatchObject({ is_error: false });
  expect(run.of("unverified").map(({ text }) => text)).toEqual([SLANDER]);
  await unchecked.close();
});

describe("a turn after research that asks for something else", () => {
  const followUp = async (text: string) => {
    agent.turns({ text: QUOTE });
    const first = await agent.run(ASKED);
    agent.turns({ text });
    return agent.run([
      { role: "user", content: ASKED },
      { role: "assistant", content: first.text },
      { role: "user", content: "Write a limerick about a teapot." },
    ]);
  };

  test("says nothing of what was researched that no source says", async () => {
    const run = await followUp(`There was an old teapot of clay.\n${SLANDER}\n${QUOTE}`);
    expect(run.of("start")[0]?.requires_grounding).toBe(false);
    expect(run.of("unverified").map(({ text }) => text)).toEqual([SLANDER]);
    expect(run.text).toBe(`There was an old teapot of clay.\n${QUOTE}`);
    const [outcome] = outcomesOf(run).values();
    const cited = run.of("text_delta").find(({ text }) => text.includes(QUOTE))?.citations ?? [];
    expect(cited.length).toBeGreaterThan(0);
    for (const index of cited) expect(outcome?.citations[index]?.snippet).toContain(QUOTE);
  });

  test("leaves everything else as the model wrote it", async () => {
    const text = "```ts\nconst ada = 1;\n```\n\n- one\n- two\n\nThe handle  is blue.";
    const run = await followUp(text);
    expect(run.text).toBe(text);
    expect(run.of("unverified")).toEqual([]);
  });
});
