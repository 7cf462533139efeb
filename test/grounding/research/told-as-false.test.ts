import { AnswerGuard } from "@plumbline/grounding/guard";
import { describe, expect, it } from "vitest";
import { researchPassages } from "../../eval/product.ts";

/** A question, what a page tells as false, and a sentence that says it as a fact. */
const CASES: readonly [question: string, told: string, said: string][] = [
  [
    "Was Karl Voss convicted of fraud?",
    "A post says Karl Voss was convicted of fraud in 2011. This is false.",
    "Karl Voss was convicted of fraud in 2011.",
  ],
  [
    "Was Karl Voss convicted of fraud?",
    "Claim: Karl Voss was convicted of fraud in 2011. Rating: False.",
    "Karl Voss was convicted of fraud in 2011.",
  ],
  ["Who founded Vantor?", "Myth: Vantor was founded by Karl Voss.", "Karl Voss founded Vantor."],
  [
    "Did Vantor go bankrupt?",
    "Vantor went bankrupt in 2021, said a viral post. The company has denied the rumour.",
    "Vantor went bankrupt in 2021.",
  ],
  [
    "Did Ida Holm buy the lighthouse of Wick?",
    "In May it was reported that Ida Holm had bought the lighthouse of Wick. That story turned out to be made up.",
    "Ida Holm bought the lighthouse of Wick.",
  ],
  [
    "Ist Ida Holm zurückgetreten?",
    "Ida Holm ist im Mai 2024 zurückgetreten. Diese Meldung ist frei erfunden.",
    "Ida Holm ist im Mai 2024 zurückgetreten.",
  ],
  [
    "Ida Holm a-t-elle démissionné ?",
    "Ida Holm a démissionné en mai 2024. Cette information est fausse.",
    "Ida Holm a démissionné en mai 2024.",
  ],
  ["¿Dimitió Ida Holm?", "Bulo: Ida Holm dimitió en mayo de 2024.", "Ida Holm dimitió en mayo de 2024."],
];

describe("what a page tells as false", () => {
  it.each(CASES)("%s is not answered by it: %s", async (question, told) => {
    const { ok, sections } = await researchPassages(question, [{ title: "Fact check", text: told }]);
    const claims = sections.flatMap((section) => section.claims.map(({ text }) => text));
    expect(ok ? claims : []).toEqual(ok ? [told] : []);
  });

  it.each(CASES)("supports nothing (%s): %s", async (_question, told, said) => {
    const outcome = await researchPassages("Who is Otto Brandt?", [
      { title: "Otto Brandt", text: `Otto Brandt is a Danish sailor. ${told}` },
    ]);
    expect(outcome.citations[0]?.snippet).toContain(told);
    const [judged] = new AnswerGuard([outcome], ["What about it?"]).verify(said);
    expect(judged?.verdict).not.toBe("supported");
  });
});

it.each([
  "Rosa Klein founded Vantor in 1974. This is confirmed by the register. Critics call the firm wrong.",
  "Rosa Klein founded Vantor in 1974. It was made up of three shops.",
  "Rosa Klein founded Vantor in 1974. Karl Voss has denied that he helped her.",
])("leaves what a page states: %s", async (text) => {
  const { answer } = await researchPassages("Who founded Vantor?", [{ title: "Vantor", text }]);
  expect(answer?.text).toBe("Rosa Klein founded Vantor in 1974.");
});
