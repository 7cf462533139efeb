import { findAnswerMentions } from "./answer-mentions.ts";
import type { QuestionProfile } from "./question-profile.ts";
import type { PageIndex, PageSentence } from "./read-page.ts";
import type { Word } from "./words.ts";

/** Features by name, in the order in which the trees were learned. All are plain ratios, flags and counts. */
export type Features = Readonly<Record<string, number>>;

const MAX_POSITION = 12;
const MAX_WORDS = 80;
const MAX_ASKED = 15;
const MAX_WEIGHT = 60;
/** Number of words that count as the opening of a sentence. */
const OPENING_WORDS = 6;
const COPULA = new Set(
  "is are was were ist sind war waren es son fue era eran это является idi dır 是".split(" "),
);
const MAX_COPULA_DISTANCE = 16;

/** Returns features of a sentence's form and position, and of its title's relation to the question. */
export function measureForm(
  profile: QuestionProfile,
  page: PageIndex,
  sentence: PageSentence,
  index: number,
): Features {
  const { asked, byStem, weight, cased } = profile;
  const { words, text, refersBack } = sentence;
  const title = page.title.words.filter(({ stop }) => !stop);
  const shared = title.filter(({ stem }) => byStem.has(stem)).length;
  const content = words.filter(({ stop }) => !stop);
  const isNew = ({ stem }: Word) => !byStem.has(stem) && !page.title.stems.has(stem);
  return {
    longest_run: measureLongestRun(profile, words),
    title_share: title.length === 0 ? ABSENT : shared / title.length,
    title_jaccard: title.length === 0 ? ABSENT : shared / (title.length + asked.length - shared),
    title_all: Number(title.length > 0 && shared === title.length),
    position: Math.min(index, MAX_POSITION),
    first: Number(index === 0),
    opens_page_title: Number(opensWith(words, title)),
    words: Math.min(words.length, MAX_WORDS),
    new_words_share: share(content, isNew),
    capitals_share: share(words, ({ capital }) => capital),
    digits_share: share(words, ({ raw }) => /\d/.test(raw)),
    pronoun: Number(refersBack),
    opens_other_name: Number(opensWithOtherName(profile, words, page.title.stems)),
    matched_span: measureMatchedSpan(profile, words),
    asked_words: Math.min(asked.length, MAX_ASKED),
    asked_weight: Math.min(weight, MAX_WEIGHT),
    cased: Number(cased),
    defines: Number(definesTitle(words, page.title.stems)),
    brackets: Number(/[([][^)\]]*\d/.test(text)),
    ends_whole: Number(/[.!?。！？]["'”’»)\]]*$/u.test(text)),
  };
}

function share(words: readonly Word[], fits: (word: Word) => boolean): number {
  return words.length === 0 ? 0 : words.filter(fits).length / words.length;
}

/**
 * Returns the longest run of words that are all in the question, including function words, divided by the
 * question's length.
 */
function measureLongestRun({ allStems, byStem }: QuestionProfile, words: readonly Word[]): number {
  let best = 0;
  let run = 0;
  let content = 0;
  for (const { stem } of words) {
    run = allStems.has(stem) ? run + 1 : 0;
    content = run === 0 ? 0 : content + Number(byStem.has(stem));
    if (content > 0) best = Math.max(best, run);
  }
  return best / Math.max(1, allStems.size);
}

function opensWith(words: readonly Word[], title: readonly Word[]): boolean {
  const opening = new Set(words.slice(0, OPENING_WORDS).map(({ stem }) => stem));
  return title.some(({ stem }) => opening.has(stem));
}

/**
 * Returns whether the sentence starts with a name that is neither in the question nor in the page's title.
 */
function opensWithOtherName(
  { byStem }: QuestionProfile,
  words: readonly Word[],
  title: ReadonlySet<string>,
): boolean {
  const first = words.findIndex(({ stop }) => !stop);
  if (first < 0 || first > 1) return false;
  const opening = words.slice(first, first + 2);
  return opening.every(({ capital, stem }) => capital && !byStem.has(stem) && !title.has(stem));
}

/** Returns the distance from the first to the last word of the question, divided by the sentence's length. */
function measureMatchedSpan({ byStem }: QuestionProfile, words: readonly Word[]): number {
  const first = words.findIndex(({ stem }) => byStem.has(stem));
  const last = words.findLastIndex(({ stem }) => byStem.has(stem));
  return first < 0 ? 0 : (last - first) / Math.max(1, words.length);
}

/** Returns whether the first words of the sentence define its title: "X is a …". */
function definesTitle(words: readonly Word[], title: ReadonlySet<string>): boolean {
  const named = words.findIndex(({ stem, stop }) => !stop && title.has(stem));
  if (named < 0 || named > 3) return false;
  return words.slice(named + 1, named + MAX_COPULA_DISTANCE).some(({ word }) => COPULA.has(word));
}

const MAX_MENTIONS = 6;
const MAX_DISTANCE = 20;
const YEAR = /^(?:1\d{3}|20\d{2})$/;
const BY = new Set("by von durch por от tarafından par da door".split(" "));

/** Returns features for the kind of answer asked for, and whether the sentence has one. */
export function measureKind(profile: QuestionProfile, page: PageIndex, sentence: PageSentence): Features {
  const { expected, head, byStem } = profile;
  const { words, stems } = sentence;
  const title = page.title.stems;
  const mentions = findAnswerMentions(profile, words);
  const matched = findIndexes(words, ({ stem }) => byStem.has(stem));
  const others = matched.filter((at) => isOther(words[at]?.stem ?? "", profile, title));
  const expects = (...kinds: readonly string[]) => (kinds.includes(expected) ? 1 : 0);
  return {
    expects_kind: mentions === null ? 0 : 1,
    kind_present: mentions === null ? ABSENT : Number(mentions.length > 0),
    kind_count: mentions === null ? ABSENT : Math.min(mentions.length, MAX_MENTIONS),
    kind_distance: mentions === null ? ABSENT : measureDistance(mentions, matched),
    kind_near_other_word: mentions === null ? ABSENT : measureDistance(mentions, others),
    kind_by: mentions === null ? ABSENT : Number(isNamedBy(words, mentions)),
    expects_date: expects("date"),
    expects_number: expects("number"),
    expects_person: expects("person"),
    expects_place: expects("place"),
    expects_description: expects("description", "biography", "thing"),
    expects_reason: expects("reason"),
    expects_yes_no: expects("yes_no"),
    head_present: head === null ? ABSENT : Number(stems.has(head)),
    year_missing: Number(lacksYear(profile, stems, title)),
    year_contradicted: Number(hasOtherYear(profile, words)),
  };
}

function findIndexes(words: readonly Word[], fits: (word: Word) => boolean): number[] {
  return words.flatMap((word, at) => (fits(word) ? [at] : []));
}

function isOther(stem: string, { byStem }: QuestionProfile, title: ReadonlySet<string>): boolean {
  return !title.has(stem) && byStem.get(stem)?.name === false;
}

/**
 * Returns the number of words between the nearest two positions of both lists, at most 20. Returns 20 if
 * either list is empty.
 */
function measureDistance(one: readonly number[], other: readonly number[]): number {
  let best = MAX_DISTANCE;
  for (const a of one) for (const b of other) best = Math.min(best, Math.abs(a - b));
  return best;
}

/** Returns whether a possible answer comes right after "by": "sung by …". */
function isNamedBy(words: readonly Word[], mentions: readonly number[]): boolean {
  return mentions.some((at) => BY.has(words[at - 1]?.word ?? "") || BY.has(words[at - 2]?.word ?? ""));
}

function lacksYear(
  { years }: QuestionProfile,
  own: ReadonlySet<string>,
  title: ReadonlySet<string>,
): boolean {
  return years.size > 0 && ![...years].some((year) => own.has(year) || title.has(year));
}

function hasOtherYear({ years }: QuestionProfile, words: readonly Word[]): boolean {
  if (years.size === 0) return false;
  const stated = words.filter(({ word }) => YEAR.test(word));
  return stated.length > 0 && !stated.some(({ word }) => years.has(word));
}

/** Value of a feature that a question or page does not have. The trees distinguish it from 0. */
export const ABSENT = -1;
