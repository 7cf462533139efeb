import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { chooseTests, onlyPresent, type Reach, recordedTests, toLog, toReach } from "./reach.ts";

const checkedIn: Reach = JSON.parse(readFileSync(new URL("reach.json", import.meta.url), "utf8"));
const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const reach = toReach([
  { test: "test/http/slow.test.ts", ms: 9000, files: ["packages/core/a.ts", "packages/http/b.ts"] },
  { test: "test/core/a.test.ts", ms: 2000, files: ["packages/core/a.ts", "packages/http/b.ts"] },
  { test: "test/core/one.test.ts", ms: 500, files: ["packages/core/a.ts"] },
]);
const sources = new Map([
  ["packages/core/a.ts", ""],
  ["packages/core/data.ts", ""],
  ["test/core/a.test.ts", 'import "../../packages/core/data.ts";'],
  ["test/core/one.test.ts", ""],
  ["test/core/new.test.ts", 'import "../../packages/core/a.ts";'],
  ["test/http/slow.test.ts", ""],
]);
const chosen = (paths: string[], budgetMs: number) => chooseTests(reach, sources, paths, budgetMs);

test("a record gives back which tests reach a file", () => {
  expect(recordedTests(reach, "packages/http/b.ts")).toEqual([
    "test/core/a.test.ts",
    "test/http/slow.test.ts",
  ]);
  expect(recordedTests(reach, "packages/http/new.ts")).toEqual([]);
});

test("the namesake runs first, then new tests and those that reach little else", () => {
  expect(chosen(["packages/core/a.ts"], 20_000)).toEqual({
    chosen: [
      "test/core/a.test.ts",
      "test/core/new.test.ts",
      "test/core/one.test.ts",
      "test/http/slow.test.ts",
    ],
    all: 4,
  });
});

test("tests that do not fit into the time are left out, but never the first", () => {
  expect(chosen(["packages/core/a.ts"], 3100).chosen).toEqual([
    "test/core/a.test.ts",
    "test/core/new.test.ts",
  ]);
  expect(chosen(["packages/core/a.ts"], 1).chosen).toEqual(["test/core/a.test.ts"]);
});

test("a file without a function that ran is reached by the tests that load it, and a test by itself", () => {
  expect(chosen(["packages/core/data.ts"], 9000).chosen).toEqual(["test/core/a.test.ts"]);
  expect(chosen(["test/http/slow.test.ts"], 1).chosen).toEqual(["test/http/slow.test.ts"]);
});

test("a record survives being turned into a log and back", () => {
  expect(toReach(toLog(reach))).toEqual(reach);
});

test("a test or a file that was deleted is removed, and what the others reach stays", () => {
  const gone = ["test/core/one.test.ts", "packages/http/b.ts"];
  const pruned = toReach(onlyPresent(toLog(reach), (path) => !gone.includes(path)));
  expect(pruned.tests).toEqual({ "test/core/a.test.ts": 2000, "test/http/slow.test.ts": 9000 });
  expect(recordedTests(pruned, "packages/core/a.ts")).toEqual(Object.keys(pruned.tests));
  expect(recordedTests(pruned, "packages/http/b.ts")).toEqual([]);
});

test("what is checked in is recent: nine of ten recorded paths exist, and four of five test files are in it", () => {
  const recorded = [...Object.keys(checkedIn.tests), ...Object.keys(checkedIn.files)];
  const remedy = "Run `npm run test:quick -- --record` and commit test/reach/reach.json.";
  const gone = recorded.filter((path) => !existsSync(ROOT + path));
  expect(gone.length, remedy).toBeLessThanOrEqual(recorded.length / 10);
  // Whole programs and endurance tests are never recorded: about a tenth of the files.
  const tests = readdirSync(`${ROOT}test`, { recursive: true, encoding: "utf8" })
    .map((path) => `test/${path}`)
    .filter((path) => path.endsWith(".test.ts") && !path.startsWith("test/peers/"));
  const unknown = tests.filter((path) => !recorded.includes(path));
  if (recorded.length > 0) expect(unknown.length, remedy).toBeLessThan(tests.length / 5);
  expect(statSync(`${ROOT}test/reach/reach.json`).size).toBeLessThanOrEqual(300_000);
});
