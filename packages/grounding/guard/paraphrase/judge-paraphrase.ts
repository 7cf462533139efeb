import { detectLanguage } from "../../lexicon/detect-language.ts";
import { splitWords } from "../../text/tokens.ts";
import type { Evidence } from "../evidence.ts";
import type { EvidenceSentence } from "../evidence-sentences.ts";
import { type Facts, findUnsupportedFacts, readSentenceFacts } from "../fact-book.ts";
import type { SentenceContext } from "../judgement.ts";
import { createMissingValueReason, getReason, type Reason } from "../reasons.ts";
import { findQuotableWords } from "../split-badly.ts";
import { removeAttribution, removeSourceNumbers } from "./attribution.ts";
import { type Comparison, compare, countFacts, type Match } from "./compare.ts";
import { measureCover } from "./cover.ts";
import { type CurrencyClaim, isNewestSource, readCurrencyClaim } from "./currency.ts";
import { DISAGREEMENTS, type Disagreement } from "./disagreements.ts";
import { isNotComparable } from "./not-a-statement.ts";
import { officeYearDiffers } from "./office-years.ts";
import { holdsPastOffice } from "./past-offices.ts";
import type { ReadEvidence, Source } from "./read-evidence.ts";
import { ReadSentence } from "./read-sentence.ts";
import { maySameName, readNameWords } from "./subject.ts";
import { shortenOffices } from "./values.ts";

/** The judgement of a sentence that says in other words what the evidence may say. */
export interface Paraphrase {
  /** Confidence that the evidence supports it, in [0, 1]. */
  score: number;
  isSupported: boolean;
  /**
   * True if several of its facts are in no source and hardly any of the rest is, or if a source contradicts
   * it.
   */
  isUnsupported: boolean;
  /** Reasons that it is not supported, the weightiest first; for a supported one, the reason that it is. */
  reasons: readonly Reason[];
  /** The sentence that it restates most closely. */
  source: EvidenceSentence;
  /**
   * The sentences of the evidence that together say most of what it says: one, or two of one subject. Empty
   * for a supported one.
   */
  restated: readonly EvidenceSentence[];
  /** Share of the sentence that `restated` says, in [0, 1]. */
  closeness: number;
  /** Indexes into the citations of the outcome of `source`. */
  citations: readonly number[];
}

/**
 * Compares an English sentence with the evidence, clause by clause. What a clause says must be in one
 * sentence of the evidence, the one before it and their page's title, and no rule may speak against it.
 * Undefined for other languages and where the evidence shares no word with the
 * sentence.
 */
export function judgeParaphrase(
  sentence: string,
  evidence: Evidence,
  context: SentenceContext,
): Paraphrase | undefined {
  const text = removeAttribution(sentence);
  const language = detectLanguage(text);
  if (language !== null && language !== "en") return undefined;
  const claim = readCurrencyClaim(text);
  const found = judgeStatement(text, evidence, { ...context, claim });
  if (claim === undefined || found?.isSupported) return found;
  const rest = judgeStatement(claim.rest, evidence, { ...context, claim });
  return rest?.isSupported || rest?.reasons[0]?.code === "not_newest" ? rest : found;
}

function judgeStatement(
  text: string,
  evidence: Evidence,
  { claim, ...context }: SentenceContext & { claim: CurrencyClaim | undefined },
): Paraphrase | undefined {
  const said = new ReadSentence(shortenOffices(text));
  const read = evidence.read();
  const meant = meantBy(context, read);
  const comparison = compare(said, read, meant);
  if (comparison === undefined) return undefined;
  const foreign = countFacts(findUnsupportedFacts(comparison.said.facts, read.books));
  const score = scoreOf(comparison.matches[0].cover.share, foreign);
  const nearest = comparison.matches[0].source;
  const isFragment = isNotComparable(said, nearest.read);
  const against = [
    ...(isFragment ? [getReason("no_statement")] : []),
    ...(holdsPastOffice(said, read, meant) ? [getReason("past_office")] : []),
    ...(comparison.matches.some(({ source }) => officeYearDiffers(said, source.read))
      ? [getReason("differs_office_year")]
      : []),
    ...objections(comparison),
  ];
  if (claim !== undefined && against.length === 0 && !isNewestSource(comparison, read, claim))
    against.push(getReason("not_newest"));
  if (against.length === 0) {
    const source = comparison.clauses[0]?.match.source.sentence ?? nearest.sentence;
    const citations = citationsOf(comparison, source, evidence);
    const rest = { isUnsupported: false, restated: [], closeness: 0, citations };
    return { score, isSupported: true, reasons: [getReason("paraphrase")], source, ...rest };
  }
  const { restated, closeness, closest: source } = findRestatement(comparison, read);
  const unknown = unknownIn(said, read);
  const isUnsupported =
    (!isFragment && lacksMostFacts(unknown) && score <= UNSUPPORTED) || isContradicted(comparison, unknown);
  return {
    // The score does not know of contradictions.
    score: isUnsupported ? score / 2 : score,
    isSupported: false,
    isUnsupported,
    reasons: [...against, getReason("not_restated")],
    source,
    restated,
    closeness,
    citations: citationsOf(comparison, source, evidence),
  };
}

