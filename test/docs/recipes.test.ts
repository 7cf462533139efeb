import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compiledCommand } from "../support/compiled-command.ts";
import { type DevProcess, startDevProcess } from "../support/dev-process.ts";

const run = promisify(execFile);
const BIN = await compiledCommand();
const PAGE = await readFile("docs/recipes.md", "utf8");

/** Blocks of code of the page, in order: what they share, then one of each recipe. */
const [shared = "", ...programs] = (PAGE.match(/(?:^ {4}.*\n|^\n(?= {4}))+/gm) ?? []).map((block) =>
  block.replace(/^ {4}/gm, ""),
);

// Below the checkout, so that its packages are found.
const folder = resolve("dist/recipes-test");
let data: string;
let dev: DevProcess | undefined;
let env: Record<string, string>;

beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  data = await mkdtemp(join(tmpdir(), "plumbline-recipes-"));
  const settings = { PATH: process.env.PATH ?? "", HOME: data, DATA_DIR: data, PORT: "0", SANDBOX_PORT: "0" };
  dev = await startDevProcess([BIN, "dev"], { cwd: data, env: settings });
  const key = (await readFile(join(data, "agent-key"), "utf8")).trim();
  env = { ...settings, PLUMBLINE_URL: dev.url, PLUMBLINE_API_KEY: key };
  await writeFile(join(folder, "plumbline.ts"), shared);
}, 60_000);

afterAll(async () => {
  await dev?.close();
  await rm(folder, { recursive: true, force: true });
  if (data !== undefined) await rm(data, { recursive: true, force: true });
});

function recipe(index: number, ...args: string[]): Promise<string> {
  return recipeOf(String(index), programs[index] ?? "", ...args);
}

async function recipeOf(name: string, program: string, ...args: string[]): Promise<string> {
  const file = join(folder, `recipe-${name}.ts`);
  await writeFile(file, program);
  return (await run(process.execPath, ["--import", "tsx", file, ...args], { env })).stdout;
}

test("the page has five recipes, and what they share", () => {
  expect(programs).toHaveLength(5);
});

test("the brief posts the items of feeds, and names a feed that cannot be read", async () => {
  expect(await recipe(0, dev?.feed ?? "", "http://127.0.0.1:9/none.xml")).toContain("channel: 'C0GENERAL'");
});

test("the triage makes one issue of a mail, however often it runs", async () => {
  const first = await recipe(1);
  expect(first).toMatch(/^\w+-\d+: Bug: the export stops at 100 rows\n$/);
  expect(await recipe(1)).toBe(first);
});

test("the triage says so when no mail matches", async () => {
  const unread = programs[1]?.replace("subject:bug", "subject:nosuchword");
  expect(await recipeOf("no-match", unread ?? "")).toBe('No unread mail has "bug" in its subject.\n');
});

test("a lead is new once, and back after that", async () => {
  const lead = ["lead@example.com", "Grace", "Compilers"];
  for (const what of ["new", "back"])
    expect(await recipe(2, ...lead)).toMatch(new RegExp(`^Grace of Compilers is ${what}: `));
});

test("a biography becomes a page of quotes, and an ambiguous name none", async () => {
  expect(await recipe(3, "Who was Ada Lovelace?")).toMatch(/blocks_added: \d\d/);
  await expect(recipe(3, "Who is Steve McQueen?")).rejects.toThrow("Steve McQueen");
});

test("of an agent's answer only what the sources support is printed", async () => {
  const said = "Ada Lovelace was born in London on 10 December 1815. Ada Lovelace died in Paris in 1861.";
  const printed = await recipe(4, said);
  expect(printed).toMatch(/^Ada Lovelace was born in London on 10 December 1815\. https?:.*\n$/);
});

test("the recipes are well typed", async () => {
  for (const [index, program] of programs.entries())
    await writeFile(join(folder, `typed-${index}.ts`), program);
  const extended = { extends: resolve("tsconfig.json"), include: ["*.ts"], exclude: [] };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(extended));
  const compiled = run(process.execPath, [resolve("node_modules/typescript/bin/tsc"), "-p", folder]);
  expect(await compiled.catch(({ stdout }) => ({ stdout }))).toMatchObject({ stdout: "" });
}, 60_000);
