import { expect, test } from "vitest";
import { testsToRun, withLimit } from "./coverage.ts";

const mutant = {
  id: 1,
  path: "packages/core/a.ts",
  line: 1,
  start: 0,
  end: 1,
  original: "1",
  replacement: "2",
};

test("tests that reach the mutant run, its namesake first, then the quickest", () => {
  const covered = [
    { path: "test/http/slow.test.ts", ms: 900, reached: new Set([1]) },
    { path: "test/http/quick.test.ts", ms: 100, reached: new Set([1, 2]) },
    { path: "test/core/a.test.ts", ms: 500, reached: new Set([1]) },
    { path: "test/core/other.test.ts", ms: 1, reached: new Set([2]) },
  ];
  expect(testsToRun(mutant, covered).map(({ path }) => path)).toEqual([
    "test/core/a.test.ts",
    "test/http/quick.test.ts",
    "test/http/slow.test.ts",
  ]);
});

test("a file may take three times as long as before, and a margin", () => {
  expect(withLimit({ path: "a.test.ts", ms: 1000, reached: new Set() })).toEqual({
    path: "a.test.ts",
    limitMs: 18_000,
  });
});
