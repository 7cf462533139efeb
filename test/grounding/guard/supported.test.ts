import { describe, expect, it } from "vitest";
import { createEvidence } from "../../../packages/grounding/guard/evidence.ts";
import { judgeSentence } from "../../../packages/grounding/guard/judge-sentence.ts";
import { outcomeOf, refused } from "./outcome-of.ts";

const outcome = outcomeOf([
  "Ada Lovelace was born in London. She died in 1852. He denied that he won the prize. Steel was sold abroad. Prices rose [3] in 1843. Then they fell.[4] She wrote “Note G” – it’s long.",
  "She died in 1852. “I am nobody’s fool.” Ada Lovelace knew him (36). She was the first woman to…",
  "1. FC Alpha won. The list [1987] is long.",
]);
const evidence = createEvidence([outcome], ["Who was Ada Lovelace?"]);
const judged = (sentence: string) => judgeSentence(sentence, evidence);

describe("a sentence that stands in the evidence word for word", () => {
  it.each([
    ["whole", "She died in 1852.", [0, 1]],
    ["without its full stop", "She died in 1852", [0, 1]],
    ["beginning in lower case", "she died in 1852.", [0, 1]],
    ["in other white space", "She  died\u00A0in 1852.", [0, 1]],
    ["with other quotation marks, dashes and apostrophes", `She wrote "Note G" — it's long.`, [0]],
    ["as a list item", "- She died in 1852.", [0, 1]],
    ["as a numbered item in a quote", "> 2. She died in 1852.", [0, 1]],
    ["as a heading", "## She died in 1852", [0, 1]],
    ["with emphasis", "**She** died in _1852_.", [0, 1]],
    ["in quotation marks", "“She died in 1852.”", [0, 1]],
    ["with its neighbour", "She died in 1852. He denied that he won the prize.", [0]],
    [
      "that the source itself marks in its middle and at its end",
      "Prices rose in 1843. Then they fell.",
      [0],
    ],
    ["with a number in parentheses of its own", "Ada Lovelace knew him (36).", [1]],
    ["with a number at its head of its own", "1. FC Alpha won.", [2]],
    ["cut off where its source is", "She was the first woman to...", [1]],
  ])("is supported %s", (_how, sentence, citations) => {
    expect(judged(sentence)).toMatchObject({
      verdict: "supported",
      score: 1,
      basis: "verbatim",
      text: sentence,
      outcome: 0,
      citations,
    });
  });

  it.each([
    "She died in 1852 [7].",
    "She died in 1852.[0]",
    "[1] She died in 1852.",
    "She died in 1852 [2-4].",
    "She died in 1852.[^1]",
    "She died in 1852 [source 2].",
    "She died in 1852【4†source】.",
    "She died in 1852. (1)",
    "She died in 1852 (Passage 2).",
    "She died in 1852. (Sources 1 and 2)",
  ])("leaves without the marker it is written with, and with the guard's own citations: %s", (sentence) => {
    const { text, citations } = judged(sentence);
    expect([text.replace(/\.$/, ""), citations]).toEqual(["She died in 1852", [0, 1]]);
  });

  it("is attributed to the first outcome that holds it; a refused one holds nothing and keeps its place", () => {
    const second = outcomeOf(["She died in 1852."]);
    const both = createEvidence([refused(second), outcome, second], []);
    expect(judgeSentence("She died in 1852.", both)).toMatchObject({ outcome: 1, citations: [0, 1] });
    expect(judgeSentence("She died in 1852.", createEvidence([refused(second)], [])).verdict).not.toBe(
      "supported",
    );
  });
});

describe("a sentence that only looks like the evidence", () => {
  it.each([
    ["a part of a sentence, whose sense it turns round", "He won the prize."],
    [
      "two sentences that are no neighbours",
      "Ada Lovelace was born in London. He denied that he won the prize.",
    ],
    ["neighbours across two citations", "Ada Lovelace was born in London. “I am nobody’s fool.”"],
    ["another case", "SHE DIED IN 1852."],
    ["a quotation made a statement", "I am nobody’s fool."],
    ["a cut sentence made a whole one", "She was the first woman to."],
    ["a year taken for a marker", "The list is long."],
    ["struck out", "~~She died in 1852.~~"],
    ["a tail", "She died in 1852, they say."],
  ])("is not supported: %s", (_what, sentence) => {
    expect(judged(sentence).verdict).toBe("unclear");
  });

  it.each([
    ["turned round", "She died in \u202E2581\u202C."],
    ["with letters between the letters", "She died in 18\u200B52."],
    ["under a heap of marks", `She died in 1852${"\u0301".repeat(40)}.`],
    ["with a control character", "She died\u0000 in 1852."],
  ])("is not supported when it is disguised: %s", (_how, sentence) => {
    expect(judged(sentence)).toMatchObject({ verdict: "unclear", citations: [] });
  });
});
