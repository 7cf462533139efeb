import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { modelPost, startAgent } from "./agent-under-test.ts";
import { startedWithTenants } from "./api-under-test.ts";

const TOOL = "chatapp_post_channel";

let approver: string;

const agent = startedWithTenants(startAgent);

beforeEach(async () => {
  await agent.connect({ kind: "chatapp_bot", token: sampleBotToken });
  approver = (await agent.newKey({ scopes: ["approvals:grant"] })).key;
  await agent.setPolicy({ approval: { [TOOL]: "always" } });
});

/** Runs a turn in which the model posts to a channel. Returns the ID of its approval, if it waits. */
async function turn(chat: string, channel: string, prompt = `Post "Hello" to ${channel}.`): Promise<string> {
  agent.turns({ calls: [modelPost("Hello", { channel })] }, { text: "Done." });
  const run = await agent.run(prompt, { conversation_id: chat });
  return run.of("approval_required")[0]?.approval_id ?? "";
}

const read = async (id: string) =>
  (await agent.call("GET", `/api/v1/approvals/${id}`, { key: approver })).json.related_writes;

const decide = (id: string, decision: "approve" | "deny") =>
  agent.call("POST", `/api/v1/approvals/${id}`, { key: approver, body: { decision } });

describe("a waiting call names what its conversation writes besides", () => {
  test("a call that waits as well, on both cards, until one is decided", async () => {
    const first = await turn("chat-1", "#general");
    expect(await read(first)).toEqual([]);
    const second = await turn("chat-1", "#random", "no, to #random instead");
    expect(await read(first)).toMatchObject([
      { approval_id: second, outcome: "waiting", title: "Post to #random: Hello" },
    ]);
    expect(await read(second)).toMatchObject([
      { approval_id: first, outcome: "waiting", title: "Post to #general: Hello" },
    ]);
    await decide(first, "deny");
    expect([await read(first), await read(second)]).toEqual([[], []]);
  });

  test("a call that was approved since", async () => {
    const first = await turn("chat-1", "#general");
    const second = await turn("chat-1", "#random", "no, to #random instead");
    await decide(second, "approve");
    expect(await read(first)).toMatchObject([{ approval_id: second, outcome: "made" }]);
  });

  test("a call that was made without asking since", async () => {
    const first = await turn("chat-1", "#general");
    agent.clock.advance(1_000);
    await agent.setPolicy({ approval: { [TOOL]: "never" } });
    expect(await turn("chat-1", "#random", "no, to #random instead")).toBe("");
    expect(await read(first)).toMatchObject([
      { approval_id: null, outcome: "made", title: "Post to #random: Hello" },
    ]);
  });

  test("no call of another conversation, and none made before", async () => {
    await agent.setPolicy({ approval: { [TOOL]: "never" } });
    await turn("chat-1", "#random");
    agent.clock.advance(1_000);
    await agent.setPolicy({ approval: { [TOOL]: "always" } });
    const first = await turn("chat-1", "#general", "And one to #general, please.");
    await turn("chat-2", "#random");
    expect(await read(first)).toEqual([]);
  });
});
