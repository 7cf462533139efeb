import { isVerb } from "../../lexicon/word-lists.ts";
import { type Facts, findUnsupportedFacts } from "../fact-book.ts";
import { RARE_WEIGHT } from "../name-book.ts";
import { splitSaidClauses } from "./clauses.ts";
import { type Cover, type Held, measureCover, scoreWord } from "./cover.ts";
import { type Disagreement, findDisagreements } from "./disagreements.ts";
import { isAdverb, isLight } from "./light-words.ts";
import { isPastForm } from "./past-forms.ts";
import type { ReadEvidence, Source } from "./read-evidence.ts";
import type { ContentWord, ReadSentence } from "./read-sentence.ts";
import { maySameName, readNameWords, readSubject } from "./subject.ts";

/** A comparison of one statement with the closest sentence of the evidence. */
export interface Match {
  source: Source;
  /** Cover of the statement by the source, with the sentence before it and its page's title. */
  cover: Cover;
  /**
   * Cover of the statement's words other than its subject. A source that starts with a pronoun is read
   * together with the sentence before it and its page's title.
   */
  predicate: Cover;
  predicateAlone: Cover;
  /** Names, numbers and dates of the statement that are in none of these texts. */
  missing: Facts;
  /** Number of facts that are neither in the source itself nor in its page's title. */
  missingAlone: number;
}

/** A sentence and its clauses, with the closest evidence. */
export interface Comparison {
  said: ReadSentence;
  /** Closest first. At least one. */
  matches: readonly [Match, ...Match[]];
  clauses: readonly { said: ReadSentence; match: Match; disagreements: readonly Disagreement[] }[];
}

/**
 * Maximum number of sources whose words are compared, and of those whose names, numbers and dates are
 * compared too.
 */
const MAX_COMPARED = 8;
const MAX_FACTS_COMPARED = 4;
/** Subtracted from a source's share for each missing name, number or date. */
const MISSING_FACT_PENALTY = 0.15;
/** Minimum share for one sentence of the evidence to be the source of a whole sentence. */
const MIN_WHOLE_SHARE = 0.9;

/** Compares a sentence with the evidence. Returns undefined if they share no word. */
export function compare(
  said: ReadSentence,
  evidence: ReadEvidence,
  meant: readonly string[],
): Comparison | undefined {
  const [best, ...others] = findClosest(said, evidence, evidence.sources);
  if (best === undefined) return undefined;
  const matches: Comparison["matches"] = [best, ...others];
  const asWhole = (): Comparison => ({
    said,
    matches,
    clauses: [{ said, match: best, disagreements: listDisagreements(said, matches, meant) }],
  });
  const clauses = splitSaidClauses(said);
  const subject = readSubject(said).words.join(" ");
  const hasSubject = (clause: ReadSentence) =>
    subject !== "" && readSubject(clause).words.join(" ") === subject;
  const isIncomplete = clauses.every(hasSubject) && lacksMuch(said, best);
  if (scoreSupport(best) >= MIN_WHOLE_SHARE && !isIncomplete) return asWhole();
  if (clauses.length === 1) return asWhole();
  const page = filterSamePage(evidence.sources, best.source);
  const candidates = clauses.map((clause) => {
    const own = findClosest(clause, evidence, page);
    return { clause, own, match: own[0] ?? best };
  });
  // The rules are the most expensive part, so they are applied only to what is kept: the whole sentence or
  // its clauses.
  const least = Math.min(...candidates.map(({ match }) => scoreSupport(match)));
  const gain = least - scoreSupport(best);
  if (gain < 0 || (gain === 0 && !isIncomplete)) return asWhole();
  const parts = candidates.map(({ clause, own, match }, at) => {
    const found = listDisagreements(clause, own.length === 0 ? [best] : own, meant);
    // A later clause without a subject has the subject of the whole sentence.
    return {
      said: clause,
      match,
      disagreements: at === 0 || hasSubject(clause) ? found : found.filter((rule) => rule !== "subject"),
    };
  });
  const [first] = parts;
  for (const part of parts.slice(1)) {
    const { kind, words } = part.match.source.subject;
    // "The company owns a mill" does not say who does, although the whole sentence has a name.
    const isUnnamed = kind === "none" && hasSubject(part.said);
    if (first && (isUnnamed || !maySameName(first.match.source.subject.words, words)))
      part.disagreements = [...part.disagreements, "subject"];
  }
  return { said, matches, clauses: parts };
}

