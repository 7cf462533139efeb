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
