/**
 * The plain words of one language, as data. Lists are separated by spaces and use the language's own
 * spelling.
 */
export interface LanguageWords {
  /**
   * Articles, pronouns, prepositions, auxiliaries and question words, which carry no content of their own.
   */
  stopWords: string;
  /**
   * Words that start a sentence and refer to someone or something mentioned before. Ambiguous ones are in
   * `sentence-words.ts`.
   */
  pronouns: string;
  /** January to December, each with its forms and abbreviations, separated by `|`. */
  months: readonly string[];
  /** More common words, used to recognise the language of a short text. */
  common: string;
  /** Words that its web pages use outside their text. */
  page: PageWords;
}

/**
 * Words that web pages of one language use outside their text, as data. Lists are in lower case, separated by
 * spaces unless stated otherwise.
 */
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
