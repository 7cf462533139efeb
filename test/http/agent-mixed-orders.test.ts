import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { assisting } from "@plumbline/sandbox/model/assisting.ts";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { startAgent } from "./agent-under-test.ts";

const agent = startedForFile(startAgent);

beforeAll(async () => {
  await agent.connect({ kind: "chatapp_bot", token: sampleBotToken });
});

beforeEach(() => agent.clear());

const ALLOWED = { allow_destinations: ["#general"] };
const sent = () => agent.sandbox.chatapp.workspace.messages.map(({ text }) => text);

/** A question and an order in both sequences, with what the model posts. */
const MIXED: [prompt: string, text: RegExp][] = [
  ["Who was Grace Hopper, and post a summary of it to #general", /Grace Hopper/],
  ["Post it to #general: who was Grace Hopper?", /Grace Hopper/],
  ["Who was Ada Lovelace? And post lunch at noon to #general.", /lunch at noon/],
  ["Post lunch at noon to #general, and who was Ada Lovelace?", /lunch at noon/],
  ["Post lunch at noon to #general. Who was Ada Lovelace?", /lunch at noon/],
];

describe("a message with a question and an order", () => {
  test.each(MIXED)("is answered and carried out: %s", async (prompt, text) => {
    const before = sent().length;
    agent.behave(assisting);
    const run = await agent.run(prompt);
    expect(run.of("start")[0]?.requires_grounding).toBe(true);
    expect(run.of("tool_result").map(({ is_error }) => is_error)).toEqual([false, false]);
    expect(sent().slice(before)).toEqual([expect.stringMatching(text)]);
    expect(run.text).toMatch(/Hopper|Lovelace/);
    expect(run.of("unverified")).toEqual([]);
    expect(JSON.stringify(run.of("tool_use")[0])).toMatch(
      /"query":"who was (?:Grace Hopper|Ada Lovelace)\??"/i,
    );
  });

  test.each(MIXED)("reaches a model whole, with the tools: %s", async (prompt) => {
    agent.turns({ text: "[[1]]" });
    await agent.run(prompt);
    const [request] = agent.asked();
    expect(request?.messages.at(-1)?.content?.endsWith(`\n\n${prompt}`)).toBe(true);
    expect(request?.messages.at(-1)?.content).toContain("<research_outcome>");
    expect(request?.tools).toContain("chatapp_post_channel");
  });

  test.each([
    "Who was Zorblax Quindle? And post lunch at noon to #general.",
    "Post lunch at noon to #general. Who was Zorblax Quindle?",
  ])("is carried out when research finds nothing: %s", async (prompt) => {
    const before = sent().length;
    agent.behave(assisting);
    const run = await agent.run(prompt, ALLOWED);
    expect(sent().slice(before)).toEqual(["lunch at noon"]);
    expect(run.of("unverified")).toEqual([]);
    expect(agent.asked()[0]?.messages.at(-1)?.content).toContain("Carry out whatever else the user ordered.");
  });
});
