/**
 * Describes how one language marks and opens its sentences, as data. Lists are lower case, separated by
 * spaces.
 */
export interface SentenceWords {
  /** Abbreviations whose full stop does not end a sentence, without that last stop. */
  abbreviations: string;
  /** Abbreviations that end a sentence as often as not: what follows decides alone. */
  openEnded: string;
  /**
   * Words that start a sentence rather than carry on a name or an abbreviation; left out, the language's stop
   * words do.
   */
  starters?: string;
  /** Writes "third" as "3." or "III.". */
  hasDottedOrdinals?: true;
  /** Openings, lower case, that refer to what was said before and are more than one of the plain pronouns. */
  refersBack?: RegExp;
  /** Pronouns that are the subject of a sentence and stand for a person or thing named before. */
  subjects: string;
  /** Openings, lower case, that begin with a pronoun and refer to nothing: "it is said that". */
  refersToNothing?: RegExp;
}
