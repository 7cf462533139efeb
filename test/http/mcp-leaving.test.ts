import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createApp } from "@plumbline/http/app.ts";
import { mcpRoutes } from "@plumbline/http/endpoints/mcp.ts";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type Connect,
  connectCurrent,
  connectPrevious,
  type McpClient,
  type McpUnderTest,
  startMcp,
} from "./mcp-under-test.ts";

/** A search backend that takes a connection and never says a word. */
let silent: Server;
let mcp: McpUnderTest;

beforeAll(async () => {
  silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  mcp = await startMcp({ search: { c: { instanceUrl: `http://127.0.0.1:${port}` } } });
});

afterAll(async () => {
  await mcp.close();
  silent.close();
});

type Leave = (client: McpClient, cancel: AbortController) => unknown;

/**
 * The previous protocol cancels by a message of its own, which a server without sessions cannot tie to a
 * call.
 */
test.each<[string, Connect, Leave]>([
  ["of the current protocol that cancels a call", connectCurrent, (_client, cancel) => cancel.abort()],
  ["of the current protocol that goes away", connectCurrent, (client) => client.close()],
  ["of the previous protocol that goes away", connectPrevious, (client) => client.close()],
])("a client %s ends the tool that hangs", async (_what, connect, leave) => {
  const client = await connect(mcp.mcpUrl, mcp.tenant.apiKey.reveal());
  const cancel = new AbortController();
  const searching = once(silent, "connection");
  const call = client.call("grounded_research", { query: "Who was Ada Lovelace?" }, cancel.signal);
  const refused = expect(call).rejects.toThrow();
  const [search]: Socket[] = await searching;
  const ended = once(search as Socket, "close");
  search?.resume();
  await leave(client, cancel);
  await Promise.all([refused, ended]);
  expect(mcp.logged.filter(({ event }) => /failed$|^mcp_error$/.test(String(event)))).toEqual([]);
  await client.close();
});

test("a client that went away before its call began makes none", async () => {
  const connection = { kind: "chatapp_bot", label: "team", token: sampleBotToken };
  await mcp.call("POST", "/api/v1/credentials", { body: connection });
  const leave = new AbortController();
  const authenticator = {
    async authenticate(authorization: string | undefined) {
      const caller = await mcp.service.authenticator.authenticate(authorization);
      leave.abort();
      return caller;
    },
  };
  const service = Object.assign(Object.create(mcp.service), {
    authenticator: Object.assign(Object.create(mcp.service.authenticator), authenticator),
  });
  const request = mcp.request("POST", "/mcp", {
    headers: { accept: "application/json, text/event-stream" },
    body: {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "chatapp_dm", arguments: { to: "U0ADA", text: "Hello" } },
    },
  });
  const app = createApp(service, mcpRoutes(service));
  const answer = await app.fetch(new Request(request, { signal: leave.signal }));
  await answer.text();
  expect(mcp.sandbox.chatapp.requests).toEqual([]);
});