/** The score up to which a sentence with several unsupported facts is called unsupported. */
const UNSUPPORTED = 0.15;

/**
 * Returns the confidence that the evidence supports a sentence, in [0, 1], by the share of its words that the
 * closest evidence holds and the number of its facts that are nowhere in the evidence. The factors are those
 * of a logistic regression over FActScore's biographies and RAGTruth's answers.
 */
function scoreOf(share: number, foreign: number): number {
  return 1 / (1 + Math.exp(1.4 - 4 * share + 1.5 * foreign));
}

/**
 * Returns true if so many facts of a statement are in no source that nothing was found of it. These are
 * several facts, with a number or date among them.
 */
export function lacksMostFacts({ dates, numbers, names }: Record<keyof Facts, { length: number }>): boolean {
  const values = dates.length + numbers.length;
  return values > 0 && values + names.length > 1;
}

/** Minimum share of a statement's words, apart from numbers and dates, in a source that contradicts it. */
const MIN_CONTRADICTING_SHARE = 0.75;

/**
 * Returns true if a source says the same with another number or date, and no source contains the statement's
 * own.
 */
function isContradicted({ clauses }: Comparison, { dates, numbers }: Facts): boolean {
  return clauses.some(({ said, match: { missing, source } }) => {
    const { facts: theirs, text } = source.read;
    // "In her late 80s" does not contradict "aged 87".
    const counts = theirs.numbers.some(({ end }) => text.charAt(end) !== "s");
    const isOther =
      (missing.dates.length > 0 && dates.length > 0 && theirs.dates.length > 0) ||
      (missing.numbers.length > 0 && numbers.length > 0 && counts);
    if (!isOther) return false;
    return (
      said.plain.length > 0 &&
      measureCover(said.plain, [source.read, source.title]).share >= MIN_CONTRADICTING_SHARE
    );
  });
}

/** "79 °F (26 °C)", "WHO (World Health Organization)": the same in another unit or in full. */
const IN_BRACKETS = /(?<=\d[^()]{0,20}|(?<!\p{L})\p{Lu}{2,}\s)\([^()]*\)/gu;
/** It says when it was written. */
const AS_OF = /^[Aa]s of [^.;]{0,24}?\d{4}(?!\d)/u;

function withoutAsides(text: string): string {
  const plain = removeSourceNumbers(text.replace(AS_OF, " "));
  return plain.includes("(") ? plain.replace(IN_BRACKETS, " ") : plain;
}

/** Returns the facts that nothing in the evidence has, not even in another spelling. */
function unknownIn({ text, facts }: ReadSentence, { books }: ReadEvidence): Facts {
  const stands = ({ written }: { written: string }) =>
    splitWords(written).every((word) => books.some(({ names }) => names.words.has(word)));
  const plain = withoutAsides(text);
  const { dates, numbers, names } = findUnsupportedFacts(
    plain === text ? facts : readSentenceFacts(plain),
    books,
  );
  return {
    dates: dates.filter((date) => !stands(date)),
    numbers: numbers.filter((number) => !stands(number)),
    names: names.filter((name) => !stands(name)),
  };
}

/** Returns the words of the name that the sentence's opening pronoun stands for. */
function meantBy({ subject, previous }: SentenceContext, read: ReadEvidence): readonly string[] {
  if (subject !== null) return readNameWords(subject);
  return (previous === null ? undefined : read.bySentence.get(previous))?.subject.words ?? [];
}

/** The weightiest first: that the evidence says otherwise, then what it lacks. */
function objections({ clauses }: Comparison): Reason[] {
  const rules = [...new Set(clauses.flatMap(({ disagreements }) => disagreements))];
  const differing = (rule: Disagreement): Reason => ({
    code: `differs_${rule}`,
    text: DISAGREEMENTS[rule].sentence,
  });
  return [
    ...rules.filter((rule) => DISAGREEMENTS[rule].contradicts).map(differing),
    ...clauses.flatMap(({ match }) => missingFrom(match)),
    ...rules.filter((rule) => !DISAGREEMENTS[rule].contradicts).map(differing),
  ];
}

