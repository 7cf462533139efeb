import { once } from "node:events";
import { PassThrough } from "node:stream";
import {
  cutBody,
  hangBeforeHeaders,
  htmlPage,
  json,
  type Message,
  type Reply,
} from "@plumbline/sandbox/server/reply.ts";
import { startScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import { afterEach, describe, expect, test } from "vitest";
import { createApiClient } from "../../packages/cli/api-client.ts";
import { readLines } from "../../packages/cli/command-input.ts";
import { McpBridge } from "../../packages/cli/mcp-bridge.ts";
import { startedForFile } from "../support/started.ts";

const ACCEPTED: Message = { status: 202 };
const ping = (id: number | string) => ({ jsonrpc: "2.0", id, method: "ping" });
const answer = (id: number | string, result: unknown = {}) => ({ jsonrpc: "2.0", id, result });

/** Messages as the transport streams them, between comments. */
function stream(...messages: unknown[]): Message {
  const events = messages.map((message) => `event: message\ndata: ${JSON.stringify(message)}\n\n`);
  return { headers: { "content-type": "text/event-stream" }, body: [": keepalive\n\n", ...events].join("") };
}

/** A service that answers every message as it is scripted to. */
const service = startedForFile(() => startScriptedServer({ name: "service", handle: () => ACCEPTED }));

afterEach(() => service.clear());
/** A bridge at work: what it wrote and warned of so far, oldest first. */
function startBridge(environment = { PLUMBLINE_URL: service.url, PLUMBLINE_API_KEY: "plk_x" }) {
  const input = new PassThrough();
  const output = new PassThrough({ objectMode: true });
  const written: unknown[] = [];
  const warned: string[] = [];
  const silent = { out: () => undefined, err: () => undefined, input: async () => undefined, colour: false };
  const { exchange } = createApiClient({ ...silent, environment }, "dev-api-key");
  const bridge = new McpBridge({
    post: (init) => exchange("/mcp", { ...init, method: "POST" }),
    write: (message) => {
      written.push(message);
      output.write(message);
    },
    warn: (text) => void warned.push(text),
  });
  const ended = bridge.run(readLines(input));
  return {
    written,
    warned,
    send: (...messages: unknown[]) => {
      for (const message of messages)
        input.write(`${typeof message === "string" ? message : JSON.stringify(message)}\n`);
    },
    next: async () => (await once(output, "data"))[0],
    async end() {
      input.end();
      await ended;
      return { written, warned };
    },
  };
}

describe("what is answered goes to the client as it is", () => {
  test.each<[string, Reply, unknown[]]>([
    ["one message", json(answer(1, { tools: [] })), [answer(1, { tools: [] })]],
    [
      "a stream",
      stream({ jsonrpc: "2.0", method: "notifications/progress" }, answer(1)),
      [{ jsonrpc: "2.0", method: "notifications/progress" }, answer(1)],
    ],
    [
      "an error of the protocol under its own status",
      json({ ...answer(1), error: { code: -32601 } }, 404),
      [{ ...answer(1), error: { code: -32601 } }],
    ],
  ])("%s", async (_what, reply, written) => {
    service.scriptAlways("", reply);
    const bridge = startBridge();
    bridge.send(ping(1));
    expect(await bridge.end()).toEqual({ written, warned: [] });
  });

  test("an error that names no message goes to the client as that of the message it answers", async () => {
    const unsupported = { jsonrpc: "2.0", id: null, error: { code: -32000, message: "Unsupported version" } };
    service.scriptAlways("", json(unsupported, 400));
    const bridge = startBridge();
    bridge.send({ jsonrpc: "2.0", method: "notifications/initialized" }, ping(1));
    const { written, warned } = await bridge.end();
    expect(written).toEqual([
      {
        jsonrpc: "2.0",
        id: 1,
        error: { code: -32603, message: expect.stringContaining("Unsupported version") },
      },
    ]);
    expect(warned).toHaveLength(2);
  });

  test("and what comes before the input ends is waited for", async () => {
    // Side by side: either may arrive first, so each has its own answer.
    service.script(({ text }) => text.includes('"id":1'), stream(answer(1)));
    service.script(({ text }) => text.includes('"id":2'), json(answer(2)));
    const bridge = startBridge();
    bridge.send("", ping(1), ping(2), { jsonrpc: "2.0", method: "notifications/initialized" });
    const { written } = await bridge.end();
    expect(written).toHaveLength(2);
    expect(written).toEqual(expect.arrayContaining([answer(1), answer(2)]));
    expect(service.requests).toHaveLength(3);
  });
});

describe("a message is posted", () => {
  const headersOf = (index = 0) => service.requests[index]?.headers ?? {};

  test("as it came, with the key and what the transport accepts", async () => {
    const message = { ...ping("a"), extra: { kept: true } };
    const bridge = startBridge();
    bridge.send(message);
    await bridge.end();
    expect(service.requests[0]?.json()).toEqual(message);
    expect(headersOf()).toMatchObject({
      authorization: "Bearer plk_x",
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    });
    expect(headersOf()).not.toHaveProperty("mcp-protocol-version");
  });

  test("with the version that initialize agreed on, from then on", async () => {
    service.script("", stream(answer(1, { protocolVersion: "2025-11-25" })), json(answer(2)));
    const bridge = startBridge();
    bridge.send({ ...ping(1), method: "initialize", params: { protocolVersion: "2099-01-01" } });
    await bridge.next();
    bridge.send(ping(2));
    await bridge.end();
    expect(headersOf(0)).not.toHaveProperty("mcp-protocol-version");
    expect(headersOf(1)).toMatchObject({ "mcp-protocol-version": "2025-11-25" });
  });

  test.each([
    ["chatapp_dm", "chatapp_dm"],
    ["Grüße", `=?base64?${Buffer.from("Grüße").toString("base64")}?=`],
    [" x", `=?base64?${Buffer.from(" x").toString("base64")}?=`],
    ["=?base64?eA==?=", `=?base64?${Buffer.from("=?base64?eA==?=").toString("base64")}?=`],
  ])("with headers that repeat what a message of 2026-07-28 says: a call of %j", async (name, header) => {
    const _meta = { "io.modelcontextprotocol/protocolVersion": "2026-07-28" };
    const bridge = startBridge();
    bridge.send({ ...ping(1), method: "tools/call", params: { name, _meta } });
    await bridge.end();
    expect(headersOf()).toMatchObject({
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": header,
    });
  });
});

describe("a client of the protocol before, whose person can be asked,", () => {
  const hello = {
    ...ping(1),
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: { elicitation: {} } },
  };
  const call = {
    ...ping(2),
    method: "tools/call",
    params: { name: "chatapp_dm", arguments: { to: "U0ADA" } },
  };
  const asks = answer(2, {
    resultType: "input_required",
    inputRequests: { decision: { method: "elicitation/create", params: { message: "Send it?" } } },
    requestState: "state",
  });

  async function startAsking() {
    const bridge = startBridge();
    service.script("", json(answer(1, { protocolVersion: "2025-11-25" })));
    bridge.send(hello);
    await bridge.next();
    return bridge;
  }

  test("is asked what the service wants to know, and its answer goes with the call", async () => {
    const bridge = await startAsking();
    service.script("", stream(asks), json(answer(2, { content: [] })));
    bridge.send(call);
    const asked = await bridge.next();
    expect(asked).toMatchObject({ method: "elicitation/create", params: { message: "Send it?" } });
    bridge.send({ jsonrpc: "2.0", id: asked.id, result: { action: "accept" } });
    expect(await bridge.next()).toEqual(answer(2, { content: [] }));
    await bridge.end();
    const [, , again] = service.requests.map((request) => Object(request.json()).params);
    expect(again).toMatchObject({
      ...call.params,
      inputResponses: { decision: { action: "accept" } },
      requestState: "state",
    });
  });

  test.each([
    ["refuses to ask", (id: unknown) => ({ jsonrpc: "2.0", id, error: { code: -32603, message: "No" } })],
    ["goes away", () => undefined],
  ])("and %s, has decided nothing", async (_what, say) => {
    const bridge = await startAsking();
    service.script("", json(asks), json(answer(2)));
    bridge.send(call);
    const said = say((await bridge.next()).id);
    if (said) bridge.send(said);
    const { written } = await bridge.end();
    expect(written.at(-1)).toEqual(answer(2));
    expect(Object(service.requests[2]?.json()).params.inputResponses).toEqual({
      decision: { action: "cancel" },
    });
  });

  test("has a call with a long number posted as it came", async () => {
    const bridge = await startAsking();
    const line = `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"arguments":{"n":1234567890123456789}}}`;
    service.script("", json(answer(2)));
    bridge.send(line);
    await bridge.end();
    expect(service.requests[1]?.body.toString()).toBe(line);
  });
});

