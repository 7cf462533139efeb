import { describe, expect, it } from "vitest";
import { AnswerGuard, AnswerMemory } from "../../../packages/grounding/guard/index.ts";
import { outcomeOf, type Page } from "./outcome-of.ts";

const PAINTER = "John Miller was an English painter of coasts.";
const HE_PAINTED = "He painted the cliffs of Dover.";
const VOSS = "Karl Voss was a clerk in Bremen.";
const HE_STOLE = "He was convicted of theft in 2004.";
const FIRM = "Acme Tools was founded in 1931.";
const FIRM_FAILED = "The company went bankrupt in 1974.";

function told(answer: string, pages: readonly (string | Page)[]): string {
  const text = new AnswerGuard([outcomeOf(pages, "John Miller")], ["Who was John Miller?"]).text();
  return [...text.push(answer), ...text.end()]
    .map((piece) => (piece.type === "passed" ? piece.text : ""))
    .join("");
}

const pages = [`${PAINTER} ${HE_PAINTED}`, `${VOSS} ${HE_STOLE}`, `${FIRM} ${FIRM_FAILED}`];

describe("a sentence that opens with a pronoun", () => {
  it("passes behind its own predecessor, and behind one of the same snippet with its subject", () => {
    expect(told(`${PAINTER} ${HE_PAINTED}`, pages)).toBe(`${PAINTER} ${HE_PAINTED}`);
    const wider = `${PAINTER} John Miller lived in Deal. ${HE_PAINTED}`;
    expect(told(`${PAINTER} ${HE_PAINTED}`, [wider])).toBe(`${PAINTER} ${HE_PAINTED}`);
  });

  it.each([
    ["behind another's sentence", `${PAINTER} ${HE_STOLE}`],
    ["where a lie between them was withheld", `${PAINTER} Karl Voss robbed a bank. ${HE_STOLE}`],
    ["behind a heading", `${PAINTER}\n\n## Life of John Miller\n${HE_STOLE}`],
    ["behind an announcement", `Here is what I found about John Miller:\n${HE_STOLE}`],
    ["in an item of a list", `${PAINTER}\n- ${HE_STOLE}`],
    ["first of all", HE_STOLE],
  ])("has its subject named %s", (_what, answer) => {
    expect(told(answer, pages)).toContain(`Karl Voss: “${HE_STOLE}”`);
  });

  it.each([
    "After his trial the money was found.",
    "Fleeing to the south, his wife sold the house.",
    "In 2004 he fled.",
    "The former clerk was convicted.",
  ])("behind another word is one as well: %s", (sentence) => {
    expect(told(`${PAINTER} ${sentence}`, [PAINTER, `${VOSS} ${sentence}`])).toBe(
      `${PAINTER} Karl Voss: “${sentence}”`,
    );
  });

  it("by its kind alone is one as well", () => {
    expect(told(`${FIRM} ${FIRM_FAILED}`, pages)).toBe(`${FIRM} ${FIRM_FAILED}`);
    expect(told(`${PAINTER} ${FIRM_FAILED}`, pages)).toBe(`${PAINTER} Acme Tools: “${FIRM_FAILED}”`);
  });

  it("of a namesake's page is quoted with what says who that is", () => {
    const namesake = "John Miller was an American senator.";
    const both = [`${PAINTER} ${HE_PAINTED}`, `${namesake} ${HE_STOLE}`];
    expect(told(`${PAINTER} ${HE_STOLE}`, both)).toBe(`${PAINTER} “${namesake} ${HE_STOLE}”`);
  });

  it("of another snippet of the same page speaks of the same person", () => {
    const page = "https://miller.example/life";
    const snippets = [PAINTER, `John Miller lived in Deal. ${HE_PAINTED}`].map((text) => ({
      text,
      url: page,
    }));
    expect(told(`${PAINTER} ${HE_PAINTED}`, snippets)).toBe(`${PAINTER} John Miller: “${HE_PAINTED}”`);
    const surname = "Miller sold the house in 1931.";
    expect(
      told(`${PAINTER} ${surname}`, [
        { text: PAINTER, url: page },
        { text: surname, url: page },
      ]),
    ).toBe(`${PAINTER} ${surname}`);
  });

  it.each([
    ["nothing in its snippet stands before it", [PAINTER, HE_STOLE]],
    ["two could be meant and the page says no more", [PAINTER, `He knew Karl Voss. ${HE_STOLE}`]],
  ])("is withheld where %s", (_what, found) => {
    expect(told(`${PAINTER} ${HE_STOLE}`, found)).toBe(PAINTER);
  });

  it("comes with the sentence before it where that could mean two", () => {
    const two = `Karl Voss met Otto Braun. ${HE_STOLE}`;
    expect(told(`${PAINTER} ${HE_STOLE}`, [PAINTER, two])).toBe(`${PAINTER} “${two}”`);
  });
});

it("says no quote twice, however it comes", () => {
  expect(told(`${PAINTER} ${VOSS} ${PAINTER} “${VOSS}”`, pages)).toBe(`${PAINTER} ${VOSS}`);
});

it("says nothing twice over the turns of one answer, and remembers who it speaks of", () => {
  const said = ["Who was John Miller?"];
  const memory = new AnswerMemory();
  const turn = new AnswerGuard([outcomeOf(pages)], said).text(memory);
  expect([...turn.push(PAINTER), ...turn.end()]).toMatchObject([{ text: PAINTER }]);
  const next = new AnswerGuard([outcomeOf(pages), outcomeOf(["Ida Fell sailed to Oslo."])], said).text(
    memory,
  );
  const answer = `${PAINTER} ${HE_PAINTED} Ida Fell sailed to Oslo.`;
  expect([...next.push(answer), ...next.end()]).toMatchObject([
    { text: HE_PAINTED, outcome: 0 },
    { text: " Ida Fell sailed to Oslo.", outcome: 1 },
  ]);
});