function missingFrom({ missing }: Match): Reason[] {
  const all = [
    ...missing.names.map(({ written }) => ["name", written] as const),
    ...missing.numbers.map(({ written }) => ["number", written.trim()] as const),
    ...missing.dates.map(({ written }) => ["date", written] as const),
  ];
  return all.map(([kind, written]) => createMissingValueReason(kind, written));
}

/** Factor for the closeness of a restatement that lacks a name, number or date of the statement. */
const INCOMPLETE = 0.6;

/** The evidence that says most of what a statement says of its subject. */
interface Restatement extends Pick<Paraphrase, "restated" | "closeness"> {
  /** The sentence of `restated` that says most of it. */
  closest: EvidenceSentence;
}

/**
 * Finds the evidence that says most of what a statement says about its subject. This is one sentence, or,
 * where it alone lacks a fact, that sentence and another that has it: the one before, else one of its page.
 */
export function findRestatement({ said, matches }: Comparison, evidence: ReadEvidence): Restatement {
  const isWhole = ({ source }: Match) => findQuotableWords(source.sentence.text) !== null;
  const quotable = matches.some(isWhole) ? matches.filter(isWhole) : matches;
  const candidates = quotable.flatMap(({ source, predicateAlone, missingAlone }): Restatement[] => {
    const { sentence, previous } = source;
    const own = { restated: [sentence], closeness: predicateAlone.share, closest: sentence };
    if (missingAlone === 0) return [own];
    const alone = { ...own, closeness: own.closeness * INCOMPLETE };
    const books = [source.read.book, source.title.book];
    const holdsAll = ({ read }: Source) =>
      countFacts(findUnsupportedFacts(said.facts, [...books, read.book])) === 0;
    if (previous !== null && holdsAll(previous))
      return [alone, { ...own, restated: [previous.sentence, sentence] }];
    const other = sharersOf(said, source, evidence).find(holdsAll);
    return other === undefined ? [alone] : [alone, { ...own, restated: [sentence, other.sentence] }];
  });
  return candidates.reduce((best, one) => (one.closeness > best.closeness ? one : best));
}

/** Sentences that are asked for a missing fact. */
const MAX_ASKED = 6;

/** Other sentences about a source's subject that share a fact's words with a statement, the closest first. */
function sharersOf(said: ReadSentence, source: Source, { sources, byStem }: ReadEvidence): Source[] {
  const { dates, numbers, names } = findUnsupportedFacts(said.facts, [source.read.book, source.title.book]);
  const spans = [
    ...[...dates, ...numbers],
    ...names.map(({ written, end }) => ({ start: end - written.length, end })),
  ];
  const stems = said.words
    .filter((word) => !word.stop && spans.some(({ start, end }) => word.start >= start && word.end <= end))
    .map(({ stem }) => stem);
  const sharing = new Set(stems.flatMap((stem) => byStem.get(stem) ?? []));
  return [...sharing]
    .flatMap((index) => sources[index] ?? [])
    .filter((other) => other !== source && isOfOneSubject(other, source))
    .map((other) => ({ other, share: measureCover(said.plain, other.held.alone).share }))
    .toSorted((one, next) => next.share - one.share)
    .slice(0, MAX_ASKED)
    .map(({ other }) => other);
}

/** A page is about one subject; pages without a title are told apart by the names they open with. */
function isOfOneSubject(one: Source, other: Source): boolean {
  if (one.sentence.outcome !== other.sentence.outcome) return false;
  if (other.sentence.title !== "") return one.sentence.title === other.sentence.title;
  return one.sentence.title === "" && maySameName(one.subject.words, other.subject.words);
}

/** Every citation that one of the clauses rests on, or that says the same as `source` word for word. */
function citationsOf(
  { clauses }: Comparison,
  { outcome, text }: EvidenceSentence,
  { sentences }: Evidence,
): number[] {
  const used = clauses.map(({ match }) => match.source.sentence);
  const same = sentences.filter((one) => one.text === text);
  const citations = [...used, ...same]
    .filter((one) => one.outcome === outcome)
    .map(({ citation }) => citation);
  return [...new Set(citations)].toSorted((one, other) => one - other);
}