describe("a call that is cancelled", () => {
  test("is hung up and gets no answer, while others are served", async () => {
    service.script("", hangBeforeHeaders(), json(answer(2)));
    const bridge = startBridge();
    bridge.send(ping(1));
    await service.waitForRequests(1);
    bridge.send(ping(2));
    expect(await bridge.next()).toEqual(answer(2));
    bridge.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } });
    expect(await bridge.end()).toEqual({ written: [answer(2)], warned: [] });
    expect(service.requests).toHaveLength(2);
  });

  test("that nobody made changes nothing", async () => {
    const bridge = startBridge();
    bridge.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } });
    bridge.send({ jsonrpc: "2.0", method: "notifications/cancelled" });
    expect(await bridge.end()).toEqual({ written: [], warned: [] });
  });
});

describe("a line that is no message", () => {
  test.each([
    ["{", -32700],
    ["[]", -32600],
    ["null", -32600],
    ['{"id":{}}', -32600],
    ['{"id":1,"method":"ping","params":[]}', -32600],
  ])("%s is reported and not posted", async (line, code) => {
    const bridge = startBridge();
    bridge.send(line);
    const { written } = await bridge.end();
    expect(written).toEqual([
      { jsonrpc: "2.0", id: null, error: { code, message: "This line is not a JSON-RPC message." } },
    ]);
    expect(service.requests).toEqual([]);
  });
});

