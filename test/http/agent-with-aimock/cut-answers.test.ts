import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type AgentWithAimock, PROVIDERS, startAgentWithAimock } from "./agent-with-aimock.ts";
import { brokenAt, cutAt } from "./broken-answer.ts";
import { chunksOf, expectFailure, shapeOf, textOf } from "./chunks.ts";

const PROMPT = "Announce the lunch break in the general channel.";
const GROUNDED = "Who was Ada Lovelace?";
const COUNTED = { content: "One two three four." };
const IN_PIECES = { chunkSize: 4 };
const ANNOUNCE = {
  id: "call_1",
  name: "chatapp_post_channel",
  arguments: '{"channel":"general","text":"Lunch is at noon."}',
};

const CUT_OFF = { error_code: "model_cut_off", message: "The model's response was cut off." };
const UNREADABLE = { error_code: "model_bad_answer", message: "The model's response could not be read." };

describe.each(PROVIDERS)("%s", (provider) => {
  let agent: AgentWithAimock;

  beforeAll(async () => {
    agent = await startAgentWithAimock(provider);
  });

  afterEach(() => agent.reset());

  afterAll(() => agent.close());

  const posted = () => agent.sandbox.chatapp.workspace.messages.map(({ text }) => text);

  const failingRun = async (failure: object, prompt = PROMPT) => {
    const events = await agent.run(prompt);
    expectFailure(events, failure);
    return events;
  };

  describe("an answer that breaks off", () => {
    test("in the middle of its text leaves what was said, and is not asked for again", async () => {
      agent.aimock.onMessage(PROMPT, COUNTED, IN_PIECES);
      agent.relay.script("", cutAt("thre"));
      expect(textOf(await failingRun(CUT_OFF))).toBe("One two ");
      expect(agent.relay.requests).toHaveLength(1);
    });

    test("in the middle of a call's arguments is asked for again, and the call is made once", async () => {
      agent.aimock.on({ hasToolResult: false }, { toolCalls: [ANNOUNCE] }, { chunkSize: 10 });
      agent.aimock.on({ hasToolResult: true }, { content: "It is announced." });
      agent.relay.script("", cutAt("noon."));
      const events = await agent.run(PROMPT);
      expect(posted()).toEqual(["Lunch is at noon."]);
      expect(textOf(events)).toBe("It is announced.");
      expect(chunksOf(events, "tool_use")).toHaveLength(1);
      expect(agent.relay.requests).toHaveLength(3);
      expect(agent.clock.waits).toEqual([600]);
    });

    test("there every time is given up, and no call is made", async () => {
      agent.aimock.onMessage(PROMPT, { toolCalls: [ANNOUNCE] }, { chunkSize: 10 });
      agent.relay.scriptAlways("", cutAt("noon."));
      expect(shapeOf(await failingRun(CUT_OFF))).toEqual(["start", "error", "done"]);
      expect(agent.relay.requests).toHaveLength(3);
      expect(posted()).toEqual([]);
    });

    test("there after a text was said is not asked for again, and no call is made", async () => {
      const both = { content: "I announce it.", toolCalls: [ANNOUNCE] };
      agent.aimock.onMessage(PROMPT, both, { chunkSize: 10 });
      agent.relay.script("", cutAt("noon."));
      expect(textOf(await failingRun(CUT_OFF))).toBe("I announce it.");
      expect(agent.relay.requests).toHaveLength(1);
      expect(posted()).toEqual([]);
    });
  });

  test("bytes that cannot be read, after a good beginning, end the run behind what was said", async () => {
    agent.aimock.onMessage(PROMPT, COUNTED, IN_PIECES);
    agent.relay.script("", brokenAt("thre"));
    expect(textOf(await failingRun(UNREADABLE))).toBe("One two ");
    expect(agent.relay.requests).toHaveLength(1);
  });

  test.each([
    ["cut", cutAt("thre"), CUT_OFF],
    ["broken", brokenAt("thre"), UNREADABLE],
  ])("nothing of a completion that was %s is passed on as if it were whole", async (_how, reply, failure) => {
    agent.aimock.on({}, COUNTED, IN_PIECES);
    agent.relay.scriptAlways("", reply);
    const alone = await agent.complete(PROMPT);
    expect(alone).toMatchObject({ status: 503, json: { error_code: failure.error_code } });
    const grounded = await agent.complete(GROUNDED);
    expect(grounded).toMatchObject({
      status: 200,
      json: { outcome: { ok: true }, completion: null, completion_error: failure },
    });
  });

  /** aimock puts `{}` in place of such arguments in the two other forms. */
  test.runIf(provider === "openai-compatible")(
    "arguments that are no JSON are refused and not echoed, and the model mends them",
    async () => {
      const broken = { ...ANNOUNCE, arguments: '{"channel":"general","text":"Lunch is at' };
      agent.aimock.on({ hasToolResult: false }, { toolCalls: [broken] });
      agent.aimock.on({ toolCallId: "call_1" }, { toolCalls: [{ ...ANNOUNCE, id: "call_2" }] });
      agent.aimock.on({ toolCallId: "call_2" }, { content: "It is announced." });
      const events = await agent.run(PROMPT);
      expect(JSON.stringify(chunksOf(events, "tool_use")[0])).not.toContain("Lunch");
      expect(chunksOf(events, "tool_result")).toMatchObject([
        { is_error: true, error_code: "validation" },
        { is_error: false },
      ]);
      expect(agent.asked()[1]?.calls).toEqual([{ id: "call_1", name: ANNOUNCE.name, arguments: {} }]);
      expect(posted()).toEqual(["Lunch is at noon."]);
      expect(events.at(-1)?.data.stop_reason).toBe("end");
    },
  );
});
