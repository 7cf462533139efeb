import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PACKAGES = readdirSync(join(ROOT, "packages"));
/** The packages of the house with a small face. Of the others every file may be imported. */
const FACES: Record<string, Record<string, string>> = {
  grounding: { ".": "./index.ts", "./gate": "./gate/index.ts" },
  watches: { "./service/watch.ts": "./service/watch.ts" },
};

/** A file each, with one import that must not be; and the rule that must say so. */
const FORBIDDEN: readonly [file: string, source: string, rule: string][] = [
  ["packages/core/errors/upward.ts", 'import "../dispatch/call.ts";', "core-errors"],
  ["packages/core/clock/upward.ts", 'import type { Call } from "../dispatch/call.ts";', "core-clock"],
  [
    "packages/core/dispatch/upward.ts",
    'export * from "@plumbline/watches/service/watch.ts";',
    "package-core",
  ],
  ["packages/core/tool/upward.ts", 'await import("../dispatch/call.ts");', "core-tool"],
  ["packages/adapters/upward.ts", 'import "@plumbline/watches/service/watch.ts";', "package-adapters"],
  ["packages/connections/upward.ts", 'import "@plumbline/watches/service/watch.ts";', "package-connections"],
  ["packages/watches/upward.ts", 'import "@plumbline/service/service.ts";', "package-watches"],
  ["packages/extras/unknown.ts", 'import "../core/errors/error.ts";', "known-packages"],
  ["packages/core/tool/engine.ts", 'import "@plumbline/grounding";', "package-core"],
  ["packages/grounding/upward.ts", 'import "@plumbline/agent/run.ts";', "package-grounding"],
  ["packages/agent/inside.ts", 'import "../grounding/research/engine.ts";', "face-grounding"],
  ["packages/local/inside.ts", 'import "../watches/service/inner.ts";', "face-watches"],
  ["packages/local/closed.ts", 'import "@plumbline/watches/service/inner.ts";', "resolvable"],
  ["stacks/inside.ts", 'import type { Inner } from "../packages/watches/service/inner.ts";', "face-watches"],
  ["packages/http/early.ts", 'import "@plumbline/grounding/gate";', "words-at-first-use"],
  ["packages/core/extras/room.ts", 'import "../errors/error.ts";', "core-known-rooms"],
  ["packages/core/credentials/cloud.ts", 'import "@aws-sdk/client-kms";', "core-is-pure"],
  ["packages/core/egress/server.ts", 'import "hono";', "core-is-pure"],
  ["packages/core/tool/out.ts", 'import "@plumbline/http/endpoints/endpoint.ts";', "package-core"],
  ["packages/sandbox/product.ts", 'import "@plumbline/core/errors/error.ts";', "package-sandbox"],
  ["packages/http/cloud.ts", 'import "../aws/store.ts";', "package-http"],
  ["packages/aws/routes.ts", 'import "@plumbline/http/endpoints/endpoint.ts";', "package-aws"],
  ["packages/local/fake.ts", 'import "@plumbline/sandbox/server.ts";', "package-local"],
  ["packages/functions/runtime/local.ts", 'import "@plumbline/local/server.ts";', "package-functions"],
  ["packages/cli/cloud.ts", 'import "@plumbline/http/endpoints/endpoint.ts";', "package-cli"],
  ["stacks/api.ts", 'import "../packages/functions/runtime/handler.ts";', "stacks-stand-alone"],
  ["packages/http/endpoints/list.ts", 'import "zod";', "list-of-endpoints-is-plain"],
  ["packages/core/text/one.ts", 'import "./two.ts";', "no-circles"],
  ["packages/core/access/gone.ts", 'import "./nowhere.ts";', "resolvable"],
  ["packages/local/tested.ts", 'import "vitest";', "no-development-dependency-in-what-ships"],
  ["packages/aws/undeclared.ts", 'import "hono";', "declared"],
];

