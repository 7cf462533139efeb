import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { DefaultChatTransport, type UIMessageChunk } from "ai";
import { Webhook } from "standardwebhooks";
import { afterEach, expect, test } from "vitest";
import { startLocalService } from "../cli/local-service.ts";
import { startedForFile } from "../support/started.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const EXAMPLES = join(ROOT, "examples");

const started: ChildProcess[] = [];

const service = startedForFile(() => startLocalService({ model: "assisting" }));

afterEach(() => {
  for (const child of started.splice(0)) child.kill();
});

const keyIn = (file: string) => readFileSync(join(service.dataDir, file), "utf8").trim();

/** Starts an example that serves, and returns its address and the lines it prints from then on. */
async function serve(file: string, settings: Record<string, string>) {
  const child = spawn(process.execPath, [join(EXAMPLES, file)], {
    env: { ...process.env, PORT: "0", ...settings },
    stdio: ["ignore", "pipe", "inherit"],
  });
  started.push(child);
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  const url = await new Promise<string>((resolve) => {
    reader.on("line", (line) => {
      if (line.startsWith("ready ")) resolve(line.slice("ready ".length));
      else lines.push(line);
    });
  });
  return { url, lines, ended: () => new Promise((resolve) => reader.once("close", resolve)) };
}

test("the receiver takes what was signed, once, and turns away all else", async () => {
  const secret = `whsec_${Buffer.from("a secret of thirty-two characters").toString("base64")}`;
  const other = `whsec_${Buffer.from("the secret of another watch, also").toString("base64")}`;
  const settings = { SIGNING_SECRET: `${other}, ${secret}` };
  const { url, lines, ended } = await serve("webhook-receiver/receiver.mjs", settings);
  const body = JSON.stringify({ type: "feed.item", data: { title: "News" } });
  const headers = (signed: string, at = new Date()) => ({
    "webhook-id": "evt_1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign("evt_1", at, signed),
  });
  const post = async (own: Record<string, string>) =>
    (await fetch(url, { method: "POST", headers: own, body })).status;
  expect(await post(headers(body))).toBe(204);
  expect(await post(headers(body))).toBe(204);
  expect(await post(headers(`${body} `))).toBe(401);
  expect(await post(headers(body, new Date(Date.now() - 3_600_000)))).toBe(401);
  expect(await post({})).toBe(401);
  for (const child of started) child.kill();
  await ended();
  expect(lines).toEqual([
    'feed.item {"title":"News"}',
    "refused evt_1: no secret in SIGNING_SECRET made its signature (plumbline watch secret ID)",
    "refused evt_1: its webhook-timestamp is missing or not of the last five minutes",
    "refused undefined: its webhook-timestamp is missing or not of the last five minutes",
  ]);
});

/** Runs the Python agent to its end. */
function askInPython(
  prompt: string,
  key: string,
): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn("python3", [join(EXAMPLES, "python-agent/agent.py"), prompt], {
    env: { ...process.env, PLUMBLINE_URL: service.url, PLUMBLINE_API_KEY: key },
  });
  started.push(child);
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    err += chunk;
  });
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, out, err })));
}

test("the Python agent prints an answer with its sources, a refusal, and why a key does not count", async () => {
  const key = keyIn("agent-key");
  const answered = await askInPython("Who was Ada Lovelace?", key);
  expect(answered).toMatchObject({ code: 0, err: "" });
  expect(answered.out).toContain("English mathematician");
  expect(answered.out).toMatch(/^1\. .*https:\/\//m);
  const refused = await askInPython("Who is Steve McQueen?", key);
  expect(refused.err).toContain("[research_ambiguous_name]");
  const unknown = await askInPython("Hello", `plk_${"A".repeat(43)}`);
  expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining("unauthenticated") });
});

test("the useChat server gives those who have signed in a token, with which the SDK talks to the agent", async () => {
  const settings = { PLUMBLINE_URL: service.url, PLUMBLINE_API_KEY: keyIn("dev-api-key") };
  const { url } = await serve("use-chat/server.mjs", settings);
  const ask = (headers: Record<string, string>) => fetch(`${url}/session`, { method: "POST", headers });
  expect((await ask({})).status).toBe(401);
  const { session_token: token } = (await (await ask({ authorization: "Demo ada" })).json()) as {
    session_token: string;
  };
  expect(token).toMatch(/^pls_/);
  const stream = async (origin: string) => {
    const transport = new DefaultChatTransport({
      api: `${service.url}/api/v1/agent/stream?protocol=ui-message`,
      headers: { authorization: `Bearer ${token}`, origin },
    });
    return transport.sendMessages({
      trigger: "submit-message",
      chatId: "c",
      messageId: undefined,
      abortSignal: undefined,
      messages: [{ id: "m", role: "user", parts: [{ type: "text", text: "Who was Ada Lovelace?" }] }],
    });
  };
  const types = new Set<UIMessageChunk["type"]>();
  const reader = (await stream(url)).getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) types.add(read.value.type);
  expect([...types]).toEqual(expect.arrayContaining(["text-delta", "source-url", "finish"]));
  await expect(stream("https://elsewhere.example")).rejects.toThrow();
});

test("the MCP entry starts a server that has the tools", async () => {
  const text = readFileSync(join(EXAMPLES, "mcp/claude_desktop_config.json"), "utf8")
    .replaceAll("/path/to/plumbline/.plumbline", service.dataDir)
    .replaceAll("/path/to/plumbline/", ROOT);
  const { command, args, env } = JSON.parse(text).mcpServers.plumbline;
  const client = new Client({ name: "a test", version: "1" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(new StdioClientTransport({ command, args, env, stderr: "pipe" }));
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain("grounded_research");
  await client.close();
});
