import { inspect } from "node:util";
import { type Message, redirect, text } from "@plumbline/sandbox/server/reply.ts";
import { startScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import { describe, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import {
  API_KEY,
  eventsOf,
  failureOf,
  type ModelsUnderTest,
  modelsUnderTest,
  PROVIDERS,
  someTool,
} from "./model-under-test.ts";
import { WIRES } from "./provider-wire.ts";

const CUT_OFF = { code: "model_cut_off", message: "The model's response was cut off." };

const under = startedForEach(modelsUnderTest);

const server = startedForEach(() =>
  startScriptedServer({ name: "provider", handle: () => text("not found", 404) }),
);

describe.each(PROVIDERS)("%s", (provider) => {
  const wire = WIRES[provider];
  const events = (...pieces: Buffer[]): Message => ({
    headers: { "content-type": wire.contentType },
    body: Buffer.concat(pieces),
  });
  const turn = (...args: Parameters<ModelsUnderTest["asking"]>) =>
    under.at(provider, server.url).stream(under.asking(...args));

  test("an answer that ends without its end is cut off, and none of its calls is given out", async () => {
    const call = { id: "call_1", name: "chatapp_dm", arguments: '{"text":"Hello"}' };
    server.scriptAlways("", events(wire.start(), wire.call(0, call)));
    const failure = await failureOf(turn("Hello", { tools: [someTool("chatapp_dm")] }));
    expect(failure.events).toEqual([]);
    expect(failure.error).toMatchObject(CUT_OFF);
    expect(server.requests).toHaveLength(3);
  });

  test("an error before the first word is tried again", async () => {
    server.script("", events(wire.error("throttlingException")), events(wire.error("overloaded_error")));
    server.script("", events(wire.start(), wire.text("Hello"), wire.finish("stop")));
    expect((await eventsOf(turn("Hello")))[0]).toEqual({ type: "text", text: "Hello" });
    expect(under.clock.waits).toHaveLength(2);
  });

  test("an error after the first word ends the turn", async () => {
    server.script("", events(wire.start(), wire.text("Hello"), wire.error("modelStreamErrorException")));
    const failure = await failureOf(turn("Hello"));
    expect(failure.events).toEqual([{ type: "text", text: "Hello" }]);
    expect(failure.error).toMatchObject(CUT_OFF);
    expect(server.requests).toHaveLength(1);
  });

  test("arguments nested deeper than anything can walk are malformed, deep ones are not", async () => {
    const nested = (levels: number) => `{"a":${"[".repeat(levels)}${"]".repeat(levels)}}`;
    const calls = [99, 100, 50_000].map((levels) => ({
      id: `call_${levels}`,
      name: "chatapp_dm",
      arguments: nested(levels),
    }));
    const parts = calls.map((call, index) => wire.call(index, call));
    server.script("", events(wire.start(), ...parts, wire.finish("calls")));
    const told = await eventsOf(turn("Write.", { tools: [someTool("chatapp_dm")] }));
    expect(told.slice(0, 3).map((event) => "malformed" in event)).toEqual([false, true, true]);
  });

  test("arguments that are no JSON are given out as they are, and told as none when handed back", async () => {
    const call = { id: "call_1", name: "chatapp_dm", arguments: '{"text": "Hel' };
    server.script("", events(wire.start(), wire.call(0, call), wire.finish("calls")));
    const tools = [someTool("chatapp_dm")];
    const [event, finish] = await eventsOf(turn("Write.", { tools }));
    expect(event).toEqual({
      type: "tool_call",
      id: "call_1",
      name: "chatapp_dm",
      malformed: '{"text": "Hel',
    });
    if (finish?.type !== "finish") throw new Error("the turn did not finish");

    const results = [
      { toolCallId: "call_1", name: "chatapp_dm", content: "That is no JSON.", isError: true },
    ];
    const messages = [
      { role: "user", text: "Write." } as const,
      finish.message,
      { role: "tool", results } as const,
    ];
    server.script("", events(wire.start(), wire.text("Sorry."), wire.finish("stop")));
    await eventsOf(turn("", { messages, tools }));
    const sent = server.requests[1]?.text ?? "";
    expect(sent).toContain("That is no JSON.");
    expect(sent).not.toContain("Hel");
  });

  test("a call without arguments has none", async () => {
    const call = { id: "call_1", name: "connections_list", arguments: "" };
    server.script("", events(wire.start(), wire.call(0, call), wire.finish("calls")));
    const [event] = await eventsOf(turn("Hello", { tools: [someTool("connections_list")] }));
    expect(event).toMatchObject({ name: "connections_list", arguments: {} });
  });

  test("a tool nobody offered keeps its name, and is handed back under one that providers take", async () => {
    const call = { id: "call_1", name: "functions.delete everything", arguments: "{}" };
    server.script("", events(wire.start(), wire.call(0, call), wire.finish("calls")));
    const tools = [someTool("chatapp_dm")];
    const [event, finish] = await eventsOf(turn("Hello", { tools }));
    expect(event).toMatchObject({ type: "tool_call", name: "functions.delete everything" });
    if (finish?.type !== "finish") throw new Error("the turn did not finish");
    const results = [{ toolCallId: "call_1", name: call.name, content: "There is none.", isError: true }];
    const messages = [
      { role: "user", text: "Hello" } as const,
      finish.message,
      { role: "tool", results } as const,
    ];
    server.script("", events(wire.start(), wire.finish("stop")));
    await eventsOf(turn("", { messages, tools }));
    expect(server.requests[1]?.text).toContain('"functions_delete_everything"');
  });

  test("calls decide the reason, whatever the provider says", async () => {
    const call = { id: "call_1", name: "chatapp_dm", arguments: "{}" };
    server.script("", events(wire.start(), wire.call(0, call), wire.finish("stop")));
    const given = await eventsOf(turn("Hello", { tools: [someTool("chatapp_dm")] }));
    expect(given.at(-1)).toMatchObject({ reason: "tool_calls" });
  });

  test("an answer at its full length says so", async () => {
    server.script("", events(wire.start(), wire.text("Hello"), wire.finish("length")));
    expect((await eventsOf(turn("Hello"))).at(-1)).toMatchObject({ reason: "length" });
  });

  test("an empty answer is a finish and nothing else", async () => {
    server.script("", events(wire.start(), wire.finish("stop")));
    expect(await eventsOf(turn("Hello"))).toEqual([
      {
        type: "finish",
        reason: "stop",
        usage: { inputTokens: 11, outputTokens: 7 },
        message: { role: "assistant", text: "" },
      },
    ]);
  });

  test.each([
    ["from the first one on", () => events(wire.broken(), wire.finish("stop"))],
    ["after a good beginning", () => events(wire.start(), wire.broken(), wire.finish("stop"))],
  ])("events that cannot be read %s are no answer", async (_when, answer) => {
    server.scriptAlways("", answer());
    expect((await failureOf(turn("Hello"))).error).toMatchObject({
      code: "model_bad_answer",
      message: "The model's response could not be read.",
    });
    expect(server.requests).toHaveLength(1);
  });

  test("a page of a gateway is no answer", async () => {
    server.script("", { headers: { "content-type": "text/html" }, body: "<h1>Welcome</h1>" });
    expect((await failureOf(turn("Hello"))).error.code).toBe("model_bad_answer");
  });

  test("a redirect is not followed", async () => {
    server.script("", redirect(`${server.url}/elsewhere`, 307));
    expect((await failureOf(turn("Hello"))).error).toMatchObject({
      code: "model_refused_request",
      message: "The model's provider refused the request (status 307).",
    });
    expect(server.requests).toHaveLength(1);
  });

  test("a refused connection is tried three times", async () => {
    await server.close();
    expect((await failureOf(turn("Hello"))).error).toMatchObject({
      code: "model_unavailable",
      message: "The model could not be reached.",
      detail: { providerCode: "ECONNREFUSED" },
    });
    expect(under.clock.waits).toHaveLength(2);
  });

  test("nothing a provider echoes brings the key into an error", async () => {
    for (const status of [400, 401, 429, 500]) {
      server.scriptAlways("", {
        status,
        headers: { "x-request-id": API_KEY },
        json: { message: API_KEY, error: { message: API_KEY, type: API_KEY, code: API_KEY } },
      });
      const model = under.at(provider, server.url, "key");
      const { error } = await failureOf(model.stream(under.asking("Hello")));
      expect(error.detail.status).toBe(status);
      expect(`${inspect(error, { depth: 9 })}${JSON.stringify(error)}${error.stack}`).not.toContain(API_KEY);
    }
  });
});
