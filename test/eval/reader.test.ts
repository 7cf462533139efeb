import { expect, test } from "vitest";
import { readerCases } from "./reader/cases.ts";
import { type CaseRun, figuresOf, runCase, SCRIPTED } from "./reader/run-cases.ts";

test("our own cases put at least 150 questions before a reader, without any data", async () => {
  const runs: CaseRun[] = [];
  for (const row of readerCases(null, undefined)) runs.push(await runCase(row, SCRIPTED.oracle?.(row)));
  const figures = figuresOf("asked", runs);
  expect(figures.asked).toBeGreaterThanOrEqual(150);
  // Where the answer is among the pages, the reader is shown it; where it is not, no candidate is right.
  expect(figures).toMatchObject({ first: 1, refused: 0, answeredWithout: 0, shown: 1, off: 0 });
});
