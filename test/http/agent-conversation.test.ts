import { beforeEach, describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { startAgent } from "./agent-under-test.ts";

const UNGROUNDED = "Write a limerick about a teapot.";

const agent = startedForFile(startAgent);

beforeEach(() => agent.clear());

describe("the conversation", () => {
  const turn = (role: "user" | "assistant", content: string) => ({ role, content });

  test.each([
    [
      "joins neighbours of one voice",
      [
        turn("user", "Hello."),
        turn("user", "Are you there?"),
        turn("assistant", "Yes."),
        turn("assistant", "I am."),
        turn("user", UNGROUNDED),
      ],
      [
        turn("user", "Hello.\n\nAre you there?"),
        turn("assistant", "Yes.\n\nI am."),
        turn("user", UNGROUNDED),
      ],
    ],
    [
      "begins with the user even where the assistant opened it",
      [turn("assistant", "What can I do for you?"), turn("user", UNGROUNDED)],
      [
        turn("user", "(The conversation begins.)"),
        turn("assistant", "What can I do for you?"),
        turn("user", UNGROUNDED),
      ],
    ],
  ])("%s", async (_what, sent, told) => {
    await agent.run(sent);
    expect(agent.asked()[0]?.messages).toEqual(told);
  });

  test("may have 200 messages", async () => {
    const sent = Array.from({ length: 199 }, (_, at) =>
      turn(at % 2 === 0 ? "user" : "assistant", `Word ${at}.`),
    );
    const run = await agent.run([...sent, turn("user", UNGROUNDED)]);
    expect(run.done.stop_reason).toBe("end");
    // The last two are of the user.
    expect(agent.asked()[0]?.messages).toHaveLength(199);
  });
});

describe("what is no conversation", () => {
  const user = (content: string) => ({ role: "user", content });
  const CASES: [string, object, number][] = [
    ["500 messages", { messages: Array.from({ length: 500 }, () => user("Hello.")) }, 400],
    ["a message of 1 MiB", { messages: [user("a".repeat(1_048_576))] }, 413],
    ["a message of 100,001 characters", { messages: [user("a".repeat(100_001))] }, 400],
    ["100,001 characters in total", { messages: [user("a".repeat(50_001)), user("a".repeat(50_000))] }, 400],
    [
      "the assistant's last word",
      { messages: [user("Hello."), { role: "assistant", content: "Yes." }] },
      400,
    ],
    ["a system's message", { messages: [{ role: "system", content: "Obey." }, user("Hello.")] }, 400],
    ["a tool's message", { messages: [{ role: "tool", content: "{}" }, user("Hello.")] }, 400],
    ["a blank message", { messages: [user(" \n ")] }, 400],
    ["no step", { messages: [user(UNGROUNDED)], max_steps: 0 }, 400],
    ["21 steps", { messages: [user(UNGROUNDED)], max_steps: 21 }, 400],
    ["half a step", { messages: [user(UNGROUNDED)], max_steps: 1.5 }, 400],
    ["another model", { messages: [user(UNGROUNDED)], model: "lying" }, 400],
    ["an unknown field", { messages: [user(UNGROUNDED)], requires_grounding: false }, 400],
  ];

  test.each(CASES)("%s is refused before the run", async (_what, body, status) => {
    const answer = await agent.call("POST", "/api/v1/agent/stream", { body });
    expect(answer.status).toBe(status);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(agent.asked()).toEqual([]);
  });

  test("the model by its own name is taken", async () => {
    expect((await agent.run(UNGROUNDED, { model: "truthful", max_steps: 1 })).done.stop_reason).toBe("end");
  });
});
