import { describe, expect, it } from "vitest";
import { claimsAsRead, researchPassages } from "../../eval/product.ts";
import { QUALIFIED } from "../../fixtures/asked/index.ts";

/** Returns the first claim from pages that each hold one text; null where research refused. */
async function firstClaim(
  { question, title }: { question: string; title: string },
  ...texts: readonly string[]
) {
  const outcome = await researchPassages(
    question,
    texts.map((text) => ({ title, text })),
  );
  return outcome.ok ? (claimsAsRead(outcome)[0]?.text ?? null) : null;
}

const withOther = QUALIFIED.flatMap(({ question, near: [other] }) =>
  other === undefined ? [] : [{ question, title: other[0], other: other[1] }],
);
const withRight = QUALIFIED.flatMap(({ question, answering: [right] }) =>
  right === undefined ? [] : [{ question, title: right[0], right: right[1] }],
);
const both = QUALIFIED.flatMap(({ question, near: [other], answering: [right] }) =>
  other === undefined || right === undefined
    ? []
    : [{ question, title: right[0], other: other[1], right: right[1] }],
);

describe("a question for one of several things of a kind", () => {
  it.each(withOther)("“$question” is not answered by “$other”", async ({ other, ...asked }) => {
    expect(await firstClaim(asked, other)).toBeNull();
  });

  it.each(withRight)("“$question” is answered by “$right”", async ({ right, ...asked }) => {
    expect(await firstClaim(asked, right)).toBe(right);
  });

  it.each(both)("“$question” is answered by “$right” of a page", async ({ other, right, ...asked }) => {
    expect(await firstClaim(asked, `${other} ${right}`)).toBe(right);
    expect(await firstClaim(asked, `${right} ${other}`)).toBe(right);
  });

  it.each(both)("“$question” is answered by “$right” of two pages", async ({ other, right, ...asked }) => {
    expect(await firstClaim(asked, other, right)).toBe(right);
  });

  it("is not answered by another king of the name", async () => {
    const pair = { question: "When did Queen Elizabeth II die?", title: "Elizabeth II" };
    const right = "Queen Elizabeth II died on 8 September 2022.";
    const first = "Queen Elizabeth I died on 24 March 1603.";
    expect(await firstClaim(pair, first)).toBeNull();
    expect(await firstClaim(pair, `${first} ${right}`)).toBe(right);
  });

  it("goes on in a sentence that opens with a pronoun", async () => {
    const season = {
      question: "How many episodes did season 2 of Harbour Lights have?",
      title: "Harbour Lights",
    };
    const text =
      "Season 2 of Harbour Lights began in 2013. It had twelve episodes, two more than season 1 of Harbour Lights.";
    expect(await firstClaim(season, text)).toContain("twelve episodes");
  });

  it("is answered by a sentence without a number where it is the only one", async () => {
    const question = "When did Dora Venn win her second Orwell Prize?";
    const text = "Dora Venn won the Orwell Prize again in 1990.";
    expect(await firstClaim({ question, title: "Dora Venn" }, text)).toBe(text);
  });

  it("is not answered by a sentence that does not say which one it is of", async () => {
    const question = "When did Dora Venn win her second Orwell Prize?";
    const text = "Dora Venn shared the Orwell Prize in 1983 with Karl Moss.";
    expect(await firstClaim({ question, title: "Dora Venn" }, text)).toBeNull();
  });

  it("is a clue, and not asked for, before “of which”", async () => {
    const question = "The Harbour is the second episode of the third season of which series by Nora Quill?";
    const text = "The Harbour opened the first season of Harbour Lights, a series by Nora Quill.";
    expect(await firstClaim({ question, title: "Harbour Lights" }, text)).toBe(text);
  });
});
