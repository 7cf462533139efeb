import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import type { TurnCall } from "@plumbline/sandbox/model/behaviour.ts";
import { resetAfterReading } from "@plumbline/sandbox/server/reply.ts";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { startAgent } from "./agent-under-test.ts";

const PROMPT = "Write hello to our channel #general.";
const DONE = { text: "That is all." };

const agent = startedForFile(startAgent);

beforeAll(async () => {
  await agent.connect({ kind: "chatapp_bot", token: sampleBotToken });
});

beforeEach(() => {
  agent.clear();
  agent.sandbox.chatapp.clear();
});

const post = (args: object = {}): TurnCall => ({
  name: "chatapp_post_channel",
  arguments: JSON.stringify({ channel: "C0GENERAL", text: "Hello", ...args }),
});

describe("a write that the model repeats word for word", () => {
  test.each([
    ["in the next turn", [[post()], [post()]]],
    ["in the same turn", [[post(), post()]]],
    [
      "with its arguments in another order",
      [[post()], [{ ...post(), arguments: JSON.stringify({ text: "Hello", channel: "C0GENERAL" }) }]],
    ],
    ["with arguments in another form that is read alike", [[post()], [post({ threadTs: null })]]],
  ])("%s is made once", async (_when, turns) => {
    agent.turns(...turns.map((calls) => ({ calls })), DONE);
    const run = await agent.run(PROMPT);
    const [refused, ...others] = run.of("tool_result").filter(({ is_error }) => is_error);
    expect(refused).toMatchObject({
      error_code: "validation",
      refusal_reason: expect.stringContaining("same call"),
    });
    expect(others).toEqual([]);
    expect(agent.posts()).toBe(1);
  });

  test("is not made again when nobody knows whether it was carried out", async () => {
    agent.sandbox.chatapp.scriptAlways("", resetAfterReading());
    agent.turns({ calls: [post()] }, { calls: [post()] }, DONE);
    const run = await agent.run(PROMPT);
    const [first, second] = run.of("tool_result");
    expect(first).toMatchObject({ error_code: "transient", content: { outcome_unknown: true } });
    expect(second).toMatchObject({ refusal_reason: expect.stringContaining("it is unknown whether") });
    expect(agent.posts()).toBe(1);
  });

  test("is made again after it was refused", async () => {
    const nowhere = { channel: "C0NOWHERE" };
    agent.turns({ calls: [post(nowhere)] }, { calls: [post(nowhere)] }, DONE);
    const run = await agent.run(PROMPT);
    for (const result of run.of("tool_result"))
      expect(result).toMatchObject({
        is_error: true,
        refusal_reason: expect.not.stringContaining("same call"),
      });
    expect(agent.posts()).toBe(2);
  });

  test("is made again in another run, and with other words in this one", async () => {
    agent.turns({ calls: [post()] }, { calls: [post({ text: "Hello again" })] }, DONE);
    await agent.run(PROMPT);
    agent.turns({ calls: [post()] }, DONE);
    await agent.run(PROMPT);
    expect(agent.posts()).toBe(3);
  });
});

test("a call in another form is shown as it is read, and its result names what was corrected", async () => {
  agent.turns({ calls: [post({ threadTs: null, timeout_seconds: "20" })] }, DONE);
  const run = await agent.run(PROMPT);
  expect(run.of("tool_use")[0]?.arguments).toEqual({
    channel: "C0GENERAL",
    text: "Hello",
    timeout_seconds: 20,
  });
  expect(run.of("tool_result")[0]).toMatchObject({
    is_error: false,
    corrected: ["thread_ts", "timeout_seconds"],
  });
});
