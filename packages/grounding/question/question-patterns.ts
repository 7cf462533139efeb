import type { Language } from "../lexicon/language.ts";
import type { ExpectedAnswer } from "./question.ts";

/**
 * A compiled question lexicon, with patterns for matching and word lists as sets. Comments say where patterns
 * are anchored.
 */
export interface QuestionPatterns {
  language: Language;
  canonical: string;
  unspaced: boolean;
  freeOrder: boolean;
  capitalNouns: boolean;
  possessive: string | null;
  /** At the start of a text. */
  opener: RegExp;
  questionStart: RegExp;
  auxiliaryStart: RegExp;
  preposition: RegExp;
  requests: readonly RegExp[];
  /** At the end of a text. */
  closer: RegExp;
  /** The whole text. */
  smallTalk: RegExp;
  bareRequest: RegExp;
  barePrompt: RegExp;
  whoIs: readonly WhoIs[];
  /** Anywhere, with the group `name`. */
  personForms: readonly RegExp[];
  sameAsked: readonly RegExp[];
  /** Anywhere in a text. */
  asksInside: RegExp;
  questionWord: RegExp;
  biography: RegExp;
  firstPerson: RegExp;
  personPronoun: RegExp;
  personPossessive: RegExp;
  /** At the end of a question. */
  thingPronoun: RegExp;
  anaphora: RegExp;
  expected: readonly (readonly [ExpectedAnswer, RegExp])[];
  employerPrepositions: ReadonlySet<string>;
  placePrepositions: ReadonlySet<string>;
  /** A preposition of either kind (group `lead`) with the name after it (group `owner`). */
  ownerLead: RegExp;
  roleArticles: ReadonlySet<string>;
  /** Stems of words that add nothing to the question of who someone is. */
  lifeStems: ReadonlySet<string>;
  /** Stems of words too general to identify a topic. */
  generalStems: ReadonlySet<string>;
  roles: ReadonlySet<string>;
  nonPersonNouns: ReadonlySet<string>;
}

/** A way to ask who someone is. The pattern's group `name` matches the name. */
interface WhoIs {
  pattern: RegExp;
  /** The plain question it amounts to, with `%` for the name. */
  plain: string;
  /** True if the name is at the end, as in the plain question. */
  nameLast: boolean;
}
