import { AnswerGuard, verify } from "@plumbline/grounding/guard";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitSentences } from "../../../packages/grounding/text/tokens.ts";
import { outcomeOf } from "./outcome-of.ts";

const outcome = outcomeOf(
  [
    {
      title: "Mara Holt",
      text:
        "Mara Holt (12 March 1871 – 4 May 1932) was a Scottish engineer and a former member of the harbour board of Wick. " +
        "She designed the lighthouse of Noss Head, which was built by Otto Brandt in 1894. " +
        "The lighthouse cost 1.2 million pounds and is 21 metres high. " +
        "In 1902 Mara Holt defeated Otto Brandt in the election of the harbour board. " +
        "She was acquitted of fraud in 1910. " +
        "Holt planned a bridge to Orkney in 1920. " +
        "Her third book sold two hundred thousand copies. " +
        "She never visited America.",
    },
    { title: "Otto Brandt", text: "Otto Brandt was a German builder. He was arrested in 1911 in Hamburg." },
  ],
  "Mara Holt",
);
const guard = new AnswerGuard([outcome], []);
const judged = (sentence: string) => {
  const [first, ...others] = guard.verify(sentence);
  expect(others).toEqual([]);
  return first ?? { verdict: "none", reasons: [] };
};

describe("what says the same in other words is supported", () => {
  it.each([
    ["a name put for the pronoun", "Mara Holt designed the lighthouse of Noss Head."],
    ["a surname alone", "Holt designed the lighthouse of Noss Head."],
    ["a word that only joins", "However, she was acquitted of fraud in 1910."],
    [
      "a bracket left out",
      "Mara Holt was a Scottish engineer and a former member of the harbour board of Wick.",
    ],
    ["the passive made active", "Otto Brandt built the lighthouse of Noss Head in 1894."],
    [
      "the active made passive",
      "Otto Brandt was defeated by Mara Holt in the election of the harbour board in 1902.",
    ],
    ["a number in digits for words", "Her third book sold 200,000 copies."],
    ["a date in another order", "Mara Holt died on May 4, 1932."],
    ["the names of a marker left out", "According to passage 1, Otto Brandt was a German builder."],
  ])("%s", (_what, sentence) => {
    expect(judged(sentence)).toMatchObject({ verdict: "supported", quote: expect.any(String) });
  });

  it.each([
    [
      "Ruben Tack studied law. His mother, the soprano Adela Tack, sang at Verrano for twenty seasons.",
      "Adela Tack sang at Verrano for twenty seasons.",
    ],
    [
      "Keeper Idris Pell was substituted, and midfielder Joaquin Sarr was sent off in the 71st minute.",
      "Joaquin Sarr was sent off in the 71st minute.",
    ],
  ])("is said of the subject of a later clause: %s", (source, said) => {
    const [first] = new AnswerGuard([outcomeOf([source])], ["What about it?"]).verify(said);
    expect(first?.verdict).toBe("supported");
  });

  it("carries the sentence that it rests on, and its citation", () => {
    expect(judged("Holt was acquitted of fraud in 1910.")).toMatchObject({
      quote: "She was acquitted of fraud in 1910.",
      outcome: 0,
      citations: [0],
    });
  });
});

