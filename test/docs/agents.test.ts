import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { LLMock } from "@copilotkit/aimock";
import { plumblineClient } from "@plumbline/client/client.ts";
import { type LocalServer, startLocalServer } from "@plumbline/local";
import { type Sandbox, startSandbox } from "@plumbline/sandbox";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { afterAll, beforeAll, expect, test } from "vitest";

const run = promisify(execFile);
const PAGE = await readFile("docs/agents.md", "utf8");
// Below the checkout, so that its packages are found.
const FOLDER = resolve("dist/agents-test");

/** The first block of code below a heading, or of the page. */
function program(heading?: string): string {
  const section = heading === undefined ? PAGE : (PAGE.split(`\n## ${heading}\n`)[1] ?? "");
  const [block = ""] = section.match(/(?:^ {4}.*\n|^\n(?= {4}))+/m) ?? [];
  return block.replace(/^ {4}/gm, "");
}
const LOOPS = {
  openai: program("OpenAI"),
  anthropic: program("Anthropic"),
  bedrock: program("Amazon Bedrock"),
};

/** The server that plays the models speaks HTTP/1.1, and the SDK for Bedrock by itself HTTP/2 alone. */
function runnable(text: string): string {
  const handler = 'import { NodeHttpHandler } from "@smithy/node-http-handler";\n';
  const spoken = "new BedrockRuntimeClient({ requestHandler: new NodeHttpHandler() })";
  const changed = text.replace("new BedrockRuntimeClient()", spoken);
  return changed === text ? text : handler + changed;
}

let sandbox: Sandbox;
let server: LocalServer;
let mock: LLMock;
let data: string;
let env: Record<string, string>;

beforeAll(async () => {
  await mkdir(FOLDER, { recursive: true });
  data = await mkdtemp(join(tmpdir(), "plumbline-agents-"));
  sandbox = await startSandbox();
  const settings = { ...sandbox.settings, DATA_DIR: data, PORT: "0" };
  server = await startLocalServer(settings, { logSink: () => undefined });
  const keyIn = async (file: string) => (await readFile(join(data, file), "utf8")).trim();
  const admin = plumblineClient({ baseUrl: server.url, apiKey: await keyIn("dev-api-key") });
  const body = { kind: "chatapp_bot", label: "team", token: sampleBotToken } as const;
  await admin.POST("/api/v1/credentials", { body });
  mock = new LLMock({ port: 0 });
  await mock.start();
  env = {
    PATH: process.env.PATH ?? "",
    PLUMBLINE_URL: server.url,
    PLUMBLINE_API_KEY: await keyIn("agent-key"),
    OPENAI_API_KEY: "sk-test",
    OPENAI_BASE_URL: `${mock.url}/v1`,
    ANTHROPIC_API_KEY: "sk-ant-test",
    ANTHROPIC_BASE_URL: mock.url,
    AWS_ENDPOINT_URL_BEDROCK_RUNTIME: mock.url,
    AWS_REGION: "eu-central-1",
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
  };
  await writeFile(join(FOLDER, "plumbline.ts"), program());
  for (const [name, text] of Object.entries(LOOPS))
    await writeFile(join(FOLDER, `${name}.ts`), runnable(text));
});

afterAll(async () => {
  await mock?.stop();
  await server?.close();
  await sandbox?.close();
  await rm(FOLDER, { recursive: true, force: true });
  if (data !== undefined) await rm(data, { recursive: true, force: true });
});

test.each(Object.keys(LOOPS))(
  "the loop with %s posts by a tool, and says what its model says",
  async (name) => {
    const prompt = `Tell the team by ${name}`;
    const args = JSON.stringify({ channel: "#general", text: `By ${name}` });
    const call = { id: `call_${name}`, name: "chatapp_post_channel", arguments: args };
    mock.on({ userMessage: prompt, hasToolResult: false }, { toolCalls: [call] });
    mock.on({ userMessage: prompt, hasToolResult: true }, { content: "They were told." });
    const again = () =>
      run(process.execPath, ["--import", "tsx", join(FOLDER, `${name}.ts`), prompt], { env });
    expect((await again()).stdout).toBe("They were told.\n");
    const posts = () =>
      sandbox.chatapp.requests.filter(
        ({ path, body }) => path.includes("postMessage") && `${body}`.includes(name),
      );
    expect(posts()).toHaveLength(1);
    // A loop that begins again with the same call sends nothing twice.
    await again();
    expect(posts()).toHaveLength(1);
  },
  60_000,
);

test("the loops are well typed", async () => {
  const extended = { extends: resolve("tsconfig.json"), include: ["*.ts"], exclude: [] };
  await writeFile(join(FOLDER, "tsconfig.json"), JSON.stringify(extended));
  const compiled = run(process.execPath, [resolve("node_modules/typescript/bin/tsc"), "-p", FOLDER]);
  expect(await compiled.catch(({ stdout }) => ({ stdout }))).toMatchObject({ stdout: "" });
}, 60_000);

test("each line that installs is one that the command takes", async () => {
  const lines = PAGE.match(/^ {4}npx --no plumbline mcp install \w+$/gm) ?? [];
  expect(lines).toHaveLength(3);
  for (const line of lines) {
    const args = line.trim().split(" ").slice(3);
    const { stdout } = await run(
      process.execPath,
      [resolve("packages/cli/bin/plumbline.js"), ...args, "--print"],
      {
        env: { PATH: process.env.PATH, HOME: data, DATA_DIR: data },
      },
    );
    expect(JSON.parse(stdout)).toBeTruthy();
  }
});
