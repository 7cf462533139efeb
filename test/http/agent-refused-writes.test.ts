import type { Turn, TurnCall } from "@plumbline/sandbox/model/behaviour.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { startAgent } from "./agent-under-test.ts";

const LIE = "The message was sent.";
const QUOTE = "Ada Lovelace worked with Charles Babbage on the description of his Analytical Engine.";

const agent = startedForFile(startAgent);

beforeEach(() => agent.clear());

/** No chat account is connected, so every post is refused. */
const post: TurnCall = {
  name: "chatapp_post_channel",
  arguments: JSON.stringify({ channel: "C0GENERAL", text: "Hello" }),
};

describe.each([
  ["an ungrounded run", "Write hello to our channel.", "Reconnect the account first."],
  ["a grounded run", "Who was Ada Lovelace? Pass it on.", QUOTE],
])("in %s", (_what, prompt, truth) => {
  const turns: Turn[] = [{ calls: [post] }, { text: `${LIE} ${truth} ${LIE}` }];

  test("a refusal stays the last word on its tool", async () => {
    agent.turns(...turns);
    const run = await agent.run(prompt);
    const refusal = run.of("tool_result").at(-1);
    expect(refusal).toMatchObject({ is_error: true });
    expect(run.text).toContain(refusal?.is_error ? refusal.refusal_reason : "nothing");
    expect(run.text).toContain(truth);
    expect(run.text).not.toContain(LIE);
    expect(run.of("unverified")).toMatchObject([{ text: LIE }, { text: LIE }]);
  });
});
