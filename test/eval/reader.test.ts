import { expect, test } from "vitest";
import { readerCases } from "./reader/cases.ts";
import {
  type PersonRun,
  personCases,
  personFiguresOf,
  runPersonCase,
  SCRIPTED_PERSONS,
} from "./reader/person-cases.ts";
import {
  type PromptRun,
  promptCases,
  promptFigures,
  runPromptCase,
  scriptPurpose,
} from "./reader/prompt-cases.ts";
import { type CaseRun, figuresOf, runCase, SCRIPTED } from "./reader/run-cases.ts";
import {
  runSupportCase,
  SCRIPTED_SUPPORT,
  type SupportRun,
  supportCases,
  supportFiguresOf,
} from "./reader/support-cases.ts";

test("our own cases put at least 150 questions before a reader, without any data", async () => {
  const runs: CaseRun[] = [];
  for (const row of readerCases(null, undefined)) runs.push(await runCase(row, SCRIPTED.oracle?.(row)));
  const figures = figuresOf("asked", runs);
  expect(figures.asked).toBeGreaterThanOrEqual(150);
  // Where the answer is among the pages, the reader is shown it; where it is not, no candidate is right.
  expect(figures).toMatchObject({ first: 1, refused: 0, answeredWithout: 0, shown: 1, off: 0 });
});

test("our own cases put names before a reader, which parts the people of one name", async () => {
  const figures = async (script: string) => {
    const runs: PersonRun[] = [];
    for (const row of personCases(null, undefined))
      runs.push(await runPersonCase(row, SCRIPTED_PERSONS[script]?.(row)));
    return { one: personFiguresOf("one", runs), several: personFiguresOf("several", runs), runs };
  };
  const { one, several, runs } = await figures("oracle");
  expect(one.asked).toBeGreaterThan(0);
  expect(one).toMatchObject({ mixed: 0, ambiguous: 0, off: 0 });
  expect(several.mixed).toBe(0);
  for (const { asked } of runs)
    if (asked !== null)
      expect(asked.expected.flat().toSorted((a, b) => a - b)).toEqual(
        asked.pages.map(({ number }) => number),
      );
});

test("our own cases put at least 200 sentences before a reader, and most lies stay with any of them", async () => {
  const cases = supportCases(250);
  const judge = async (script: string) => {
    const runs: SupportRun[] = [];
    for (const row of cases) runs.push(await runSupportCase(row, SCRIPTED_SUPPORT[script]?.(row)));
    const [honest, lies] = ["honest", "lies"].map((set) =>
      supportFiguresOf(
        set,
        runs.filter(({ row }) => row.set === set),
      ),
    );
    return { honest: honest!, lies: lies! };
  };
  const [off, oracle, yes] = [await judge("off"), await judge("oracle"), await judge("always-yes")];
  expect(oracle.honest.asked + oracle.lies.asked).toBeGreaterThanOrEqual(200);
  expect(oracle.honest.passed).toBeGreaterThan(off.honest.passed);
  expect(oracle.lies.passed).toBe(off.lies.passed);
  expect(yes.lies.passed - off.lies.passed).toBeLessThanOrEqual(0.05);
});

test("a reader mends what rules misread in our own prompts, and none switches off a sure fact", async () => {
  const read = async (script: string) => {
    const runs: PromptRun[] = [];
    for (const row of promptCases(null, undefined))
      runs.push(await runPromptCase(row, scriptPurpose(script, row)));
    return new Map(promptFigures(runs).map((figures) => [figures.set, figures]));
  };
  const [off, oracle, no] = [await read("off"), await read("oracle"), await read("always-no")];
  expect(oracle.get("both")!.right).toBeGreaterThanOrEqual(0.9);
  expect(oracle.get("own")!.right).toBeGreaterThanOrEqual(0.98);
  expect(oracle.get("follow_up")!.right).toBe(1);
  expect(off.get("both")!.right).toBeLessThan(oracle.get("both")!.right);
  expect(no.get("new question")!.researched).toBe(1);
  expect(no.get("follow_up")!.researched).toBe(off.get("follow_up")!.researched);
});
