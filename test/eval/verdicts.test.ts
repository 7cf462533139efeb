import { expect, it } from "vitest";
import type { JudgedRow, Measurement } from "./figures.ts";
import { compareVerdicts, judgeChanges, readVerdicts, verdictsOf } from "./verdicts.ts";

const rows = (hits: Readonly<Record<string, boolean>>): JudgedRow[] =>
  Object.entries(hits).map(([id, hit]) => ({ id, group: id, hit }));
const recall = (hits: Readonly<Record<string, boolean>>): Measurement => ({
  name: "gate.recall.made_up",
  kind: "share",
  better: "more",
  rows: rows(hits),
});
const alarms = (hits: Readonly<Record<string, boolean>>): Measurement => ({
  name: "gate.false_alarms.made_up",
  kind: "share",
  better: "fewer",
  rows: rows(hits),
});

it("calls a hit right where more are better, and wrong where fewer are", () => {
  expect(verdictsOf([recall({ a: true, b: false }), alarms({ c: true, d: false })])).toEqual({
    "gate.recall.made_up": { right: ["a"], wrong: ["b"] },
    "gate.false_alarms.made_up": { right: ["d"], wrong: ["c"] },
  });
});

it("passes when as many rows went right as wrong, and fails when more went wrong", () => {
  const before = verdictsOf([recall({ a: true, b: false, c: true }), alarms({ d: false })]);
  const even = compareVerdicts(before, verdictsOf([recall({ a: false, b: true, c: true })]));
  expect(judgeChanges(even)).toEqual({
    passed: true,
    lines: ["gate.recall.made_up: 1 worse, 1 better (wrong now: a)", "3 verdicts: 1 worse, 1 better"],
  });
  const worse = compareVerdicts(
    before,
    verdictsOf([recall({ a: false, b: true, c: true }), alarms({ d: true })]),
  );
  expect(judgeChanges(worse).passed).toBe(false);
});

it("says nothing of rows that only one of the two has", () => {
  const changes = compareVerdicts(verdictsOf([recall({ a: true })]), verdictsOf([recall({ b: false })]));
  expect(changes).toEqual([{ name: "gate.recall.made_up", compared: 0, worse: [], better: [] }]);
});

it("keeps ids alone in the checked-in file", () => {
  const verdicts = readVerdicts();
  const ids = Object.values(verdicts).flatMap(({ right, wrong }) => [...right, ...wrong]);
  expect(ids.length).toBeGreaterThan(500);
  for (const id of ids) expect(id).toMatch(/^[a-z_]+:[0-9a-f]{8}(?:[:#.]\d+)*$/);
});
