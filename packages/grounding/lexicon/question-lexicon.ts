import type { ExpectedAnswer } from "../question/question.ts";
import type { Language } from "./language.ts";

/**
 * Patterns and words of questions in one language. Every pattern is the source of a case-insensitive regular
 * expression. `%` in `whoIs` stands for a name. In languages with spaces, patterns match whole words only.
 */
export interface QuestionLexicon {
  /** True if words are not separated by spaces. Patterns then match anywhere. */
  unspaced?: boolean;
  /** True if question words may occur anywhere in a question, not only at its start. */
  freeOrder?: boolean;
  /** True if all nouns are capitalised. A role before or after a name is then not part of it. */
  capitalNouns?: boolean;
  /**
   * Greetings, polite words and lead-ins such as "could you tell me", removed from the start of a sentence.
   */
  openers: readonly string[];
  /** The same at the end of a sentence: "please", "for my blog", "in simple terms". */
  closers: readonly string[];
  /** Small talk. A sentence that consists only of this asks nothing. */
  smallTalk: readonly string[];
  /** Words that start a question, apart from auxiliaries. */
  questionWords: readonly string[];
  /** Words that start a yes-or-no question. */
  auxiliaries: readonly string[];
  /** Words before a question inside a statement: "I wonder", "explain", "to know". */
  asksInside: readonly string[];
  /** Requests, up to the words that name their subject, or whole with `%` for those words. */
  requests: readonly string[];
  /** Words that ask for a biography: "biography". */
  biographies: readonly string[];
  /** Requests that do not name their subject: "brief me". */
  bareRequests: readonly string[];
  /** Patterns such as "who is %", each with the plain question it amounts to. */
  whoIs: readonly (readonly [pattern: string, plain: string])[];
  /**
   * Other questions that can only be about a person, with `%` or a group `name` for the name: "when was %
   * born".
   */
  personForms: readonly string[];
  /** The plain question about someone: "Who is %?" */
  canonical: string;
  /** Words that add nothing to the question of who someone is: "life", "background", "achievements". */
  lifeWords: string;
  /** Words about the writer's own situation: "I", "my", "our". */
  firstPerson: readonly string[];
  /** Patterns that determine the kind of answer. The first match wins. */
  expected: readonly (readonly [ExpectedAnswer, string])[];
  /**
   * Pronouns for one person, as subject or object. `personPossessives` holds the words for "of that person".
   */
  personPronouns: readonly string[];
  personPossessives: readonly string[];
  /** The possessive of a name, with `%` for the name. Null if the form of the name itself would change. */
  possessive: string | null;
  /** Pronouns for things, as subject or object. */
  thingPronouns: readonly string[];
  /** Prepositions before a place or an occasion. */
  prepositions: readonly string[];
  /** Words that stand for something mentioned before. */
  anaphora: readonly string[];
  /** Forms such as "What about %", which ask the last question about something else. */
  sameAsked: readonly string[];
  /** Complete questions about the last thing said: "Why?", "How come?" */
  barePrompts: readonly string[];
  /** Words too general to show what a conversation is about: "thing", "type", "interesting". */
  generalWords: string;
  /**
   * Prepositions between a person and an employer. `placePrepositions` holds those between a person and a
   * place.
   */
  employerPrepositions: readonly string[];
  placePrepositions: readonly string[];
  /** Articles and words such as "former" before a role. */
  roleArticles: readonly string[];
  /** Head nouns of roles: "physicist", "driver". */
  roles: string;
  /** Nouns that show that the name after them is not a person's: "the film", "the company". */
  nonPersonNouns: string;
}

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
