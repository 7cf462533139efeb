import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { json } from "@plumbline/sandbox/server/reply.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { modelCall, modelPost, startAgent } from "./agent-under-test.ts";

const PROMPT = "Write a limerick about a teapot.";

const agent = startedForFile(startAgent);

beforeEach(() => agent.clear());

const hook = (number: number, more: object = {}) =>
  modelCall("http_post_json", { url: `${agent.sandbox.webhook.url}/${number}`, body: { number }, ...more });
const DONE = { text: "Done." };

describe("calls of one turn", () => {
  /** Makes a webhook that holds each request until the test answers it, by the number in the path. */
  function heldWebhook() {
    const answers = new Map<string, () => void>();
    agent.sandbox.webhook.scriptAlways("", async ({ path }) => {
      await new Promise<void>((answer) => answers.set(path, answer));
      return json({ path });
    });
    return (number: number) => answers.get(`/${number}`)?.();
  }

  test("are under way at the same time, four of them", async () => {
    const { webhook } = agent.sandbox;
    const answer = heldWebhook();
    agent.turns({ calls: [0, 1, 2, 3, 4, 5].map((number) => hook(number)) }, DONE);
    const { reader } = await agent.open(PROMPT);
    for (let used = 0; used < 6; used++) await reader.until("tool_use");
    const resulting = reader.until("tool_result");
    await webhook.waitForRequests(4);
    for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
    expect(webhook.requests.map(({ path }) => path).sort()).toEqual(["/0", "/1", "/2", "/3"]);

    const ended: unknown[] = [];
    const content = ({ data }: { data: Record<string, unknown> }) => JSON.stringify(data.content);
    answer(2);
    ended.push(content(await resulting));
    let next = reader.until("tool_result");
    await webhook.waitForRequests(5);
    for (const number of [4, 0, 1]) {
      answer(number);
      ended.push(content(await next));
      next = reader.until("tool_result");
    }
    await webhook.waitForRequests(6);
    answer(5);
    ended.push(content(await next));
    answer(3);
    await reader.rest();
    expect(ended.map((text) => /"path":"\/(\d)"/.exec(String(text))?.[1])).toEqual(["2", "4", "0", "1", "5"]);
    const told = agent.asked()[1]?.messages.filter(({ role }) => role === "tool") ?? [];
    expect(told.map(({ content }) => /"path":"\/(\d)"/.exec(content ?? "")?.[1])).toEqual([..."012345"]);
  });

  test("are made sixteen times at most; the others are refused and may come again", async () => {
    agent.turns({ calls: Array.from({ length: 18 }, (_, number) => hook(number)) }, DONE);
    const run = await agent.run(PROMPT);
    expect(agent.sandbox.webhook.requests).toHaveLength(16);
    const refused = run.of("tool_result").filter(({ is_error }) => is_error);
    expect(refused).toHaveLength(2);
    for (const result of refused)
      expect(result).toMatchObject({
        error_code: "validation",
        refusal_reason: "More than 16 calls in one turn.",
        content: { next_step: "Make this call in the next turn." },
      });
    expect(agent.asked()[1]?.messages.filter(({ role }) => role === "tool")).toHaveLength(18);
  });
});

describe("a call that is not made", () => {
  test.each([
    ["an unknown tool", modelCall("lookup_person", { name: "Ada" }), /no tool with that name/],
    ["a tool outside the list", modelCall("email_search", { query: "is:unread" }), /no tool with that name/],
    [
      "a name that is nearly right",
      modelCall("http_json", { url: "https://a.example" }),
      /mean http_post_json\?/,
    ],
    ["half a JSON object", { name: "http_post_json", arguments: '{"url": "https://' }, /not valid JSON/],
    [
      "JSON without a bottom",
      {
        name: "http_post_json",
        arguments: `{"url":"https://a.example","body":${"[".repeat(50_000)}${"]".repeat(50_000)}}`,
      },
      /not valid JSON/,
    ],
    ["a list in place of an object", modelCall("http_post_json", ["https://a.example"]), /Invalid arguments/],
    [
      "an argument too many",
      modelCall("http_post_json", { url: "https://a.example", body: 1, method: "PUT" }),
      /method: is not a known field/,
    ],
    [
      "a private destination",
      modelCall("http_post_json", { url: "http://10.0.0.8/", body: 1 }),
      /public host/,
    ],
  ])("%s is reported to the client and the model, and the run goes on", async (_what, wrong, reason) => {
    agent.turns({ calls: [wrong] }, { text: "I could not do that." });
    const run = await agent.run(PROMPT, { tools: ["http_post_json", "connections_list"] });
    const [result] = run.of("tool_result");
    expect(result).toMatchObject({ is_error: true, error_code: "validation", name: wrong.name });
    const refusal = result?.is_error ? result.refusal_reason : "";
    expect(refusal).toMatch(reason);
    expect(run.text).toBe(`${refusal}\n\nI could not do that.`);
    expect(run.done.stop_reason).toBe("refusal");
    const told = agent.asked()[1]?.messages.at(-1)?.content ?? "";
    expect(JSON.parse(told)).toMatchObject({
      refusal_reason: refusal,
      error_code: "validation",
      instruction: expect.stringContaining("do not work around it"),
    });
    expect(told).not.toContain("attempts");
    expect(agent.sandbox.webhook.requests).toEqual([]);
  });

  test("a credential of another tenant is as unknown as one that never was", async () => {
    const other = await agent.createTenant("other");
    const foreign = await agent.connect(
      { kind: "chatapp_bot", label: "Foreign", token: sampleBotToken },
      other.apiKey.reveal(),
    );
    const before = agent.sandbox.chatapp.requests.length;
    const reasons = [];
    for (const credential_id of [foreign, "a1a1a1a1-0000-4000-8000-00000000abcd"]) {
      agent.turns({ calls: [modelPost("Hello", { credential_id })] }, { text: "I could not." });
      const run = await agent.run(PROMPT);
      const [result] = run.of("tool_result");
      expect(result).toMatchObject({ is_error: true, error_code: "authentication" });
      reasons.push(result?.is_error && result.refusal_reason.replace(credential_id, "…"));
    }
    expect(reasons[0]).toBe(reasons[1]);
    expect(agent.sandbox.chatapp.requests).toHaveLength(before);
  });
});

test("a call that breaks inside the service ends the run once those beside it are reported", async () => {
  const { dispatcher } = agent.service;
  const dispatch = dispatcher.call;
  dispatcher.call = (caller, name, args, options) =>
    name === "chatapp_post_channel"
      ? Promise.reject(new RangeError("inside 4711"))
      : dispatch.call(dispatcher, caller, name, args, options);
  try {
    agent.turns({ calls: [modelPost("Hello"), hook(1)] }, DONE);
    const run = await agent.run(PROMPT);
    expect(run.of("tool_result")).toMatchObject([{ name: "http_post_json", is_error: false }]);
    expect(run.of("error")).toMatchObject([{ error_code: "internal" }]);
    expect(run.done).toMatchObject({ stop_reason: "error", usage: { output_tokens: expect.any(Number) } });
    expect(run.done.usage.output_tokens).toBeGreaterThan(0);
    expect(JSON.stringify(run.chunks)).not.toContain("4711");
    expect(agent.logged).toContainEqual(expect.objectContaining({ event: "run_failed", level: "error" }));
  } finally {
    dispatcher.call = dispatch;
  }
});
