import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packClient } from "../../packages/cli/pack/pack-client.ts";
import { packCommand } from "../../packages/cli/pack/pack-command.ts";
import { type DevProcess, startDevProcess } from "../support/dev-process.ts";

const run = promisify(execFile);
const ROOT = resolve(".");
const ROOMS = readdirSync("packages");

let folder: string;
let command: string;
let client: string;
let dev: DevProcess | undefined;
let url: string;
let feed: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "plumbline-packed-"));
  const tarballs = await Promise.all([packCommand(ROOT, folder), packClient(ROOT, folder)]);
  [command = "", client = ""] = await Promise.all(tarballs.map(install));
  dev = await startDevProcess([bin(), "dev", "--sandbox-port", "0"], {
    cwd: folder,
    env: { ...environment(), PORT: "0" },
  });
  ({ url, feed } = dev);
}, 120_000);

afterAll(async () => {
  await dev?.close();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

const bin = () => join(command, "packages/cli/bin/plumbline.js");
/** Nothing of the checkout: no settings, no loader. */
const environment = () => ({ PATH: process.env.PATH, HOME: folder, NO_COLOR: "1" });
const plumbline = async (...args: string[]) =>
  (await run(process.execPath, [bin(), ...args], { cwd: folder, env: environment() })).stdout;

/** Unpacks a tarball as npm would, with what it declares beside it and nothing else. Returns its folder. */
async function install(tarball: string): Promise<string> {
  const unpacked = await mkdtemp(join(folder, "unpacked-"));
  await run("tar", ["-xzf", tarball, "-C", unpacked]);
  const { name, dependencies } = JSON.parse(await readFile(join(unpacked, "package/package.json"), "utf8"));
  const modules = join(unpacked, "node_modules");
  const place = join(modules, name);
  await mkdir(dirname(place), { recursive: true });
  await run("mv", [join(unpacked, "package"), place]);
  for (const [dependency, version] of Object.entries<string>(dependencies)) {
    const link = join(modules, dependency);
    await mkdir(dirname(link), { recursive: true });
    await symlink(await installed(dependency, version), link);
  }
  return place;
}

/** Where this version of a package is in the checkout. */
async function installed(name: string, version: string): Promise<string> {
  const places = [
    join(ROOT, "node_modules", name),
    ...ROOMS.map((room) => join(ROOT, "packages", room, "node_modules", name)),
  ];
  for (const place of places) {
    if (!existsSync(place)) continue;
    const manifest = JSON.parse(await readFile(join(place, "package.json"), "utf8"));
    if (manifest.version === version) return place;
  }
  throw new Error(`${name} ${version} is declared, and not installed.`);
}

test("the command says its version and its help, and has no TypeScript in it", async () => {
  const { version } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
  expect(await plumbline("--version")).toBe(`${version}\n`);
  expect(await plumbline("--help")).toMatch(/^Usage: plumbline/);
  expect((await run("find", [command, "-name", "*.ts"])).stdout).toBe("");
  expect((await run("grep", ["-rlE", ROOT, command]).catch(({ stdout }) => ({ stdout }))).stdout).toBe("");
});

test("the service it starts has its console and docs, calls a tool and answers from its sources", async () => {
  for (const path of ["/readyz", "/", "/docs/quickstart", "/openapi.json"])
    expect([path, (await fetch(`${url}${path}`)).status]).toEqual([path, 200]);
  // Before anything is read from outside, after which a post or another address waits for a person.
  const posted = await plumbline(
    "tool",
    "call",
    "chatapp_post_channel",
    '{"channel":"#general","text":"Hi"}',
  );
  expect(posted).toContain('"channel"');
  // Feeds are read in a thread of their own, from a file of the package.
  expect(await plumbline("tool", "call", "feed_read", JSON.stringify({ url: feed }))).toContain('"items"');
  const researched = await plumbline("research", "Who was Ada Lovelace?", "--json");
  expect(JSON.parse(researched)).toMatchObject({ ok: true });
  expect(researched).toContain("mathematician");
});

test("the client is typed elsewhere, by both ways of finding modules, and calls the service", async () => {
  const project = dirname(dirname(dirname(client)));
  const key = (await readFile(join(folder, ".plumbline/agent-key"), "utf8")).trim();
  const source = `
    import { PlumblineError, plumblineClient, type Schemas } from "@plumbline/client";
    const client = plumblineClient({ baseUrl: ${JSON.stringify(url)}, apiKey: ${JSON.stringify(key)} });
    const found = await client.tools.grounded_research({ query: "Who was Ada Lovelace?" });
    const first: string | undefined = found.ok ? found.result.citations[0]?.url : found.refusal_reason;
    // @ts-expect-error: a tool that there is not
    client.tools.no_such_tool;
    // @ts-expect-error: an argument that is a number
    client.tools.grounded_research({ query: 1 });
    const tool: Schemas["Tool"]["name"] = "x";
    const refused = await client.GET("/api/v1/audit").catch((error: unknown) => error);
    console.log(JSON.stringify([first, tool, refused instanceof PlumblineError && refused.code]));
  `;
  await writeFile(join(project, "main.mts"), source);
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  for (const module of ["nodenext", "esnext"]) {
    const moduleResolution = module === "esnext" ? "bundler" : module;
    const lib = ["es2023", "dom"];
    const compilerOptions = { module, moduleResolution, lib, target: "es2023", strict: true, types: [] };
    await writeFile(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["main.mts"] }));
    const compiled = run(process.execPath, [tsc], { cwd: project });
    expect(await compiled.catch(({ stdout }) => ({ stdout }))).toMatchObject({ stdout: "" });
  }
  const { stdout } = await run(process.execPath, ["main.mjs"], { cwd: project });
  expect(JSON.parse(stdout)).toEqual([expect.stringMatching(/^https?:/), "x", "forbidden"]);
});
