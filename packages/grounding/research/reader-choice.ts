import type { Question } from "../question/question.ts";
import type { CallerBounds } from "../reader/bounded-readings.ts";
import { MAX_SENTENCES, type ShownSentence } from "../reader/build-candidates.ts";
import { MAX_PAGES, type PersonReader } from "../reader/person-reader.ts";
import type { ReadingUsage } from "../reader/reader.ts";
import type { Selection, SentenceSelector } from "../reader/sentence-selector.ts";
import type { Contradiction } from "./answerability/contradictions.ts";
import type { ScoredSentence } from "./answerability/rank-sentences.ts";
import { COVERAGE_THRESHOLD, type FoundReading, readFound } from "./judge-answer.ts";
import type { ReaderReport, ResearchOutcome } from "./outcome.ts";
import { findBestScore, saysTheSame } from "./rank-evidence.ts";
import type { Reading } from "./read-evidence.ts";

/**
 * Contradictions that still count against a sentence if a reader chooses: another name, number, year, ordinal
 * or holder. The reader decides whether the sentence answers the question.
 */
const OF_VALUE: ReadonlySet<Contradiction> = new Set([
  "name",
  "year",
  "order",
  "qualifier",
  "possession",
  "subject",
  "outdated",
]);

/** The evidence after a reader's choice. */
interface ReadByReader {
  /** The evidence as chosen by the reader. Omitted if its choice does not count. */
  reading?: Reading;
  /** The outcome's own `reader`. */
  report: ReaderReport;
}

/** The evidence found, judged at a time in milliseconds since the epoch. */
export interface JudgedFound {
  found: FoundReading;
  now: number;
  outcome: ResearchOutcome;
}

interface Readers {
  selector: SentenceSelector;
  persons: PersonReader;
}

/**
 * Returns the outcome according to a reader: first whether the pages with a name are about one person, then
 * which sentences answer. A reader whose verdict on the pages does not count is not asked again. Rejects only
 * with the signal's reason.
 */
export async function readJudged(
  question: Question,
  first: JudgedFound,
  {
    readers: { selector, persons },
    bounds,
    judge,
  }: { readers: Readers; bounds: CallerBounds; judge(found: FoundReading, now: number): JudgedFound },
): Promise<ResearchOutcome> {
  const grouped = await askWhoIsWho(question, first.found.reading, persons, bounds);
  if (grouped !== null && grouped.personOf === undefined) return { ...first.outcome, reader: grouped.report };
  const judged = grouped?.personOf
    ? judge(readFound(question, first.found.found, grouped.personOf), first.now)
    : first;
  const read = await askReader(question, judged, selector, bounds);
  if (read === null) return grouped === null ? judged.outcome : { ...judged.outcome, reader: grouped.report };
  const { outcome } = read.reading ? judge({ ...judged.found, reading: read.reading }, judged.now) : judged;
  return { ...outcome, reader: addReports(grouped?.report, read.report) };
}

/**
 * Asks a reader which of the sentences found answer. Returns null if it is not asked: nothing could be
 * quoted, or it is unclear who is meant. Rejects only with the signal's reason.
 */
async function askReader(
  question: Question,
  { found: { reading }, now }: { found: FoundReading; now: number },
  selector: SentenceSelector,
  bounds: CallerBounds,
): Promise<ReadByReader | null> {
  const shown = listReadable(reading);
  if (shown.length === 0) return null;
  const { text, subjects } = question;
  const asked = { text, subject: subjects[0] ?? null, today: new Date(now).toISOString().slice(0, 10) };
  const sentences = shown.map(({ scored: _, ...sentence }) => sentence);
  const selection = await selector.select(asked, sentences, bounds);
  const usage = reportUsage(selector.reader.id, selection.usage);
  if (!selection.used) return { report: { used: false, why: selection.why, ...usage } };
  return { reading: applySelection(reading, shown, selection), report: { used: true, ...usage } };
}

function reportUsage(model: string, { calls, inputTokens, outputTokens }: ReadingUsage) {
  return { model, calls, input_tokens: inputTokens, output_tokens: outputTokens };
}

/** Adds up the usage of two calls. The later one says whether the reader was used. */
function addReports(one: ReaderReport | undefined, other: ReaderReport): ReaderReport {
  const { calls = 0, input_tokens = 0, output_tokens = 0 } = one ?? {};
  return {
    ...other,
    calls: calls + other.calls,
    input_tokens: input_tokens + other.input_tokens,
    output_tokens: output_tokens + other.output_tokens,
  };
}

