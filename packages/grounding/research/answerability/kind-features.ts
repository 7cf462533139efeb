import { ABSENT } from "./absent.ts";
import { answerMentions } from "./answer-mentions.ts";
import type { QuestionProfile } from "./question-profile.ts";
import type { ReadPage, ReadSentence } from "./read-page.ts";
import type { Word } from "./words.ts";

/** What kind of answer is asked for, and whether the sentence has one. */
export const KIND_FEATURES = [
  "expects_kind",
  "kind_present",
  "kind_count",
  "kind_distance",
  "kind_near_other_word",
  "kind_by",
  "expects_date",
  "expects_number",
  "expects_person",
  "expects_place",
  "expects_description",
  "expects_reason",
  "expects_yes_no",
  "head_present",
  "year_missing",
  "year_contradicted",
] as const;

const MOST_MENTIONS = 6;
const FARTHEST = 20;
const YEAR = /^(?:1\d{3}|20\d{2})$/;
const BY = new Set("by von durch por от tarafından par da door".split(" "));

/** The values of `KIND_FEATURES` for one sentence. */
export function kindFeatures(profile: QuestionProfile, page: ReadPage, sentence: ReadSentence): number[] {
  const { expected, head, byStem } = profile;
  const { words, stems } = sentence;
  const title = page.title.stems;
  const mentions = answerMentions(profile, words);
  const matched = placesOf(words, ({ stem }) => byStem.has(stem));
  const others = matched.filter((at) => isOther(words[at]?.stem ?? "", profile, title));
  const expects = (...kinds: readonly string[]) => (kinds.includes(expected) ? 1 : 0);
  return [
    mentions === null ? 0 : 1,
    mentions === null ? ABSENT : Number(mentions.length > 0),
    mentions === null ? ABSENT : Math.min(mentions.length, MOST_MENTIONS),
    mentions === null ? ABSENT : distance(mentions, matched),
    mentions === null ? ABSENT : distance(mentions, others),
    mentions === null ? ABSENT : Number(isNamedBy(words, mentions)),
    expects("date"),
    expects("number"),
    expects("person"),
    expects("place"),
    expects("description", "biography", "thing"),
    expects("reason"),
    expects("yes_no"),
    head === null ? ABSENT : Number(stems.has(head)),
    Number(lacksYear(profile, stems, title)),
    Number(tellsOtherYear(profile, words)),
  ];
}

function placesOf(words: readonly Word[], fits: (word: Word) => boolean): number[] {
  return words.flatMap((word, at) => (fits(word) ? [at] : []));
}

function isOther(stem: string, { byStem }: QuestionProfile, title: ReadonlySet<string>): boolean {
  return !title.has(stem) && byStem.get(stem)?.name === false;
}

/** Words between the nearest of two kinds of places, at most 20; 20 when either is missing. */
function distance(one: readonly number[], other: readonly number[]): number {
  let best = FARTHEST;
  for (const a of one) for (const b of other) best = Math.min(best, Math.abs(a - b));
  return best;
}

/** Whether a possible answer stands right behind "by": "sung by …". */
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

function tellsOtherYear({ years }: QuestionProfile, words: readonly Word[]): boolean {
  if (years.size === 0) return false;
  const told = words.filter(({ word }) => YEAR.test(word));
  return told.length > 0 && !told.some(({ word }) => years.has(word));
}
