import { hangBeforeHeaders } from "@plumbline/sandbox/server/reply.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startSpokenAgent } from "./spoken-model.ts";
import type { StreamReader } from "./stream-reader.ts";

const UNGROUNDED = "Write a limerick about a teapot.";

let agent: Awaited<ReturnType<typeof startSpokenAgent>>;
const unhandled: unknown[] = [];
const keep = (error: unknown) => void unhandled.push(error);

beforeAll(async () => {
  agent = await startSpokenAgent();
  process.on("unhandledRejection", keep);
});

beforeEach(() => agent.clear());

afterEach(() => {
  expect(unhandled.splice(0)).toEqual([]);
});

afterAll(async () => {
  process.off("unhandledRejection", keep);
  await agent.close();
});

const hook = (body: number) => ({ url: `${agent.sandbox.webhook.url}/`, body });
const settled = async () => {
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
};

describe("a client that leaves", () => {
  async function leave(reader: StreamReader): Promise<Record<string, unknown>[]> {
    const logged = agent.logged.length;
    await reader.cancel();
    await settled();
    return agent.logged.slice(logged);
  }

  test("before the model's first word closes the model's connection, and nothing failed", async () => {
    const { reader } = await agent.open(UNGROUNDED);
    await reader.until("start");
    const pending = reader.next();
    const turn = await agent.spoken.asked();
    const lines = await leave(reader);
    await turn.closed;
    expect(await pending).toBeUndefined();
    expect(lines).toEqual([]);
  });

  test("in the middle of an answer closes it, too", async () => {
    const { reader } = await agent.open(UNGROUNDED);
    const first = reader.until("text_delta");
    const turn = await agent.spoken.asked();
    turn.say("There was an old");
    await first;
    const lines = await leave(reader);
    await turn.closed;
    expect(lines).toEqual([]);
  });

  test("ends the calls in flight, and none after them is begun", async () => {
    agent.sandbox.webhook.scriptAlways("", hangBeforeHeaders());
    const { reader } = await agent.open(UNGROUNDED);
    const announced = reader.until("tool_use");
    const turn = await agent.spoken.asked();
    for (let made = 0; made < 6; made++) turn.call("http_post_json", hook(made));
    turn.end();
    await announced;
    for (let made = 1; made < 6; made++) await reader.until("tool_use");
    const pending = reader.next();
    await agent.sandbox.webhook.waitForRequests(4);
    const lines = await leave(reader);
    await pending;
    expect(agent.sandbox.webhook.requests).toHaveLength(4);
    const calls = lines.filter(({ event }) => event === "tool_call");
    expect(calls).toHaveLength(4);
    for (const call of calls) expect(call).toMatchObject({ error_code: "transient", level: "warn" });
    expect(lines.map(({ level }) => level)).not.toContain("error");
  });

  test("by the platform's word alone ends them, too", async () => {
    agent.sandbox.webhook.scriptAlways("", hangBeforeHeaders());
    const left = new AbortController();
    const { reader } = await agent.open(UNGROUNDED, { signal: left.signal });
    const events = reader.rest();
    const turn = await agent.spoken.asked();
    for (let made = 0; made < 6; made++) turn.call("http_post_json", hook(made));
    turn.end();
    await agent.sandbox.webhook.waitForRequests(4);
    const logged = agent.logged.length;
    left.abort();
    expect((await events).map(({ event }) => event)).not.toContain("done");
    await settled();
    expect(agent.sandbox.webhook.requests).toHaveLength(4);
    expect(agent.logged.slice(logged).map(({ level }) => level)).not.toContain("error");
  });

  test("by the platform's word alone closes the model's connection", async () => {
    const left = new AbortController();
    const { reader } = await agent.open(UNGROUNDED, { signal: left.signal });
    const events = reader.rest();
    const turn = await agent.spoken.asked();
    turn.say("There was");
    const logged = agent.logged.length;
    left.abort();
    await turn.closed;
    expect((await events).map(({ event }) => event)).not.toContain("done");
    expect(agent.logged.slice(logged).map(({ level }) => level)).not.toContain("error");
  });

  test("makes a completion end with its model", async () => {
    const left = new AbortController();
    const body = { prompt: UNGROUNDED };
    const asked = agent.request("POST", "/api/v1/autonomy/research/complete", { body });
    const logged = agent.logged.length;
    const answer = agent.fetch(new Request(asked, { signal: left.signal }));
    const turn = await agent.spoken.asked();
    turn.say("There was");
    left.abort();
    await turn.closed;
    await answer;
    expect(agent.logged.slice(logged).map(({ event }) => event)).toEqual(["request"]);
  });
});
