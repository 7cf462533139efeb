import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { plumblineClient } from "@plumbline/client/client.ts";
import { type LocalServer, startLocalServer } from "@plumbline/local";
import { type Sandbox, startSandbox } from "@plumbline/sandbox";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { afterAll, beforeAll, expect, test } from "vitest";

const run = promisify(execFile);
const SCRIPT = resolve("test/peers/openapi/call_tools.py");

let sandbox: Sandbox;
let server: LocalServer;
let folder: string;
let apiKey: string;

beforeAll(async () => {
  sandbox = await startSandbox();
  folder = await mkdtemp(join(tmpdir(), "plumbline-python-client-"));
  const settings = { ...sandbox.settings, DATA_DIR: join(folder, "data"), PORT: "0" };
  server = await startLocalServer(settings, { logSink: () => undefined });
  apiKey = (await readFile(join(folder, "data", "dev-api-key"), "utf8")).trim();
  const client = plumblineClient({ baseUrl: server.url, apiKey });
  const body = { kind: "chatapp_bot", label: "team", token: sampleBotToken } as const;
  await client.POST("/api/v1/credentials", { body });
});

afterAll(async () => {
  await server?.close();
  await sandbox?.close();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

/** Where the environment of test/peers/openapi/requirements.txt has its programs. */
async function programs(): Promise<string> {
  const { stdout } = await run("sh", ["-c", 'dirname "$(command -v openapi-python-client)"']);
  if (stdout.trim() === ".")
    throw new Error(
      'openapi-python-client is not on the PATH: "pip install -r test/peers/openapi/requirements.txt".',
    );
  return stdout.trim();
}

test("a Python generator has nothing to warn of, and its client calls each tool by its types", async () => {
  const bin = await programs();
  const description = join(folder, "openapi.json");
  await writeFile(description, await (await fetch(`${server.url}/openapi.json`)).text());
  const made = ["--meta", "none", "--path", description, "--output-path", join(folder, "plumbline_client")];
  const { stdout, stderr } = await run(join(bin, "openapi-python-client"), ["generate", ...made]);
  expect(`${stdout}${stderr}`.trim().split("\n")).toEqual([expect.stringMatching(/^Generating /)]);
  const env = { PATH: process.env.PATH, PYTHONPATH: folder };
  const called = await run(join(bin, "python"), [SCRIPT, server.url, apiKey], { env });
  expect(
    called.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toEqual([
    ["ChatappDmSuccess", expect.stringMatching(/^D/)],
    ["DispatchFailure", "validation"],
    ["GroundedResearchSuccess", expect.stringMatching(/^https?:/)],
  ]);
});
