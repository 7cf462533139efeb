import type { ExpectedAnswer } from "../question/question.ts";
import type { Language } from "./language.ts";

/**
 * Describes how a language asks. Every pattern is the source of a regular expression that is matched without
 * regard to case; `%` in `whoIs` stands for a name. Patterns of languages with spaces match whole words only.
 */
export interface QuestionLexicon {
  /** No spaces between words: patterns match anywhere. */
  unspaced?: boolean;
  /** The words that ask stand anywhere in a question, not at its start. */
  freeOrder?: boolean;
  /** All nouns have capitals: a role before or behind a name is no part of it. */
  capitalNouns?: boolean;
  /** Greetings, politeness and leads such as "could you tell me", taken off the front of a sentence. */
  openers: readonly string[];
  /** The same at the end of a sentence: "please", "for my blog", "in simple terms". */
  closers: readonly string[];
  /** Small talk: a sentence that is wholly this asks nothing. */
  smallTalk: readonly string[];
  /** Holds what a question begins with, auxiliaries aside. */
  questionWords: readonly string[];
  /** Holds what a question to be answered with yes or no begins with. */
  auxiliaries: readonly string[];
  /** Questions inside a statement follow one of these: "I wonder", "explain", "to know". */
  asksInside: readonly string[];
  /** Requests, up to the words that say what they are about, or whole with `%` for those words. */
  requests: readonly string[];
  /** Words of a request for a life: "biography". */
  biographies: readonly string[];
  /** Requests that do not say what they are about: "brief me". */
  bareRequests: readonly string[];
  /** "who is %" with the plain question it amounts to. */
  whoIs: readonly (readonly [pattern: string, plain: string])[];
  /**
   * Other questions that only a person can be the matter of, `%` or a group `name` for the name: "when was %
   * born".
   */
  personForms: readonly string[];
  /** The plain question about somebody: "Who is %?" */
  canonical: string;
  /** Words that add nothing to the question who somebody is: "life", "background", "achievements". */
  lifeWords: string;
  /** Words of the writer's own situation: "I", "my", "our". */
  firstPerson: readonly string[];
  /** The kind of answer, first match wins. */
  expected: readonly (readonly [ExpectedAnswer, string])[];
  /** Pronouns for one person, as subject or object, and the words for "of that person". */
  personPronouns: readonly string[];
  personPossessives: readonly string[];
  /** A possessive made of a name, `%` for the name; null where the name's form would change. */
  possessive: string | null;
  /** Pronouns for things, as subject or object. */
  thingPronouns: readonly string[];
  /** Prepositions that a place or an occasion follows. */
  prepositions: readonly string[];
  /** Words that stand for something said before. */
  anaphora: readonly string[];
  /** "What about %": the last question, asked of something else. */
  sameAsked: readonly string[];
  /** "Why?", "How come?": the whole of a question that is about the last thing said. */
  barePrompts: readonly string[];
  /** Words too general to tell what a conversation is about: "thing", "type", "interesting". */
  generalWords: string;
  /** Prepositions between a person and an employer, and between a person and a place. */
  employerPrepositions: readonly string[];
  placePrepositions: readonly string[];
  /** Articles and words such as "former" that stand before a role. */
  roleArticles: readonly string[];
  /** Head nouns of roles: "physicist", "driver". */
  roles: string;
  /** Nouns that say that the name behind them is no person's: "the film", "the company". */
  nonPersonNouns: string;
}

/** A question lexicon made ready: patterns that are anchored where their name says so, word lists as sets. */
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
  /** The whole of a text. */
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
  /** A preposition of either kind with the name behind it, as `lead` and `owner`. */
  ownerLead: RegExp;
  roleArticles: ReadonlySet<string>;
  /** Stems of words that add nothing to the question who somebody is. */
  lifeStems: ReadonlySet<string>;
  /** Stems of words too general to tell a topic. */
  generalStems: ReadonlySet<string>;
  roles: ReadonlySet<string>;
  nonPersonNouns: ReadonlySet<string>;
}

/** One way to ask who somebody is: `name` is the group of the name. */
interface WhoIs {
  pattern: RegExp;
  /** The plain question it amounts to, `%` for the name. */
  plain: string;
  /** The name stands at the end, as in the plain question. */
  nameLast: boolean;
}
