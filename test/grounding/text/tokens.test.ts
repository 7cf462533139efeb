import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  findContentWords,
  foldWord,
  tokenize,
  toSingular,
  weighTerm,
} from "../../../packages/grounding/text/tokens.ts";

describe("tokens", () => {
  it("folds case, accents, apostrophes and the possessive", () => {
    expect(["O’Brien’s", "Beyoncé", "ŁÓDŹ", "Straße", "Ada's", "x86"].map(foldWord)).toEqual([
      "obrien",
      "beyonce",
      "lodz",
      "strasse",
      "ada",
      "x86",
    ]);
  });

  it("folds plain plurals only", () => {
    expect(["cats", "cities", "boxes", "glass", "status", "ties", "gas"].map(toSingular)).toEqual([
      "cat",
      "city",
      "box",
      "glass",
      "status",
      "tie",
      "gas",
    ]);
  });

  it("keeps what carries content", () => {
    expect(findContentWords("Which of the 7 novels did she write in 1968?")).toEqual([
      "7",
      "novel",
      "write",
      "1968",
    ]);
  });

  it("gives every token its place in the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        for (const token of tokenize(text)) expect(text.slice(token.start, token.end)).toBe(token.raw);
      }),
    );
  });

  it("finds the words that one pattern for all scripts finds", () => {
    const pattern = /[\p{L}\p{N}\p{M}]+(?:['’ʼ][\p{L}\p{M}]+)*/gu;
    const pieces = [
      "Ada",
      "x8",
      "'",
      "’",
      "é",
      "e\u0301",
      "日本",
      "😀",
      "\uD83D",
      "\uDE00",
      "𝒜",
      "-",
      " ",
      "7",
      "٣",
      "²",
    ];
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(fc.constantFrom(...pieces)).map((some) => some.join("")),
    );
    fc.assert(
      fc.property(text, (written) => {
        const found = Array.from(written.matchAll(pattern), ([raw]) => [raw, foldWord(raw)]);
        expect(tokenize(written).map(({ raw, word }) => [raw, word])).toEqual(found);
      }),
      { numRuns: 500 },
    );
  });

  it("weighs rare words above common ones and never a year as a small number", () => {
    expect(weighTerm("year")).toBeLessThan(weighTerm("city"));
    expect(weighTerm("city")).toBeLessThan(weighTerm("treaty"));
    expect(weighTerm("treaty")).toBeLessThan(weighTerm("zoetrope"));
    expect(weighTerm("12")).toBeLessThan(weighTerm("1912"));
  });
});
