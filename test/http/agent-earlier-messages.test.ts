import { beforeEach, describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { startAgent } from "./agent-under-test.ts";

const EARLIER = [
  {
    role: "user",
    content:
      "Our repository keeps the vault code 4711 in src/vault.ts:\n```ts\nconst code = 4711;\n```\nI read about Ada Lovelace.",
  },
  {
    role: "assistant",
    content: "`openVault` returns 4711.\nError: 4711\n    at openVault (src/vault.ts:4:7)\nNoted.",
  },
];
const QUESTION = "Who was Ada Lovelace?";
const UNGROUNDED = "Write a limerick about a teapot.";

const agent = startedForFile(startAgent);

beforeEach(() => agent.clear());

const asking = (content: string) => [...EARLIER, { role: "user", content }];

describe("what earlier messages say of a codebase", () => {
  test("does not reach the model of a grounded run; who is meant does", async () => {
    await agent.run(asking(QUESTION));
    const asked = agent.asked();
    expect(asked.length).toBeGreaterThan(0);
    for (const { wire } of asked) {
      expect(wire).not.toMatch(/4711|vault/i);
      expect(wire).toContain("I read about Ada Lovelace.");
      expect(wire).toContain("Noted.");
      expect(wire).toContain(QUESTION);
    }
  });

  test("does not reach the model of a grounded completion", async () => {
    await agent.complete({ prompt: QUESTION, conversation: EARLIER });
    const asked = agent.asked();
    expect(asked.length).toBeGreaterThan(0);
    for (const { wire } of asked) expect(wire).not.toMatch(/4711|vault/i);
  });

  test("is forgotten by a run that research enters half-way", async () => {
    agent.turns(
      { calls: [{ name: "grounded_research", arguments: JSON.stringify({ query: QUESTION }) }] },
      { text: "The sources do not say." },
    );
    await agent.run(asking(UNGROUNDED));
    expect(agent.asked().map(({ wire }) => wire.includes("4711"))).toEqual([true, false]);
  });

  test("reaches the model where nothing is researched", async () => {
    await agent.run(asking(UNGROUNDED));
    expect(agent.asked().every(({ wire }) => wire.includes("4711"))).toBe(true);
  });
});
