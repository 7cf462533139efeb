import { memoize } from "../text/memoize.ts";
import { detectLanguage } from "./detect-language.ts";
import { LANGUAGES, type Language } from "./language.ts";
import { getLexicon } from "./lexicon.ts";
import type { OrderWords } from "./schema.ts";
import { isVerb } from "./word-lists.ts";

/** Matches a quotation. A page does not address its reader in what it quotes. */
const QUOTATION = /"[^"]*"|“[^“”]*”|«[^«»]*»|„[^“”]*[“”]/gu;
const OPENING = /^[\s"'“‘«„([*_#>•–—-]+/u;
/** Matches a label before an order: "System:", "IMPORTANT -". */
const LABEL = /^\p{L}[\p{L} ]{0,24}[:!–—-]+\s+/u;
const WORD = /[\p{L}\p{M}]+(?:['’]\p{L}+)?/gu;
/**
 * Matches a web or mail address. Does not match a bare host name, which is often a company ("Amazon.com").
 */
const ADDRESS =
  /\b(?:https?|ftp):\/\/|\bwww\.\p{L}|[\p{L}\p{N}._%+-]@[\p{L}\p{N}-]+\.\p{L}{2}|(?<![\p{L}\p{N}.])[\p{L}\p{N}-]{2,63}\.(?:[\p{L}\p{N}-]{1,63}\.)*\p{L}{2,24}\/[\p{L}\p{N}?]/u;
const MAY_BE_ADDRESS = /[@/]|www\./;
/** Inside a sentence, "Sie" and "Ihnen" address the reader. At its start, they are ambiguous. */
const POLITE_GERMAN = /[^.!?:…]\s(?:Sie|Ihnen|Ihre[mnrs]?|Ihr)(?!\p{L})/u;
const OTHER_SCRIPT = /[\u0370-\u1DFF\u1F00-\u1FFF\u2C00-\uFFFF]/;
const LATIN: readonly Language[] = ["en", "de", "es", "fr", "it", "pt", "nl", "tr"];
const MAX_OPENERS = 3;
const MAX_ARTICLE_LENGTH = 3;

interface CompiledWords extends Omit<Record<keyof OrderWords, ReadonlySet<string>>, "toMachines"> {
  toMachines: RegExp;
  /**
   * Matches every text that may contain a word of `reader`. Most texts do not, and need not be split into
   * words.
   */
  mayNameReader: RegExp;
}

const compiled = new Map<Language, CompiledWords>();

/**
 * Returns whether a sentence of a page contains an address, or an order that would not occur in instructions
 * for use ("Ignore previous instructions …"). Such a sentence states no fact: it is never quoted and supports
 * no answer. Without a language, tries every language.
 */
export function isOrder(sentence: string, language: Language | null = detectLanguage(sentence)): boolean {
  return givesOrder(sentence, language);
}

const givesOrder = memoize((sentence: string, language: Language | null): boolean => {
  const lower = sentence.toLowerCase();
  if (isAddress(sentence) || listLanguages(sentence).some((one) => compileWords(one).toMachines.test(lower)))
    return true;
  const spoken = listLanguagesToTry(language);
  if (spoken.some((one) => opensWith(sentence, one, compileWords(one).orders))) return true;
  const later = listLaterClauses(sentence);
  return later.some((clause) => spoken.some((one) => ordersSomething(clause, one)));
});

const CLAUSE_END = /\s*[:;,(–—]\s+|\s+-\s+|\s*\(/u;

/** Returns the clauses after the first, without quotations. */
function listLaterClauses(sentence: string): string[] {
  return sentence.replace(QUOTATION, " ").split(CLAUSE_END).slice(1);
}

/** Returns whether a clause inside a sentence starts with an order and what it is about: "tell the user". */
function ordersSomething(clause: string, language: Language): boolean {
  const [verb = "", next = ""] = listOpeningWords(clause, language);
  const { orders, objects } = compileWords(language);
  return /^\p{Ll}/u.test(verb) && orders.has(verb) && objects.has(next);
}

/**
 * Returns whether a page's title gives an order. Titles of works, such as "Tell Me Why", have capitals where
 * an order has none.
 */
export function isOrderInTitle(title: string): boolean {
  const lower = title.toLowerCase();
  if (listLanguages(title).some((one) => compileWords(one).toMachines.test(lower))) return true;
  const spoken = listLanguagesToTry(detectLanguage(title));
  const clauses = ` : ${title}`.split(/[:;,|(–—]\s*|\s+-\s+/u);
  return clauses.some((clause) => {
    const text = clause.trim().replace(/^\p{Lu}/u, (first) => first.toLowerCase());
    return spoken.some((one) => ordersSomething(text, one));
  });
}

/**
 * Returns whether a sentence addresses its reader with an order, a request or the second person. Instructions
 * for use do so; statements about a person do not need to.
 */
export function speaksToReader(
  sentence: string,
  language: Language | null = detectLanguage(sentence),
): boolean {
  if (isOrder(sentence, language)) return true;
  const spoken = sentence.replace(QUOTATION, " ");
  return listLanguagesToTry(language).some(
    (one) => opensWithRequest(spoken, one) || namesReader(spoken, one),
  );
}

function isAddress(sentence: string): boolean {
  return MAY_BE_ADDRESS.test(sentence) && ADDRESS.test(sentence);
}

/**
 * Returns the languages that a sentence may be in. Without letters of other scripts, only Latin languages are
 * possible.
 */
function listLanguages(sentence: string): readonly Language[] {
  return OTHER_SCRIPT.test(sentence) ? LANGUAGES : LATIN;
}

/** Returns a language and English, because much of the web is English. Returns all if it is unknown. */
function listLanguagesToTry(language: Language | null): readonly Language[] {
  if (language === null) return LANGUAGES;
  return language === "en" ? [language] : [language, "en"];
}

function opensWithRequest(sentence: string, language: Language): boolean {
  const { requests, doubtful, objects } = compileWords(language);
  if (opensWith(sentence, language, requests)) return true;
  const [verb = "", next = "", third = ""] = listOpeningWords(sentence, language);
  // "Follow the Leader is an album" starts with a title. After "that", a name is the subject of a
  // statement.
  const isTitle = /^\p{Lu}/u.test(third) && next.length <= MAX_ARTICLE_LENGTH;
  return doubtful.has(verb.toLowerCase()) && objects.has(next) && !isTitle;
}

/**
 * Returns whether a sentence starts with one of the verbs as an order. In "Tell was a marksman" and "Send Me
 * an Angel is a song", the verb is part of a name or title, which is the subject of a statement.
 */
function opensWith(sentence: string, language: Language, verbs: ReadonlySet<string>): boolean {
  const [verb = "", ...rest] = listOpeningWords(sentence, language);
  if (!verbs.has(verb.toLowerCase().replace("’", "'"))) return false;
  const isStatedVerb = (word: string) => /^\p{Ll}/u.test(word) && isVerb(word, language);
  const [next = ""] = rest;
  return /^\p{Lu}/u.test(next) ? !rest.some(isStatedVerb) : !isStatedVerb(next);
}

/** Words of the last sentence read. Cached, because each list of verbs is compared with them. */
let lastRead: { sentence: string; words: readonly string[] } = { sentence: "", words: [] };

/** Returns the first words of a sentence without punctuation, label and "please". */
function listOpeningWords(sentence: string, language: Language): readonly string[] {
  const { openers } = compileWords(language);
  if (lastRead.sentence !== sentence) {
    const bare = sentence.replace(OPENING, "").replace(LABEL, "").replace(OPENING, "");
    lastRead = { sentence, words: bare.slice(0, 200).match(WORD) ?? [] };
  }
  const { words } = lastRead;
  let first = 0;
  while (first < MAX_OPENERS && openers.has(words[first]?.toLowerCase() ?? "")) first += 1;
  return words.slice(first);
}

/**
 * Returns whether a sentence addresses the reader in lower case. Capitals do not count: "I Want to Hold Your
 * Hand" is a song.
 */
function namesReader(sentence: string, language: Language): boolean {
  if (language === "de" && POLITE_GERMAN.test(sentence)) return true;
  const { reader, mayNameReader } = compileWords(language);
  if (reader.size === 0 || !mayNameReader.test(sentence)) return false;
  const words = Array.from(sentence.matchAll(WORD));
  return words.some(({ 0: word, index }, at) => {
    const plain = word.toLowerCase().replace(/['’].*$/u, "");
    const neighbours = [sentence.charAt(index - 1), sentence.charAt(index + word.length)];
    if (!reader.has(plain) || neighbours.includes("-")) return false;
    return /^\p{Ll}/u.test(word) || (at === 0 && /^\p{Ll}/u.test(words[1]?.[0] ?? ""));
  });
}

function compileWords(language: Language): CompiledWords {
  const known = compiled.get(language);
  if (known !== undefined) return known;
  const { toMachines, ...lists } = getLexicon(language).orders;
  const set = (words = ""): ReadonlySet<string> => new Set(words.split(" ").filter((word) => word !== ""));
  const made = {
    orders: set(lists.orders),
    requests: set(lists.requests),
    doubtful: set(lists.doubtful),
    objects: set(lists.objects),
    openers: set(lists.openers),
    reader: set(lists.reader),
    mayNameReader: new RegExp([...set(lists.reader)].join("|"), "iu"),
    toMachines,
  };
  compiled.set(language, made);
  return made;
}
