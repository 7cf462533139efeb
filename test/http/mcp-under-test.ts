import {
  type CallToolResult,
  Client as CurrentClient,
  StreamableHTTPClientTransport as CurrentTransport,
} from "@modelcontextprotocol/client";
import { Client as PreviousClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as PreviousTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { type Listener, listen } from "../../packages/local/server/listener.ts";
import { type ApiUnderTest, startApi } from "./api-under-test.ts";

const WHO = { name: "a test", version: "1" };

/** Abilities that the official clients of both protocol versions share. */
export interface McpClient {
  server: { version: string | undefined; instructions: string | undefined };
  list(): Promise<{ name: string; [field: string]: unknown }[]>;
  call(name: string, args?: Record<string, unknown>, signal?: AbortSignal): Promise<CallToolResult>;
  /** The same with `_meta`. */
  callWithMeta(
    name: string,
    args: Record<string, unknown>,
    meta: Record<string, unknown>,
  ): Promise<CallToolResult>;
  close(): Promise<void>;
}

export type Connect = (url: URL, key: string) => Promise<McpClient>;

/** `@modelcontextprotocol/client` 2, which asks for 2026-07-28 first. */
export const connectCurrent: Connect = async (url, key) => {
  const client = new CurrentClient(WHO, { versionNegotiation: { mode: "auto" } });
  await client.connect(new CurrentTransport(url, requestInit(key)));
  return {
    server: { version: client.getNegotiatedProtocolVersion(), instructions: client.getInstructions() },
    list: async () => (await client.listTools()).tools,
    call: (name, args, signal) =>
      client.callTool({ name, ...(args && { arguments: args }) }, { ...(signal && { signal }) }),
    callWithMeta: (name, args, _meta) => client.callTool({ name, arguments: args, _meta }),
    close: () => client.close(),
  };
};

/** `@modelcontextprotocol/sdk` 1, which speaks 2025-11-25. */
export const connectPrevious: Connect = async (url, key) => {
  const client = new PreviousClient(WHO);
  const transport = new PreviousTransport(url, requestInit(key));
  await client.connect(transport);
  return {
    server: { version: transport.protocolVersion, instructions: client.getInstructions() },
    list: async () => (await client.listTools()).tools,
    call: async (name, args, signal) => {
      const result = await client.callTool({ name, ...(args && { arguments: args }) }, undefined, {
        ...(signal && { signal }),
      });
      return result as CallToolResult;
    },
    callWithMeta: async (name, args, _meta) =>
      (await client.callTool({ name, arguments: args, _meta })) as CallToolResult,
    close: () => client.close(),
  };
};

function requestInit(key: string) {
  return { requestInit: { headers: { authorization: `Bearer ${key}` } } };
}

/** The API on a socket, as MCP clients reach it. */
export interface McpUnderTest extends ApiUnderTest {
  mcpUrl: URL;
}

export async function startMcp(options: Parameters<typeof startApi>[0] = {}): Promise<McpUnderTest> {
  const api = await startApi(options);
  const listener: Listener = await listen(api.fetch, "127.0.0.1", 0);
  const closeApi = api.close;
  return Object.assign(api, {
    mcpUrl: new URL(`http://127.0.0.1:${listener.port}/mcp`),
    async close() {
      await listener.close();
      await closeApi();
    },
  });
}
