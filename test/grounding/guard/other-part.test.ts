import { AnswerGuard, verify } from "@plumbline/grounding/guard";
import { describe, expect, it } from "vitest";
import { outcomeOf } from "./outcome-of.ts";
import { PAGES } from "./reviewed/told.ts";

const outcome = outcomeOf(PAGES, "Nora Vance");
const verdictOf = (sentence: string) => verify(sentence, outcome).map(({ verdict }) => verdict);

describe("what one sentence says of one thing is not taken for another", () => {
  it.each([
    ["a number with another one's year", "Nordlys employed three hundred and forty people in 1901."],
    ["a year with another one's number", "In 1912 Nordlys employed 21 people."],
    ["a share with another one's owner", "About 25% of the shares belonged to Vance."],
    ["a year with another one's deed", "The law on the safety of machines was rejected in 1926."],
    ["a clause about a thing", "Nora Vance was rejected in 1924."],
    ["a clause about somebody else", "Vance received 7,980 votes."],
    ["a pronoun that means somebody else", "Moen was the first woman to lead the committee for industry."],
    ["a word of the page's title", "She was the first woman in parliament."],
    ["one of so many", "Nora Vance had five children."],
  ])("%s", (_what, sentence) => {
    expect(verdictOf(sentence)).toEqual(["unclear"]);
  });
});

describe("what belongs together stays supported", () => {
  it.each([
    ["Nordlys employed 340 people in 1912."],
    ["In 1901, Nordlys employed twenty-one people."],
    ["About 60% of the shares belonged to Vance."],
    ["Her law was rejected in 1924, and it passed in 1926."],
    ["Nordlys employed twenty-one people in 1901 and three hundred and forty in 1912."],
    ["Thorsen later became a minister."],
    ["She was the third of five children."],
  ])("%s", (sentence) => {
    expect(verdictOf(sentence)).toEqual(["supported"]);
  });
});

describe("a pronoun that was in use for somebody else", () => {
  const quoted = (page: string, answer: string) => {
    const text = new AnswerGuard([outcomeOf([page])], ["Who was Nora Vance?"]).text();
    return [...text.push(answer), ...text.end()].flatMap((piece) =>
      piece.type === "passed" ? [piece.text] : [],
    );
  };
  const CHAIR = "She was the first woman to lead the committee.";

  it.each([
    ["as a subject", "Nora Vance sat in parliament. She proposed a law. Moen disliked the law."],
    ["as an object", "Nora Vance proposed a law. Moen attacked her for it."],
    ["of whom the page does not say who it is", "She proposed a law. Moen disliked the law."],
  ])("%s, is not said to mean the name before it", (_how, before) => {
    expect(quoted(`${before} ${CHAIR}`, CHAIR).join("\n")).not.toMatch(/Moen: /);
  });

  it("means that name where it was in use for the same one", () => {
    expect(quoted(`Nora Vance sat in parliament. She proposed a law. Vance won. ${CHAIR}`, CHAIR)).toEqual([
      `Vance: “${CHAIR}”`,
    ]);
  });
});
