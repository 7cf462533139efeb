import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  type Connect,
  connectCurrent,
  connectPrevious,
  type McpClient,
  type McpUnderTest,
  startMcp,
} from "./mcp-under-test.ts";

let mcp: McpUnderTest;
const clients: McpClient[] = [];

beforeAll(async () => {
  mcp = await startMcp();
  const body = { kind: "chatapp_bot", label: "team", token: sampleBotToken };
  await mcp.call("POST", "/api/v1/credentials", { body });
});

afterEach(async () => {
  mcp.sandbox.chatapp.clear();
  for (const client of clients.splice(0)) await client.close();
});
afterAll(() => mcp.close());

async function newKey(scopes: string[]): Promise<string> {
  const path = `/api/v1/tenants/${mcp.tenant.caller.tenantId}/keys`;
  const { json } = await mcp.call("POST", path, { key: mcp.operatorKey, body: { name: "a key", scopes } });
  return String(json.api_key);
}

describe.each<[string, Connect, string]>([
  ["the current protocol", connectCurrent, "2026-07-28"],
  ["the previous protocol", connectPrevious, "2025-11-25"],
])("a client of %s", (_what, connectBy, version) => {
  async function connect(search = "", key = mcp.tenant.apiKey.reveal()): Promise<McpClient> {
    const client = await connectBy(new URL(search, mcp.mcpUrl), key);
    clients.push(client);
    return client;
  }

  test("connects, and is told how to treat refusals", async () => {
    const { server } = await connect();
    expect(server.version).toBe(version);
    expect(server.instructions).toMatch(/refusal_reason verbatim/);
  });

  test("lists every tool under a name it accepts, with what the tool may do", async () => {
    const tools = await (await connect()).list();
    expect(tools).toHaveLength(mcp.service.registry.list().length);
    for (const tool of tools) {
      expect(tool).toMatchObject({
        name: expect.stringMatching(/^[a-z_]+$/),
        description: expect.stringMatching(/.{40}/),
        inputSchema: { type: "object", additionalProperties: false },
      });
      expect(tool).not.toHaveProperty("outputSchema");
    }
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]));
    const reads = { readOnlyHint: true, destructiveHint: false, idempotentHint: true };
    const adds = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true };
    expect(hints).toMatchObject({
      connections_list: { ...reads, openWorldHint: false },
      grounded_research: { ...reads, openWorldHint: true },
      social_post__microblog: adds,
      tracker_create_issue: adds,
      crm_upsert_contact: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
      http_post_json: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
    });
  });

  test("calls a tool and gets its result as text and as structure", async () => {
    const result = await (await connect()).call("chatapp_dm", { to: "ada@example.com", text: "Hello" });
    expect(result.isError).toBeUndefined();
    expect(result.structuredContent).toEqual({
      ok: true,
      tool: "chatapp_dm",
      result: expect.objectContaining({ id: expect.any(String) }),
      attempts: 1,
      elapsed_ms: expect.any(Number),
    });
    expect(result.content).toEqual([{ type: "text", text: JSON.stringify(result.structuredContent) }]);
  });

  test("may leave out arguments where there are none", async () => {
    const { structuredContent } = await (await connect()).call("connections_list");
    expect(structuredContent).toMatchObject({ ok: true, result: { connections: [{ label: "team" }] } });
  });

  test.each(["social_post:network", "social_post__network"])("finds %s in either spelling", async (name) => {
    const { structuredContent } = await (await connect()).call(name, { text: "Hello" });
    expect(structuredContent).toMatchObject({ ok: false, tool: "social_post:network" });
  });

  test("is told a refusal in its own words, ahead of all else", async () => {
    const query = "Who is Zorblax Quimby?";
    const { isError, content, structuredContent } = await (await connect()).call("grounded_research", {
      query,
    });
    expect(isError).toBe(true);
    const { json } = await mcp.call("POST", "/api/v1/tools/grounded_research", {
      body: { arguments: { query } },
    });
    expect(structuredContent).toMatchObject({
      ok: false,
      error_code: "research_insufficient_evidence",
      refusal_reason: json.refusal_reason,
      result: { ok: false, provider_chain: [{ backend: "search_a", ok: true }] },
    });
    expect(content).toEqual([
      { type: "text", text: `research_insufficient_evidence: ${json.refusal_reason}` },
      { type: "text", text: JSON.stringify(structuredContent) },
    ]);
  });

  test.each([
    ["an unknown argument", { channel: "C0GENERAL", text: "Hello", txt: "typo" }, "txt"],
    ["a missing argument", { channel: "C0GENERAL" }, "text"],
    ["a wrong type", { channel: 1, text: "Hello" }, "channel"],
  ])("is told what to mend in a call with %s", async (_argument, args, named) => {
    const { isError, structuredContent } = await (await connect()).call("chatapp_post_channel", args);
    expect(isError).toBe(true);
    expect(structuredContent).toMatchObject({
      error_code: "validation",
      refusal_reason: expect.stringContaining(named),
      attempts: 0,
    });
    expect(mcp.sandbox.chatapp.requests).toEqual([]);
  });

  test.each(["nothing", "chatapp-dm", "credential_test:chatapp", "__proto__"])(
    "gets the protocol's error for a tool called %s",
    async (name) => {
      const client = await connect();
      await expect(client.call(name, {})).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining(`Unknown tool: ${name}`),
      });
    },
  );

  test("sees and calls the tools of its list alone, named in either spelling", async () => {
    const client = await connect("?tools=social_post:network,connections_list,social_post__microblog");
    const names = (await client.list()).map(({ name }) => name);
    expect(names).toEqual(["connections_list", "social_post__microblog", "social_post__network"]);
    expect((await client.call("connections_list")).isError).toBeUndefined();
    await expect(client.call("chatapp_dm", { to: "U0ADA", text: "Hello" })).rejects.toMatchObject({
      code: -32602,
    });
    expect(mcp.sandbox.chatapp.requests).toEqual([]);
  });

  test("cannot connect with a list that names a tool there is not", async () => {
    await expect(connect("?tools=connections_list,nothing")).rejects.toThrow(/nothing/);
  });

  test("cannot connect with a key that is none", async () => {
    await expect(connect("", `plk_${"A".repeat(43)}`)).rejects.toThrow();
  });

  test("with a key that may only call does not list, and one that may only list does not call", async () => {
    const caller = await connect("", await newKey(["tools:call"]));
    expect((await caller.call("connections_list")).isError).toBeUndefined();
    await expect(caller.list()).rejects.toThrow(/tools:read/);
    const reader = await connect("", await newKey(["tools:read"]));
    expect(await reader.list()).not.toEqual([]);
    await expect(reader.call("connections_list")).rejects.toThrow(/tools:call/);
  });

  test("finds another tenant's credential as little as one that never was", async () => {
    const { apiKey } = await mcp.createTenant("second");
    const body = { kind: "chatapp_bot", label: "theirs", token: sampleBotToken };
    const theirs = await mcp.call("POST", "/api/v1/credentials", { key: apiKey.reveal(), body });
    const client = await connect();
    const ask = async (credential_id: unknown) =>
      client.call("chatapp_dm", { credential_id, to: "U0ADA", text: "Hello" });
    const other = await ask(theirs.json.id);
    expect(other).toMatchObject({ isError: true, structuredContent: { error_code: "authentication" } });
    expect(other.content).toEqual((await ask("00000000-0000-4000-8000-000000000000")).content);
    expect(mcp.sandbox.chatapp.requests).toEqual([]);
  });
});
