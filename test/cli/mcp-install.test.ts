import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findClientConfigFile } from "../../packages/cli/mcp-install/mcp-clients.ts";
import { startedForFile } from "../support/started.ts";
import { plumbline, printedJson, type Run } from "./fake-terminal.ts";
import { startLocalService } from "./local-service.ts";

let home: string;
let file: string;

const service = startedForFile(startLocalService);
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "plumbline-test-"));
  file = join(home, ".cursor", "mcp.json");
});
afterEach(() => rm(home, { recursive: true }));
function install(args: readonly string[], environment: Record<string, string> = {}): Promise<Run> {
  return plumbline(["mcp", "install", ...args], {
    environment: { HOME: home, DATA_DIR: service.dataDir, ...environment },
  });
}

async function before(text: string): Promise<void> {
  await mkdir(join(home, ".cursor"));
  await writeFile(file, text);
}

const written = async (path = file) => JSON.parse(await readFile(path, "utf8"));

test("a client that starts what was written calls tools with the agent key", {
  timeout: 30_000,
}, async () => {
  const { code, out } = await install(["cursor", "--tools", "connections_list"]);
  expect([code, out]).toEqual([0, `added plumbline to Cursor's MCP servers in ${file}\n`]);
  const { command, args, env } = (await written()).mcpServers.plumbline;
  expect(env).toEqual({ DATA_DIR: service.dataDir });
  expect(await readFile(file, "utf8")).not.toMatch(/pl[kos]_/);
  const client = new Client({ name: "a test", version: "1" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(new StdioClientTransport({ command, args, env, cwd: home, stderr: "pipe" }));
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(["connections_list"]);
  await client.close();
});

test("everything else in the file is kept, and the file before is copied", async () => {
  const own = `{\n\t"theme": "dark",\n\t"mcpServers": { "other": { "command": "other" } }\n}\n`;
  await before(own);
  const { err } = await install(["cursor"]);
  const text = await readFile(file, "utf8");
  expect(JSON.parse(text)).toMatchObject({
    theme: "dark",
    mcpServers: { other: { command: "other" }, plumbline: { args: [expect.any(String), "mcp"] } },
  });
  expect(text).toContain('\n\t"theme"');
  expect(err).toContain(`The previous file: ${file}.before-plumbline\n`);
  expect(await readFile(`${file}.before-plumbline`, "utf8")).toBe(own);
  expect((await install(["cursor"])).out).toBe(`${file} already has it\n`);
  expect(await readFile(`${file}.before-plumbline`, "utf8")).toBe(own);
});

test.each([
  ["has comments", '{ // mine\n "mcpServers": {} }', "is not valid JSON, or has comments"],
  ["is cut", '{"mcpServers": {', "is not valid JSON"],
  ["is a list", "[]", "is not a JSON object"],
  ["has another kind of servers", '{"mcpServers": []}', '"mcpServers" in it is not an object'],
])("a file that %s is refused and left as it is", async (_what, text, why) => {
  await before(text);
  const { code, out, err } = await install(["cursor"]);
  expect([code, out]).toEqual([1, ""]);
  expect(err).toContain(`plumbline: ${file} was not changed: `);
  expect(err).toContain(why);
  expect(await readFile(file, "utf8")).toBe(text);
});

test("a link to the file goes on being one", async () => {
  const real = join(home, "dotfiles.json");
  await before("{}");
  await rm(file);
  await writeFile(real, "{}", { mode: 0o600 });
  await symlink(real, file);
  await install(["cursor"]);
  expect((await written(real)).mcpServers).toHaveProperty("plumbline");
  expect((await stat(real)).mode & 0o777).toBe(0o600);
});

test("--print prints the JSON alone, in each client's form", async () => {
  const vscode = await install(["vscode", "--print"]);
  expect(printedJson(vscode)).toEqual({
    servers: {
      plumbline: {
        type: "stdio",
        command: process.execPath,
        args: [expect.stringMatching(/plumbline\.js$/), "mcp"],
        env: { DATA_DIR: service.dataDir },
      },
    },
  });
  expect(vscode.err).toBe("");
  const claude = printedJson(await install(["claude", "--print", "--max-result-chars", "5000"]));
  expect(claude).toMatchObject({
    mcpServers: { plumbline: { args: [expect.any(String), "mcp", "--max-result-chars", "5000"] } },
  });
  await expect(stat(file)).rejects.toThrow("ENOENT");
});

test("--file names another file, such as a folder's own", async () => {
  const own = join(home, ".vscode", "mcp.json");
  expect((await install(["vscode", "--file", own])).code).toBe(0);
  expect((await written(own)).servers.plumbline.type).toBe("stdio");
});

test("a service elsewhere is used by its login, whose key is not written", async () => {
  const key = (await readFile(join(service.dataDir, "agent-key"), "utf8")).trim();
  const environment = { HOME: home };
  await plumbline(["login", "--url", service.url], { environment, input: key });
  const { code, err } = await plumbline(["mcp", "install", "cursor"], { environment });
  expect([code, err]).toEqual([0, expect.stringContaining("It uses the key from plumbline login")]);
  expect((await written()).mcpServers.plumbline.env).toEqual({ PLUMBLINE_URL: service.url });
});

test("a key of the environment is not written, and without any key nothing is", async () => {
  const given = await install(["cursor"], { PLUMBLINE_API_KEY: "plk_given" });
  expect([given.code, given.out]).toEqual([2, ""]);
  expect(given.err).toContain("sign in with npx --no plumbline login");
  const none = await install(["cursor"], { DATA_DIR: home });
  expect([none.code, none.err]).toEqual([1, expect.stringContaining("There is no API key")]);
  await expect(stat(file)).rejects.toThrow("ENOENT");
});

test.each<[client: "claude" | "cursor" | "vscode", platform: NodeJS.Platform, path: string]>([
  ["claude", "linux", "/home/ada/.config/Claude/claude_desktop_config.json"],
  ["claude", "darwin", "/home/ada/Library/Application Support/Claude/claude_desktop_config.json"],
  ["claude", "win32", "C:\\Roaming\\Claude\\claude_desktop_config.json"],
  ["cursor", "linux", "/home/ada/.cursor/mcp.json"],
  ["cursor", "win32", "C:\\Users\\ada\\.cursor\\mcp.json"],
  ["vscode", "linux", "/home/ada/.config/Code/User/mcp.json"],
  ["vscode", "darwin", "/home/ada/Library/Application Support/Code/User/mcp.json"],
  ["vscode", "win32", "C:\\Roaming\\Code\\User\\mcp.json"],
])("the file of %s on %s", (client, platform, path) => {
  const environment = { HOME: "/home/ada", USERPROFILE: "C:\\Users\\ada", APPDATA: "C:\\Roaming" };
  expect(findClientConfigFile(client, environment, platform)).toBe(path);
});
