import { plumblineChat } from "@plumbline/client";
import { createApp } from "@plumbline/http/app.ts";
import { createRoutes } from "@plumbline/http/endpoints/index.ts";
import { hangBeforeHeaders } from "@plumbline/sandbox/server/reply.ts";
import {
  AbstractChat,
  type ChatState,
  type ChatTransport,
  DefaultChatTransport,
  type UIMessage,
  type UIMessageChunk,
} from "ai";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { startedForFile } from "../support/started.ts";
import { startSpokenAgent } from "./spoken-model.ts";
import { StreamReader } from "./stream-reader.ts";

const UNGROUNDED = "Write a limerick about a teapot.";
const UNREAD_MS = 120_000;

const agent = startedForFile(startSpokenAgent);
const unhandled: unknown[] = [];
const keep = (error: unknown) => void unhandled.push(error);

beforeAll(async () => {
  process.on("unhandledRejection", keep);
});

beforeEach(() => agent.clear());

afterEach(() => {
  expect(unhandled.splice(0)).toEqual([]);
});

afterAll(async () => {
  process.off("unhandledRejection", keep);
});

const hook = (body: number) => ({ url: `${agent.sandbox.webhook.url}/`, body });
const settled = async () => {
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
};

/** A run that has said its first word, and the id by which it is found again. */
async function begun(more: Parameters<typeof agent.open>[1] = {}) {
  const { reader } = await agent.open(UNGROUNDED, more);
  const { data } = await reader.until("start");
  const turn = await agent.spoken.asked();
  const said = reader.until("text_delta");
  turn.say("There was");
  await said;
  return { reader, turn, runId: String(data.run_id) };
}

/** The model is heard of all the while. */
async function advanceSaying(turn: Awaited<ReturnType<typeof begun>>["turn"], ms: number) {
  for (let left = ms; left > 0; left -= 10_000) {
    turn.say(".");
    await settled();
    agent.clock.advance(Math.min(left, 10_000));
  }
}

async function again(runId: string, headers: Record<string, string> = {}) {
  const asked = agent.request("GET", `/api/v1/agent/runs/${runId}/stream`, { headers });
  return new StreamReader((await agent.fetch(asked)).body);
}

const detail = (runId: string) => agent.call("GET", `/api/v1/agent/runs/${runId}`);
const stop = (runId: string) => agent.call("POST", `/api/v1/agent/runs/${runId}/stop`);

