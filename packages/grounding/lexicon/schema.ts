import type { ExpectedAnswer } from "../question/question.ts";
import type { Role } from "./people.ts";
import type { SlotWords } from "./slot-words.ts";

/**
 * All words of one language, one JSON file each. Lists are in lower case and separated by spaces unless
 * stated otherwise. Text in the form `/source/flags` is a pattern. A list is omitted if the language has no
 * such words.
 */
export interface Lexicon {
  words: LanguageWords;
  sentences: SentenceWords;
  question: QuestionLexicon;
  people: PeopleLexicon;
  lifeEvents: Readonly<Record<LifeEventName, string>>;
  orders: OrderWords;
  gate: GateWords;
  /** Omitted if no slot is looked for in the language. */
  slots?: SlotWords;
  times: TimeWords;
  /** Word endings, folded, that are common in this language and rare in others with Latin letters. */
  endings?: string;
}

/** Words for times relative to today, as sources of patterns for whole words. */
export interface TimeWords {
  lastYear: string;
  thisYear: string;
  /** Relative to a year that was mentioned: "the year before". */
  yearBefore: string;
  yearAfter: string;
  /** Asks for what is newest, or holds at present: "latest", "current", "this week". */
  newest: string;
}

/** Plain words, in the language's own spelling. */
interface LanguageWords {
  /**
   * Articles, pronouns, prepositions, auxiliaries and question words, which carry no content of their own. In
   * Chinese and Japanese, which write no spaces, runs of characters; the longest one at a position counts.
   */
  stopWords: string;
  /**
   * Words that start a sentence and refer to someone or something mentioned before. Ambiguous ones are in
   * `sentences`.
   */
  pronouns: string;
  /** January to December, each with its forms and abbreviations, separated by `|`. */
  months: readonly string[];
  /** More common words, used to recognise the language of a short text. */
  common: string;
  page: PageWords;
}

/** Words that web pages use outside their text. */
export interface PageWords {
  /** Common finite verbs. A few words without a verb are a label or a heading. */
  verbs: string;
  /** Endings that identify further verbs. */
  verbEnding?: RegExp;
  /** Buttons, links and headings of several words that pages put around their text, separated by `|`. */
  labels: string;
  /** Words of menus. Three of them in a row are a menu. */
  menuWords: string;
  /**
   * Matches, in lower case, words that show that a sentence is about the page and not its subject: cookies,
   * rights, newsletters.
   */
  notices: RegExp;
  /** Matches the start of such sentences: invitations, captions, bylines. */
  noticeOpenings: RegExp;
  /** Words next to numbers and months in a line that is only a date: "2 days ago", "updated". */
  dateWords: string;
}

/** Words that end and start sentences. */
export interface SentenceWords {
  /** Abbreviations whose full stop does not end a sentence, written without that last stop. */
  abbreviations?: string;
  /** Abbreviations that may or may not end a sentence. Only the text after them decides. */
  openEnded?: string;
  /**
   * Words that start a sentence rather than continue a name or an abbreviation. If omitted, the stop words
   * serve.
   */
  starters?: string;
  /** True if the language writes "third" as "3." or "III.". */
  hasDottedOrdinals?: true;
  /** Matches lower-case openings of several words that refer to something mentioned before. */
  refersBack?: RegExp;
  /** Pronouns that are the subject of a sentence and mean a person or thing mentioned before. */
  subjects?: string;
  /** Matches lower-case openings that start with a pronoun but refer to nothing: "it is said that". */
  refersToNothing?: RegExp;
  /** Matches a lower-case sentence that says that the one before it is false: "this is untrue". */
  takesBack?: RegExp;
  /** Matches lower-case labels of false statements: "myth:". */
  falseLabels?: RegExp;
}

/**
 * Patterns and words of questions. Every pattern is the source of a case-insensitive regular expression. `%`
 * is the place of a name. In languages with spaces, patterns match whole words only.
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
  /** The possessive of a name. Null if the form of the name itself would change. */
  possessive: string | null;
  /** Pronouns for things, as subject or object. */
  thingPronouns: readonly string[];
  /** Prepositions before a place or an occasion. */
  prepositions: readonly string[];
  /** Words that refer to something mentioned before. */
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
  /** Omitted in Arabic, Chinese, Japanese and Korean, whose conjunctions are not words by themselves. */
  conjunctions?: Conjunctions;
}

/** Conjunctions, and patterns for whole words of sentences that compare. */
interface Conjunctions {
  and: string;
  or: string;
  /** Words that start a comparison: "compare", "what is the difference between". */
  compare?: string;
  /** Words between the two things that such a sentence compares, next to `and`. */
  with?: string;
  /** Words that ask which of several came first: the date of each answers. */
  order?: string;
}

/**
 * Words about people. An underscore is a space inside a phrase. Words are compared by stem, or in Chinese,
 * Japanese and Korean by their characters.
 */
export interface PeopleLexicon {
  /** Words that say what someone is. */
  roles: Partial<Record<Role, string>>;
  /** Words that texts about someone in the field use. They need not say what the person is. */
  topics: Readonly<Record<string, string>>;
  /**
   * Adjectives, names of inhabitants and names of the country itself, by ISO 3166 code. The countries of
   * Britain count as one.
   */
  countries: Readonly<Record<string, string>>;
  he: string;
  she: string;
  /** Words such as "father" and "wife". A clause that starts with one is about a relative. */
  kinship: string;
  /** Words before a date of birth. `died` holds those before a date of death. */
  born: string;
  died: string;
  /** Words such as "is" and "was" between a name and what the person is. Empty if the language needs none. */
  copulas: string;
  /** Articles and similar words before what someone is. */
  articles: string;
}

/**
 * Events of a life, and the start of an organisation's. `_` is a space inside a phrase, `*` means further
 * letters. A question with a word before the `|` asks about the event. A sentence with any of the words
 * states it.
 */
export const LIFE_EVENTS = ["birth", "death", "marriage", "divorce", "founding"] as const;
export type LifeEventName = (typeof LIFE_EVENTS)[number];

/** Words that give orders and address the reader. */
export interface OrderWords {
  /** Verbs that start an order which would not occur in instructions for use: "ignore", "reveal". */
  orders?: string;
  /** Verbs that start a request to the reader, as in instructions for use and recipes. */
  requests?: string;
  /**
   * Verbs that start a request only before one of `objects`, because they also start statements and names
   * ("Call of Duty").
   */
  doubtful?: string;
  /** Words that follow such a verb in an order. */
  objects?: string;
  /** Words that may come before an order: "please", "now". */
  openers?: string;
  /** Words that address the reader, in lower case inside a sentence. */
  reader?: string;
  /** Matches an order to a machine reading the page, anywhere in a lower-case sentence. */
  toMachines: RegExp;
}

/**
 * Phrases that ask about people, separated by commas. A word ending in `*` matches any ending, and a lone `*`
 * matches any one word. A list is empty if no phrase proved useful on unseen prompts. Accents are optional:
 * they are removed from both the lists and the prompt.
 */
export interface GateWords {
  /** Phrases that ask who someone is: "who is". */
  who: string;
  /** Phrases right before the person that a prompt is about: "about", "information on". */
  about: string;
  /** Facts of a life: "career", "net worth". */
  life: string;
  /** Requests for information: "brief me". */
  tell: string;
  /** Words that start a question an encyclopaedia could answer: "when". */
  question: string;
  /** Words of a task for the assistant: "send", "my meeting". */
  errand: string;
  /** Words that ask for fiction: "fairy tale". */
  fiction: string;
  /** Words found in nearly every sentence. They tell apart the languages of one script. */
  everyday: string;
}
