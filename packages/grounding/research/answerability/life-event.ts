import { detectLanguage } from "../../lexicon/detect-language.ts";
import type { Language } from "../../lexicon/language.ts";
import { getLexicon } from "../../lexicon/lexicon.ts";
import { LIFE_EVENTS, type LifeEventName } from "../../lexicon/schema.ts";
import { foldWord, getWords } from "../../lexicon/word-lists.ts";
import type { ExpectedAnswer } from "../../question/question.ts";
import { getQuestionPatterns } from "../../question/question-patterns.ts";
import { CASED } from "./answer-mentions.ts";

/** The life events that a question asks about: "Wann starb NAME?" asks about the death. */
export interface AskedLifeEvent {
  events: readonly LifeEventName[];
  /** Names in which such a word has no meaning: "Max Born". */
  names: readonly string[];
  /**
   * True if the question asks about nothing else, or only whether it happened. A sentence without the event
   * then does not answer.
   */
  alone: boolean;
  /** True if the question asks where, which life dates in brackets do not say. */
  asksPlace: boolean;
}

interface EventQuestion {
  text: string;
  names: readonly string[];
  expected: ExpectedAnswer;
  language: Language;
  /** Returns whether words have content that every answer needs. */
  asksMore: (text: string) => boolean;
}

/**
 * Returns the events that a question asks about, or null. Words inside its names do not count: "Max Born".
 */
export function findAskedLifeEvent({
  text,
  names,
  expected,
  language,
  asksMore,
}: EventQuestion): AskedLifeEvent | null {
  const nameless = withoutNames(text, names);
  const events = listAskedEvents(nameless, language);
  if (events.length === 0) return null;
  const kind = getQuestionPatterns(language).expected.find(([one]) => one === expected)?.[1];
  const rest = kind === undefined ? nameless : nameless.replace(kind, " ");
  const alone = expected === "yes_no" || !asksMore(withoutEventWords(rest, language));
  return { events, names, alone, asksPlace: expected === "place" && CASED.has(language) };
}

/**
 * Returns whether sentences, read as one, are about another event than the one asked about, or about no event
 * if nothing else is asked. They may be in another language than the question.
 */
export function lacksLifeEvent(asked: AskedLifeEvent, sentences: string, language: Language): boolean {
  const { events, names, alone, asksPlace } = asked;
  const nameless = withoutNames(sentences, names);
  const text = asksPlace
    ? nameless.replace(IN_BRACKETS, (one) => (namesPlace(one, language) ? one : " "))
    : nameless;
  const said = listStatedEvents(text, language);
  const isSaid = (event: LifeEventName) => said.has(event) || isSigned(event, text);
  if (events.some(isSaid)) return false;
  const written = detectLanguage(text) ?? language;
  if (written !== language) for (const event of listStatedEvents(text, written)) said.add(event);
  return !events.some(isSaid) && (alone || said.size > 0);
}

/** Returns whether a word states one of the events: "died" states a death. */
export function tellsLifeEvent({ events }: AskedLifeEvent, word: string): boolean {
  const stated = listStatedEvents(word, "en");
  return events.some((event) => stated.has(event));
}

function withoutNames(text: string, names: readonly string[]): string {
  return names.reduce((rest, name) => rest.replaceAll(name, " "), text);
}

/** Returns whether brackets have a capitalised word other than a month: "(Uppsala, 3 May 1921)". */
function namesPlace(brackets: string, language: Language): boolean {
  const { months } = getWords(language);
  return (brackets.match(/\p{Lu}\p{L}+/gu) ?? []).some((word) => !months.has(foldWord(word)));
}

const IN_BRACKETS = /[(（][^()（）]{4,160}[)）]/gu;
const YEAR = /(?<!\d)(?:1\d{3}|20\d{2})(?!\d)/g;
/** Matches the end of "(1954–)". */
const LIVING = /[-–—−－~～]\s*[)）]$/u;
const MIN_LIFESPAN_YEARS = 12;
const MAX_LIFESPAN_YEARS = 120;

