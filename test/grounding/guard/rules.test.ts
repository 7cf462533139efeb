import { verify } from "@plumbline/grounding/guard";
import { describe, expect, test } from "vitest";
import { RULES } from "../../../packages/grounding/guard/paraphrase/rules.ts";
import { outcomeOf } from "./outcome-of.ts";

/** The codes of the reasons against a sentence, where one page holds the evidence. */
function codesOf(evidence: string, sentence: string): string[] {
  const judged = verify(sentence, outcomeOf([{ title: "Noss", text: evidence }], "Noss"));
  return judged.flatMap(({ verdict, reasons }) =>
    verdict === "supported" ? [] : reasons.map(({ code }) => code),
  );
}

const examples = RULES.flatMap(({ code, examples }) => examples.map((example) => ({ code, ...example })));

describe("the rules, by their own examples", () => {
  const wrong = examples.flatMap(({ code, evidence, wrong }) => (wrong ? [{ code, evidence, wrong }] : []));
  test.each(wrong)("$code: of “$evidence” it is not said: $wrong", ({ code, evidence, wrong: said }) => {
    expect(codesOf(evidence, said)).toContain(`differs_${code}`);
  });

  const right = examples.flatMap(({ code, evidence, right }) => (right ? [{ code, evidence, right }] : []));
  test.each(right)("$code: “$evidence” supports: $right", ({ evidence, right: said }) => {
    expect(codesOf(evidence, said)).toEqual([]);
  });

  test("each has a code of its own", () => {
    expect(new Set(RULES.map(({ code }) => code)).size).toBe(RULES.length);
  });
});
