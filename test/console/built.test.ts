import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { CONSOLE_FILES } from "@plumbline/console/built/console-files.ts";
import { beforeAll, expect, test } from "vitest";
import { BUILT_MODULE, buildConsole } from "../../packages/console/build/build-console.ts";

/** Maximum size of all scripts together, compressed. */
const MAX_SCRIPT_BYTES = 89_000;

let built: string;

beforeAll(async () => {
  built = await buildConsole();
});

test("the committed console is what its sources make; if not: npm run build:console", () => {
  expect(built === readFileSync(BUILT_MODULE, "utf8")).toBe(true);
});

test("the console's scripts are small", () => {
  const scripts = CONSOLE_FILES.filter(({ type }) => type === "text/javascript");
  const sizes = scripts.map(({ text }) => gzipSync(text).byteLength);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
});

test("no text can become markup: nothing in the console writes HTML", () => {
  const script = CONSOLE_FILES.find(({ type }) => type === "text/javascript")?.text ?? "";
  for (const way of [
    "outerHTML",
    "insertAdjacentHTML",
    "document.write",
    "DOMParser",
    "eval(",
    "new Function",
  ])
    expect([way, script.includes(way)]).toEqual([way, false]);
});