/**
 * Minimum share, by weight, that a source must contain of what a statement says about its subject. The source
 * must also contain every word of at least the weight RARE_WEIGHT.
 */
const MIN_SHARE_FOUND = 0.7;

/** Minimum share that a source must contain alone, without the sentence before it. */
const MIN_SHARE_ALONE = 0.5;

function lacksMuch(said: ReadSentence, { predicate, predicateAlone, source }: Match): boolean {
  if (predicate.share < MIN_SHARE_FOUND || predicate.heaviest >= RARE_WEIGHT || predicate.lackingInRow > 1)
    return true;
  return predicateAlone.share < MIN_SHARE_ALONE || !containsHead(said, source);
}

/**
 * Returns whether a source contains the first word that says what the subject is or does. The previous
 * sentence may supply it. It may not supply an action if only the source contains a name or number of the
 * statement: "He studied in Ibadan. He operated in Leeds." does not say "He studied in Leeds".
 */
function containsHead(said: ReadSentence, source: Source): boolean {
  const subject = new Set(readSubject(said).words);
  const heads = said.plain.filter(({ capital, word }) => !capital && !subject.has(word) && !isAdverb(word));
  const head = heads.find(({ stem }) => !isLight(stem));
  if (head === undefined || scoreWord(head, source.held.alone) > 0) return true;
  if (scoreWord(head, source.held.near) === 0) return false;
  if (!isPastForm(head.word) && !isVerb(head.word, "en")) return true;
  const before = source.previous?.read;
  return !said.words.some(
    ({ word, stem, stop, capital }) =>
      !stop &&
      (capital || /^\d/.test(word)) &&
      !subject.has(word) &&
      source.read.content.has(stem) &&
      before?.content.has(stem) === false,
  );
}

function listDisagreements(
  said: ReadSentence,
  matches: readonly Match[],
  meant: readonly string[],
): Disagreement[] {
  const [best] = matches;
  if (best === undefined) return [];
  const found = findDisagreements(said, best.source, meant);
  if (hasOtherValueElsewhere(said, matches)) found.push("value");
  if (lacksMuch(said, best)) found.push("lacking");
  return found;
}

/**
 * Minimum advantage in the share of words, without names and numbers, for another sentence to be the one that
 * a statement restates.
 */
const MIN_ADVANTAGE = 0.2;

/**
 * Returns whether another sentence says the same with another number or date. The closest sentence was then
 * chosen only because of its number.
 */
function hasOtherValueElsewhere(said: ReadSentence, [best, ...others]: readonly Match[]): boolean {
  if (best === undefined || said.facts.dates.length + said.facts.numbers.length === 0) return false;
  const plain = said.plain.filter(({ capital }) => !capital);
  const shareIn = ({ source }: Match) => measureCover(plain, source.held.alone).share;
  const own = shareIn(best);
  return others.some(
    (other) =>
      ((other.missing.dates.length > best.missing.dates.length && other.source.read.facts.dates.length > 0) ||
        (other.missing.numbers.length > best.missing.numbers.length &&
          other.source.read.facts.numbers.length > 0)) &&
      shareIn(other) >= own + MIN_ADVANTAGE,
  );
}

/**
 * Returns the share of a statement that a source contains, reduced for each missing name, number and date.
 */
function scoreSupport({ cover, missing }: Match): number {
  return cover.share - MISSING_FACT_PENALTY * countFacts(missing);
}

