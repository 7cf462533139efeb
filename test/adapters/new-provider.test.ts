import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createProvider } from "../../packages/adapters/scaffold/new-provider.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PROVIDERS = "packages/adapters/providers.ts";
const ADAPTERS = "packages/adapters/adapters.ts";
const SANDBOX = "packages/sandbox/provider-servers.ts";
const FOLDERS = ["packages/adapters/gopher", "packages/sandbox/gopher", "test/adapters/gopher"];

/** A checkout that has the three lists alone. */
let root: string;

const read = (path: string) => readFile(join(root, path), "utf8");

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "plumbline-new-provider-"));
  for (const path of [PROVIDERS, ADAPTERS, SANDBOX]) await cp(join(ROOT, path), join(root, path));
});

afterEach(() => rm(root, { recursive: true, force: true }));

test("a new provider has its folders, a first tool, and a line in each list", async () => {
  const made = await createProvider(root, "gopher");
  for (const folder of FOLDERS) expect(made.some((path) => path.startsWith(`${folder}/`))).toBe(true);
  for (const path of made) expect(await read(path)).toContain("gopher");
  expect(made).toContain("packages/adapters/gopher/gopher-find-items.samples.ts");
  expect(await read("packages/adapters/gopher/index.ts")).toContain("[gopherFindItems(gopher.baseUrl)]");
  expect(await read("packages/sandbox/gopher/gopher.ts")).toContain("answers: [findItems]");

  expect(await read(PROVIDERS)).toContain('import { gopher } from "./gopher/provider.ts";\n');
  expect(await read(PROVIDERS)).toMatch(/ {2}gopher,\n\] as const;/);
  expect(await read(ADAPTERS)).toContain('import { gopher } from "./gopher/provider.ts";\n');
  expect(await read(ADAPTERS)).toContain('    providers: [gopher],\n    tools: ["gopher_find_items"],\n');
  expect(await read(SANDBOX)).toContain('import { startGopher } from "./gopher/gopher.ts";\n');
  expect(await read(SANDBOX)).toContain(
    '    gopher: { kind: "gopher", token: "gopher-sandbox-token" },\n  }),\n};',
  );
});

test("nothing else of the lists changes", async () => {
  await createProvider(root, "gopher");
  for (const path of [PROVIDERS, ADAPTERS, SANDBOX]) {
    const before = await readFile(join(ROOT, path), "utf8");
    const text = (await read(path))
      .replace(/ {2}gopher: provider\([^;]*?\n {2}\}\),\n/, "")
      .replace(/ {2}\{\n {4}providers: \[gopher\],\n[^{}]*\},\n/, "");
    const after = text.split("\n").filter((line) => !/gopher/i.test(line));
    expect(after.join("\n")).toBe(before);
  }
});

test.each(["crm", "Gopher", "two-words", "g", "", "../gopher", "4chan", "mail"])(
  "%o is refused",
  async (word) => {
    await expect(createProvider(root, word)).rejects.toThrow(/word must be|is already/);
    expect(await readdir(join(root, "packages/adapters"))).toHaveLength(2);
  },
);