/** A reader's grouping by person of the pages with a name. */
interface GroupedPages {
  /** Person number by page URL. Omitted if the reader's verdict does not count. */
  personOf?: ReadonlyMap<string, number>;
  report: ReaderReport;
}

/**
 * Asks a reader whether the pages about the one person asked about are about several. Returns null if it is
 * not asked: the question is not about one person, or only one page is about the name. Rejects only with the
 * signal's reason.
 */
async function askWhoIsWho(
  { subjects: [name, ...others] }: Question,
  { all, people }: Reading,
  persons: PersonReader,
  bounds: CallerBounds,
): Promise<GroupedPages | null> {
  const pages = people.chosen.flatMap((index) => all[index] ?? []).slice(0, MAX_PAGES);
  if (name === undefined || others.length > 0 || people.verdict !== "one" || pages.length < 2) return null;
  const shown = pages.map(({ title, url, text }) => ({ title, url, text }));
  const answer = await persons.tellApart(name, shown, bounds);
  if (answer === undefined) return null;
  const usage = reportUsage(persons.reader.id, answer.usage);
  if (!answer.used) return { report: { used: false, why: answer.why, ...usage } };
  const personOf = new Map(pages.map(({ url }, index) => [url, answer.personOf.get(index) ?? -1]));
  return { personOf, report: { used: true, ...usage } };
}

/** A sentence for a reader, with its place in the ranking. */
interface ReadableSentence extends ShownSentence {
  scored: ScoredSentence;
}

/**
 * Returns the sentences to show a reader, most likely first: each may be quoted, is about the person asked
 * about, and has no contradicting value. Empty if it is unclear who is meant.
 */
function listReadable({ evidence, pages, people, ranked }: Reading): ReadableSentence[] {
  if (people.verdict !== "one") return [];
  const listed: ReadableSentence[] = [];
  for (const scored of sortByLikelihood(ranked)) {
    if (listed.length === MAX_SENTENCES) break;
    if (scored.contradictions.some((one) => OF_VALUE.has(one))) continue;
    const { url = "", title = "", sentences = [] } = pages[scored.page] ?? {};
    const found = sentences[scored.sentence];
    if (found?.quote == null) continue;
    const { quote: text, piece } = found;
    if (listed.some((other) => saysTheSame(other.text, text))) continue;
    const date = evidence[piece]?.published;
    listed.push({ text, title, url, ...(date === undefined ? {} : { date }), scored });
  }
  return listed;
}

/** Sorts by the learned scores, without the rules. The answer according to the rules stays first. */
function sortByLikelihood(ranked: readonly ScoredSentence[]): readonly ScoredSentence[] {
  const [first, ...others] = ranked;
  if (first === undefined) return [];
  const sorted = others.toSorted((one, other) => other.logOdds - one.logOdds);
  if (first.contradictions.length === 0) return [first, ...sorted];
  return [first, ...others].toSorted((one, other) => other.logOdds - one.logOdds);
}

/**
 * Returns the reading according to a reader's choice: the chosen sentences come first and cover the question,
 * no other sentence does, and sentences about someone else are never claimed.
 */
function applySelection(
  reading: Reading,
  shown: readonly ReadableSentence[],
  { chosen, ofOthers }: Extract<Selection, { used: true }>,
): Reading {
  const pick = (indexes: readonly number[]) => indexes.flatMap((index) => shown[index]?.scored ?? []);
  const [answers, others] = [pick(chosen), new Set(pick(ofOthers))];
  const first = answers.map((scored) => ({
    ...scored,
    score: round(COVERAGE_THRESHOLD + (1 - COVERAGE_THRESHOLD) * scored.score),
    contradictions: [],
  }));
  const rest = reading.ranked
    .filter((scored) => !answers.includes(scored))
    .map((scored): ScoredSentence => {
      const { contradictions } = scored;
      return {
        ...scored,
        score: Math.min(round(COVERAGE_THRESHOLD * scored.score), HIGHEST_REFUSED),
        contradictions: others.has(scored) ? [...contradictions, "subject"] : contradictions,
      };
    });
  const ranked = [...first, ...rest];
  return { ...reading, ranked, coverage: findBestScore(ranked, reading.pages) };
}

/** Highest score that does not answer. */
const HIGHEST_REFUSED = 0.1499;

function round(score: number): number {
  return Math.round(score * 10_000) / 10_000;
}
