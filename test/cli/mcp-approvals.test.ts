import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type CallToolResult, Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as PreviousClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as PreviousTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { startLocalService } from "./local-service.ts";

const BIN = resolve("packages/cli/bin/plumbline.js");
const CALL = { name: "chatapp_post_channel", arguments: { channel: "C0GENERAL", text: "Hello" } };

const service = startedForFile(startLocalService);
let client: Client | undefined;

beforeAll(async () => {
  await service.runWithInput(sampleBotToken, "credential", "add", "--kind", "chatapp_bot", "--label", "team");
  await setPolicy({});
});

beforeEach(async () => {
  await client?.close();
});

afterAll(async () => {
  await client?.close();
});

const keyIn = (file: string) => readFileSync(join(service.dataDir, file), "utf8").trim();

async function setPolicy(more: object) {
  const { status } = await fetch(`${service.url}/api/v1/policy`, {
    method: "PUT",
    headers: { authorization: `Bearer ${keyIn("dev-api-key")}`, "content-type": "application/json" },
    body: JSON.stringify({ approval: { [CALL.name]: "always" }, ...more }),
  });
  expect(status).toBe(200);
}

/** A client that can ask its person by a form, and what it was asked. */
function askingClient(action: "accept" | "decline") {
  const asked: string[] = [];
  client = new Client(
    { name: "a test", version: "1" },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: "auto" } },
  );
  client.setRequestHandler("elicitation/create", async ({ params }) => {
    asked.push(params.message);
    return { action };
  });
  return { client, asked };
}

/** As a desktop client starts the command: with the folder's agent key. */
const command = () => ({
  command: process.execPath,
  args: [BIN, "mcp"],
  cwd: tmpdir(),
  env: { DATA_DIR: service.dataDir },
  stderr: "pipe" as const,
});
const startCommand = () => new StdioClientTransport(command());

const posts = () =>
  service.sandbox.chatapp.requests.filter(({ path }) => path.endsWith("/chat.postMessage")).length;

function resultOf({ content }: CallToolResult): Record<string, unknown> {
  const last = content.at(-1);
  return last?.type === "text" ? JSON.parse(last.text) : {};
}

test("the person at a desktop client approves in it, on one machine, without any policy", async () => {
  const { client, asked } = askingClient("accept");
  await client.connect(startCommand());
  const before = posts();
  expect(resultOf(await client.callTool(CALL))).toMatchObject({ ok: true });
  expect(asked).toEqual([expect.stringContaining("Hello")]);
  expect(posts() - before).toBe(1);
});

test.each([
  ["accept", "done", 1],
  ["decline", "approval_denied", 0],
  ["cancel", "approval_required", 0],
] as const)("the person at a client of the protocol before says %s: %s", async (action, code, sent) => {
  const previous = new PreviousClient(
    { name: "a test", version: "1" },
    { capabilities: { elicitation: {} } },
  );
  const asked: string[] = [];
  previous.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
    asked.push(params.message);
    return { action };
  });
  await previous.connect(new PreviousTransport(command()));
  const before = posts();
  const result = resultOf((await previous.callTool(CALL)) as CallToolResult);
  expect(result.ok ? "done" : result.error_code).toBe(code);
  expect(asked).toEqual([expect.stringContaining("Hello")]);
  expect(posts() - before).toBe(sent);
  expect((await previous.listTools()).tools.length).toBeGreaterThan(10);
  await previous.close();
});

test("what that person declines is not sent", async () => {
  const { client } = askingClient("decline");
  await client.connect(startCommand());
  const before = posts();
  expect(resultOf(await client.callTool(CALL))).toMatchObject({ error_code: "approval_denied" });
  expect(posts()).toBe(before);
});

test("approve_in_client: false turns it off for the agent key", async () => {
  await setPolicy({ approve_in_client: false });
  const { client, asked } = askingClient("accept");
  await client.connect(startCommand());
  expect(resultOf(await client.callTool(CALL))).toMatchObject({ error_code: "approval_required" });
  expect(asked).toEqual([]);
  await setPolicy({});
});

test("a client with another key is shown the link", async () => {
  const { client, asked } = askingClient("accept");
  const requestInit = { headers: { authorization: `Bearer ${keyIn("dev-api-key")}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit }));
  const refused = resultOf(await client.callTool(CALL));
  expect(refused).toMatchObject({
    error_code: "approval_required",
    approve_url: expect.stringContaining("/approve/"),
  });
  expect(asked).toEqual([]);
});
