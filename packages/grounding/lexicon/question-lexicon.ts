import type { ExpectedAnswer } from "../question/question.ts";

/**
 * How a language asks. Every pattern is the source of a regular expression that is matched without regard to case; `%` in `whoIs`
 * stands for a name. Patterns of languages with spaces match whole words only.
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
  /** What a question begins with, auxiliaries aside. */
  questionWords: readonly string[];
  /** What a question to be answered with yes or no begins with. */
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
  /** Other questions that only a person can be the matter of, `%` or a group `name` for the name: "when was % born". */
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
