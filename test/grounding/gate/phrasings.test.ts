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
import * as held from "./phrasings/held.ts";
import { NAMES, NATIVE_NAMES } from "./phrasings/names.ts";
import * as written from "./phrasings/written-from.ts";

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
    expect(grounded(prompts(held.HELD_ASKING))).toBeGreaterThanOrEqual(0.95);
  });

  it("are grounded in English without a capital", () => {
    expect(grounded(prompts(withoutCapitals(held.HELD_ASKING)))).toBeGreaterThanOrEqual(0.95);
  });

  it.each(Object.entries(held.HELD_ASKING_BY_LANGUAGE))("are grounded in %s", (language, phrasings) => {
    const native = NATIVE[language];
    const all = [...prompts(phrasings), ...(native ? prompts(phrasings, native) : [])];
    expect(grounded(all)).toBeGreaterThanOrEqual(0.95);
  });
});

describe("what names somebody and asks nothing about them", () => {
  it("is let through in English", () => {
    expect(grounded(held.HELD_OTHER)).toBeLessThanOrEqual(0.05);
  });

  it.each(Object.entries(held.HELD_OTHER_BY_LANGUAGE))("is let through in %s", (_language, phrasings) => {
    expect(grounded(phrasings)).toBe(0);
  });
});

describe("the phrasings the patterns were written from", () => {
  it("are judged as they should be", () => {
    const asking = [
      ...prompts(written.WRITTEN_FROM_ASKING),
      ...Object.values(written.WRITTEN_FROM_ASKING_BY_LANGUAGE).flatMap((phrasings) => prompts(phrasings)),
    ];
    expect(grounded(asking)).toBeGreaterThanOrEqual(0.98);
    expect(grounded(Object.values(written.WRITTEN_FROM_OTHER_BY_LANGUAGE).flat())).toBe(0);
    expect(grounded(written.WRITTEN_FROM_OTHER)).toBeLessThanOrEqual(0.07);
    expect(grounded(written.WRITTEN_FROM_QUESTIONS)).toBeGreaterThanOrEqual(0.95);
  });
});

describe("a list of the gate's words", () => {
  const said: Partial<Record<string, readonly string[]>> = Object.fromEntries(
    LANGUAGES.map((language) => [
      language,
      language === "en"
        ? [...held.HELD_ASKING, ...held.HELD_OTHER]
        : [...held.HELD_ASKING_BY_LANGUAGE[language], ...held.HELD_OTHER_BY_LANGUAGE[language]],
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
