import { existsSync } from "node:fs";
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { AGENT_SCOPES, DEFAULT_SCOPES } from "@plumbline/core/access/caller.ts";
import { startLocalServer } from "@plumbline/local";
import { KEY_FILES } from "@plumbline/local/store/data-folder.ts";
import { afterEach, describe, expect, test } from "vitest";
import { callApi, type ServerProcess, ServerProcesses } from "./server-process.ts";

const processes = new ServerProcesses();
afterEach(() => processes.cleanUp());

const KEY = /pl[ko]_[\w-]{43}/g;

async function stop(server: ServerProcess): Promise<void> {
  server.signal("SIGTERM");
  expect(await server.ended()).toBe(0);
}

/** Starts in the test's own process, which takes a tenth of the time. */
function startHere(DATA_DIR: string) {
  return startLocalServer({ DATA_DIR, PORT: "0" }, { logSink: () => undefined });
}

/** One line that a person can act on, and exit code 1. */
async function expectRefusal(server: ServerProcess, line: RegExp): Promise<void> {
  expect(await server.ended()).toBe(1);
  expect(server.stdout).toBe("");
  expect(server.stderr).toMatch(line);
  expect(server.stderr.trim().split("\n")).toHaveLength(1);
}

/** Scopes of a key that administered a tenant in the first release. */
const OLD_SCOPES = DEFAULT_SCOPES.filter((scope) =>
  /^(research|agent|tools|credentials|watches)/.test(scope),
);

/** The scopes of each key of the only tenant. */
async function scopesByName(url: string, operatorKey: string): Promise<Map<string, string[]>> {
  const { json } = await callApi(url, operatorKey, "GET", "/api/v1/tenants");
  const [tenant] = json.items as { tenant_id: string }[];
  const keys = await callApi(url, operatorKey, "GET", `/api/v1/tenants/${tenant?.tenant_id}/keys`);
  return new Map(
    (keys.json.items as { name: string; scopes: string[] }[]).map((key) => [key.name, key.scopes]),
  );
}

describe("the first start", () => {
  test("shows its keys once and keeps each alone in a file of its owner's", async () => {
    const DATA_DIR = join(await processes.folder(), "data");
    const server = processes.start({ DATA_DIR });
    const url = await server.ready();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const shown = server.stdout.match(KEY) ?? [];
    const kept = await Promise.all(KEY_FILES.map((name) => readFile(join(DATA_DIR, name), "utf8")));
    expect(shown).toEqual(kept);
    expect(kept.map((key) => key.slice(0, 4))).toEqual(["plk_", "plk_", "plk_", "plo_"]);
    expect(server.stderr).not.toMatch(KEY);
    for (const name of [...KEY_FILES, "master-key"]) {
      expect([name, (await stat(join(DATA_DIR, name))).mode & 0o777]).toEqual([name, 0o600]);
    }
    expect((await stat(DATA_DIR)).mode & 0o777).toBe(0o700);
    await stop(server);

    const again = processes.start({ DATA_DIR });
    const secondUrl = await again.ready();
    expect(again.stdout).toBe(`ready ${secondUrl}\n`);
    const [tenantKey = "", agentKey = "", approverKey = "", operatorKey = ""] = kept;
    expect((await callApi(secondUrl, tenantKey, "GET", "/api/v1/tools")).status).toBe(200);
    expect((await callApi(secondUrl, operatorKey, "GET", "/api/v1/tenants")).json.items).toHaveLength(1);
    expect((await callApi(secondUrl, agentKey, "GET", "/api/v1/tools")).status).toBe(200);
    for (const key of [agentKey, approverKey])
      expect((await callApi(secondUrl, key, "GET", "/api/v1/credentials")).status).toBe(403);
    const keys = await scopesByName(secondUrl, operatorKey);
    expect(keys.get("agent-key")).toEqual(AGENT_SCOPES);
    expect(keys.get("approver-key")).toEqual(["approvals:grant"]);
    await stop(again);
    expect((await readdir(DATA_DIR)).toSorted()).toEqual([
      "agent-key",
      "approver-key",
      "dev-api-key",
      "master-key",
      "operator-key",
      "store.db",
      "store.lock",
      "store.mark",
    ]);
  });
});

describe("a start on a folder of an earlier release", () => {
  test("makes the keys that it lacks, for the same tenant, and shows these", async () => {
    const DATA_DIR = join(await processes.folder(), "data");
    await (await startHere(DATA_DIR)).close();
    const kept = await readFile(join(DATA_DIR, "dev-api-key"), "utf8");
    for (const name of ["agent-key", "approver-key"]) await rm(join(DATA_DIR, name));

    const next = processes.start({ DATA_DIR });
    const url = await next.ready();
    const made = await Promise.all(
      ["agent-key", "approver-key"].map((name) => readFile(join(DATA_DIR, name), "utf8")),
    );
    expect(next.stdout.match(KEY)).toEqual(made);
    const [agentKey = ""] = made;
    expect((await callApi(url, agentKey, "GET", "/api/v1/tools")).status).toBe(200);
    expect(await readFile(join(DATA_DIR, "dev-api-key"), "utf8")).toBe(kept);
    const operatorKey = await readFile(join(DATA_DIR, "operator-key"), "utf8");
    expect((await callApi(url, operatorKey, "GET", "/api/v1/tenants")).json.items).toHaveLength(1);
    await stop(next);
  });

  test.each([
    [
      "has all scopes of its release gets those that were added",
      OLD_SCOPES,
      [...DEFAULT_SCOPES, "approvals:grant"],
    ],
    ["was made with fewer keeps these", AGENT_SCOPES, AGENT_SCOPES],
  ])("whose dev-api-key %s", async (_case, before, after) => {
    const DATA_DIR = join(await processes.folder(), "data");
    const first = await startHere(DATA_DIR);
    const { url } = first;
    const operatorKey = await readFile(join(DATA_DIR, "operator-key"), "utf8");
    const { json } = await callApi(url, operatorKey, "GET", "/api/v1/tenants");
    const [tenant] = json.items as { tenant_id: string }[];
    const path = `/api/v1/tenants/${tenant?.tenant_id}/keys`;
    const made = await callApi(url, operatorKey, "POST", path, { name: "earlier", scopes: before });
    await writeFile(join(DATA_DIR, "dev-api-key"), String(made.json.api_key), { mode: 0o600 });
    await first.close();

    const next = processes.start({ DATA_DIR });
    const nextUrl = await next.ready();
    const scopes = (await scopesByName(nextUrl, operatorKey)).get("earlier");
    expect(scopes?.toSorted()).toEqual(after.toSorted());
    await stop(next);
  });
});

