import ts from "typescript";
import { expect, test } from "vitest";
import { mutantsOf, mutate } from "./mutants.ts";
import { switchMutants } from "./switched-source.ts";

type Run = (...args: never[]) => unknown;

/** Evaluates a module and returns its `run`. */
function load(source: string, active?: number): Run {
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2023 },
  });
  const exports: { run?: Run } = {};
  const require = () => ({ isActive: (id: number) => id === active });
  new Function("exports", "require", outputText)(exports, require);
  if (!exports.run) throw new Error("The module exports no run.");
  return exports.run;
}

async function resultsOf(run: Run, inputs: readonly unknown[][]): Promise<unknown[]> {
  const results = [];
  for (const input of inputs) results.push(await run(...(structuredClone(input) as never[])));
  return results;
}

const FORMS: [name: string, source: string, inputs: unknown[][]][] = [
  ["operator", "export const run = (a, b) => a < b;", [[1, 1]]],
  [
    "operators that group anew",
    "export const run = (a, b, c) => a && b && c;",
    [
      [true, false, false],
      [false, true, false],
      [false, false, true],
    ],
  ],
  [
    "operators inside each other",
    "export const run = (a, b, c) => a - 2 > b || !(c === 3 && a * b < 10);",
    [1, 2, 3, 4].flatMap((a) => [-3, -1, 1, 2, 5, 10].flatMap((b) => [3, 4].map((c) => [a, b, c]))),
  ],
  ["true and false", "export const run = () => [true, false];", [[]]],
  ["not", "export const run = (a) => !a?.b;", [[{ b: true }], [undefined]]],
  [
    "if",
    "export function run(a, b) { if (a > b) return [a]; else return b; }",
    [
      [2, 1],
      [1, 1],
    ],
  ],
  ["condition", "export const run = (a) => (a ? 'yes' : 'no');", [[true]]],
  ["call for its effect", "export function run(a) { a.push(a.length); return a; }", [[[]]]],
  [
    "call before else",
    "export function run(a, b) { const c = []; if (a) c.push(b); else c.push(a); return c; }",
    [
      ["a", "b"],
      ["", "b"],
    ],
  ],
  [
    "call between two ifs and their else",
    "export function run(a, b) { const c = []; if (a) if (b) c.push(a); else c.push(b); return c; }",
    [
      ["a", "b"],
      ["a", ""],
    ],
  ],
  [
    "awaited call and condition",
    "export async function run(a) { await Promise.resolve(a.push(a)); return (await a.length) > 1; }",
    [[["a"]], [[]]],
  ],
  ["method", "export const run = (a) => a.some((one) => one);", [[[true, false]]]],
  ["method of what may be missing", "export const run = (a) => a?.every((one) => one);", [[[1, 0]], [null]]],
  [
    "method on its own line",
    "export const run = (a, b) => a\n  // first. last.\n  .startsWith(b);",
    [["ab", "a"]],
  ],
  [
    "methods inside each other",
    "export const run = (a, b) => Math.min(a, Math.max(b, 3));",
    [
      [1, 2],
      [5, 2],
    ],
  ],
  ["key", "export const run = (a) => ({ 5: a });", [["a"]]],
  ["key of what is taken apart", "export const run = ({ 0: first }) => first;", [[["a", "b"]]]],
  ["member of a class", "class A { 5() { return 'a'; } }\nexport const run = () => new A()[5]?.();", [[]]],
  ["case", "export function run(a) { switch (a) { case 5: return 'five'; default: return ''; } }", [[5]]],
  ["default of a parameter", "export const run = (a = 5) => a;", [[]]],
  ["constant", "const A = [1, 2] as const;\nexport const run = (): readonly number[] => A;", [[]]],
  ["part of a template", "export const run = (a) => `$" + "{a + 1} of $" + "{0.5}`;", [[1]]],
  ["place that is assigned to", "export function run(a, b) { a[b - 1] = 7; return a; }", [[[1, 2, 3], 1]]],
  [
    "class with a parent",
    "class A { a = 3; }\nclass B extends A { constructor() { super(); } }\nexport const run = () => new B().a;",
    [[]],
  ],
  ["negative number", "export const run = (a) => a === -5;", [[-5], [-6]]],
];

test.each(FORMS)("%s: each mutant is switched", async (_, source, inputs) => {
  const mutants = mutantsOf("a.ts", source).map((mutant, id) => ({ ...mutant, id }));
  const { text, switched } = switchMutants(source, mutants, "./switch.ts");
  const original = await resultsOf(load(source), inputs);
  expect(mutants.length).toBeGreaterThan(0);
  expect(switched.size).toBe(mutants.length);
  expect(await resultsOf(load(text), inputs)).toEqual(original);
  for (const mutant of mutants) {
    const mutated = await resultsOf(load(mutate(source, mutant)), inputs);
    expect(mutated).not.toEqual(original);
    expect(await resultsOf(load(text, mutant.id), inputs)).toEqual(mutated);
  }
});

test("lines stay where they are", () => {
  const source = "f();\nif (a > b)\n  g();\n";
  const mutants = mutantsOf("a.ts", source).map((mutant, id) => ({ ...mutant, id }));
  const lines = switchMutants(source, mutants, "./switch.ts").text.split("\n");
  expect(lines[0]).toContain("f();");
  expect(lines[2]).toContain("g();");
});

test("only the mutants given are written", () => {
  const source = "export const run = (a, b) => [a < b, a > b];";
  const mutants = mutantsOf("a.ts", source).map((mutant, id) => ({ ...mutant, id }));
  const { text, switched } = switchMutants(source, mutants.slice(1), "./switch.ts");
  expect(switched).toEqual(new Set([1]));
  expect(load(text, 0)(...([1, 1] as never[]))).toEqual([false, false]);
});

test("a file that a switch would break stays whole", () => {
  const source = "export const run = (a) => a./* not. b */some(a);";
  const mutants = mutantsOf("a.ts", source).map((mutant, id) => ({ ...mutant, id }));
  expect(switchMutants(source, mutants, "./switch.ts")).toEqual({ text: source, switched: new Set() });
});
