import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { Client as CurrentClient } from "@modelcontextprotocol/client";
import { StdioClientTransport as CurrentTransport } from "@modelcontextprotocol/client/stdio";
import { Client as PreviousClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as PreviousTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { beforeAll, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { plumbline } from "./fake-terminal.ts";
import { startLocalService } from "./local-service.ts";

const BIN = resolve("packages/cli/bin/plumbline.js");
const WHO = { name: "a test", version: "1" };

const service = startedForFile(startLocalService);

beforeAll(async () => {
  await service.runWithInput(sampleBotToken, "credential", "add", "--kind", "chatapp_bot", "--label", "team");
});

/**
 * As a desktop client starts it: in some folder of its own, with an environment that names the data folder.
 */
function started(...options: string[]) {
  return {
    command: process.execPath,
    args: [BIN, "mcp", ...options],
    cwd: tmpdir(),
    env: { DATA_DIR: service.dataDir },
    stderr: "pipe" as const,
  };
}

const clients = {
  async current(...options: string[]) {
    const client = new CurrentClient(WHO, { versionNegotiation: { mode: "auto" } });
    await client.connect(new CurrentTransport(started(...options)));
    return client;
  },
  async previous(...options: string[]) {
    const client = new PreviousClient(WHO);
    await client.connect(new PreviousTransport(started(...options)));
    return client;
  },
};

test.each(["current", "previous"] as const)(
  "a desktop client of the %s protocol lists the tools of --tools, calls one, and is told a refusal",
  async (protocol) => {
    const client = await clients[protocol](
      "--tools",
      "chatapp_dm,social_post:network",
      "--max-result-chars",
      "1000",
    );
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["chatapp_dm", "social_post__network"]);
    const sent = await client.callTool({ name: "chatapp_dm", arguments: { to: "U0ADA", text: "Grüße" } });
    expect(sent).toMatchObject({
      content: [{ text: expect.stringMatching(/^{"ok":true,"tool":"chatapp_dm",/) }],
    });
    const refused = await client.callTool({ name: "chatapp_dm", arguments: { to: "U0ADA" } });
    expect(refused).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^validation: .*text/) }, {}],
    });
    await expect(client.callTool({ name: "Grüße", arguments: {} })).rejects.toMatchObject({ code: -32602 });
    if (client instanceof CurrentClient) expect(client.getNegotiatedProtocolVersion()).toBe("2026-07-28");
    await client.close();
  },
);

test("writes answers alone on standard output, and ends with 0 when its input ends", async () => {
  const { args, cwd, env } = started();
  const bridge = spawn(process.execPath, args, { cwd, env });
  const exited = once(bridge, "exit");
  bridge.stdin.end('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  const out = await text(bridge.stdout);
  expect(out).toMatch(/^[^\n]+\n$/);
  expect(JSON.parse(out)).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
  expect(await text(bridge.stderr)).toBe("");
  expect(await exited).toEqual([0, null]);
});

test("does not start without a key", async () => {
  const { code, out, err } = await plumbline(["mcp"], { environment: { DATA_DIR: "/nowhere" } });
  expect([code, out]).toEqual([1, ""]);
  expect(err).toMatch(/^plumbline: There is no API key/);
});

test("has help that says what it is for", async () => {
  const { code, out } = await plumbline(["mcp", "--help"]);
  expect([code, out]).toEqual([0, expect.stringContaining("desktop client")]);
});
