import { expect, test } from "vitest";
import { mutantsOf, mutate } from "./mutants.ts";
import { relatedTests } from "./related-tests.ts";
import { chooseSample } from "./sample.ts";

const mutated = (source: string) => mutantsOf("a.ts", source).map((mutant) => mutate(source, mutant));

test.each([
  ["a < b;", ["a <= b;"]],
  ["a && b;", ["a || b;"]],
  ["x = 5;", ["x = 6;"]],
  ["x = 0.5;", ["x = 0.75;"]],
  ["x = true;", ["x = false;"]],
  ["x = !a;", ["x = a;"]],
  ["x = all.some(a);", ["x = all.every(a);"]],
  ["if (a) b = c;", ["if (false) b = c;"]],
  ["x = a ? b : c;", ["x = false ? b : c;"]],
  ["await save(a);", [";"]],
])("%s", (source, expected) => {
  expect(mutated(source)).toEqual(expected);
});

test.each([
  'import a from "./3.ts";',
  "interface A { a: 1 | true }",
  "let a: Wide<3>;",
  "// a < b",
  'const a = "a < b";',
  "x = a.toString();",
])("%s has nothing to break", (source) => {
  expect(mutated(source)).toEqual([]);
});

test("a mutant says where it is", () => {
  expect(mutantsOf("a.ts", "f();\nif (a > b) c = d;")).toMatchObject([
    { line: 1, original: "f();" },
    { line: 2, original: "a > b" },
    { line: 2, original: ">" },
  ]);
});

test("a seed chooses the same mutants again, also when lines move", () => {
  const source = Array.from({ length: 50 }, (_, index) => `f${index}(${index});`).join("\n");
  const chosen = (text: string, seed: number) =>
    chooseSample(mutantsOf("a.ts", text), 10, seed).map(({ original }) => original);
  expect(chosen(`// New.\n${source}`, 1)).toEqual(chosen(source, 1));
  expect(chosen(source, 2)).not.toEqual(chosen(source, 1));
});

test("related tests are those that load the file, the nearest first", () => {
  const sources = new Map([
    ["packages/core/a.ts", ""],
    ["packages/http/index.ts", 'export { a } from "@plumbline/core/a.ts";'],
    ["test/far.test.ts", 'const { a } = await import("@plumbline/http");'],
    ["test/near.test.ts", 'import { a } from "../packages/core/a.ts";'],
    ["test/other.test.ts", 'import "vitest";'],
  ]);
  expect(relatedTests("packages/core/a.ts", sources)).toEqual(["test/near.test.ts", "test/far.test.ts"]);
});
