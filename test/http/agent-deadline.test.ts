import { chatEvents, chatMessage, speaking } from "@plumbline/sandbox/model/chat-reply.ts";
import { modelRateLimited } from "@plumbline/sandbox/model/model-failures.ts";
import { hangBeforeHeaders, hangInBody, json } from "@plumbline/sandbox/server/reply.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { type RunOptions, readRun, startAgent } from "./agent-under-test.ts";

const UNGROUNDED = "Write a limerick about a teapot.";
const GROUNDED = "Who was Ada Lovelace?";
const DEADLINE_MS = 20_000;

const agent = startedForFile(startAgent);

beforeEach(() => agent.clear());

/** In the time that the platform leaves; the hook may be called whatever was read before. */
const bounded = (): RunOptions => ({
  platform: { remainingMs: () => DEADLINE_MS },
  allow_destinations: [`${agent.sandbox.webhook.url}/`],
});
const hook = (body = 1) => ({
  name: "http_post_json",
  arguments: `{"url":"${agent.sandbox.webhook.url}/","body":${body}}`,
});

/** A run that stands still until its time is over. */
async function lateRun(prompt: string, untilStill: () => Promise<unknown>) {
  const still = untilStill();
  const { reader } = await agent.open(prompt, bounded());
  const events = reader.rest();
  await still;
  agent.clock.advance(DEADLINE_MS);
  return readRun(await events);
}

const modelAsked = () => agent.sandbox.model.waitForRequests(1);

describe("the deadline of a run", () => {
  test("ends the wait for a model that is silent", async () => {
    agent.model(hangBeforeHeaders());
    const run = await lateRun(UNGROUNDED, modelAsked);
    expect(run.shape).toEqual(["start", "done"]);
    expect(run.done).toMatchObject({ stop_reason: "deadline", elapsed_ms: DEADLINE_MS });
    expect(agent.asked()).toHaveLength(1);
  });

  test("ends one in the middle of an answer", async () => {
    const asked = { model: "truthful", messages: [], tools: [], includeUsage: true };
    const events = chatEvents({ text: "There was an old teapot" }, asked);
    agent.model(hangInBody(chatMessage(events), events.slice(0, 2).join("").length));
    const { reader } = await agent.open(UNGROUNDED, bounded());
    const first = await reader.until("text_delta");
    expect(first.data.text).toBe("There ");
    const rest = reader.rest();
    agent.clock.advance(DEADLINE_MS);
    expect((await rest).at(-1)?.data).toMatchObject({ type: "done", stop_reason: "deadline" });
  });

  test("tells what was found before that", async () => {
    agent.model(hangBeforeHeaders());
    const run = await lateRun(GROUNDED, modelAsked);
    expect(run.shape).toEqual(["start", "tool_use", "tool_result", "text_delta", "done"]);
    expect(run.text).toContain("Ada Lovelace was an English mathematician");
    expect(run.done.stop_reason).toBe("deadline");
  });

  test("ends a tool that hangs, says so, and asks the model no more", async () => {
    agent.turns({ calls: [hook()] });
    agent.sandbox.webhook.scriptAlways("", hangBeforeHeaders());
    const run = await lateRun(UNGROUNDED, () => agent.sandbox.webhook.waitForRequests(1));
    expect(run.of("tool_result")).toMatchObject([
      { is_error: true, error_code: "transient", content: { outcome_unknown: true } },
    ]);
    expect(run.done.stop_reason).toBe("deadline");
    expect(agent.asked()).toHaveLength(1);
  });

  test.each([
    [UNGROUNDED, ["start", "tool_use", "tool_result", "done"]],
    [GROUNDED, ["start", "tool_use", "tool_result", "tool_use", "tool_result", "text_delta", "done"]],
  ])("begins no turn for which there is no time: %s", async (prompt, shape) => {
    agent.turns({ calls: [hook()] });
    agent.sandbox.webhook.scriptAlways("", () => {
      agent.clock.advance(DEADLINE_MS - 400);
      return json({ ok: true });
    });
    const run = await agent.run(prompt, bounded());
    expect(run.shape).toEqual(shape);
    expect(run.of("tool_result").at(-1)).toMatchObject({ is_error: false });
    expect(run.done.stop_reason).toBe("deadline");
    expect(agent.asked()).toHaveLength(1);
  });

  test("gives every call what is left of it", async () => {
    agent.turns({ calls: [hook()] }, { calls: [hook(2)] });
    agent.sandbox.webhook.script("", () => {
      agent.clock.advance(15_000);
      return json({ ok: true });
    });
    agent.sandbox.webhook.scriptAlways("", hangBeforeHeaders());
    const { reader } = await agent.open(UNGROUNDED, bounded());
    const events = reader.rest();
    await agent.sandbox.webhook.waitForRequests(2);
    agent.clock.advance(DEADLINE_MS - 15_000);
    expect(readRun(await events).done).toMatchObject({ stop_reason: "deadline", elapsed_ms: DEADLINE_MS });
  });

  test("a wait that would pass it is not begun", async () => {
    agent.model(modelRateLimited(60));
    const run = await agent.run(UNGROUNDED, bounded());
    expect(run.of("error")[0]).toMatchObject({
      error_code: "model_rate_limited",
      message: expect.stringContaining("try again in 60 s"),
    });
    expect(run.done.stop_reason).toBe("error");
    expect(agent.asked()).toHaveLength(1);
  });
});

test("a run without a platform's deadline is over in ten minutes", async () => {
  agent.sandbox.model.script(
    "",
    speaking(() => ({ calls: [hook()] })),
  );
  agent.sandbox.webhook.scriptAlways("", () => {
    agent.clock.advance(600_000);
    return json({ ok: true });
  });
  expect((await agent.run(UNGROUNDED)).done.stop_reason).toBe("deadline");
});
