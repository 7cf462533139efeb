/**
 * The plain words of one language, as data. Words stand in lists separated by spaces, spelled as the language
 * spells them.
 */
export interface LanguageWords {
  /** Articles, pronouns, prepositions, auxiliaries and question words: they carry no content of their own. */
  stopWords: string;
  /**
   * Words that open a sentence and refer to somebody or something said before; doubtful ones stand in
   * `sentence-words.ts`.
   */
  pronouns: string;
  /** January to December, each with its forms and short forms, separated by `|`. */
  months: readonly string[];
  /** Further common words by which the language is recognised in a short text. */
  common: string;
  /** Holds what its web pages say beside their text. */
  page: PageWords;
}

/**
 * Holds what web pages of one language say beside their text, as data. Lower case; lists separated by spaces
 * where not said otherwise.
 */
export interface PageWords {
  /** Common finite verbs; a few words without one are a label or a heading. */
  verbs: string;
  /** Endings by which further verbs are known. */
  verbEnding?: RegExp;
  /** Buttons, links and headings of several words that pages put around their text; separated by `|`. */
  labels: string;
  /** Words of menus; three of them in a row are a menu. */
  menuWords: string;
  /**
   * Matches what marks a sentence, in lower case, as one about the page and not about its subject: cookies,
   * rights, newsletters.
   */
  notices: RegExp;
  /** Matches how such sentences begin: invitations, captions, bylines. */
  noticeOpenings: RegExp;
  /** Holds what stands beside numbers and months in a line that is only a date: "2 days ago", "updated". */
  dateWords: string;
}
