import { beforeAll, describe, expect, it } from "vitest";
import { type AskedRun, comesFirst, isKept, isTakenIn, runAsked } from "../../eval/asked-runs.ts";

let runs: readonly AskedRun[];
beforeAll(async () => {
  runs = await runAsked();
});

const share = (judge: (run: AskedRun) => boolean) => runs.filter(judge).length / runs.length;
const questions = (judge: (run: AskedRun) => boolean) =>
  runs
    .filter(judge)
    .map(({ pair }) => pair.question)
    .join("\n");

/**
 * The pairs stand in test/fixtures/asked: of each question, evidence that answers it and evidence that only
 * comes near.
 */
describe("research", () => {
  it("does not answer from evidence about another subject, role, predicate or event", () => {
    expect(share(isTakenIn), questions(isTakenIn)).toBeLessThanOrEqual(0.05);
  });

  it("answers from evidence of the same form that does say it", () => {
    const lost = (run: AskedRun) => !isKept(run);
    expect(share(isKept), questions(lost)).toBeGreaterThanOrEqual(0.9);
  });

  it("puts the answer before what only comes near", () => {
    const late = (run: AskedRun) => isKept(run) && !comesFirst(run);
    expect(share(late), questions(late)).toBeLessThanOrEqual(0.05);
  });

  it("refuses for want of evidence, and quotes nothing", () => {
    for (const { near } of runs.filter((run) => !isTakenIn(run))) {
      expect(near.errorCode, near.question).toBe("research_insufficient_evidence");
      expect(near.claims).toEqual([]);
      expect(near.score, near.question).toBeLessThan(0.15);
    }
  });

  it("claims nothing that no snippet says", () => {
    for (const { pair, both } of runs)
      for (const { text } of both.claims)
        expect(
          [...pair.near, ...pair.answering].some(([, snippet]) => snippet.includes(text)),
          text,
        ).toBe(true);
  });
});
