import { AnswerGuard } from "@plumbline/grounding/guard";
import { describe, expect, it } from "vitest";
import { outcomeOf } from "./outcome-of.ts";

const PAGES = [
  {
    title: "Elin Dahl",
    text:
      "Elin Dahl, whose mother Karin Dahl was Sweden's first female bishop, is a biologist at Lund University. " +
      "Dahl received the Crafoord Prize in 2020 but declined it.",
  },
  {
    title: "Rowan Club",
    text:
      "Ida Frost replaced Omar Bell as coach of Rowan FC in 2022. " +
      "Frost was appointed by owner Greta Sand, who had bought the club from Hugo Pike.",
  },
];

/** The sentences of an answer that leave in the model's own words. */
function leaving(answer: string): string[] {
  const text = new AnswerGuard([outcomeOf(PAGES, "Who is Elin Dahl?")], ["Who is Elin Dahl?"]).text();
  return [...text.push(answer), ...text.end()].flatMap((piece) =>
    piece.type === "passed" && piece.how === "paraphrase" ? [piece.text.trim()] : [],
  );
}

describe("a pronoun means the subject that the model named before it", () => {
  it.each([
    ["Karin Dahl was Sweden's first female bishop.", "She is a biologist at Lund University."],
    ["Karin Dahl is Elin Dahl's mother.", "She received the Crafoord Prize in 2020."],
    ["Greta Sand owns the club.", "She replaced Omar Bell as coach of Rowan FC in 2022."],
    ["Hugo Pike is a striker.", "He was appointed by owner Greta Sand."],
  ])("withholds behind %s: %s", (first, second) => {
    expect(leaving(`${first} ${second}`)).not.toContain(second);
  });

  it("passes it where the evidence says it of the same one", () => {
    const second = "She received the Crafoord Prize in 2020 but declined it.";
    expect(leaving(`Elin Dahl is a biologist at Lund University. ${second}`)).toContain(second);
  });
});

describe("a pronoun after a sentence about two people", () => {
  const judge = (source: string, said: string) =>
    new AnswerGuard([outcomeOf([source])], ["What about it?"]).verify(said)[0]?.verdict;
  const DEBATE = "Gil Farrant debated Noor Dessay on television. She argued for higher interest rates.";

  it.each([
    [DEBATE, "Farrant argued for higher interest rates."],
    [
      "Otto Lanz sent his notes to Emmeline Carr. She repeated the tests in Dorch.",
      "Lanz repeated the tests in Dorch.",
    ],
  ])("may mean either: %s", (source, said) => {
    expect(judge(source, said)).not.toBe("supported");
  });

  it.each([
    [
      "Gil Farrant argued on television. She asked for higher interest rates.",
      "Farrant asked for higher interest rates.",
    ],
    [
      `Ida Farrant is an economist. She debated Noor Dessay. ${DEBATE}`.replace("Gil", "Ida"),
      "Farrant argued for higher interest rates.",
    ],
  ])("means the one that only it can, or that it has meant: %s", (source, said) => {
    expect(judge(source, said)).toBe("supported");
  });
});
