import { LANGUAGES, type Language } from "./language.ts";
import { getLexicon } from "./lexicon.ts";
import type { PageWords, SentenceWords } from "./schema.ts";

/** Matches words in which only the case needs folding: nearly every English word. */
const PLAIN = /^[A-Za-z0-9]+$/;

/** Letters and signs that no normal form decomposes. SPELLED_AS gives their replacements. */
const SPELLED = /['’ʼøłßæœđðþıـ]/;
const SPELLED_AS: ReadonlyMap<string, string> = new Map([
  ["ø", "o"],
  ["ł", "l"],
  ["ß", "ss"],
  ["æ", "ae"],
  ["œ", "oe"],
  ["đ", "d"],
  ["ð", "d"],
  ["þ", "th"],
  // Turkish writes "ISPARTA" and "ısparta"; other texts write "Isparta".
  ["ı", "i"],
]);

/** Jamo, into which the normal form decomposes Korean syllables. */
const JAMO = /[\u1100-\u11FF]/;

/**
 * Folds a word to lower case without diacritics, apostrophes and possessive ending: "O’Brien’s" and "obrien"
 * compare equal.
 */
export function foldWord(raw: string): string {
  if (PLAIN.test(raw)) return raw.toLowerCase();
  // Remove marks first, because normalisation takes time quadratic in the number of marks.
  const bare = raw.replace(/\p{M}/gu, "").normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  if (JAMO.test(bare)) return bare.normalize("NFC");
  if (!SPELLED.test(bare)) return bare;
  return bare.replace(/['’ʼ]s$/, "").replace(/['’ʼـøłßæœđðþı]/g, (sign) => SPELLED_AS.get(sign) ?? "");
}

/** The plain words of a language, folded by `foldWord`. */
interface Words {
  /** Words without content of their own. In Chinese and Japanese, runs of characters. */
  stopWords: ReadonlySet<string>;
  /** Words that start a sentence and refer to something mentioned before. */
  pronouns: ReadonlySet<string>;
  /** The same in lower case with diacritics: in Spanish, "él" is a pronoun and "el" is not. */
  pronounsAsWritten: ReadonlySet<string>;
  /** Number of each month (1 to 12) by each of its names. In names with a space, each word is folded. */
  months: ReadonlyMap<string, number>;
  /** Common words besides the stop words, used to recognise the language. */
  common: ReadonlySet<string>;
}

const wordsByLanguage = new Map<Language, Words>();

/** Returns the word lists of a language: `getWords("de").months.get("marz")` is 3. */
export function getWords(language: Language): Words {
  const known = wordsByLanguage.get(language);
  if (known !== undefined) return known;
  const lists = getLexicon(language).words;
  const words: Words = {
    stopWords: toFoldedSet(lists.stopWords),
    pronouns: toFoldedSet(lists.pronouns),
    pronounsAsWritten: new Set(lists.pronouns.split(" ")),
    months: new Map(
      lists.months.flatMap((forms, at) =>
        forms.split("|").map((form): [string, number] => [form.split(" ").map(foldWord).join(" "), at + 1]),
      ),
    ),
    common: toFoldedSet(lists.common),
  };
  wordsByLanguage.set(language, words);
  return words;
}

function toFoldedSet(list: string): ReadonlySet<string> {
  return new Set(list.split(" ").filter(Boolean).map(foldWord));
}

/** Abbreviations before names in texts of every language. */
const EVERYWHERE = "dr prof mr mrs st jr sr vs";

/** Rules of a language for splitting sentences. */
export interface SentenceRules
  extends Pick<SentenceWords, "refersBack" | "refersToNothing" | "takesBack" | "falseLabels"> {
  abbreviations: ReadonlySet<string>;
  openEnded: ReadonlySet<string>;
  starters: ReadonlySet<string>;
  subjects: ReadonlySet<string>;
  hasDottedOrdinals: boolean;
}

const rulesByLanguage = new Map<Language, SentenceRules>();

/** Returns the rules for how sentences of a language start and end. Words are in lower case, not folded. */
export function getSentenceRules(language: Language): SentenceRules {
  const known = rulesByLanguage.get(language);
  if (known !== undefined) return known;
  const {
    abbreviations = "",
    openEnded = "",
    starters,
    subjects = "",
    hasDottedOrdinals = false,
    ...openings
  } = getLexicon(language).sentences;
  const rules: SentenceRules = {
    abbreviations: new Set(`${EVERYWHERE} ${abbreviations}`.split(" ")),
    openEnded: new Set(openEnded.split(" ")),
    starters: starters === undefined ? getWords(language).stopWords : new Set(starters.split(" ")),
    subjects: new Set(subjects.split(" ")),
    hasDottedOrdinals,
    ...openings,
  };
  rulesByLanguage.set(language, rules);
  return rules;
}

const ALL = LANGUAGES.map((language) => getLexicon(language).words.page);

const verbs = new Map<Language, ReadonlySet<string>>();

/** Returns whether a word, as written, is a finite verb according to the language's lists and endings. */
export function isVerb(word: string, language: Language): boolean {
  let known = verbs.get(language);
  if (known === undefined) {
    known = new Set(getLexicon(language).words.page.verbs.split(" "));
    verbs.set(language, known);
  }
  const lower = word.toLowerCase();
  return known.has(lower) || (getLexicon(language).words.page.verbEnding?.test(lower) ?? false);
}

/**
 * Returns whether a sentence is about its page. Checks the given language and English, in which much of the
 * boilerplate on the web is written.
 */
export function isNotice(sentence: string, language: Language): boolean {
  const lower = sentence.toLowerCase();
  return (
    speaksOfPage(lower, getLexicon("en").words.page) ||
    (language !== "en" && speaksOfPage(lower, getLexicon(language).words.page))
  );
}

function speaksOfPage(lower: string, { notices, noticeOpenings }: PageWords): boolean {
  return noticeOpenings.test(lower) || notices.test(lower);
}

/**
 * The labels of all languages, longest first, because a page in one language often has a frame in another.
 */
export const PAGE_LABELS: readonly string[] = ALL.flatMap(({ labels }) => labels.split("|")).toSorted(
  (one, other) => other.length - one.length || (one < other ? -1 : 1),
);

/** The menu words of all languages, in lower case. */
export const MENU_WORDS: ReadonlySet<string> = new Set(ALL.flatMap(({ menuWords }) => menuWords.split(" ")));

const DATE_WORDS: ReadonlySet<string> = new Set([
  ...ALL.flatMap(({ dateWords }) => dateWords.split(" ").map(foldWord)),
  ...LANGUAGES.flatMap((language) =>
    [...getWords(language).months.keys()].flatMap((month) => month.split(" ")),
  ),
]);

/** Date words of languages without spaces, longest first. */
const UNSPACED_DATE_WORDS = new RegExp(
  [...DATE_WORDS]
    .filter((word) => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(word))
    .toSorted((one, other) => other.length - one.length || (one < other ? -1 : 1))
    .join("|"),
  "gu",
);

/**
 * Returns whether a text is only a date or a time, in any of the languages: "2 days ago", "17. Juli 1954",
 * "2023年3月5日".
 */
export function isOnlyDate(text: string): boolean {
  if (text.length > 80) return false;
  const found = text.match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? [];
  const isTime = (word: string) =>
    /\p{N}/u.test(word) ||
    DATE_WORDS.has(foldWord(word)) ||
    foldWord(word).replace(UNSPACED_DATE_WORDS, "") === "";
  return found.length > 0 && found.every(isTime) && (/\p{N}/u.test(text) || found.length <= 2);
}
