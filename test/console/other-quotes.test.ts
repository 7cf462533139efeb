import { expect, test } from "vitest";
import { answerQuote, otherQuotes } from "../../packages/console/src/pages/research/other-quotes.ts";

const claim = (text: string, citation_index: number) => ({ text, citation_index });

const OUTCOME = {
  answer: { claim: { section: 1, index: 0 }, text: "She was born in 1815." },
  sections: [
    { heading: "a.example", claims: [claim("She wrote notes.", 0), claim("She knew Babbage.", 0)] },
    { heading: "b.example", claims: [claim("She was born in 1815.", 1)] },
  ],
};

test("the answer stands once, with its source, and no section is left empty", () => {
  expect(answerQuote(OUTCOME, "")).toEqual(claim("She was born in 1815.", 1));
  expect(otherQuotes(OUTCOME, "")).toEqual([OUTCOME.sections[0]]);
});

test("a quote that the written text repeats is not listed again", () => {
  const written = "“She was born in 1815.” [2] “She wrote notes.” [1]";
  expect(answerQuote(OUTCOME, written)).toBeUndefined();
  expect(otherQuotes(OUTCOME, written)).toEqual([
    { heading: "a.example", claims: [claim("She knew Babbage.", 0)] },
  ]);
});

test("without an answer all quotes are listed", () => {
  const outcome = { ...OUTCOME, answer: null };
  expect(answerQuote(outcome, "")).toBeUndefined();
  expect(otherQuotes(outcome, "")).toEqual(OUTCOME.sections);
});
