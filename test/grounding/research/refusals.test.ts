import { parseQuestion } from "@plumbline/grounding/question";
import { describe, expect, it } from "vitest";
import { explainInsufficientEvidence } from "../../../packages/grounding/research/refusals.ts";
import { researchPassages } from "../../eval/product.ts";

/** The refusal of a question whose subjects the sources name, but to which they hold no answer. */
function refusal(prompt: string, named?: readonly string[]): string {
  const question = parseQuestion({ prompt });
  return explainInsufficientEvidence(question, {
    people: { verdict: "one", description: null },
    named: named ?? question.subjects,
    titles: ["A page"],
  }).reason;
}

describe("a refusal says what no source says", () => {
  it.each([
    ["When was Tom Hale born?", "none says when Tom Hale was born."],
    ["Was Tom Hale born in Leeds?", "none says whether Tom Hale was born in Leeds."],
    ["What was Tom Hale's favourite colour?", "none says what Tom Hale's favourite colour was."],
    ["Who won the boat race of 1950?", "None of the sources found says who won the boat race of 1950."],
    ["Who invented the zip?", "None of the sources found says who invented the zip."],
    ["Who was the first to cross the Rhine?", "says who the first to cross the Rhine was."],
    ["Who was elected in 1912?", "says who was elected in 1912."],
  ])("%s as a clause", (prompt, said) => {
    expect(refusal(prompt)).toContain(said);
  });

  it.each([
    "Who born first, Tom Hale or Ann Reed?",
    "When did Tom Hale die?",
    "What is written on the stone?",
    "Which bridge of Leeds fell?",
    "Who is the mayor and when was he elected?",
  ])("%s in quotation marks, where it makes no English clause", (prompt) => {
    expect(refusal(prompt)).toContain(`answers “${prompt}”.`);
  });

  it("without the words in brackets at its end", () => {
    expect(refusal("How many children did Tom Hale have (in total)?")).toContain(
      "none answers “How many children did Tom Hale have?”.",
    );
  });

  it("and who no source names", () => {
    expect(refusal("Was Ann Reed taught by Tom Hale?", ["Ann Reed"])).toContain(
      "The sources found speak of Ann Reed but not of Tom Hale, and none ",
    );
  });
});

describe("a refusal of a question about nobody", () => {
  it("tells what was found on its matter, and nothing off it", async () => {
    const outcome = await researchPassages("When was the old Rhine bridge of Wesel blown up?", [
      { title: "Wesel", text: "The Rhine bridge of Wesel is a long bridge that hangs from one tower." },
      { title: "Football", text: "The final was won by the home side in the last minute." },
    ]);
    expect(outcome.ok).toBe(false);
    expect(outcome.unverified_notes.map(({ text }) => text)).toEqual([
      "page0.example says: “The Rhine bridge of Wesel is a long bridge that hangs from one tower.”",
    ]);
  });
});