function filterSamePage(sources: readonly Source[], { sentence }: Source): readonly Source[] {
  return sources.filter(
    (other) =>
      other.sentence.outcome === sentence.outcome &&
      (sentence.title === ""
        ? other.sentence.citation === sentence.citation
        : other.sentence.title === sentence.title),
  );
}

function findClosest(said: ReadSentence, evidence: ReadEvidence, among: readonly Source[]): Match[] {
  const shared = sumSharedWeights(said, evidence);
  const weightOf = ({ index }: Source) => shared[index] ?? 0;
  const rough = among
    .filter((source) => weightOf(source) > 0 && source.isEnglish)
    .toSorted((one, other) => weightOf(other) - weightOf(one))
    .slice(0, MAX_COMPARED);
  return rough
    .map((source) => ({ source, cover: measureCover(said.plain, chooseTexts(source)) }))
    .toSorted((one, other) => other.cover.share - one.cover.share)
    .slice(0, MAX_FACTS_COMPARED)
    .map(({ source, cover }) => createMatch(said, source, cover))
    .map((match) => ({ match, worth: scoreMatch(match) }))
    .toSorted((one, other) => other.worth - one.worth)
    .map(({ match }) => match);
}

/** Weight of a word that only the sentence before a source contains. */
const PREVIOUS_SENTENCE_FACTOR = 1 / 4;

/** Returns, by index of the source, the weight of the words that it shares with a statement. */
function sumSharedWeights({ content }: ReadSentence, { sources, byStem }: ReadEvidence): Float64Array {
  const shared = new Float64Array(sources.length);
  for (const [stem, { weight }] of content)
    for (const index of byStem.get(stem) ?? []) {
      shared[index] = (shared[index] ?? 0) + weight;
      const next = sources[index + 1];
      if (next !== undefined && next.previous?.index === index && !next.read.content.has(stem))
        shared[index + 1] = (shared[index + 1] ?? 0) + weight * PREVIOUS_SENTENCE_FACTOR;
    }
  return shared;
}

function scoreMatch({ cover, predicateAlone, missing }: Match): number {
  return (cover.share + predicateAlone.share) / 2 - MISSING_FACT_PENALTY * countFacts(missing);
}

export function countFacts({ names, numbers, dates }: Facts): number {
  return names.length + numbers.length + dates.length;
}

function createMatch(said: ReadSentence, source: Source, cover: Cover): Match {
  const { near, alone } = source.held;
  const { books } = source;
  const missing = findUnsupportedFacts(said.facts, books);
  // In "Her lawyer Tim Hale spoke", "her" means the subject of the previous sentence.
  const owner = source.startsWithPronoun ? (source.previous?.subject.words ?? []) : [];
  const subject = new Set([...readSubject(said).words, ...source.subject.words, ...owner]);
  const predicate = said.plain.filter(({ word }) => !subject.has(word));
  const predicateAlone = measureCover(predicate, alone);
  const ownBooks = [source.read.book, source.title.book];
  const bare = books.length === ownBooks.length ? missing : findUnsupportedFacts(said.facts, ownBooks);
  return {
    source,
    missingAlone: countFacts(bare),
    cover,
    // The sentence before supplies its words to a sentence that depends on it.
    predicate: source.startsWithPronoun ? measureCover(predicate, near) : predicateAlone,
    predicateAlone,
    missing: { ...missing, names: missing.names.filter(({ written }) => !isPageSubject(written, source)) },
  };
}

/**
 * Returns the texts that may supply a word. A title may contain anything, so it supplies only capitalized
 * words, which say who the page is about.
 */
function chooseTexts(source: Source): (word: ContentWord) => Held {
  const { near, titled } = source.held;
  return (word) => (word.capital ? titled : near);
}

/** Returns whether a name is the longer form that a page uses once for its subject. */
function isPageSubject(written: string, { lead, title }: Source): boolean {
  if (lead === null || !lead.read.text.includes(written)) return false;
  return maySameName(readNameWords(written), readNameWords(title.text));
}
