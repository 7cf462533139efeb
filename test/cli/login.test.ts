import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TerminalDialogue } from "../../packages/cli/terminal.ts";
import { startedForFile } from "../support/started.ts";
import { plumbline, printedJson, type Run, type RunOptions } from "./fake-terminal.ts";
import { startLocalService } from "./local-service.ts";

let home: string;
let tenantKey: string;
let operatorKey: string;

const service = startedForFile(startLocalService);

beforeAll(async () => {
  [tenantKey, operatorKey] = await Promise.all([keyIn("dev-api-key"), keyIn("operator-key")]);
});
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "plumbline-test-"));
});
afterEach(() => rm(home, { recursive: true }));
async function keyIn(name: string): Promise<string> {
  return (await readFile(join(service.dataDir, name), "utf8")).trim();
}

/** Runs a command in a home of its own, where nothing else names a service. */
function run(args: readonly string[], { environment, ...options }: RunOptions = {}): Promise<Run> {
  return plumbline(args, { ...options, environment: { HOME: home, ...environment } });
}

const login = (key: string) => run(["login", "--url", `${service.url}/`], { input: `${key}\n` });
const loginFile = () => join(home, ".config", "plumbline", "login.json");

describe("login", () => {
  test("keeps a key for this user alone, which other commands then use", async () => {
    const { code, out, err } = await login(tenantKey);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^signed in at http:\S+\d as the tenant [\da-f-]{36}\n$/),
    ]);
    expect(out + err).not.toContain(tenantKey);
    expect((await stat(loginFile())).mode & 0o777).toBe(0o600);
    expect((await stat(join(home, ".config", "plumbline"))).mode & 0o777).toBe(0o700);
    const listed = await run(["tool", "list"]);
    expect([listed.code, listed.out]).toEqual([0, expect.stringContaining("chatapp_dm")]);
  });

  test("asks a person, without showing the key", async () => {
    const asked: string[] = [];
    const dialogue: TerminalDialogue = {
      ask: async () => undefined,
      async askSecret(prompt) {
        asked.push(prompt);
        return ` ${tenantKey} `;
      },
      runInterruptibly: (task) => task(new AbortController().signal),
    };
    const { code, err } = await run(["login"], { dialogue, environment: { PLUMBLINE_URL: service.url } });
    expect([code, asked]).toEqual([0, [`API key for ${service.url} (it is not shown): `]]);
    expect(err).not.toContain("not used here");
  });

  test("keeps one key of a tenant and one of an operator", async () => {
    await login(tenantKey);
    const needs = await run(["tenant", "list"]);
    expect([needs.code, needs.out]).toEqual([1, ""]);
    expect(needs.err).toContain(`but this needs an operator's key: npx --no plumbline login --url`);
    expect((await login(operatorKey)).out).toContain("as an operator\n");
    expect((await run(["tenant", "list"])).code).toBe(0);
    expect((await run(["credential", "list"])).code).toBe(0);
  });

  test.each([
    ["unknown", () => `plk_${"A".repeat(tenantKey.length - 4)}`, 1],
    ["no key at all", () => "hunter2", 2],
  ])("refuses a key that is %s, and keeps nothing", async (_what, key, expected) => {
    const { code, out, err } = await login(key());
    expect([code, out]).toEqual([expected, ""]);
    expect(err).not.toContain(key());
    await expect(stat(loginFile())).rejects.toThrow("ENOENT");
  });

  test("uses XDG_CONFIG_HOME where it is absolute", async () => {
    const folder = join(home, "elsewhere");
    const environment = { XDG_CONFIG_HOME: folder, PLUMBLINE_URL: service.url };
    expect((await run(["login"], { input: tenantKey, environment })).code).toBe(0);
    expect((await stat(join(folder, "plumbline", "login.json"))).isFile()).toBe(true);
  });

  test("says that a service without encryption lets others read the key", async () => {
    const { code, err } = await run(["login", "--url", "http://plumbline.test"], { input: "hunter2" });
    expect([code, err]).toEqual([2, expect.stringContaining("http://plumbline.test is not encrypted")]);
  });
});

describe("what goes before a login", () => {
  test.each<[string, Record<string, string>]>([
    ["PLUMBLINE_API_KEY", { PLUMBLINE_API_KEY: "plk_other", PLUMBLINE_URL: "http://127.0.0.1:1" }],
    ["PLUMBLINE_URL", { PLUMBLINE_URL: "http://127.0.0.1:1", DATA_DIR: "/nowhere" }],
    ["DATA_DIR", { DATA_DIR: "/nowhere" }],
  ])("%s", async (_what, environment) => {
    await login(tenantKey);
    const { code, out } = await run(["tool", "list"], { environment });
    expect([code, out]).toEqual([1, ""]);
  });

  test("login says so", async () => {
    const environment = { DATA_DIR: service.dataDir };
    const { err } = await run(["login"], { input: tenantKey, environment });
    expect(err).toContain("It is not used here: PLUMBLINE_URL, PLUMBLINE_API_KEY, DATA_DIR or a service");
  });

  test("the login at PLUMBLINE_URL is used, whatever folder there is", async () => {
    await login(tenantKey);
    const environment = { PLUMBLINE_URL: `${service.url}/`, DATA_DIR: "/nowhere" };
    expect((await run(["tool", "list"], { environment })).code).toBe(0);
  });
});

test("the key of the data folder is sent to this machine alone", async () => {
  const environment = { DATA_DIR: service.dataDir, PLUMBLINE_URL: "https://plumbline.example.com" };
  const { code, err } = await run(["tool", "list"], { environment });
  expect([code, err]).toEqual([
    1,
    "plumbline: There is no API key for https://plumbline.example.com: set PLUMBLINE_API_KEY, " +
      "or sign in: npx --no plumbline login --url https://plumbline.example.com\n",
  ]);
});

describe("whoami", () => {
  test("tells service, key and scopes, and never the key itself", async () => {
    await login(tenantKey);
    await login(operatorKey);
    const { code, out } = await run(["whoami"]);
    expect(code).toBe(0);
    expect(out).toMatch(
      /^http:\S+ {2}the tenant [\da-f-]{36}\n {2}key +\S+, from \S+login\.json, .+\n {2}may do .+/,
    );
    expect(out).toContain("  an operator\n");
    expect(out).not.toMatch(/plk_|plo_/);
    const { items } = printedJson(await run(["whoami", "--json"]));
    expect(items).toMatchObject([{ role: "tenant", tenant_id: expect.any(String) }, { role: "operator" }]);
  });

  test("tells of the local service's key without a login", async () => {
    const { code, out } = await run(["whoami"], { environment: { DATA_DIR: service.dataDir } });
    expect([code, out]).toEqual([0, expect.stringContaining(join(service.dataDir, "dev-api-key"))]);
  });
});

describe("logout", () => {
  test("erases the keys", async () => {
    await login(tenantKey);
    expect((await run(["logout"])).out).toBe(`signed out of ${service.url}\n`);
    await expect(stat(loginFile())).rejects.toThrow("ENOENT");
    expect(await run(["logout"])).toEqual({ code: 0, out: "", err: "You are not signed in.\n" });
  });

  test("says what to do about a damaged file", async () => {
    await login(tenantKey);
    await writeFile(loginFile(), "{");
    const { code, err } = await run(["tool", "list"]);
    expect([code, err]).toEqual([
      1,
      `plumbline: ${loginFile()} is corrupt: remove it, and sign in again with npx --no plumbline login.\n`,
    ]);
  });
});
