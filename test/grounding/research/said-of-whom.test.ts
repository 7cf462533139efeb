import { describe, expect, it } from "vitest";
import { claimsAsRead, researchPassages } from "../../eval/product.ts";

const ask = (question: string, ...pages: readonly [title: string, text: string][]) =>
  researchPassages(
    question,
    pages.map(([title, text]) => ({ title, text })),
  );

const COLLEGE = [
  "Grace Hopper College",
  "Grace Hopper College is a residential college of Yale University named after Grace Hopper.",
] as const;
const HOPPER = ["Grace Hopper", "Grace Hopper studied mathematics at Vassar College."] as const;

describe("what bears a person's name", () => {
  it("is not what the person did", async () => {
    const outcome = await ask("Which university did Grace Hopper attend?", [...COLLEGE], [...HOPPER]);
    expect(claimsAsRead(outcome).map(({ text }) => text)).toEqual([HOPPER[1]]);
    expect((await ask("Which university did Grace Hopper attend?", [...COLLEGE])).ok).toBe(false);
  });

  it("answers where it is asked for", async () => {
    expect((await ask("Which college is named after Grace Hopper?", [...COLLEGE])).ok).toBe(true);
  });

  it("is not somebody who is named to an office", async () => {
    const named = "Microsoft named Satya Nadella its chief executive in February 2014.";
    expect(
      (await ask("When did Microsoft name Satya Nadella chief executive?", ["Microsoft", named])).ok,
    ).toBe(true);
  });
});

describe("what is done by a person", () => {
  it("answers what that person did, whatever the sentence opens with", async () => {
    const founded = "Shopify was founded in 2006 by Tobi Lütke, Daniel Weinand and Scott Lake.";
    expect((await ask("What company did Tobi Lütke found?", ["Shopify", founded])).ok).toBe(true);
    const advised = "Shopify was advised by Tobi Lütke.";
    expect((await ask("What company did Tobi Lütke found?", ["Shopify", advised])).ok).toBe(false);
  });
});

describe("where a person is from", () => {
  it("is asked, and is no part of the name", async () => {
    const question = "Is Keanu Reeves Canadian?";
    const canadian = "Keanu Reeves is a Canadian actor, born in Beirut.";
    expect((await ask(question, ["Keanu Reeves", canadian])).ok).toBe(true);
    expect((await ask(question, ["Keanu Reeves", "Keanu Reeves played Neo in The Matrix."])).ok).toBe(false);
  });
});

describe("a page about somebody else", () => {
  it.each([
    ["Karl Marx", "Karl Marx, the friend of Friedrich Engels, died on 14 March 1883 in London."],
    ["Karl Marx", "Karl Marx was a friend of Friedrich Engels. He died on 14 March 1883 in London."],
  ])("does not make two people of the one it mentions: %s, %s", async (title, text) => {
    const own = "Friedrich Engels died in London on 5 August 1895.";
    const outcome = await ask("When did Friedrich Engels die?", [title, text], ["Friedrich Engels", own]);
    expect(outcome.answer?.text).toBe(own);
  });
});

describe("what is said of a relative or companion", () => {
  it.each([
    ["When did Karl Voss die?", "Karl Voss is a Norwegian sailor. His father Otto Voss died in 1999."],
    ["Is Karl Voss dead?", "Karl Voss, a Norwegian sailor, is a widower. His wife Ida died in 1999."],
    ["Was Karl Voss convicted?", "Karl Voss is a sailor. His brother Jan was convicted of fraud in 2011."],
    ["Was Karl Voss arrested?", "Karl Voss is a sailor whose brother Jan was arrested in 2011."],
    ["Was Karl Voss convicted?", "Karl Voss was acquitted and his brother Jan was convicted of fraud."],
    [
      "Did Karl Voss win the Nobel Prize?",
      "Karl Voss is a chemist. His colleague Ida Holm won the Nobel Prize.",
    ],
    ["Does Karl Voss have children?", "Karl Voss is a sailor. His brother Jan has two children."],
  ])("does not answer “%s”: %s", async (question, text) => {
    expect((await ask(question, ["Karl Voss", text])).ok).toBe(false);
  });

  it.each([
    ["When did Karl Voss die?", "Karl Voss and his wife Ida died in a crash in 2003."],
    ["When did Karl Voss die?", "Karl Voss was a sailor. After his wife had left, he died in 2003."],
    ["When was Karl Voss born?", "Karl Voss, whose father was a sailor, was born in 1950."],
    ["Was Karl Voss convicted?", "Karl Voss was a sailor. With his brother Jan he was convicted in 2003."],
    [
      "Did Karl Voss win the Booker Prize?",
      "Karl Voss is a writer. His novel Nightfall won the Booker Prize.",
    ],
  ])("leaves what is said of the person: %s %s", async (question, text) => {
    expect((await ask(question, ["Karl Voss", text])).ok).toBe(true);
  });
});
