import { cleanText } from "@plumbline/core/text/clean-text.ts";
import { describe, expect, it } from "vitest";
import { findAskedName } from "../../../packages/grounding/text/asked-name.ts";
import { findIdentifyingWords, findNameMentions } from "../../../packages/grounding/text/name-mentions.ts";
import { findProperNames } from "../../../packages/grounding/text/names.ts";
import { splitSentences, splitWords } from "../../../packages/grounding/text/tokens.ts";

/**
 * As much as a conversation may hold. What takes the square of it takes minutes, and the time limit of the
 * test is what fails.
 */
const LENGTH = 100_000;
const LIMIT_MS = 5_000;

const filled = (unit: string) => unit.repeat(Math.ceil(LENGTH / unit.length)).slice(0, LENGTH);

describe("a text of one thing over and over", { timeout: LIMIT_MS }, () => {
  it.each(["who is ", "tell me about ", "biography of ", "what did ", "who is A ", "A. ", "((((", "1815 "])(
    "%j asks for nobody",
    (unit) => {
      expect(findAskedName(filled(unit))).toBeNull();
    },
  );

  it("still shows a name behind many questions for nobody", () => {
    expect(findAskedName(`${filled("who is ")} who is ada lovelace`)).toBe("ada lovelace");
    expect(findAskedName(`${filled("who is ")} who is Ada Lovelace`)).toBe("Ada Lovelace");
  });

  it.each(["A ", "A-", "A de la ", "a", "who is ", "-", "I ", "The "])(
    "%j holds no name of two words",
    (unit) => {
      expect(findProperNames(filled(unit)).filter(({ text }) => text.startsWith("A "))).toEqual([]);
    },
  );

  it("is one name when it is one run of capitals", () => {
    expect(findProperNames("Aa Bb ".repeat(LENGTH / 6))).toHaveLength(1);
  });

  it.each([
    ["dots", "."],
    ["marks", "!?"],
    ["quotes", '."'],
    ["brackets", "("],
    ["letters", "a"],
    ["initials", "A."],
  ])("is one sentence of %s", (_, unit) => {
    expect(splitSentences(`${filled(unit)}x`)).toEqual([`${filled(unit)}x`]);
  });

  it.each([" ", "\n", "\t ", "\u00a0"])("is no sentence of white space %j", (unit) => {
    expect(splitSentences(filled(unit))).toEqual([]);
    expect(splitSentences(`One.${filled(unit)}[...]${filled(unit)}Two.`)).toEqual(["One.", "Two."]);
  });

  it("is one word under however many marks", () => {
    expect(splitWords(`e${filled("\u0301\u0316")}`)).toEqual(["e"]);
  });
});

describe("nameWords", () => {
  it("takes no more than twelve words for a name", () => {
    expect(findIdentifyingWords(filled("Aa Bb "))).toHaveLength(12);
  });

  it("finds a name of thousands of words in no time", { timeout: LIMIT_MS }, () => {
    expect(findNameMentions(filled("A "), `${filled("A ")} B`).length).toBeGreaterThan(0);
  });
});

describe("cleanText of markup without end", { timeout: LIMIT_MS }, () => {
  it.each(["<div>", "<b>", "<svg>", "<template>", "<b><i>", "</p><div>"])(
    "keeps what stands before %j and stops",
    (tag) => {
      expect(cleanText(`before${tag.repeat(700_000)}after`)).toBe("before");
    },
  );

  it.each(["<br>", "<p>", "<li>", "<form>", "<b></b>", "</b>", "<!-- x -->"])("reads on past %j", (tag) => {
    expect(cleanText(`before ${tag.repeat(50_000)} after`)).toBe("before after");
  });

  it("reads what is nested a hundred deep", () => {
    expect(cleanText(`${"<div><b>".repeat(50)}Ada${"</b></div>".repeat(50)} Lovelace`)).toBe("Ada Lovelace");
  });

  it("leaves a character thirty marks", () => {
    expect(cleanText(`x${filled("\u0301\u0316")}`)).toHaveLength(31);
    expect(cleanText(`x${"\u0316".repeat(30)}y`)).toBe(`x${"\u0316".repeat(30)}y`);
  });
});