test("loads no client of AWS, and no DynamoDB", async () => {
  const folder = await processes.folder();
  const list = join(folder, "loaded");
  const hook = join(folder, "hook.mjs");
  const hooks = `import { appendFileSync } from "node:fs";
    export async function load(url, context, next) {
      appendFileSync(${JSON.stringify(list)}, url + "\\n");
      return next(url, context);
    }`;
  const source = `import { register } from "node:module";
    register("data:text/javascript," + encodeURIComponent(${JSON.stringify(hooks.replaceAll("\\\\n", "\\n"))}));`;
  await writeFile(hook, source);
  const server = processes.start({ DATA_DIR: join(folder, "data"), NODE_OPTIONS: `--import ${hook}` });
  await server.ready();
  await stop(server);
  const loaded = (await readFile(list, "utf8")).split("\n");
  expect(loaded.filter((url) => url.includes("packages/local/"))).not.toEqual([]);
  expect(loaded.filter((url) => /@aws-sdk|@smithy|dynalite|packages\/aws\/dynamodb/.test(url))).toEqual([]);
});

test("what is published names where the service listens, not the Host that a client writes", async () => {
  const server = processes.start({ DATA_DIR: await processes.folder() });
  const url = await server.ready();
  const { port } = new URL(url);
  const asked = await new Promise<string>((resolve, reject) => {
    const headers = { host: "evil.example" };
    get({ host: "127.0.0.1", port, path: "/openapi.json", headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      answer.on("end", () => resolve(text));
    }).on("error", reject);
  });
  expect(asked).toContain(`"servers":[{"url":"${url}"}]`);
  expect(asked).not.toContain("evil.example");
  await stop(server);
});

test("a data folder that was open to others is closed, and a key file that is open stops the start", async () => {
  const DATA_DIR = join(await processes.folder(), "data");
  await mkdir(DATA_DIR, { mode: 0o755 });
  const server = processes.start({ DATA_DIR });
  await server.ready();
  expect((await stat(DATA_DIR)).mode & 0o777).toBe(0o700);
  await stop(server);
  await chmod(join(DATA_DIR, "operator-key"), 0o644);
  await expectRefusal(
    processes.start({ DATA_DIR }),
    /operator-key is accessible to other users .* chmod 600/,
  );
});

describe("a start that cannot be", () => {
  test("for a wrong setting names it, repeats no value and touches nothing", async () => {
    const DATA_DIR = join(await processes.folder(), "data");
    const server = processes.start({ DATA_DIR, PORT: "99999", SEARCH_A_KEY: "secret-4711" });
    expect(await server.ended()).toBe(1);
    expect(server.stdout).toBe("");
    expect(server.stderr).toMatch(
      /^plumbline: .*\n.*PORT must be a whole number.*\n.*SEARCH_A_KEY .*SEARCH_A_API_KEY/,
    );
    expect(server.stderr).not.toMatch(/4711|99999|\bat /);
    expect(existsSync(DATA_DIR)).toBe(false);
  });

  test("for a port in use says so, and the next one makes the first keys", async () => {
    const DATA_DIR = join(await processes.folder(), "data");
    const taken = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => taken.once("listening", resolve));
    const PORT = String((taken.address() as AddressInfo).port);
    await expectRefusal(
      processes.start({ DATA_DIR, PORT }),
      new RegExp(`^plumbline: Port ${PORT} .*set PORT`),
    );
    expect(await readdir(DATA_DIR)).not.toContain("dev-api-key");
    await new Promise((resolve) => taken.close(resolve));

    const next = processes.start({ DATA_DIR, PORT });
    expect(await next.ready()).toBe(`http://127.0.0.1:${PORT}`);
    expect(next.stdout.match(KEY)).toHaveLength(KEY_FILES.length);
    await stop(next);
  });

  test("for a data folder in use says so and leaves the first one at work", async () => {
    const DATA_DIR = await processes.folder();
    const first = processes.start({ DATA_DIR });
    const url = await first.ready();
    await expectRefusal(processes.start({ DATA_DIR }), /^plumbline: The data folder .* is already in use/);
    const key = await readFile(join(DATA_DIR, "dev-api-key"), "utf8");
    expect((await callApi(url, key, "GET", "/api/v1/tools")).status).toBe(200);
    expect(await readFile(join(DATA_DIR, "url"), "utf8")).toBe(`${url}\n`);
    await stop(first);
  });

  test("once it listens already, gives port and folder back", async () => {
    const DATA_DIR = await processes.folder();
    const inTheWay = join(DATA_DIR, "url");
    await mkdir(inTheWay);
    await expect(startHere(DATA_DIR)).rejects.toThrow("EISDIR");
    await expect(startHere(DATA_DIR), "the folder is free again").rejects.toThrow("EISDIR");
  });
});
