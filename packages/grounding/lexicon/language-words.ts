/**
 * The plain words of one language, as data. Words stand in lists separated by spaces, spelled as the language
 * spells them.
 */
export interface LanguageWords {
  /** Articles, pronouns, prepositions, auxiliaries and question words: they carry no content of their own. */
  stopWords: string;
  /**
   * Words that open a sentence and refer to somebody or something said before; doubtful ones stand in
   * `sentences.ts`.
   */
  pronouns: string;
  /** January to December, each with its forms and short forms, separated by `|`. */
  months: readonly string[];
  /** Further common words by which the language is recognised in a short text. */
  common: string;
}
