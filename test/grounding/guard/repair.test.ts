import { describe, expect, it } from "vitest";
import { AnswerGuard } from "../../../packages/grounding/guard/index.ts";
import { outcomeOf } from "./outcome-of.ts";

const BUILT = "Mara Holt built the lighthouse of Wick in 1931.";
const TAUGHT = "Mara Holt taught drawing at the school of Thurso.";

function told(answer: string) {
  const text = new AnswerGuard([outcomeOf([`${BUILT} ${TAUGHT}`])], ["Who was Mara Holt?"]).text();
  return [...text.push(answer), ...text.end()];
}

describe("a sentence that restates the evidence and is not supported", () => {
  it("gives way to the sentence it restates, quoted and cited, and is told as unverified", () => {
    expect(told("Mara Holt built the lighthouse of Wick in 1934.")).toEqual([
      expect.objectContaining({ type: "withheld", text: "Mara Holt built the lighthouse of Wick in 1934." }),
      { type: "passed", text: `“${BUILT}”`, outcome: 0, citations: [0], how: "repaired" },
    ]);
  });

  it("brings no sentence that was said, nor one that shares the name alone", () => {
    const pieces = told(`${BUILT} Mara Holt built the lighthouse of Wick in 1934. Mara Holt robbed a bank.`);
    expect(pieces.map(({ type, text }) => [type, text.trim()])).toEqual([
      ["passed", BUILT],
      ["withheld", "Mara Holt built the lighthouse of Wick in 1934."],
      ["withheld", "Mara Holt robbed a bank."],
    ]);
  });
});

it("a paraphrase leaves in its own words with the sentence it rests on, and once", () => {
  const [piece, ...others] = told(
    "In 1931 Mara Holt built the lighthouse of Wick. In 1931, Mara Holt built it.",
  );
  expect(piece).toMatchObject({ type: "passed", how: "paraphrase", citations: [0], quote: BUILT });
  expect(others.filter(({ type }) => type === "passed")).toEqual([]);
});
