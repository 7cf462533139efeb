import { detectLanguage } from "../../lexicon/detect-language.ts";
import type { Language } from "../../lexicon/language.ts";
import type { LifeEventName } from "../../lexicon/life-events.ts";
import { eventsAsked, eventsSaid, withoutEventWords } from "../../lexicon/life-events-of.ts";
import { questionPatterns } from "../../lexicon/question-patterns.ts";
import type { ExpectedAnswer } from "../../question/question.ts";

/** The events of a life that a question asks for: "Wann starb NAME?" asks for the death. */
export interface AskedLifeEvent {
  events: readonly LifeEventName[];
  /** Names in which such a word tells of nothing: "Max Born". */
  names: readonly string[];
  /** Asks for nothing besides, so that a sentence without the event does not answer. */
  alone: boolean;
}

export interface EventQuestion {
  text: string;
  names: readonly string[];
  expected: ExpectedAnswer;
  language: Language;
  /** Whether words have content that no answer can do without. */
  asksMore: (text: string) => boolean;
}

/** The events that a question asks for; null where it asks for none. Words inside its names ask for nothing: "Max Born". */
export function askedLifeEvent({
  text,
  names,
  expected,
  language,
  asksMore,
}: EventQuestion): AskedLifeEvent | null {
  const nameless = withoutNames(text, names);
  const events = eventsAsked(nameless, language);
  if (events.length === 0) return null;
  const kind = questionPatterns(language).expected.find(([one]) => one === expected)?.[1];
  const rest = kind === undefined ? nameless : nameless.replace(kind, " ");
  return { events, names, alone: !asksMore(withoutEventWords(rest, language)) };
}

/**
 * Whether sentences, read as one, tell of another event than the one asked for, or of none where nothing else is asked. They may be in
 * another language than the question.
 */
export function lacksLifeEvent(asked: AskedLifeEvent, sentences: string, language: Language): boolean {
  const { events, names, alone } = asked;
  const text = withoutNames(sentences, names);
  const said = eventsSaid(text, language);
  const isSaid = (event: LifeEventName) => said.has(event) || isSigned(event, text);
  if (events.some(isSaid)) return false;
  const written = detectLanguage(text) ?? language;
  if (written !== language) for (const event of eventsSaid(text, written)) said.add(event);
  return !events.some(isSaid) && (alone || said.size > 0);
}

function withoutNames(text: string, names: readonly string[]): string {
  return names.reduce((rest, name) => rest.replaceAll(name, " "), text);
}

const IN_BRACKETS = /[(（][^()（）]{4,160}[)）]/gu;
const YEAR = /(?<!\d)(?:1\d{3}|20\d{2})(?!\d)/g;
/** "(1954–)" */
const LIVING = /[-–—−－~～]\s*[)）]$/u;
const SHORTEST_LIFE = 12;
const LONGEST_LIFE = 120;

/** Whether signs say it in place of words: "(1780–1872)", "* 1815 in London", "† 1852". */
function isSigned(event: LifeEventName, text: string): boolean {
  if (event === "birth" && /\*\s?(?:\d|\p{Lu})/u.test(text)) return true;
  if (event === "death" && /[†✝]/u.test(text)) return true;
  if (event !== "birth" && event !== "death") return false;
  return Array.from(text.matchAll(IN_BRACKETS)).some(([bracket]) => {
    const years = Array.from(bracket.matchAll(YEAR), Number);
    return hasLife(years) || (event === "birth" && years.length === 1 && LIVING.test(bracket));
  });
}

/** Two years in a row with a life between them; of fewer years is a term of office or a war. */
function hasLife(years: readonly number[]): boolean {
  return years.some((year, at) => {
    const lived = (years[at + 1] ?? year) - year;
    return lived >= SHORTEST_LIFE && lived <= LONGEST_LIFE;
  });
}