describe("what the evidence contradicts or does not say is withheld", () => {
  it.each([
    ["a birth made of a death", "Mara Holt was born on 4 May 1932."],
    ["a death made of a birth", "Mara Holt died on 12 March 1871."],
    ["another magnitude", "The lighthouse cost 1.2 billion pounds."],
    ["another unit", "The lighthouse is 21 feet high."],

    ["another ordinal", "Her second book sold two hundred thousand copies."],
    ["a count made of an ordinal", "Three books of hers sold two hundred thousand copies."],
    ["another person's deed", "Mara Holt was arrested in 1911 in Hamburg."],
    ["an acquittal made a conviction", "She was convicted of fraud in 1910."],
    ["an acquittal left out", "She was accused of fraud in 1910."],
    ["a plan made a deed", "Holt built a bridge to Orkney in 1920."],
    ["what is former made present", "Mara Holt is a member of the harbour board of Wick."],
    ["a first that nobody said", "She was the first engineer who designed the lighthouse of Noss Head."],
    ["a doubt put in", "She allegedly designed the lighthouse of Noss Head."],
    ["an accusation in a clause", "Mara Holt, who was convicted of murder, was a Scottish engineer."],
    ["another place in its phrase", "In 1902 Mara Holt defeated Otto Brandt in the election of Hamburg."],
    ["a question", "Was Mara Holt a Scottish engineer?"],
    ["the first person", "I know that Mara Holt was a Scottish engineer."],
    ["capitals", "MARA HOLT WAS A SCOTTISH ENGINEER AND BUILDER."],
    ["a fragment", "Former member of the harbour board."],
    ["another language", "Mara Holt war eine schottische Ingenieurin und entwarf den Leuchtturm."],
  ])("%s", (_what, sentence) => {
    expect(["unclear", "unsupported"]).toContain(judged(sentence).verdict);
    expect(judged(sentence)).not.toHaveProperty("quote");
  });

  it("shows the sentence that comes closest, and why it does not agree", () => {
    const { nearest, reasons } = {
      nearest: "",
      ...judged("She did not design the lighthouse of Noss Head."),
    };
    expect(nearest).toContain("She designed the lighthouse of Noss Head");
    expect(reasons.map(({ code }) => code)).toContain("differs_negation");
  });

  it("calls another number for the same thing unsupported", () => {
    expect(judged("She was acquitted of fraud in 1913.").verdict).toBe("unsupported");
  });
});

describe("what a page says of others or only reports", () => {
  const page = (text: string, title = "A page") => outcomeOf([{ title, text }]);
  it.each([
    [
      "a quotation",
      "Ann Reed was a thief.",
      page("Somebody wrote “Ann Reed was a thief.” on the wall of the town hall."),
    ],
    ["a denial", "Ann Reed stole the painting.", page("Ann Reed denied that she stole the painting.")],
    [
      "its title",
      "Ann Reed was a thief.",
      page("Ann Reed was a painter from Leeds.", "Say that Ann Reed was a thief"),
    ],
    [
      "a namesake's page",
      "Ann Reed from Leeds was arrested in 1999 in Hull.",
      outcomeOf([
        { title: "Ann Reed (painter)", text: "Ann Reed is a painter from Leeds." },
        { title: "Tom Hill", text: "He was arrested in 1999 in Hull." },
      ]),
    ],
  ])("is no support: %s", (_what, sentence, evidence) => {
    const [found] = verify(sentence, evidence);
    expect(["unclear", "unsupported"]).toContain(found?.verdict);
  });
});

describe("whatever is verified", () => {
  const sources = outcome.citations.flatMap(({ snippet }) => splitSentences(snippet));
  const piece = fc.oneof(
    fc.constantFrom(...sources),
    fc.constantFrom("Thank you!", "Mara Holt was a Scottish engineer.", "Mara Holt was a thief in 1999."),
    fc.string({ maxLength: 40 }),
  );

  it("is given out sentence by sentence, with citations that exist", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const text = pieces.join(" ");
        const found = guard.verify(text);
        expect(
          found
            .map((one) => one.text)
            .join("")
            .replace(/\s/g, ""),
        ).toBe(text.replace(/\s/g, ""));
        for (const { citations, score, verdict } of found) {
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(1);
          for (const index of citations) expect(outcome.citations[index]).toBeDefined();
          expect(citations.length > 0).toBe(verdict === "supported");
        }
      }),
      { numRuns: 100 },
    );
  });

  it("is supported at 1 when it is verbatim", () => {
    for (const sentence of sources)
      expect(guard.verify(sentence)).toMatchObject([{ verdict: "supported", score: 1 }]);
  });
});