describe("a service that cannot serve", () => {
  const problem = { detail: "This API key is unknown.", error_code: "unauthenticated" };

  test.each<[string, Reply, RegExp]>([
    ["refuses", json(problem, 401, { "content-type": "application/problem+json" }), /unknown\. \(401 unauth/],
    ["is behind a broken gateway", htmlPage("<h1>Bad gateway</h1>", 502), /responded with 502/],
    ["is some other site", htmlPage("<h1>Welcome</h1>"), /without a result/],
    ["says what is not JSON", { headers: { "content-type": "application/json" }, body: "{" }, /not JSON/],
    ["says what is not JSON-RPC", json({ message: "Forbidden" }, 403), /not JSON-RPC/],
    ["ends its stream too early", stream(), /without a result/],
    ["answers something else", stream(answer(2)), /without a result/],
    ["breaks off", cutBody(stream(answer(1)), { afterBytes: 30 }), /was lost in the middle/],
  ])("because it %s is reported to the client and in the log", async (_what, reply, said) => {
    service.scriptAlways("", reply);
    const bridge = startBridge();
    bridge.send(ping(1));
    const { written, warned } = await bridge.end();
    expect(written.at(-1)).toEqual({
      jsonrpc: "2.0",
      id: 1,
      error: { code: -32603, message: expect.stringMatching(said) },
    });
    expect(warned).toEqual([expect.stringMatching(/^plumbline: [^\n]*$/)]);
    expect(warned[0]).toMatch(said);
  });

  test("because nothing listens there is reported too; for a notification in the log alone", async () => {
    const bridge = startBridge({ PLUMBLINE_URL: "http://127.0.0.1:1", PLUMBLINE_API_KEY: "plk_x" });
    bridge.send({ jsonrpc: "2.0", method: "notifications/initialized" }, ping(1));
    const { written, warned } = await bridge.end();
    expect(written).toEqual([
      {
        jsonrpc: "2.0",
        id: 1,
        error: { code: -32603, message: expect.stringContaining("does not respond") },
      },
    ]);
    expect(warned).toHaveLength(2);
  });
});
