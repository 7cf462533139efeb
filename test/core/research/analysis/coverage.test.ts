import {
  bearsSubject,
  bestMatch,
  coverage,
  domainSpread,
  snippetCount,
  termShare,
} from "@plumbline/core/research/analysis/coverage.ts";
import { queryTerms } from "@plumbline/core/research/analysis/query-terms.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { snippet } from "./snippet-of.ts";

const THRESHOLD = 0.15;

describe("the terms of coverage", () => {
  const terms = [
    { word: "heron", weight: 5 },
    { word: "river", weight: 3 },
  ];

  it("termShare weighs the terms that are held", () => {
    expect(termShare(terms, new Set(["heron"]))).toBe(5 / 8);
    expect(termShare(terms, new Set())).toBe(0);
    expect(termShare([], new Set())).toBe(1);
  });

  it("domainSpread counts owners, not hosts", () => {
    expect(domainSpread([snippet("", "a.example.com"), snippet("", "b.example.com")])).toBeCloseTo(1 / 3);
    expect(domainSpread(["a.com", "b.com", "c.com", "d.com"].map((domain) => snippet("", domain)))).toBe(1);
  });

  it("snippetCount is full at five", () => {
    expect(
      [0, 1, 5, 9].map((count) => snippetCount(Array.from({ length: count }, () => snippet("")))),
    ).toEqual([0, 0.2, 1, 1]);
  });

  it("bestMatch is the fullest single snippet", () => {
    expect(bestMatch(terms, [new Set(["river"]), new Set(["heron"])])).toBe(5 / 8);
    expect(bestMatch(terms, [])).toBe(0);
  });

  it("queryTerms holds a name as one term and drops the words of asking", () => {
    expect(queryTerms("Tell me a bio of Ada Lovelace", "Ada Lovelace")).toEqual([
      { word: "ada lovelace", weight: 10 },
    ]);
  });
});

describe("coverage of a question about somebody", () => {
  const query = "When was Ada Lovelace born?";

  it("is 0 when nobody bears the full name, however close", () => {
    const close = [
      snippet("Ada Byron and Mr Lovelace were born in London."),
      snippet("Lovelace was born in 1815.", "b.com"),
    ];
    expect(coverage(query, "Ada Lovelace", close)).toMatchObject({ score: 0, relevant: [] });
  });

  it.each(["Lovelace, Ada: born in 1815", "Augusta Ada King Lovelace (1815–1852)", "ADA LOVELACE"])(
    "counts %j",
    (text) => {
      expect(bearsSubject(snippet(text), "Ada Lovelace")).toBe(true);
      expect(coverage(query, "Ada Lovelace", [snippet(text)]).score).toBeGreaterThan(2 * THRESHOLD);
    },
  );

  it("counts the name in a title and leaves out the rest", () => {
    const titled = { ...snippet("She was born on 10 December 1815."), title: "Ada Lovelace - a life" };
    expect(coverage(query, "Ada Lovelace", [snippet("Born yesterday."), titled]).relevant).toEqual([1]);
  });

  it("rises with independent voices", () => {
    const text = "Ada Lovelace was born in 1815.";
    const one = coverage(query, "Ada Lovelace", [snippet(text, "a.com")]).score;
    const two = coverage(query, "Ada Lovelace", [snippet(text, "a.com"), snippet(text, "b.com")]).score;
    expect(two).toBeGreaterThan(one);
  });
});

describe("coverage of a nameless question", () => {
  const query = "how do glaciers carve valleys in granite";

  it("is high for evidence that answers", () => {
    const good = [
      snippet("Glaciers carve U-shaped valleys, in granite too."),
      snippet("A glacier grinds granite valleys.", "b.com"),
    ];
    expect(coverage(query, null, good).score).toBeGreaterThan(0.5);
  });

  it("is under the threshold for any amount of evidence about something else", () => {
    const stray = [
      "Granite worktops are popular.",
      "The valley hosts a music festival every year.",
      "Sculptors carve wood.",
      "A glacier was seen from the plane.",
    ].map((text, index) => snippet(text, `d${index}.com`));
    expect(coverage(query, null, stray).score).toBeLessThan(THRESHOLD);
  });

  it.each([
    ["a year alone", "Who won the regatta 2024?", "The eclipse of 2024 was total."],
    ["several years alone", "avg 1815 1852", "Ada Lovelace (1815–1852) was a mathematician."],
    ["the more common of two words", "heron school", "The school opened in spring."],
    ["a number where nothing else is asked", "1815 1852", "From 1815 to 1852."],
  ])("is 0 for %s", (_, query, text) => {
    expect(coverage(query, null, [snippet(text)])).toMatchObject({ score: 0, relevant: [] });
  });

  it.each([
    ["the rarer of two words", "heron school", "A heron was seen."],
    ["the word beside a year", "Who won the regatta 2024?", "The regatta went to Leeds."],
  ])("counts %s", (_, asked, text) => {
    expect(coverage(asked, null, [snippet(text)]).relevant).toEqual([0]);
  });

  it("is 0 when nothing is asked", () => {
    expect(coverage("what is it?", null, [snippet("what is it?")]).score).toBe(0);
  });
});

describe("coverage of anything", () => {
  it("stays in [0, 1], counts only what it was given, and repeats itself", () => {
    const word = fc.constantFrom("Ada", "Lovelace", "river", "the", "1815", "bank");
    const sentence = fc.array(word, { maxLength: 8 }).map((words) => words.join(" "));
    const subject = fc.constantFrom(null, "Ada Lovelace", "River");
    const snippets = fc.array(sentence.map((text) => snippet(text)));
    fc.assert(
      fc.property(sentence, subject, snippets, (query, name, evidence) => {
        const result = coverage(query, name, evidence);
        for (const figure of [result.score, ...Object.values(result.terms)]) {
          expect(figure).toBeGreaterThanOrEqual(0);
          expect(figure).toBeLessThanOrEqual(1);
        }
        expect(result.relevant.every((index) => evidence[index] !== undefined)).toBe(true);
        expect(coverage(query, name, evidence)).toEqual(result);
      }),
    );
  });
});
