import { AnswerGuard, verify } from "@plumbline/grounding/guard";
import { describe, expect, it } from "vitest";
import { outcomeOf, type Page } from "./outcome-of.ts";

const verdictsOn = (statement: string, page: Page) =>
  verify(statement, outcomeOf([page], page.title)).map(({ verdict }) => verdict);

/** Returns what leaves of an answer in the model's own words. */
function ownWords(answer: string, pages: readonly Page[], question: string): string[] {
  const text = new AnswerGuard([outcomeOf(pages, question)], [question]).text();
  return [...text.push(answer), ...text.end()].flatMap((piece) =>
    piece.type === "passed" && (piece.how === "paraphrase" || piece.how === "verbatim")
      ? [piece.text.trim()]
      : [],
  );
}

describe("a statement in other words is supported", () => {
  const TOVIK = {
    title: "Tovik Labs - Encyclopedia",
    text: "Tovik Labs, trading as Norse Tovik, is a laboratory which serves as a subsidiary of Norse Inc. Tovik was founded in Bergen in 2010 by Ada Ek and Bo Lind.",
  };

  it("where an abbreviation ends the sentence before", () => {
    expect(verdictsOn("Tovik was founded in Bergen in 2010 by Ada Ek and Bo Lind.", TOVIK)).toEqual([
      "supported",
    ]);
  });

  it("but not of whoever the sentence before is about", () => {
    expect(verdictsOn("Norse was founded in Bergen in 2010 by Ada Ek and Bo Lind.", TOVIK)).not.toContain(
      "supported",
    );
  });

  const EK = {
    title: "Ada Ek",
    text: "On 13 August 2014, Ada Ek was honoured with the Holm Medal, becoming the first woman to win the prize, as well as the first Dane.",
  };

  it("where an infinitive comes before another name", () => {
    const statement = "In August 2014 Ada Ek became the first woman, and the first Dane, to win the prize.";
    expect(verdictsOn(statement, EK)).toEqual(["supported"]);
  });

  it.each([
    "In August 2014 Ada Ek became the first man, and the first Dane, to win the Holm Medal.",
    "In August 2015 Ada Ek became the first woman, and the first Dane, to win the Holm Medal.",
  ])("but not: %s", (statement) => {
    expect(verdictsOn(statement, EK)).not.toContain("supported");
  });
});

describe("a pronoun in an answer", () => {
  const title = "Orvex Holding - Encyclopedia";
  const url = "https://orvex.example/";
  const ORVEX = [
    { title, url, text: "Orvex Holding is a Swedish manufacturer that develops and builds quartz lenses." },
    {
      title,
      url,
      text: "Orvex was founded in 1984 as a joint venture between Lund and Sorel International. As of 2026, it is the largest supplier for the industry and the sole supplier in the world of quartz lenses.",
    },
  ];
  const SUPPLIES = "It is the only supplier of quartz lenses in the world.";
  const wordsAfter = (introduction: string) =>
    ownWords(`${introduction} ${SUPPLIES}`, ORVEX, "What is Orvex?");

  it("means the subject of the sentence before it, whichever other names that sentence has", () => {
    expect(wordsAfter("Orvex is a Swedish company that makes the quartz lenses found in phones.")).toContain(
      SUPPLIES,
    );
  });

  it("does not mean another name of that sentence", () => {
    expect(wordsAfter("Sorel International is a company that makes lenses.")).not.toContain(SUPPLIES);
  });
});
