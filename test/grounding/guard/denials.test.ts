import { describe, expect, it } from "vitest";
import { createEvidence } from "../../../packages/grounding/guard/evidence.ts";
import { judgeSentence } from "../../../packages/grounding/guard/judge-sentence.ts";
import { BARE_DENIALS, DENIAL_CASES, worded } from "../../fixtures/guard/denials.ts";
import { outcomeOf, refused } from "./outcome-of.ts";

describe.each(DENIAL_CASES)("a denial in $language", ({ query, source, said, ...denials }) => {
  const outcome = { ...outcomeOf([{ text: source, title: "Mara Holt" }]), query };
  const evidence = createEvidence([outcome], [said]);
  const verdictOf = (sentence: string) => judgeSentence(sentence, evidence).verdict;

  it.each(worded(denials.wordings, denials.answered))(
    "of what the evidence answers is withheld: %s",
    (sentence) => {
      expect(verdictOf(sentence)).toBe("unclear");
    },
  );

  it.each(worded(denials.wordings, denials.unanswered))(
    "of what it does not answer leaves, with what was searched: %s",
    (sentence) => {
      const { verdict, text } = judgeSentence(sentence, evidence);
      expect(verdict).toBe("exempt");
      expect(text).toContain(sentence.slice(0, -1));
      expect(text).toContain(query);
      expect(text).toMatch(/[)»”]\.$/u);
    },
  );

  const withPremise = { clauses: denials.premises, nouns: [] };
  it.each(worded(denials.wordings, withPremise))("is judged by its premise: %s", (sentence) => {
    expect(verdictOf(sentence)).toBe("unclear");
  });
});

describe("a denial of all that was asked", () => {
  const outcome = outcomeOf(["Mara Holt was a Scottish engineer."], "Mara Holt");

  it.each(BARE_DENIALS)("is withheld where there is an answer: %s", (sentence) => {
    expect(judgeSentence(sentence, createEvidence([outcome], [])).verdict).toBe("unclear");
  });

  it.each(BARE_DENIALS)("leaves where there is no answer: %s", (sentence) => {
    expect(judgeSentence(sentence, createEvidence([], [])).verdict).toBe("exempt");
    const { verdict, text } = judgeSentence(sentence, createEvidence([refused(outcome)], []));
    expect([verdict, text.includes(outcome.query)]).toEqual(["exempt", true]);
  });

  it("leaves where only an earlier question had an answer", () => {
    const earlier = outcomeOf(["Ada Brix was a Danish painter."], "Ada Brix");
    const now = refused(outcome);
    const { verdict, text } = judgeSentence(
      "The sources do not say.",
      createEvidence([earlier, now], ["Who was Ada Brix?", "Who was Mara Holt?"], { ofTurn: [now] }),
    );
    expect([verdict, text]).toEqual(["exempt", "The sources do not say (searched: “Who is Mara Holt?”)."]);
  });
});

it.each(["The sources do not say more.", "I have not found anything else.", "Die Quellen sagen nicht mehr."])(
  "a denial of more denies nothing that was said: %s",
  (sentence) => {
    const outcome = outcomeOf(["Mara Holt was a Scottish engineer."], "Mara Holt");
    expect(judgeSentence(sentence, createEvidence([outcome], [])).verdict).toBe("exempt");
  },
);

it("names no query that a model made up", () => {
  const outcome = {
    ...outcomeOf(["Mara Holt was a Scottish engineer."], "Mara Holt"),
    query: "Why was Mara Holt convicted of fraud?",
  };
  const { verdict, text } = judgeSentence(
    "The sources do not mention her religion.",
    createEvidence([outcome], ["Who was Mara Holt?"]),
  );
  expect([verdict, text]).toEqual(["exempt", "The sources do not mention her religion."]);
});

it("a premise that the evidence says may be stated", () => {
  const outcome = outcomeOf(["Mara Holt was a Scottish engineer. Mara Holt was convicted."], "Mara Holt");
  const evidence = createEvidence([outcome], ["Who was Mara Holt?"]);
  const told = judgeSentence("The sources do not say how many years Mara Holt was convicted.", evidence);
  expect(told.verdict).toBe("unclear");
});