/** The targets of the forbidden imports, and imports that are allowed. */
const ALLOWED: readonly [file: string, source: string][] = [
  ["packages/core/errors/error.ts", "export const error = 1;"],
  ["packages/core/dispatch/call.ts", "export type Call = 1;"],
  ["packages/adapters/adapter.ts", 'import "@plumbline/core/errors/error.ts";'],
  [
    "packages/watches/service/watch.ts",
    'import "@plumbline/core/errors/error.ts"; import "@plumbline/adapters/adapter.ts"; import "./inner.ts";',
  ],
  ["packages/watches/service/inner.ts", "export type Inner = 1;"],
  ["packages/service/service.ts", 'import "@plumbline/watches/service/watch.ts";'],
  ["packages/grounding/index.ts", 'import "./research/engine.ts";'],
  ["packages/grounding/research/engine.ts", 'import "@plumbline/core/dispatch/call.ts";'],
  ["packages/grounding/gate/index.ts", "export const decide = 1; export type Decision = 1;"],
  [
    "packages/agent/run.ts",
    'import "@plumbline/grounding"; import type { Decision } from "@plumbline/grounding/gate"; await import("@plumbline/grounding/gate");',
  ],
  ["packages/core/text/two.ts", 'import "./one.ts";'],
  ["packages/http/endpoints/endpoint.ts", 'import "@plumbline/core/errors/error.ts"; import "hono";'],
  ["packages/aws/store.ts", 'import "@plumbline/core/errors/error.ts";'],
  [
    "packages/local/server.ts",
    'import "@plumbline/http/endpoints/endpoint.ts"; import "@plumbline/aws/store.ts";',
  ],
  ["packages/sandbox/server.ts", "export const server = 1;"],
  [
    "packages/functions/runtime/handler.ts",
    'import "@plumbline/http/endpoints/endpoint.ts"; import "@plumbline/aws/store.ts";',
  ],
  ["stacks/routes.ts", 'import "../packages/http/endpoints/list.ts";'],
  ["packages/cli/main.ts", 'import "@plumbline/local/server.ts"; import "@plumbline/sandbox/server.ts";'],
];

const report = z.object({
  summary: z.object({
    violations: z.array(z.object({ from: z.string(), rule: z.object({ name: z.string() }) })),
  }),
});

let house: string;
let violations: { file: string; rule: string }[];

/** A house of the same plan, with the repository's own rules, checked as `npm run check:arrows` does. */
beforeAll(async () => {
  house = mkdtempSync(join(tmpdir(), "plumbline-test-"));
  for (const name of [".dependency-cruiser.cjs", "tsconfig.json"])
    cpSync(join(ROOT, name), join(house, name));
  write("package.json", { workspaces: ["packages/*"], devDependencies: { vitest: "*" } });
  mkdirSync(join(house, "test"));
  for (const name of PACKAGES) {
    const others = PACKAGES.map((other) => [`@plumbline/${other}`, "*"]);
    const dependencies = Object.fromEntries([
      ...others,
      ...(name === "http" || name === "core" ? [["hono", "*"]] : []),
    ]);
    if (name === "core") dependencies["@aws-sdk/client-kms"] = "*";
    write(`packages/${name}/package.json`, {
      name: `@plumbline/${name}`,
      type: "module",
      exports: FACES[name] ?? faceOf(name),
      dependencies,
    });
  }
  mkdirSync(join(house, "node_modules/@plumbline"), { recursive: true });
  for (const name of PACKAGES)
    symlinkSync(join(house, "packages", name), join(house, "node_modules/@plumbline", name));
  for (const name of ["@aws-sdk/client-kms", "hono", "vitest"]) {
    write(`node_modules/${name}/package.json`, { name, version: "1.0.0", main: "index.js" });
    write(`node_modules/${name}/index.js`, "");
  }
  for (const [file, source] of [...ALLOWED, ...FORBIDDEN]) write(file, source);
  violations = await check();
});

afterAll(() => rmSync(house, { recursive: true }));

/** Returns `exports` with every file that the house has in a package. */
function faceOf(name: string): Record<string, string> {
  const folder = `packages/${name}/`;
  const files = [...ALLOWED, ...FORBIDDEN].map(([file]) => file).filter((file) => file.startsWith(folder));
  return Object.fromEntries(files.map((file) => file.replace(folder, "./")).map((file) => [file, file]));
}

function write(path: string, content: string | object): void {
  const file = join(house, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
}

async function check(): Promise<{ file: string; rule: string }[]> {
  const program = join(ROOT, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
  const args = ["--config", ".dependency-cruiser.cjs", "--output-type", "json", "packages", "stacks", "test"];
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { cwd: house });
  return report
    .parse(JSON.parse(stdout))
    .summary.violations.map(({ from, rule }) => ({ file: from, rule: rule.name }));
}

test.each(FORBIDDEN)("%s: %s breaks %s", (file, _source, rule) => {
  expect(violations).toContainEqual({ file, rule });
});

test("nothing else is reported", () => {
  const bad = new Set(FORBIDDEN.map(([file]) => file));
  const others = violations.filter(({ file }) => !bad.has(file) && file !== "packages/core/text/two.ts");
  expect(others).toEqual([]);
});