/** Returns whether signs replace words: "(1780–1872)", "* 1815 in London", "† 1852". */
function isSigned(event: LifeEventName, text: string): boolean {
  if (event === "birth" && /\*\s?(?:\d|\p{Lu})/u.test(text)) return true;
  if (event === "death" && /[†✝]/u.test(text)) return true;
  if (event !== "birth" && event !== "death") return false;
  return Array.from(text.matchAll(IN_BRACKETS)).some(([bracket]) => {
    const years = Array.from(bracket.matchAll(YEAR), Number);
    return hasLife(years) || (event === "birth" && years.length === 1 && LIVING.test(bracket));
  });
}

/**
 * Returns whether two consecutive years may span a life. With fewer years between them, they are a term of
 * office or a war.
 */
function hasLife(years: readonly number[]): boolean {
  return years.some((year, at) => {
    const lived = (years[at + 1] ?? year) - year;
    return lived >= MIN_LIFESPAN_YEARS && lived <= MAX_LIFESPAN_YEARS;
  });
}

/** Patterns of one event's words for text folded by `foldEventText`. */
interface EventPatterns {
  asks: RegExp;
  says: RegExp;
}

const compiled = new Map<Language, Readonly<Record<LifeEventName, EventPatterns>>>();

/** Returns the events that a question's words ask about. */
function listAskedEvents(question: string, language: Language): LifeEventName[] {
  const folded = foldEventText(question);
  const patterns = compilePatterns(language);
  return LIFE_EVENTS.filter((event) => patterns[event].asks.test(folded));
}

/** Returns the events that a sentence is about. */
function listStatedEvents(sentence: string, language: Language): Set<LifeEventName> {
  const folded = foldEventText(sentence);
  const patterns = compilePatterns(language);
  return new Set(LIFE_EVENTS.filter((event) => patterns[event].says.test(folded)));
}

function withoutEventWords(question: string, language: Language): string {
  const patterns = compilePatterns(language);
  return LIFE_EVENTS.reduce(
    (text, event) => text.replace(new RegExp(patterns[event].says, "gu"), " "),
    foldEventText(question),
  );
}

/**
 * Returns text in lower case without diacritics, keeping punctuation. Removes marks first, because
 * normalisation takes time quadratic in their number.
 */
function foldEventText(text: string): string {
  return text.replace(/\p{M}/gu, "").normalize("NFKD").replace(/\p{M}/gu, "").normalize("NFC").toLowerCase();
}

function compilePatterns(language: Language): Readonly<Record<LifeEventName, EventPatterns>> {
  const known = compiled.get(language);
  if (known !== undefined) return known;
  const patterns = Object.fromEntries(
    LIFE_EVENTS.map((event) => {
      const [asks = "", more = ""] = getLexicon(language).lifeEvents[event].split("|");
      return [
        event,
        { asks: compilePattern(asks, language), says: compilePattern(`${asks} ${more}`, language) },
      ];
    }),
  ) as Record<LifeEventName, EventPatterns>;
  compiled.set(language, patterns);
  return patterns;
}

/**
 * Returns a pattern for a list of words. Chinese and Japanese have no spaces, so their words match anywhere.
 * Arabic attaches "and", "the" and similar words.
 */
function compilePattern(list: string, language: Language): RegExp {
  const words = list
    .split(" ")
    .filter((word) => word !== "")
    .map((word) => foldEventText(word).replaceAll("*", "[\\p{L}]*").replaceAll("_", "\\s+"));
  if (language === "zh" || language === "ja") return new RegExp(words.join("|"), "u");
  const prefix = language === "ar" ? "(?:[وفبلك]?(?:ال)?)" : "";
  return new RegExp(`(?<![\\p{L}\\p{N}])${prefix}(?:${words.join("|")})(?![\\p{L}\\p{N}])`, "u");
}
