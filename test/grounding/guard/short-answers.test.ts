import { describe, expect, it } from "vitest";
import { AnswerGuard } from "../../../packages/grounding/guard/index.ts";
import type { ResearchOutcome } from "../../../packages/grounding/research/outcome.ts";
import { outcomeOf } from "./outcome-of.ts";

/** Returns the outcome of research in which the page's first sentence answers the question. */
function answered(page: string): ResearchOutcome {
  const outcome = outcomeOf([{ title: "Mara Holt", text: page }], "Mara Holt");
  const text = outcome.sections[0]?.claims[0]?.text ?? "";
  return { ...outcome, answer: { claim: { section: 0, index: 0 }, text } };
}

function told(answer: string, question: string, outcome: ResearchOutcome) {
  const text = new AnswerGuard([outcome], [question]).text();
  return [...text.push(answer), ...text.end()];
}

const passes = (answer: string, question: string, page: string) =>
  told(answer, question, answered(page)).some((piece) => piece.type === "passed" && piece.text === answer);

const BORN = "Mara Holt was born in Norway.";
const MOVED = "Mara Holt was born in Norway and moved to Sweden.";
const FOUNDED = "Mara Holt founded the Harbour Institute in 1987.";
const TAUGHT = "Mara Holt taught Ida Fell.";
const TALL = "The lighthouse of Wick is 47 metres tall.";
const WHERE = "Where was Mara Holt born?";
const WHEN = "When did Mara Holt found the Harbour Institute?";
const DID = "Did Mara Holt ever found the Harbour Institute?";

describe("a value alone", () => {
  it.each([
    ["Norway.", WHERE, BORN],
    ["In Norway.", WHERE, BORN],
    ["Norway", "In which country was Mara Holt born?", BORN],
    ["In 1987.", WHEN, FOUNDED],
    ["1987.", WHEN, FOUNDED],
    ["Yes, in 1987.", DID, FOUNDED],
    ["Yes, in 1987.", "Did Mara Holt found the Harbour Institute in 1987?", FOUNDED],
    ["Mara Holt.", "Who founded the Harbour Institute?", FOUNDED],
    ["Mara Holt.", "Who taught Ida Fell?", TAUGHT],
    ["Ida Fell.", "Who did Mara Holt teach?", TAUGHT],
    ["Oslo.", "What is the capital of Norway?", "Oslo is the capital of Norway."],
  ])("that answers the question as the outcome does passes: %s %s", (answer, question, page) => {
    expect(passes(answer, question, page)).toBe(true);
  });

  it.each([
    ["Sweden.", WHERE, BORN],
    ["Sweden.", WHERE, MOVED],
    ["Norway.", "Where did Mara Holt die?", BORN],
    ["Norway.", "Where was Mara Holt not born?", BORN],
    ["Norway.", WHERE, "Mara Holt was not born in Norway."],
    ["Norway.", WHERE, "Mara Holt claimed that she was born in Norway."],
    ["Norway.", WHERE, "Mara Holt was born in New Norway."],
    ["Norway.", "Where was Ida Fell born?", BORN],
    ["In 1988.", WHEN, FOUNDED],
    ["In 1987.", "When did Mara Holt sell the Harbour Institute?", FOUNDED],
    ["In 1987.", WHEN, "Mara Holt founded the Harbour Institute in 1981 and sold it in 1987."],
    ["Yes, in 1988.", DID, FOUNDED],
    ["Yes, in 1987.", "Did Mara Holt burn the Harbour Institute?", FOUNDED],
    ["Yes, in 1987.", "Did Mara Holt found the Harbour Institute in 1986?", FOUNDED],
    ["Yes, in 1987.", DID, "Mara Holt never founded the Harbour Institute in 1987."],
    ["No, in 1987.", DID, FOUNDED],
    ["Ida Fell.", "Who founded the Harbour Institute?", FOUNDED],
    ["Mara Holt.", "Who did Ida Fell teach?", TAUGHT],
    ["Mara Holt.", "Who was taught by Ida Fell?", TAUGHT],
    ["Ida Fell.", "Who taught Mara Holt?", TAUGHT],
    ["Bergen.", "What is the capital of Norway?", "Oslo is the capital of Norway."],
    ["Oslo.", "What is the capital of Norway?", "Oslo was once the capital of Norway and Denmark."],
    ["Not Norway.", WHERE, BORN],
    ["48 metres.", "How tall is the lighthouse of Wick?", TALL],
    ["Norway.", "Who is Mara Holt?", BORN],
    ["Norway. In 1987.", WHERE, BORN],
  ])("that does not is withheld: %s %s %s", (answer, question, page) => {
    expect(passes(answer, question, page)).toBe(false);
  });

  it("carries the sentence that it rests on and its citation", () => {
    expect(told("Norway.", WHERE, answered(BORN))).toEqual([
      { type: "passed", text: "Norway.", outcome: 0, citations: [0], how: "paraphrase", quote: BORN },
    ]);
  });

  it("is withheld where the outcome has no answer, and behind anything that was said", () => {
    const none = { ...answered(BORN), answer: null };
    expect(told("Norway.", WHERE, none)[0]).toMatchObject({ type: "withheld" });
    const [, second] = told(`${TAUGHT} Norway.`, WHERE, answered(`${BORN} ${TAUGHT}`));
    expect(second).toMatchObject({ type: "withheld", text: " Norway.".trim() });
  });
});
