import { wordSet } from "./language.ts";
import replies from "./replies.json" with { type: "json" };

/**
 * Wording of denials in one language: word lists, and sources of patterns for a lower-case sentence.
 */
interface DenialWords {
  /** Parts of `forms` and `pronouns`, by the name between braces that they replace. */
  parts: Readonly<Record<string, string>>;
  /**
   * Whole sentences without their final mark. The group `denied` is what is denied. Without that group,
   * everything asked is denied.
   */
  forms: readonly string[];
  /** Words that refer to everything asked: "this", "an answer". */
  pronouns: string;
  /** Words that ask for more than was said: "more". */
  further: string;
  /** Words at the start of what is denied that presuppose that the rest happened. */
  questionWords: string;
  /** Words at the start of what is denied that leave open whether the rest happened. */
  openWords: string;
  /** Words that assert nothing about their subject, because everyone is born and everything has a name. */
  neutral: string;
  /** Synonyms about a person, one group a line. Empty if research knows them itself. */
  alike: readonly string[];
  /** Finite verbs. A clause has only one; a second would be a second statement. */
  verbs: string;
  /** Words that start another statement within what is denied. */
  breaks: string;
  /** The text about what was searched, to be added after a denial, with `%` for the query. */
  searched: string;
}

/**
 * Phrases of letters, posts, pages and tickets that are not about their subject. They are sources of patterns
 * for a whole lower-case line without its final mark. The slot `names` contains names, `label` contains label
 * words and known names, and `when` contains a known date or day.
 */
interface LetterWords {
  greetings: readonly string[];
  closings: readonly string[];
  /** Announcements, thanks, requests to read or reply. */
  lines: readonly string[];
  /** Words of titles, headings and subject lines. They say nothing about anyone, in any order. */
  labelWords: string;
}

/** Replaces the names between braces in a pattern by their parts. */
export function fillParts(source: string, parts: DenialWords["parts"]): string {
  return source.replace(/\{([a-z]+)\}/g, (name, key: string) => {
    const part = parts[key];
    return part === undefined ? name : fillParts(part, parts);
  });
}

/**
 * The words of answers and letters, by language. They are apart from the other words of a language, because
 * only the guard needs them. English comes first, because its forms are tried first.
 */
export const REPLY_WORDS: Readonly<Record<ReplyLanguage, { denials: DenialWords; letters: LetterWords }>> =
  replies.languages;

export type ReplyLanguage = keyof typeof replies.languages;
export const REPLY_LANGUAGES = Object.keys(REPLY_WORDS) as ReplyLanguage[];

/** Names and values of fields in JSON and workspaces that describe format rather than content. */
export const FIELD_WORDS = wordSet(replies.fields);
