import { detectLanguage } from "../lexicon/detect-language.ts";
import { FORMS_OF_ADDRESS, GIVEN_NAMES } from "../lexicon/names.ts";
import { getWords } from "../lexicon/word-lists.ts";
import { needsPrevious, startsWithPronoun } from "../research/evidence/quotable-spans.ts";
import { findIdentifyingWords } from "../text/name-mentions.ts";
import { findProperNames, looksLikePerson } from "../text/names.ts";
import { isSameNameWord } from "../text/same-names.ts";
import { splitWords, tokenize } from "../text/tokens.ts";
import type { EvidenceSentence } from "./evidence-sentences.ts";
import { isInWordTable } from "./name-book.ts";

/**
 * Matches a sentence that opens with only the kind of a thing or person mentioned before: "The company", "The
 * couple". Does not match "The company Acme".
 */
const BARE_KIND =
  /^(?:(?:In|On|By|At|Since|After|Before|During|From|Until)\s[^,]{1,40},\s)?(?:[Tt]he|[Tt]his|[Tt]hat|[Tt]hese|[Tt]hose|[Bb]oth|[Ee]ach)\s(?:(?:\p{Ll}+\s)?(?:company|firm|group|band|duo|trio|couple|pair|team|club|organi[sz]ation|institution|foundation|agency|museum|university|school|college|hospital|church|building|bridge|tower|city|town|village|island|river|film|movie|book|novel|song|album|single|series|show|play|opera|poem|painting|magazine|newspaper|paper|study|project|product|device|machine|ship|aircraft|mission|treaty|law|act|award|prize|event|festival|tournament|match|battle|war|king|queen|prince|princess|president|minister|senator|governor|mayor|bishop|pope|general|scientist|physicist|chemist|mathematician|engineer|author|writer|poet|novelist|actor|actress|singer|musician|composer|artist|painter|director|politician|player|athlete|man|woman|boy|girl|child|children|brothers|sisters|family|former|latter|two|three|men|women|station|site|park|lake|mountain|system|program|programme|party|government|army|brand|game|character))(?=['’]s\s|,|;|\s(?!of\s)\p{Ll})/u;
/** Matches openings with a possessive pronoun: "After his death", "Moving to film, her first role". */
const OPENS_WITH_POSSESSIVE =
  /^(?:(?:After|Before|During|For|In|With|Without|Following|Despite|Since|Until|On|At|By|Under|Upon|Through|From|Of|Among|Besides|Throughout)\s(?:\p{Ll}+\s){0,4}|\p{Lu}[^,\p{Lu}]{0,80},\s)(?:his|her|their|its)\s/u;
const MAX_OPENING_LENGTH = 160;

/**
 * Returns whether only the text before a sentence names its subject. Such a sentence starts with a pronoun
 * ("She won", "In 1999 he moved") or with a bare kind ("The company grew").
 */
export function startsWithReference(sentence: string): boolean {
  const language = detectLanguage(sentence);
  return (
    startsWithPronoun(sentence, language) ||
    (language !== "en" && startsWithPronoun(sentence, "en")) ||
    needsPrevious(sentence, language ?? "en") ||
    startsWithBareKind(sentence) ||
    OPENS_WITH_POSSESSIVE.test(sentence.slice(0, MAX_OPENING_LENGTH))
  );
}

/** Returns whether a sentence opens with only the kind of its subject: "The company grew". */
export function startsWithBareKind(sentence: string): boolean {
  return BARE_KIND.test(sentence.slice(0, MAX_OPENING_LENGTH));
}

const SENTENCE_OPENER = /^["“'‘«(\s*•–—-]*(?:(?:the|sir|dame|dr|mr|mrs|ms|prof)\.?\s)?$/i;

/** Returns whether the first name only describes the next one: "The English mathematician Ada Lovelace". */
function isApposition(sentence: string, { text, end }: { text: string; end: number }): boolean {
  return (
    !text.includes(" ") && /^(?:-\p{L}+)?(?:\s\p{Ll}+){1,3}\s\p{Lu}/u.test(sentence.slice(end, end + 60))
  );
}

/**
 * Returns the name of the person or thing that a sentence is about. Returns null if it neither starts with a
 * name nor contains the name of exactly one person.
 */
export function findNamedSubject(sentence: string): string | null {
  const [first, ...others] = findProperNames(sentence);
  if (first === undefined) return null;
  const before = sentence.slice(0, first.start);
  if (SENTENCE_OPENER.test(before)) {
    if (isCommonNoun(first.text)) return null;
    const describes = /the\s$/i.test(before) && isApposition(sentence, first);
    return describes ? null : first.text;
  }
  if (startsWithReference(sentence)) return null;
  const people = [first, ...others].filter(({ text }) => looksLikePerson(text));
  return people.length === 1 ? (people[0]?.text ?? null) : null;
}

const PLURAL_OCCUPATION = /(?:[eo]rs|ists|ians|ents|ants)$/;

/** Returns whether a word is capitalised only because of its position: "Revenue rose", "Prosecutors said". */
function isCommonNoun(opener: string): boolean {
  const word = opener.toLowerCase();
  if (!/^[a-z]+$/.test(word)) return false;
  return !GIVEN_NAMES.has(word) && (isInWordTable(word) || PLURAL_OCCUPATION.test(word));
}

/** Maximum number of sentences to read backwards to resolve a pronoun. */
const MAX_STEPS = 4;

/**
 * Returns the name that a sentence of the evidence is about: its own subject, or that of the nearest of the
 * four sentences before it that has one. Returns null if its pronoun could refer to several names, or if its
 * snippet starts before the subject is named.
 */
export function subjectOf(sentence: EvidenceSentence): string | null {
  if (!startsWithReference(sentence.text)) return findNamedSubject(sentence.text);
  const pronoun = pronounKind(sentence.text);
  const own = namesOfOthers(sentence.text, "");
  let opening = sentence;
  let before = sentence.previous;
  for (let step = 0; before !== null && step < MAX_STEPS; step += 1) {
    if (!startsWithReference(before.text)) {
      const subject = findNamedSubject(before.text);
      if (subject === null || namesOfOthers(before.text, subject).length > 0) return null;
      const isOther = cannotReferTo(sentence.text, own, subject) || refersToAnother(sentence, subject);
      return isOther ? null : subject;
    }
    if (pronounKind(before.text) !== pronoun || namesOfOthers(before.text, "").length > 0) return null;
    opening = before;
    before = before.previous;
  }
  // At the start of a snippet, uses the subject that the snippet is known to have.
  const { subject = null } = before === null ? opening : {};
  return subject === null || cannotReferTo(sentence.text, own, subject) ? null : subject;
}

/**
 * Returns whether a pronoun cannot refer to a name. "He thanked Karl Voss" does not mean Voss by "he", and
 * "it" is not a person. `own` holds the names in the sentence.
 */
function cannotReferTo(sentence: string, own: readonly string[], subject: string): boolean {
  return (
    own.some((name) => sameSubject(name, subject)) || (/^It\b/.test(sentence) && looksLikePerson(subject))
  );
}

/**
 * Returns whether the pronoun of a sentence referred to someone else before its snippet mentioned this name:
 * "Vance led the board. She proposed a law. Moen disliked it. She …".
 */
export function refersToAnother({ text, previous }: EvidenceSentence, name: string): boolean {
  const pronoun = pronounKind(text);
  if (previous === null || (pronoun !== "he" && pronoun !== "she")) return false;
  let inUse = false;
  let before: EvidenceSentence | null = previous;
  for (let step = 0; before !== null && step < MAX_STEPS; step += 1, before = before.previous) {
    const named = findNamedSubject(before.text);
    const isOther = named !== null && !sameSubject(named, name);
    inUse ||= pronounsIn(before.text).has(pronoun);
    if (isOther) return inUse;
    if (named !== null && before !== previous) return false;
  }
  return inUse && previous.previous !== null;
}

/**
 * Returns whether two names can belong to one subject: they have the same words, or one is a part of the
 * other ("Lovelace" and "Ada Lovelace").
 */
export function sameSubject(one: string, other: string): boolean {
  const [shorter, longer] = [findIdentifyingWords(one), findIdentifyingWords(other)].toSorted(
    (a, b) => a.length - b.length,
  );
  if (shorter === undefined || longer === undefined || shorter.length === 0) return false;
  return shorter.every((word) => longer.some((candidate) => isSameNameWord(word, candidate)));
}

/** Matches "It is" and "As of 2026, it is". */
const OPENS_WITH_IT = /^(?:[^,.]{1,40},\s)?(?:It|it|Its|its)\s/u;

/**
 * Returns true if "it" continues the sentence before it, which is about this thing, on a page about the same
 * thing. Other names in that sentence are not its subject.
 */
export function continuesSubject({ text, previous, title }: EvidenceSentence, name: string): boolean {
  if (previous === null || !OPENS_WITH_IT.test(text) || looksLikePerson(name)) return false;
  const named = findNamedSubject(previous.text) ?? "";
  const titled = new Set(splitWords(title));
  return sameSubject(named, name) && findIdentifyingWords(named).every((word) => titled.has(word));
}

/**
 * Returns true if a page is about somebody by its title. A pronoun that nothing else explains then means that
 * person.
 */
export function isTitledBy({ title }: EvidenceSentence, name: string): boolean {
  const titled = new Set(splitWords(title));
  const wanted = findIdentifyingWords(name);
  return wanted.length > 1 && wanted.every((word) => titled.has(word));
}

/** Matches words after which a name is more often a place or a time than a person. */
const PLACE_OR_TIME_PREPOSITION =
  /(?<!\p{L})(?:in|at|near|into|across|throughout|outside|around|during|since)\s(?:the\s)?$/iu;

/** Returns the names in a sentence that a later pronoun could refer to, without its subject and places. */
function namesOfOthers(sentence: string, subject: string): string[] {
  return findProperNames(sentence).flatMap(({ text, start }) => {
    const opens = start === 0 && tokenize(text).length === 1 && isPlainWord(text);
    if (opens || (subject !== "" && sameSubject(text, subject))) return [];
    const isTime = tokenize(text).every(({ word }) => getWords("en").months.has(word));
    return isTime || PLACE_OR_TIME_PREPOSITION.test(sentence.slice(Math.max(0, start - 24), start))
      ? []
      : [text];
  });
}

/**
 * Returns whether a sentence about somebody also names another person that a later pronoun could mean. A name
 * after "of" or "for" may be that of a club or a firm.
 */
export function namesOtherPerson(sentence: string, subject: string): boolean {
  const own = new Set(splitWords(subject));
  return namesOfOthers(sentence, subject).some((name) => {
    const words = splitWords(name);
    const [first = ""] = words;
    if (words.some((word) => own.has(word))) return false;
    if (GIVEN_NAMES.has(first) || FORMS_OF_ADDRESS.has(first)) return true;
    const before = sentence.slice(0, sentence.indexOf(name));
    return name.includes(" ") && looksLikePerson(name) && !/\b(?:of|for)\s$/u.test(before);
  });
}

function isPlainWord(word: string): boolean {
  return getWords("en").stopWords.has(word.toLowerCase()) || getWords("en").pronouns.has(word.toLowerCase());
}

const PRONOUNS: readonly (readonly [kind: string, words: RegExp])[] = [
  ["he", /^(?:he|his|him|himself)$/],
  ["she", /^(?:she|her|hers|herself)$/],
  ["they", /^(?:they|their|them|both|these|those|themselves)$/],
];

/** Returns the kind of a sentence's first pronoun. A "she" after a "he" is someone else. */
function pronounKind(sentence: string): string {
  const [first = "it"] = pronounsIn(sentence.slice(0, MAX_OPENING_LENGTH));
  return first;
}

/** Returns the kinds of pronouns in a sentence, in order of first occurrence. */
function pronounsIn(sentence: string): ReadonlySet<string> {
  return new Set(
    tokenize(sentence).flatMap(({ word }) => PRONOUNS.find(([, words]) => words.test(word))?.[0] ?? []),
  );
}
