import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import type { TurnCall } from "@plumbline/sandbox/model/behaviour.ts";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { startAgent } from "./agent-under-test.ts";

const PROMPT = "Who was Ada Lovelace? Tell Bob in #general.";
const QUOTE = "Ada Lovelace worked with Charles Babbage on the description of his Analytical Engine.";
const POST: TurnCall = {
  name: "chatapp_post_channel",
  arguments: JSON.stringify({ channel: "#general", text: QUOTE }),
};

const agent = startedForFile(startAgent);

beforeAll(async () => {
  await agent.connect({ kind: "chatapp_bot", token: sampleBotToken });
});

beforeEach(() => agent.clear());

describe("after a write that was made, a grounded run", () => {
  test.each([
    "I posted the summary to #general.",
    "Done.",
    "I’ve sent it to Bob in #general!",
    "The message was posted to #general.",
    "Posted.",
  ])("says so: %s", async (told) => {
    agent.turns({ calls: [POST] }, { text: told });
    const run = await agent.run(PROMPT);
    expect(run.of("tool_result").at(-1)).toMatchObject({ name: "chatapp_post_channel", is_error: false });
    expect(run.text).toBe(told);
    expect(run.of("unverified")).toEqual([]);
  });

  test.each([
    "I posted the summary of her conviction to #general.",
    "I posted it to #board.",
    "It was done by Napoleon.",
    "I sent it to Bob, who was fired.",
  ])("says nothing more by it: %s", async (told) => {
    agent.turns({ calls: [POST] }, { text: told });
    const run = await agent.run(PROMPT);
    expect(run.of("unverified")).toMatchObject([{ text: told }]);
  });
});

test("a write that was not made is not said to be made", async () => {
  agent.turns({ text: `${QUOTE} I posted the summary to #general.` });
  const run = await agent.run(PROMPT);
  expect(run.text).not.toContain("posted");
});
