import { AnswerGuard } from "@plumbline/grounding/guard";
import { describe, expect, it } from "vitest";
import { outcomeOf } from "./outcome-of.ts";
import { RECOMBINED } from "./recombined.ts";

/** Wrong sentences that the rules do not see through yet. What is mended is taken from here. */
const STILL_PASS: readonly string[] = [
  "Patients should ask a doctor about asthma before taking it.",
  "Karen Bohr had built the town hall.",
  "Karen Bohr's father designed the museum.",
  "Entry costs 12 euros for children.",
  "Otto Ganz refused to sell his drawings.",
  "The ferry runs every hour in winter.",
  "The ferry runs twice a day from May to September.",
  "Spinach helps blood to clot.",
  "Bleeding can cause a lack of it.",
];
/** The share of true restatements that must pass; of the others the reader sees the page's own words. */
const PASSING_SHARE = 0.65;

describe.each(RECOMBINED)("of pages about $subject", ({ subject, pages, wrong, right }) => {
  const guard = new AnswerGuard([outcomeOf([...pages], subject)], []);
  const passing = (sentences: readonly string[]) =>
    sentences.filter((sentence) =>
      guard.verify(sentence).some(({ verdict }) => verdict !== "unclear" && verdict !== "unsupported"),
    );

  it("nothing that is put together from two things passes, but what is known", () => {
    expect(passing(wrong)).toEqual(wrong.filter((sentence) => STILL_PASS.includes(sentence)));
  });

  it("most true restatements pass", () => {
    const passed = passing(right);
    const lost = right.filter((sentence) => !passed.includes(sentence));
    expect(passed.length / right.length, lost.join("\n")).toBeGreaterThanOrEqual(PASSING_SHARE);
  });
});
