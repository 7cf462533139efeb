import { speaking } from "@plumbline/sandbox/model/chat-reply.ts";
import { modelSandboxKey, sandboxModels, startModel } from "@plumbline/sandbox/model/model.ts";
import {
  modelOverloaded,
  modelQuotaUsedUp,
  modelRateLimited,
} from "@plumbline/sandbox/model/model-failures.ts";
import { nothingToSay } from "@plumbline/sandbox/model/truthful.ts";
import { request } from "undici";
import { describe, expect, it } from "vitest";
import { startedForEach } from "../../support/started.ts";

const server = startedForEach(startModel);

async function send(body: string, key = modelSandboxKey) {
  const headers = { "content-type": "application/json", authorization: `Bearer ${key}` };
  const response = await request(`${server.apiUrl}/chat/completions`, { method: "POST", headers, body });
  return { status: response.statusCode, headers: response.headers, text: await response.body.text() };
}

const user = { role: "user", content: "Hello there" };
const ask = (model: string, more: object = {}, key?: string) =>
  send(JSON.stringify({ model, messages: [user], stream: true, ...more }), key);

/** The JSON of every event but the last, which says that it is the last. */
function events(text: string): unknown[] {
  const lines = text.split("\n\n").filter((event) => event !== "");
  expect(lines.pop()).toBe("data: [DONE]");
  return lines.map((line) => JSON.parse(line.replace(/^data: /, "")));
}

describe("an answer", () => {
  it("comes word by word, then why it ended, then what it cost", async () => {
    const { status, headers, text } = await ask("truthful", { stream_options: { include_usage: true } });
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/event-stream; charset=utf-8");
    const words = nothingToSay.match(/\S+\s*/g) ?? [];
    const chunk = (fields: object) => ({
      id: "chatcmpl-sandbox",
      object: "chat.completion.chunk",
      created: 1_735_689_600,
      model: "truthful",
      ...fields,
    });
    const delta = (fields: object, finish_reason: string | null = null) =>
      chunk({ choices: [{ index: 0, delta: fields, finish_reason }] });
    expect(events(text)).toEqual([
      delta({ role: "assistant", content: "" }),
      ...words.map((content) => delta({ content })),
      delta({}, "stop"),
      chunk({ choices: [], usage: { prompt_tokens: 2, completion_tokens: 10, total_tokens: 12 } }),
    ]);
  });

  it("tells what it cost only where that was asked for", async () => {
    expect((await ask("truthful")).text).not.toContain("usage");
  });

  it("has calls with their names first and their arguments in pieces", async () => {
    const turn = { calls: [{ name: "search", arguments: '{"a":1}' }] };
    server.script(
      "",
      speaking(() => turn),
    );
    const deltas = events((await ask("truthful")).text).map((event) => JSON.stringify(event));
    expect(deltas[1]).toContain(
      '"tool_calls":[{"index":0,"id":"call_1_0","type":"function","function":{"name":"search","arguments":""}}]',
    );
    expect(deltas[2]).toContain('"arguments":"{\\"a\\""');
    expect(deltas[3]).toContain('"arguments":":1}"');
    expect(deltas[4]).toContain('"finish_reason":"tool_calls"');
  });

  it.each(sandboxModels.filter((name) => name !== "cut-off"))(
    "of %s is the same each time",
    async (model) => {
      const tools = [{ type: "function", function: { name: "connections_list", parameters: {} } }];
      const [first, second] = [await ask(model, { tools }), await ask(model, { tools })];
      expect(first.status).toBe(200);
      expect(second.text).toBe(first.text);
    },
  );

  it("breaks off after a few words when it is cut off", async () => {
    await expect(ask("cut-off")).rejects.toThrow();
  });
});

describe("a refusal", () => {
  it("is given for a wrong key, which it quotes as the provider does", async () => {
    const { status, text } = await ask("truthful", {}, "wrong-key");
    expect(status).toBe(401);
    expect(JSON.parse(text)).toMatchObject({
      error: { code: "invalid_api_key", message: expect.stringContaining("wrong-key") },
    });
  });

  it("is given for a model it does not have", async () => {
    const { status, text } = await ask("toString");
    expect(status).toBe(404);
    expect(JSON.parse(text)).toMatchObject({ error: { code: "model_not_found" } });
  });

  it.each([
    ["no JSON", "{"],
    ["no model", '{"messages": [{"role": "user", "content": "x"}], "stream": true}'],
    ["no messages", '{"model": "truthful", "messages": [], "stream": true}'],
    [
      "an unknown role",
      '{"model": "truthful", "messages": [{"role": "robot", "content": "x"}], "stream": true}',
    ],
    [
      "content of another type",
      '{"model": "truthful", "messages": [{"role": "user", "content": 7}], "stream": true}',
    ],
    ["no stream", '{"model": "truthful", "messages": [{"role": "user", "content": "x"}]}'],
    [
      "a tool's name with a colon",
      '{"model": "truthful", "messages": [{"role": "user", "content": "x"}], "stream": true, "tools": [{"function": {"name": "a:b"}}]}',
    ],
  ])("is given for %s", async (_what, body) => {
    const { status, text } = await send(body);
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ error: { type: "invalid_request_error" } });
  });

  it("can be scripted", async () => {
    server.script("", modelRateLimited(3), modelQuotaUsedUp(), modelOverloaded());
    const [limited, usedUp, overloaded] = [
      await ask("truthful"),
      await ask("truthful"),
      await ask("truthful"),
    ];
    expect(limited).toMatchObject({ status: 429, headers: { "retry-after": "3" } });
    expect(JSON.parse(usedUp.text)).toMatchObject({ error: { code: "insufficient_quota" } });
    expect(overloaded.status).toBe(503);
  });
});
