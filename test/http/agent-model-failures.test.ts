import { Secret } from "@plumbline/core/access/secret.ts";
import { cutOff, speaking } from "@plumbline/sandbox/model/chat-reply.ts";
import {
  modelBadKey,
  modelInvalid,
  modelOverloaded,
  modelQuotaUsedUp,
  modelRateLimited,
  modelUnknown,
} from "@plumbline/sandbox/model/model-failures.ts";
import { truthful } from "@plumbline/sandbox/model/truthful.ts";
import { closeAfterReading, htmlPage, resetAfterReading } from "@plumbline/sandbox/server/reply.ts";
import type { ScriptedReply } from "@plumbline/sandbox/server/script.ts";
import { startWebhook } from "@plumbline/sandbox/webhook/webhook.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { startAgent } from "./agent-under-test.ts";

const UNGROUNDED = "Write a limerick about a teapot.";
const GROUNDED = "Who was Ada Lovelace?";

const agent = startedForFile(startAgent);

beforeEach(() => agent.clear());

const saying = (text: string, finishReason: "length" | "content_filter" | "stop") =>
  speaking(() => ({ text, finishReason }));

type Failure = [what: string, reply: ScriptedReply, code: string, message: RegExp, asked: number];

const FAILURES: Failure[] = [
  ["is cut off", cutOff(truthful), "model_cut_off", /was cut off/, 1],
  ["is limited in its rate", modelRateLimited(7), "model_rate_limited", /try again in 7 s/, 3],
  ["has used up its quota", modelQuotaUsedUp(), "model_rate_limited", /quota/, 1],
  ["is overloaded", modelOverloaded(), "model_unavailable", /status 503/, 3],
  ["does not take the key", modelBadKey("plm-0815"), "model_refused_request", /key \(status 401\)/, 1],
  ["is unknown", modelUnknown("truthful"), "model_refused_request", /status 404/, 1],
  ["rejected the request", modelInvalid("bad tools"), "model_refused_request", /status 400/, 1],
  ["resets the connection", resetAfterReading(), "model_unavailable", /could not be reached/, 3],
  ["closes the connection", closeAfterReading(), "model_unavailable", /could not be reached/, 3],
  [
    "is a web page",
    htmlPage("<h1>Welcome</h1>"),
    "model_bad_answer",
    /did not respond in the provider's format/,
    1,
  ],
  ["says nothing", speaking(() => ({})), "model_bad_answer", /response was empty/, 1],
  ["says blanks", saying(" \n ", "stop"), "model_bad_answer", /response was empty/, 1],
  ["is cut at its length", saying("There was an", "length"), "model_cut_off", /exceeded/, 1],
  [
    "is held back by a filter",
    saying("There was", "content_filter"),
    "model_refused_request",
    /withheld the response/,
    1,
  ],
];

describe.each(FAILURES)("a model that %s", (_what, reply, code, message, asked) => {
  test("ends an ungrounded run in one clear chunk", async () => {
    agent.model(reply);
    const logged = agent.logged.length;
    const run = await agent.run(UNGROUNDED);
    expect(run.of("error")).toEqual([
      { type: "error", error_code: code, message: expect.stringMatching(message) },
    ]);
    expect(run.chunks.slice(-2).map(({ type }) => type)).toEqual(["error", "done"]);
    expect(run.done.stop_reason).toBe("error");
    expect(agent.asked()).toHaveLength(asked);
    expect(JSON.stringify(run.chunks)).not.toMatch(/127\.0\.0\.1|plm-0815|sandbox-model-key/);
    const lines = agent.logged.slice(logged);
    expect(lines.filter(({ event }) => event === "model_failed")).toMatchObject([
      { level: "warn", error_code: code, request_id: expect.any(String) },
    ]);
    expect(lines.map(({ level }) => level)).not.toContain("error");
    expect(JSON.stringify(lines)).not.toContain("plm-0815");
  });

  test("takes nothing from what a grounded run has found", async () => {
    agent.model(reply);
    const run = await agent.run(GROUNDED);
    expect(run.shape).toEqual([
      "start",
      "tool_use",
      "tool_result",
      ...(run.of("unverified").length > 0 ? ["unverified"] : []),
      "text_delta",
      "error",
      "done",
    ]);
    expect(run.text).toContain("Ada Lovelace was an English mathematician");
    for (const { citations } of run.of("text_delta")) expect(citations).toHaveLength(1);
    expect(run.of("error")[0]?.error_code).toBe(code);
    expect(run.done.stop_reason).toBe("error");
  });
});

test("what was said before the model was cut off stands, and what it cost is counted", async () => {
  const said = "There was an old teapot of clay";
  agent.model(saying(said, "length"));
  const run = await agent.run(UNGROUNDED);
  expect(run.text).toBe(said);
  expect(run.done.usage.output_tokens).toBe(said.split(" ").length);
});

test("a turn that breaks off has none of its calls made", async () => {
  const posting = { name: "http_post_json", arguments: `{"url":"${agent.sandbox.webhook.url}/","body":1}` };
  // The last two events say that the turn is over.
  agent.model(cutOff(() => ({ calls: [posting] }), 4));
  const run = await agent.run(UNGROUNDED);
  expect(run.shape).toEqual(["start", "error", "done"]);
  expect(agent.sandbox.webhook.requests).toEqual([]);
});

test("a failure after some steps keeps what was said, and what they cost", async () => {
  const step = speaking(() => ({ calls: [{ name: "connections_list", arguments: "{}" }] }));
  agent.sandbox.model.script("", step, step, modelBadKey("plm-0815"));
  const run = await agent.run(UNGROUNDED, { tools: ["connections_list"] });
  expect(run.of("tool_result")).toHaveLength(2);
  expect(run.of("error")).toHaveLength(1);
  expect(run.done.usage.output_tokens).toBe(2);
});

test("a model that is there again after a moment is answered from", async () => {
  agent.sandbox.model.script(
    "",
    modelOverloaded(),
    modelRateLimited(1),
    speaking(() => ({ text: "Here I am." })),
  );
  const before = agent.clock.waits.length;
  expect((await agent.run(UNGROUNDED)).text).toBe("Here I am.");
  expect(agent.clock.waits.slice(before)).toEqual([600, 1_000]);
});

test("a model that cannot be reached at all is one too", async () => {
  const gone = await startWebhook();
  await gone.close();
  const model = {
    provider: "openai-compatible",
    id: "truthful",
    baseUrl: gone.url,
    apiKey: new Secret("key"),
  } as const;
  const lonely = await startAgent({ model });
  try {
    const run = await lonely.run(UNGROUNDED);
    expect(run.of("error")).toEqual([
      { type: "error", error_code: "model_unavailable", message: "The model could not be reached." },
    ]);
    const grounded = await lonely.run(GROUNDED);
    expect(grounded.text).toContain("Ada Lovelace was an English mathematician");
    expect(grounded.done.stop_reason).toBe("error");
  } finally {
    await lonely.close();
  }
});