describe("a client that leaves", () => {
  test("finds its run again, behind what it has read, as it goes on", async () => {
    const { reader, turn, runId } = await begun();
    await reader.cancel();
    expect((await detail(runId)).json).toMatchObject({
      state: "running",
      text: "There was",
      stop_reason: null,
    });
    const events = (await again(runId, { "last-event-id": "2" })).rest();
    turn.say(" a pot.");
    turn.end();
    const told = await events;
    expect(told.map(({ event, id, data }) => [event, id, data.text])).toEqual([
      ["text_delta", 3, " a pot."],
      ["done", 4, undefined],
    ]);
    expect((await detail(runId)).json).toMatchObject({ state: "ended", text: "There was a pot." });
    expect((await (await again(runId)).rest()).map(({ event, id }) => [event, id])).toEqual([
      ["start", 1],
      ["text_delta", 2],
      ["text_delta", 3],
      ["done", 4],
    ]);
  });

  test("ends its run two minutes later, and nothing failed", async () => {
    const { reader, turn, runId } = await begun();
    const logged = agent.logged.length;
    await reader.cancel();
    await settled();
    agent.clock.advance(UNREAD_MS);
    await turn.closed;
    const ended = { state: "ended", stop_reason: "stopped" };
    await vi.waitFor(async () => expect((await detail(runId)).json).toMatchObject(ended));
    expect(agent.logged.slice(logged).filter(({ level }) => level === "error")).toEqual([]);
  });

  test("keeps its run by coming back in time", async () => {
    const { reader, turn, runId } = await begun();
    await reader.cancel();
    await settled();
    await advanceSaying(turn, UNREAD_MS - 1);
    const events = (await again(runId)).rest();
    await settled();
    await advanceSaying(turn, UNREAD_MS);
    turn.end();
    expect((await events).at(-1)?.data).toMatchObject({ stop_reason: "end" });
  });

  test("before it has read anything has its run made, and the conversation is free after it", async () => {
    const left = new AbortController();
    const conversation_id = "chat-unread";
    await agent.open(UNGROUNDED, { conversation_id, signal: left.signal });
    left.abort();
    (await agent.spoken.asked()).end();
    await settled();
    const { json } = await agent.call("GET", `/api/v1/conversations/${conversation_id}`);
    expect(json).toMatchObject({ run_id: null });
  });

  test("may send back what it had read of the run's text", async () => {
    const conversation_id = "chat-cut";
    const { reader, turn, runId } = await begun({ conversation_id });
    await reader.cancel();
    turn.say(" a pot.");
    turn.end();
    await (await again(runId)).rest();
    const messages = [UNGROUNDED, "There was", "Go on."].map((content, at) => ({
      role: at === 1 ? "assistant" : "user",
      content,
    }));
    const { reader: next } = await agent.open(messages, { conversation_id });
    const rest = next.rest();
    (await agent.spoken.asked()).end();
    await rest;
    const { json } = await agent.call("GET", `/api/v1/conversations/${conversation_id}`);
    expect(json).toMatchObject({ follows_outside_text: false });
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

describe("a run that is stopped", () => {
  test("before the model's first word ends, and tells its readers", async () => {
    const { reader } = await agent.open(UNGROUNDED);
    const { data } = await reader.until("start");
    const turn = await agent.spoken.asked();
    const rest = reader.rest();
    expect((await stop(String(data.run_id))).json).toMatchObject({ state: "ended", writes: [] });
    await turn.closed;
    expect((await rest).map(({ event, data }) => [event, data.stop_reason])).toEqual([["done", "stopped"]]);
  });

  test("waits for the writes under way, begins none, and tells of each", async () => {
    agent.sandbox.webhook.scriptAlways("", hangBeforeHeaders());
    const { reader } = await agent.open(UNGROUNDED);
    const { data } = await reader.until("start");
    const events = reader.rest();
    const turn = await agent.spoken.asked();
    for (let made = 0; made < 6; made++) turn.call("http_post_json", { ...hook(made), timeout_seconds: 5 });
    turn.end();
    await agent.sandbox.webhook.waitForRequests(4);
    const stopped = stop(String(data.run_id));
    await settled();
    agent.clock.advance(5_000);
    const { json } = await stopped;
    await events;
    expect(agent.sandbox.webhook.requests).toHaveLength(4);
    const outcomes = [..."1234"].map(() => ({ outcome: "unknown" }));
    const notBegun = [..."56"].map(() => ({ outcome: "not_made" }));
    expect(json).toMatchObject({ state: "ended", writes: [...outcomes, ...notBegun] });
  });
});

describe("a run of somebody else", () => {
  test("is not found", async () => {
    const { reader, turn, runId } = await begun();
    const { apiKey } = await agent.createTenant("Eve");
    for (const [method, path] of [
      ["GET", ""],
      ["GET", "/stream"],
      ["POST", "/stop"],
    ] as const)
      expect(
        await agent.call(method, `/api/v1/agent/runs/${runId}${path}`, { key: apiKey.reveal() }),
      ).toMatchObject({
        status: 404,
      });
    turn.end();
    await reader.rest();
  });
});

describe("the same request once more", () => {
  const ask = (key: string, prompt = UNGROUNDED) =>
    agent.open(prompt, { call: { headers: { "idempotency-key": key } } });

  test("with its Idempotency-Key reads the same run, while it lasts and later", async () => {
    const first = await ask("once");
    const firstEvents = first.reader.rest();
    const turn = await agent.spoken.asked();
    const second = await ask("once");
    turn.say("There was a pot.");
    turn.end();
    const events = await firstEvents;
    expect(await second.reader.rest()).toEqual(events);
    const third = await ask("once");
    expect(await third.reader.rest()).toEqual(events);
    expect(events.filter(({ event }) => event === "start")).toHaveLength(1);
  });

  test("at the same time reads the same run", async () => {
    const both = await Promise.all([ask("twice"), ask("twice")]);
    const events = both.map(({ reader }) => reader.rest());
    (await agent.spoken.asked()).end();
    const [first, second] = await Promise.all(events);
    expect(first?.at(-1)?.event).toBe("done");
    expect(second).toEqual(first);
  });

  test("with other words is refused", async () => {
    const events = (await ask("other")).reader.rest();
    (await agent.spoken.asked()).end();
    await events;
    expect((await ask("other", "Write a limerick about a kettle.")).response.status).toBe(409);
  });

  test("begins anew where the first could not begin", async () => {
    const tools = ["no_such_tool"];
    const call = { headers: { "idempotency-key": "refused" } };
    expect((await agent.open(UNGROUNDED, { call, tools })).response.status).toBe(400);
    const events = (await ask("refused")).reader.rest();
    (await agent.spoken.asked()).end();
    expect((await events).at(-1)?.event).toBe("done");
  });
});

describe("a run that another process makes", () => {
  /** As another process serves it: it shares the stores alone. */
  async function elsewhere(method: string, path: string): Promise<Response> {
    const other = createApp(agent.service, createRoutes(agent.service), agent.metrics);
    return other.fetch(agent.request(method, path), { baseUrl: "http://plumbline.test" });
  }

  /** Time passes until it is there. */
  async function meanwhile<Value>(promise: Promise<Value>): Promise<Value> {
    let isThere = false;
    const done = () => {
      isThere = true;
    };
    promise.then(done, done);
    while (!isThere) {
      await settled();
      agent.clock.advance(1_000);
    }
    return promise;
  }

  test("is read as it is kept", async () => {
    const { reader, turn, runId } = await begun();
    const mine = reader.rest();
    agent.clock.advance(2_000);
    await settled();
    const told = new StreamReader((await elsewhere("GET", `/api/v1/agent/runs/${runId}/stream`)).body);
    expect((await told.next())?.event).toBe("start");
    expect((await told.next())?.data.text).toBe("There was");
    const rest = told.rest();
    turn.say(" a pot.");
    turn.end();
    await mine;
    expect((await meanwhile(rest)).map(({ id, data }) => [id, data.text])).toEqual([
      [3, " a pot."],
      [4, undefined],
    ]);
  });

  test("is stopped from elsewhere", async () => {
    const { reader, turn, runId } = await begun();
    const mine = reader.rest();
    const stopped = await (await meanwhile(elsewhere("POST", `/api/v1/agent/runs/${runId}/stop`))).json();
    await turn.closed;
    expect(stopped).toMatchObject({ state: "ended", stop_reason: "stopped", text: "There was", writes: [] });
    expect((await mine).at(-1)?.data).toMatchObject({ stop_reason: "stopped" });
  });

  test("reads as interrupted once that process has died", async () => {
    const runId = "00000000-0000-4000-8000-00000000dead";
    const caller = await agent.service.authenticator.authenticate(`Bearer ${agent.tenant.apiKey.reveal()}`);
    if (caller.type !== "tenant") throw new Error("The key is a tenant's.");
    const ledger = await agent.service.conversations.open(caller, "chat-dead");
    await ledger.lease.begin(runId, "Hello");
    const log = ledger.runLog(runId);
    await log.begin();
    const start = { type: "start", run_id: runId, conversation_id: "chat-dead" };
    await log.append(
      `${JSON.stringify({ ...start, requires_grounding: false, gate: { score: 0, reasons: [] } })}\n`,
      false,
    );
    expect((await detail(runId)).json).toMatchObject({ state: "running" });
    agent.clock.advance(31_000);
    expect((await detail(runId)).json).toMatchObject({ state: "interrupted", stop_reason: null });
    const events = await (await again(runId)).rest();
    expect(events.map(({ event }) => event)).toEqual(["start", "error", "done"]);
  });

  test("is erased with its conversation, once it has ended", async () => {
    const { reader, turn, runId } = await begun({ conversation_id: "chat-erased" });
    const early = await agent.call("DELETE", "/api/v1/conversations/chat-erased");
    expect(early).toMatchObject({ status: 409, json: { detail: expect.stringContaining(runId) } });
    turn.end();
    await reader.rest();
    expect((await detail(runId)).status).toBe(200);
    expect((await agent.call("DELETE", "/api/v1/conversations/chat-erased")).status).toBe(204);
    expect((await detail(runId)).status).toBe(404);
  });
});

describe("a chat of the AI SDK", () => {
  const post = (text: string, trigger: string, id = "u-1") =>
    agent.request("POST", "/api/v1/agent/stream?protocol=ui-message", {
      body: { id: "chat-sdk", trigger, messages: [{ id, role: "user", parts: [{ type: "text", text }] }] },
    });
  const resume = async () => agent.fetch(agent.request("GET", "/api/v1/agent/stream/chat-sdk/stream"));
  const text = async (response: Response) =>
    (await response.text()).replaceAll(/"(id|messageId|run_id)":"[^"]*"/g, "");

  test("finds its run after a reload, and none once it has ended", async () => {
    expect((await resume()).status).toBe(204);
    const first = text(await agent.fetch(post(UNGROUNDED, "submit-message")));
    const turn = await agent.spoken.asked();
    turn.say("There was a pot.");
    const second = await resume();
    turn.end();
    expect(await text(second)).toBe(await first);
    expect((await resume()).status).toBe(204);
  });

  test("sends its message twice and has one run; a message that is regenerated has another", async () => {
    const first = (await agent.fetch(post(UNGROUNDED, "submit-message", "u-2"))).text();
    const turn = await agent.spoken.asked();
    turn.say("One.");
    const again = await agent.fetch(post(UNGROUNDED, "submit-message", "u-2"));
    turn.end();
    expect(await again.text()).toBe(await first);
    for (const said of ["Two.", "Three."]) {
      const regenerated = (await agent.fetch(post(UNGROUNDED, "regenerate-message", "u-2"))).text();
      const next = await agent.spoken.asked();
      next.say(said);
      next.end();
      expect(await regenerated).toContain(said);
    }
  });

  class Chat extends AbstractChat<UIMessage> {
    constructor(transport: ChatTransport<UIMessage>, messages: UIMessage[] = []) {
      const state: ChatState<UIMessage> = {
        status: "ready",
        error: undefined,
        messages,
        pushMessage: (message) => void state.messages.push(message),
        popMessage: () => void state.messages.pop(),
        replaceMessage: (index, message) => void state.messages.splice(index, 1, message),
        snapshot: (thing) => structuredClone(thing),
      };
      super({ id: `chat-${nextChat}`, transport, state, generateId: () => `id-${nextId++}` });
    }
  }
  let nextChat = 0;
  let nextId = 0;
  /** The transport of the client, and what it was told of the runs that it stopped. */
  const ownTransport = () => {
    nextChat += 1;
    const stopped: unknown[] = [];
    const transport = plumblineChat<UIMessageChunk>({
      baseUrl: "http://plumbline.test",
      apiKey: () => agent.tenant.apiKey.reveal(),
      fetch: async (request) => agent.fetch(request as Request),
      onStopped: (run) => stopped.push(run),
    });
    return { transport, stopped };
  };
  const soon = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 5 });
  const isShown = (chat: Chat, text: string) =>
    soon(() => expect(JSON.stringify(chat.messages)).toContain(text));

  test("stops its run, and learns what was written", async () => {
    const { transport, stopped } = ownTransport();
    const chat = new Chat(transport);
    const sent = chat.sendMessage({ text: UNGROUNDED });
    const turn = await agent.spoken.asked();
    turn.say("There was");
    await isShown(chat, "There was");
    await chat.stop();
    await Promise.all([sent, turn.closed]);
    await soon(() => expect(stopped).toMatchObject([{ stop_reason: "stopped", writes: [] }]));
  });

  test("stops its run at once, before it has heard of it", async () => {
    const { transport, stopped } = ownTransport();
    const chat = new Chat({
      ...transport,
      sendMessages(sent) {
        void chat.stop();
        return transport.sendMessages(sent);
      },
    });
    await chat.sendMessage({ text: UNGROUNDED });
    await soon(() => expect(stopped).toMatchObject([{ stop_reason: "stopped" }]));
    expect(await transport.reconnectToStream({ chatId: chat.id })).toBeNull();
  });

  test("stops the run that it found after a reload", async () => {
    const { transport, stopped } = ownTransport();
    const page = new Chat(transport);
    const sent = page.sendMessage({ text: UNGROUNDED });
    const turn = await agent.spoken.asked();
    turn.say("There was");
    await isShown(page, "There was");
    const reloaded = new Chat(transport, structuredClone(page.messages.slice(0, 1)));
    const resumed = reloaded.resumeStream();
    await isShown(reloaded, "There was");
    await reloaded.stop();
    await Promise.all([resumed, sent, turn.closed]);
    await soon(() => expect(stopped).toMatchObject([{ stop_reason: "stopped" }]));
  });

  test("finds its run by the SDK's own transport", async () => {
    nextChat += 1;
    const transport = new DefaultChatTransport({
      api: "http://plumbline.test/api/v1/agent/stream?protocol=ui-message",
      headers: { authorization: `Bearer ${agent.tenant.apiKey.reveal()}` },
      fetch: async (input, init) => agent.fetch(new Request(input, init)),
    });
    const page = new Chat(transport);
    const sent = page.sendMessage({ text: UNGROUNDED });
    const turn = await agent.spoken.asked();
    turn.say("There was");
    await isShown(page, "There was");
    const reloaded = new Chat(transport, structuredClone(page.messages.slice(0, 1)));
    const resumed = reloaded.resumeStream();
    await isShown(reloaded, "There was");
    turn.say(" a pot.");
    turn.end();
    await Promise.all([resumed, sent]);
    expect(reloaded.messages).toMatchObject([
      { role: "user" },
      { parts: [{ type: "step-start" }, { text: "There was a pot." }] },
    ]);
  });
});
