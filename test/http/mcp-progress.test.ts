import { Client, type Progress, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { startMcp } from "./mcp-under-test.ts";

const mcp = startedForFile(startMcp);

beforeAll(async () => {
  await mcp.addCredential({ kind: "chatapp_bot", label: "team", token: sampleBotToken });
});

const MESSAGE = { channel: "C0GENERAL", text: "The build is green." };

describe.each([
  ["the current protocol", "auto"],
  ["the previous protocol", "legacy"],
] as const)("a client of %s", (_what, mode) => {
  /** Calls a tool; returns what the client heard meanwhile, and whether the call worked. */
  async function callWithProgress(name: string, args: Record<string, unknown>) {
    const client = new Client({ name: "a test", version: "1" }, { versionNegotiation: { mode } });
    const headers = { authorization: `Bearer ${mcp.tenant.apiKey.reveal()}` };
    await client.connect(new StreamableHTTPClientTransport(mcp.mcpUrl, { requestInit: { headers } }));
    const heard: Progress[] = [];
    const onprogress = (progress: Progress) => void heard.push(progress);
    const { isError } = await client.callTool({ name, arguments: args }, { onprogress });
    await client.close();
    return { heard, messages: heard.map(({ message }) => message), worked: isError !== true };
  }

  test("that asks for progress hears of each attempt and each wait, in order", async () => {
    const { chatapp } = mcp.sandbox;
    chatapp.clear();
    const limited = { ok: false, error: "ratelimited" };
    chatapp.script("POST", { status: 429, headers: { "retry-after": "2" }, json: limited });
    const { heard, messages, worked } = await callWithProgress("chatapp_post_channel", MESSAGE);
    expect(worked).toBe(true);
    expect(messages).toEqual([
      expect.stringMatching(/: attempt 1$/),
      expect.stringMatching(/: waits 2 s before attempt 2 \(rate_limit\)$/),
      expect.stringMatching(/: attempt 2$/),
    ]);
    expect(heard.map(({ progress }) => progress)).toEqual([1, 2, 3]);
  });

  test("hears which search is asked, and that its pages are read", async () => {
    const { searchA } = mcp.sandbox;
    searchA.clear();
    searchA.script("GET", { status: 503, json: {} });
    const { messages, worked } = await callWithProgress("grounded_research", {
      query: "Who was Ada Lovelace?",
    });
    expect(worked).toBe(true);
    expect(messages).toEqual([
      "Grounded research: attempt 1",
      "Grounded research: asks search_a",
      "Grounded research: asks search_b",
      expect.stringMatching(/^Grounded research: reads \d+ pages that search_b found$/),
    ]);
  });
});

test("without a progress token a call is answered as JSON", async () => {
  const params = { name: "chatapp_post_channel", arguments: MESSAGE };
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "a test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const answer = await mcp.call("POST", "/mcp", {
    headers: {
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": params.name,
    },
    body: { jsonrpc: "2.0", id: 7, method: "tools/call", params: { ...params, _meta } },
  });
  expect(answer.headers.get("content-type")).toContain("application/json");
  expect(answer.json).toMatchObject({ id: 7, result: { content: [{ type: "text" }] } });
});
