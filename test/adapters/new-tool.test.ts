import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTool } from "../../packages/adapters/scaffold/new-tool.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const run = promisify(execFile);

/** A copy of the checkout, whose packages import each other and not those of the checkout. */
let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "plumbline-new-tool-"));
  const filter = (path: string) => !path.includes("node_modules");
  for (const path of ["packages", "test", "docs", "package.json", "tsconfig.json", "vitest.config.ts"])
    await cp(join(ROOT, path), join(root, path), { recursive: true, filter });
  const installed = join(root, "node_modules");
  await mkdir(join(installed, "@plumbline"), { recursive: true });
  for (const name of await readdir(join(ROOT, "node_modules")))
    if (name !== "@plumbline" && !name.startsWith(".vite"))
      await symlink(join(ROOT, "node_modules", name), join(installed, name));
  for (const name of await readdir(join(root, "packages"))) {
    await symlink(join(root, "packages", name), join(installed, "@plumbline", name));
    const own = join("packages", name, "node_modules");
    await symlink(join(ROOT, own), join(root, own)).catch(() => undefined);
  }
});

afterAll(() => rm(root, { recursive: true, force: true }));

/** Runs the command in the copy, as `npm run new:tool` does. */
function newToolCommand(...words: string[]) {
  const program = ["--import", "tsx", "packages/adapters/scaffold/main.ts", "tool"];
  return run(process.execPath, [...program, ...words], { cwd: root });
}

/** The suites that run the samples of every tool. */
const SUITES = [
  "test/core/tool/json-schema.test.ts",
  "test/core/tool/every-tool.test.ts",
  "test/core/dispatch/preview/every-tool.test.ts",
  "test/core/dispatch/refused-access.test.ts",
  "test/adapters/waits-in-payloads.test.ts",
];

test("a new tool works in the sandbox at once: its samples pass every suite of the tools", async () => {
  const { stdout } = await newToolCommand("tracker", "update_issue");
  await newToolCommand("tracker", "get_issue");
  const made = Array.from(stdout.matchAll(/^ {2}(packages\S+)$/gm), ([, path]) => path);
  expect(made).toEqual([
    "packages/adapters/tracker/tracker-update-issue.ts",
    "packages/adapters/tracker/tracker-update-issue.samples.ts",
    "packages/sandbox/tracker/update-issue.ts",
  ]);
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
  const args = ["run", "--project", "unit", "--reporter", "json", "--maxWorkers", "1", ...SUITES];
  const { stdout: report } = await run(
    process.execPath,
    [vitest, ...args, "-t", "tracker_(update|get)_issue"],
    {
      cwd: root,
      env: { ...process.env, NO_COLOR: "1" },
      maxBuffer: 2 ** 26,
    },
  );
  const { numFailedTests, numPassedTests } = JSON.parse(report.slice(report.indexOf("{")));
  expect(numFailedTests).toBe(0);
  expect(numPassedTests).toBeGreaterThan(50);
});

test.each([
  ["tracker", "create_issue", /is already a tool tracker_create_issue/],
  ["tracker", "Update", /verb and a noun/],
  ["mail", "send_letter", /no provider mail that is called over HTTP/],
  ["../tracker", "update_issue", /no provider/],
])("%s %s is refused", async (word, action, reason) => {
  const index = () => readFile(join(root, "packages/adapters/tracker/index.ts"), "utf8");
  const before = await index();
  await expect(createTool(root, word, action)).rejects.toThrow(reason);
  expect(await index()).toBe(before);
});
