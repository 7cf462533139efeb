import { decideGrounding } from "@plumbline/grounding/gate";
import { describe, expect, it } from "vitest";
import {
  findByLetters,
  findPhrases,
  type Kind,
  readGateTokens,
  separateScripts,
} from "../../../packages/grounding/gate/phrases.ts";
import { LANGUAGES, type Language } from "../../../packages/grounding/lexicon/language.ts";
import { getLexicon } from "../../../packages/grounding/lexicon/lexicon.ts";
import { HELD, WRITTEN_FROM } from "./phrasings/lists.ts";
import { NAMES, NATIVE_NAMES } from "./phrasings/names.ts";

const KINDS: readonly Kind[] = ["who", "about", "life", "tell", "question", "errand", "fiction"];

/** Puts a name into a phrasing, in lower case into one that has no capital. */
function fill(phrasing: string, name: string): string {
  const capitals = /\p{Lu}/u.test(phrasing.replaceAll("X", ""));
  const cased = /[\p{Script=Latin}\p{Script=Cyrillic}]/u.test(phrasing.replaceAll("X", ""));
  return phrasing.replaceAll("X", () => (capitals || !cased ? name : name.toLowerCase()));
}

function prompts(phrasings: readonly string[], names: readonly string[] = NAMES): string[] {
  return phrasings.flatMap((phrasing) => names.map((name) => fill(phrasing, name)));
}

function withoutCapitals(phrasings: readonly string[]): string[] {
  return phrasings.map((phrasing) =>
    phrasing
      .split("X")
      .map((part) => part.toLowerCase())
      .join("X"),
  );
}

function grounded(list: readonly string[]): number {
  return list.filter((prompt) => decideGrounding({ prompt }).requiresGrounding).length / list.length;
}

const NATIVE: Partial<Record<string, readonly string[]>> = NATIVE_NAMES;

describe("ways of asking about a person that no pattern was written from", () => {
  it("are grounded in English", () => {
    expect(grounded(prompts(HELD.lines("asking")))).toBeGreaterThanOrEqual(0.95);
  });

  it("are grounded in English without a capital", () => {
    expect(grounded(prompts(withoutCapitals(HELD.lines("asking"))))).toBeGreaterThanOrEqual(0.95);
  });

  it.each(Object.entries(HELD.group("asking")))("are grounded in %s", (language, phrasings) => {
    const native = NATIVE[language];
    const all = [...prompts(phrasings), ...(native ? prompts(phrasings, native) : [])];
    expect(grounded(all)).toBeGreaterThanOrEqual(0.95);
  });
});

describe("what names somebody and asks nothing about them", () => {
  it("is let through in English", () => {
    expect(grounded(HELD.lines("other"))).toBeLessThanOrEqual(0.05);
  });

  it.each(Object.entries(HELD.group("other")))("is let through in %s", (_language, phrasings) => {
    expect(grounded(phrasings)).toBe(0);
  });
});

describe("the phrasings the patterns were written from", () => {
  it("are judged as they should be", () => {
    const asking = [
      ...prompts(WRITTEN_FROM.lines("asking")),
      ...Object.values(WRITTEN_FROM.group("asking")).flatMap((phrasings) => prompts(phrasings)),
    ];
    expect(grounded(asking)).toBeGreaterThanOrEqual(0.98);
    expect(grounded(Object.values(WRITTEN_FROM.group("other")).flat())).toBe(0);
    expect(grounded(WRITTEN_FROM.lines("other"))).toBeLessThanOrEqual(0.07);
    expect(grounded(WRITTEN_FROM.lines("questions"))).toBeGreaterThanOrEqual(0.95);
  });
});

describe("a list of the gate's words", () => {
  const said: Partial<Record<string, readonly string[]>> = Object.fromEntries(
    LANGUAGES.map((language) => [
      language,
      language === "en"
        ? [...HELD.lines("asking"), ...HELD.lines("other")]
        : [...(HELD.group("asking")[language] ?? []), ...(HELD.group("other")[language] ?? [])],
    ]),
  );

  const lists = LANGUAGES.flatMap((language) => KINDS.map((kind): [Language, Kind] => [language, kind]));

  it.each(lists.filter(([language, kind]) => getLexicon(language).gate[kind] !== ""))(
    "fires on a phrasing it was not written from: %s, %s",
    (language, kind) => {
      const fires = (prompt: string) => {
        const text = separateScripts(prompt);
        const byLetters = findByLetters(text);
        if (byLetters?.language === language) return byLetters.kinds.has(kind);
        return findPhrases(readGateTokens(text)).some(
          (hit) => hit.kind === kind && hit.language === language,
        );
      };
      expect((said[language] ?? []).filter(fires).length).toBeGreaterThan(0);
    },
  );
});
