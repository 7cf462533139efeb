import { ARABIC_LIFE_EVENTS } from "./ar/life-events.ts";
import { GERMAN_LIFE_EVENTS } from "./de/life-events.ts";
import { ENGLISH_LIFE_EVENTS } from "./en/life-events.ts";
import { SPANISH_LIFE_EVENTS } from "./es/life-events.ts";
import { FRENCH_LIFE_EVENTS } from "./fr/life-events.ts";
import { ITALIAN_LIFE_EVENTS } from "./it/life-events.ts";
import { JAPANESE_LIFE_EVENTS } from "./ja/life-events.ts";
import { KOREAN_LIFE_EVENTS } from "./ko/life-events.ts";
import type { Language } from "./language.ts";
import { LIFE_EVENTS, type LifeEventName, type LifeEventWords } from "./life-events.ts";
import { DUTCH_LIFE_EVENTS } from "./nl/life-events.ts";
import { PORTUGUESE_LIFE_EVENTS } from "./pt/life-events.ts";
import { RUSSIAN_LIFE_EVENTS } from "./ru/life-events.ts";
import { TURKISH_LIFE_EVENTS } from "./tr/life-events.ts";
import { CHINESE_LIFE_EVENTS } from "./zh/life-events.ts";

const WORDS: Readonly<Record<Language, LifeEventWords>> = {
  en: ENGLISH_LIFE_EVENTS,
  de: GERMAN_LIFE_EVENTS,
  es: SPANISH_LIFE_EVENTS,
  ru: RUSSIAN_LIFE_EVENTS,
  tr: TURKISH_LIFE_EVENTS,
  ar: ARABIC_LIFE_EVENTS,
  zh: CHINESE_LIFE_EVENTS,
  fr: FRENCH_LIFE_EVENTS,
  it: ITALIAN_LIFE_EVENTS,
  pt: PORTUGUESE_LIFE_EVENTS,
  nl: DUTCH_LIFE_EVENTS,
  ja: JAPANESE_LIFE_EVENTS,
  ko: KOREAN_LIFE_EVENTS,
};

/** One event's words as patterns over text that `foldEventText` folded. */
interface EventPatterns {
  asks: RegExp;
  says: RegExp;
}

const compiled = new Map<Language, Readonly<Record<LifeEventName, EventPatterns>>>();

/** The events that a question asks for by its words. */
export function eventsAsked(question: string, language: Language): LifeEventName[] {
  const folded = foldEventText(question);
  const patterns = patternsOf(language);
  return LIFE_EVENTS.filter((event) => patterns[event].asks.test(folded));
}

/** The events that a sentence tells of. */
export function eventsSaid(sentence: string, language: Language): Set<LifeEventName> {
  const folded = foldEventText(sentence);
  const patterns = patternsOf(language);
  return new Set(LIFE_EVENTS.filter((event) => patterns[event].says.test(folded)));
}

/** A question without the words that ask for events. */
export function withoutEventWords(question: string, language: Language): string {
  const patterns = patternsOf(language);
  return LIFE_EVENTS.reduce(
    (text, event) => text.replace(new RegExp(patterns[event].says, "gu"), " "),
    foldEventText(question),
  );
}

/** Lower case without diacritics, the punctuation kept. Marks go first: normal forms take the square of their number. */
export function foldEventText(text: string): string {
  return text.replace(/\p{M}/gu, "").normalize("NFKD").replace(/\p{M}/gu, "").normalize("NFC").toLowerCase();
}

function patternsOf(language: Language): Readonly<Record<LifeEventName, EventPatterns>> {
  const known = compiled.get(language);
  if (known !== undefined) return known;
  const patterns = Object.fromEntries(
    LIFE_EVENTS.map((event) => {
      const [asks = "", more = ""] = WORDS[language][event].split("|");
      return [event, { asks: pattern(asks, language), says: pattern(`${asks} ${more}`, language) }];
    }),
  ) as Record<LifeEventName, EventPatterns>;
  compiled.set(language, patterns);
  return patterns;
}

/** Chinese and Japanese leave no spaces, so their words match anywhere. Arabic writes "and", "the" and their like onto the word. */
function pattern(list: string, language: Language): RegExp {
  const words = list
    .split(" ")
    .filter((word) => word !== "")
    .map((word) => foldEventText(word).replaceAll("*", "[\\p{L}]*").replaceAll("_", "\\s+"));
  if (language === "zh" || language === "ja") return new RegExp(words.join("|"), "u");
  const prefix = language === "ar" ? "(?:[وفبلك]?(?:ال)?)" : "";
  return new RegExp(`(?<![\\p{L}\\p{N}])${prefix}(?:${words.join("|")})(?![\\p{L}\\p{N}])`, "u");
}
