import { ABSENT, type Features } from "./form-features.ts";
import type { QuestionProfile } from "./question-profile.ts";
import type { PageIndex } from "./read-page.ts";
import type { AskedWord, Word } from "./words.ts";

/** Where a word of the question occurs, as bit flags. */
const SENTENCE = 1;
const TITLE = 2;
const PREVIOUS = 4;
const NEXT = 8;
const PAGE = 16;
/** In the sentence, either the word itself or a synonym. */
const ALIKE = 32;

/** A word of the question, with the places in which it occurs. */
interface PlacedWord extends AskedWord {
  places: number;
}

/**
 * Returns the share of the question, by weight, that occurs in each place, for one sentence of a page. The
 * `missing` ones are weights. "Other words" are those that are not in the page's title.
 */
export function measureCoverage(profile: QuestionProfile, page: PageIndex, index: number): Features {
  const sentence = page.sentences[index];
  if (sentence === undefined) throw new RangeError(`the page has no sentence ${index}`);
  const asked = placeWords(profile.asked, page, index);
  const names = asked.filter(({ name }) => name);
  const notNames = asked.filter(({ name }) => !name);
  const others = notNames.filter(({ places }) => (places & TITLE) === 0);
  const synonyms = cover(asked, ALIKE);
  return {
    cover_sentence: cover(asked, SENTENCE),
    cover_title: cover(asked, TITLE),
    cover_sentence_title: cover(asked, SENTENCE | TITLE),
    cover_with_previous: cover(asked, SENTENCE | PREVIOUS),
    cover_with_previous_title: cover(asked, SENTENCE | PREVIOUS | TITLE),
    cover_with_next: cover(asked, SENTENCE | NEXT),
    cover_page: cover(asked, PAGE),
    cover_page_title: cover(asked, PAGE | TITLE),
    cover_window: measureWindowCover(profile, sentence.words),
    cover_synonyms: synonyms,
    cover_synonyms_title: cover(asked, ALIKE | TITLE),
    cover_other_words: cover(others, SENTENCE),
    cover_other_words_synonyms: cover(others, ALIKE),
    cover_other_words_title: cover(notNames, TITLE),
    cover_other_words_previous: cover(others, SENTENCE | PREVIOUS),
    names_sentence: cover(names, SENTENCE),
    names_sentence_title: cover(names, SENTENCE | TITLE),
    names_with_previous: cover(names, SENTENCE | TITLE | PREVIOUS),
    names_page: cover(names, PAGE | TITLE),
    heaviest_sentence: findHeaviestShare(asked, SENTENCE),
    heaviest_sentence_title: findHeaviestShare(asked, SENTENCE | TITLE),
    heaviest_page: findHeaviestShare(asked, PAGE | TITLE),
    heaviest_other_sentence: findHeaviestShare(others, ALIKE),
    heaviest_missing: findHeaviestMissing(asked, SENTENCE | TITLE),
    heaviest_missing_page: findHeaviestMissing(asked, PAGE | TITLE),
    heaviest_missing_other: findHeaviestMissing(others, ALIKE),
    pairs_sentence: measureShare(profile.pairs, sentence.pairs),
    pairs_sentence_title: measureShare(profile.pairs, sentence.pairs, page.title.pairs),
    trigrams_sentence: measureShare(profile.trigrams, sentence.trigrams),
    trigrams_sentence_title: measureShare(profile.trigrams, sentence.trigrams, page.title.trigrams),
    trigrams_page: measureShare(profile.trigrams, page.trigrams),
    beats_page: synonyms - findBestElsewhere(profile.asked, page, index),
    rest_in_sentence:
      others.length === 0 ? ABSENT : Number(others.every(({ places }) => (places & ALIKE) !== 0)),
  };
}

function placeWords(asked: readonly AskedWord[], page: PageIndex, index: number): PlacedWord[] {
  const sentence = page.sentences[index];
  const sets = [
    [SENTENCE | ALIKE, sentence?.stems],
    [TITLE, page.title.stems],
    [PREVIOUS, page.sentences[index - 1]?.stems],
    [NEXT, page.sentences[index + 1]?.stems],
    [PAGE, page.stems],
  ] as const;
  return asked.map((word) => {
    let places = word.synonyms.some((one) => sentence?.classes.has(one)) ? ALIKE : 0;
    for (const [place, stems] of sets) if (stems?.has(word.stem) === true) places |= place;
    return { ...word, places };
  });
}

/** Returns the share, by weight, of words that occur in any of these places. */
function cover(words: readonly PlacedWord[], places: number): number {
  if (words.length === 0) return ABSENT;
  let all = 0;
  let held = 0;
  for (const word of words) {
    all += word.weight;
    if ((word.places & places) !== 0) held += word.weight;
  }
  return held / all;
}

function findHeaviestShare(words: readonly PlacedWord[], places: number): number {
  if (words.length === 0) return ABSENT;
  const most = Math.max(...words.map(({ weight }) => weight));
  return Math.max(0, ...words.map((word) => ((word.places & places) === 0 ? 0 : word.weight))) / most;
}

/** Returns the weight of the heaviest word that occurs in none of these places. */
function findHeaviestMissing(words: readonly PlacedWord[], places: number): number {
  return Math.max(0, ...words.map((word) => ((word.places & places) === 0 ? word.weight : 0)));
}

function measureShare<Item>(wanted: ReadonlySet<Item>, ...held: readonly ReadonlySet<Item>[]): number {
  if (wanted.size === 0) return ABSENT;
  let found = 0;
  for (const one of wanted) if (held.some((some) => some.has(one))) found += 1;
  return found / wanted.size;
}

const WINDOW_WORDS = 12;
const WINDOW_STEP = 4;

/** Returns the largest share, by weight, of asked words within twelve consecutive words. */
function measureWindowCover({ byStem, weight }: QuestionProfile, words: readonly Word[]): number {
  let best = 0;
  for (let from = 0; from === 0 || from + WINDOW_WORDS - WINDOW_STEP < words.length; from += WINDOW_STEP) {
    const seen = new Set(words.slice(from, from + WINDOW_WORDS).map(({ stem }) => stem));
    let covered = 0;
    for (const stem of seen) covered += byStem.get(stem)?.weight ?? 0;
    best = Math.max(best, covered);
  }
  return best / weight;
}

/** Returns the largest share, including synonyms, in another sentence of the page. */
function findBestElsewhere(asked: readonly AskedWord[], page: PageIndex, index: number): number {
  let best = 0;
  for (const [at, covered] of measureSynonymCovers(asked, page).entries())
    if (at !== index) best = Math.max(best, covered);
  return best;
}

const covers = new WeakMap<PageIndex, readonly number[]>();

/**
 * Returns the share of the question, including synonyms, in each sentence of a page. Cached, because a page
 * is read for only one question.
 */
function measureSynonymCovers(asked: readonly AskedWord[], page: PageIndex): readonly number[] {
  const known = covers.get(page);
  if (known !== undefined) return known;
  const found = page.sentences.map((_, index) => cover(placeWords(asked, page, index), ALIKE));
  covers.set(page, found);
  return found;
}
