import { readFileSync } from "node:fs";
import { AnswerGuard } from "@plumbline/grounding/guard";
import { describe, expect, it } from "vitest";
import { outcomeOf } from "./outcome-of.ts";

/**
 * Pages with sentences that misread them. They take the owner for what is owned, the predecessor for the
 * successor, a past office for a present one or an opinion for a fact. The truths must pass.
 */
interface Misread {
  question: string;
  pages: readonly { title: string; text: string }[];
  lies: readonly string[];
  truths: readonly string[];
}

const CASES: readonly Misread[] = JSON.parse(
  readFileSync(new URL("./misread.json", import.meta.url), "utf8"),
);

describe.each(CASES)("$question", ({ question, pages, lies, truths }) => {
  const guard = new AnswerGuard([outcomeOf(pages, question)], [question]);
  const isPassed = (sentence: string) =>
    guard.verify(sentence).every(({ verdict }) => verdict === "supported" || verdict === "exempt");

  it.each(lies)("withholds: %s", (lie) => {
    expect(isPassed(lie)).toBe(false);
  });

  it.each(truths)("passes: %s", (truth) => {
    expect(isPassed(truth)).toBe(true);
  });
});
