import { findAskedName } from "../text/asked-name.ts";
import { looksLikePerson } from "../text/names.ts";

/**
 * The parts of a prompt that ask something on their own, without duplicates: "Who was Ada Lovelace?" in a
 * page of notes.
 */
interface AskingParts {
  parts: string[];
  /** True if the prompt has more parts than are read. The rest may ask anything. */
  overflow: boolean;
}

const MAX_QUESTION_LENGTH = 250;
const MAX_REQUEST_LENGTH = 80;
const MIN_QUESTION_LENGTH = 4;
/** Maximum length of a sentence. A question mark further away does not belong to the clause. */
const MAX_SENTENCE_LENGTH = 600;
/** Maximum number of characters to read in all parts together. */
const MAX_TOTAL_LENGTH = 6000;

const REQUEST =
  /\b(?:who(?:['’]s| is| was| are| were)|tell (?:me|us)(?: more| something| everything)? about|(?:bio(?:graphy)?|profile|life(?: story)?|obituary) (?:of|about|on)) /giu;
const QUESTION_START =
  /\b(?:(?:in|on|at|from|to|for|with|of|by|during|under) )?(?:who|whom|whose|what|which|when|where|why|how)\b|\b(?:is|are|was|were|does|did|has|have|had)\b/giu;
/** Matches text that may precede a question which is not a clause of a longer sentence. */
const BOUNDARY = /(?:^|[.!?…:;"“”‘([{*#>|`\n。！？] ?|[-–—•] )$/u;
const SENTENCE_END = /(?:[\p{Ll}\p{N})"'”’]{2}[.!…]["'”’)]* |\n)(?=.)/gu;

/**
 * Finds the parts that ask, anywhere in the prompt, in linear time: requests for a biography up to the end of
 * the name, then questions.
 */
export function findAskingParts(prompt: string): AskingParts {
  const text = prompt.replace(/\s+/g, (space) => (space.includes("\n") ? "\n" : " ")).trim();
  const parts = new Set<string>();
  let read = 0;
  for (const { raw, part } of findCandidates(text)) {
    read += raw.length;
    if (read > MAX_TOTAL_LENGTH) return { parts: [...parts], overflow: true };
    const asking = part();
    if (asking !== null) parts.add(asking);
  }
  return { parts: [...parts], overflow: false };
}

/** A part that may ask. `part` returns its question, or null if it asks nothing. */
interface Candidate {
  raw: string;
  part(): string | null;
}

function* dropDuplicates(candidates: Iterable<Candidate>): Generator<Candidate> {
  const seen = new Set<string>();
  for (const candidate of candidates) {
    if (!seen.has(candidate.raw)) yield candidate;
    seen.add(candidate.raw);
  }
}

function* findCandidates(text: string): Generator<Candidate> {
  yield* dropDuplicates(findRequests(text.replace(/\n/g, " "), text));
  yield* dropDuplicates(findQuestions(text));
}

function* findRequests(line: string, text: string): Generator<Candidate> {
  const cues = [...line.matchAll(REQUEST)];
  for (const [at, { index, 0: cue }] of cues.entries()) {
    const end = Math.min(cues[at + 1]?.index ?? line.length, index + MAX_REQUEST_LENGTH);
    const raw = line.slice(index, end);
    yield { raw, part: () => readBiographyRequest(raw, cue, isSeparate(text, index)) };
  }
}

function* findQuestions(text: string): Generator<Candidate> {
  let from = 0;
  for (const { index } of text.matchAll(/[?？]|$/g)) {
    const raw = index - from < MIN_QUESTION_LENGTH ? null : readQuestionAtEnd(text, from, index);
    if (raw !== null) yield { raw, part: () => raw };
    from = index + 1;
  }
}

/**
 * Reads "Who was …" or "biography of …" up to the end of the name, so that later text cannot count against
 * it.
 */
function readBiographyRequest(clause: string, cue: string, alone: boolean): string | null {
  const name = findAskedName(clause);
  if (name === null) return null;
  // "A man who was badly hurt" looks like a name in lower case, but not if it is a separate question.
  const named = /^\p{Lu}/u.test(name) && (looksLikePerson(name) || /^bio/i.test(cue));
  return named || alone ? clause.slice(0, clause.indexOf(name, cue.length) + name.length) : null;
}

/**
 * Returns the question that ends at `end`, with a question mark or the prompt's end, from its question word
 * or from the start of its sentence.
 */
function readQuestionAtEnd(text: string, from: number, end: number): string | null {
  const start = Math.max(from, end - MAX_QUESTION_LENGTH);
  const region = text.slice(start, end + 1);
  const words = [...region.matchAll(QUESTION_START)].map((match) => match.index);
  if (words.length === 0) return null;
  const own =
    words.findLast((at) => isSeparate(text, start + at)) ??
    (end < text.length ? findLastSentenceStart(region, start === from) : null) ??
    (isTooLong(text.slice(from, end)) ? words.at(-1) : null);
  if (own === null || own === undefined) return null;
  const question = region.slice(own);
  return question.search(SENTENCE_END) === -1 ? question : null;
}

function isSeparate(text: string, at: number): boolean {
  return BOUNDARY.test(text.slice(Math.max(0, at - 2), at));
}

/** Returns where the last sentence of a region starts; null if it starts earlier. */
function findLastSentenceStart(region: string, whole: boolean): number | null {
  const before = [...region.matchAll(SENTENCE_END)].at(-1);
  if (before !== undefined) return before.index + before[0].length;
  return whole ? 0 : null;
}

/** Returns whether the last sentence of a text exceeds the limit. */
function isTooLong(text: string): boolean {
  const end = text.slice(-MAX_SENTENCE_LENGTH);
  return end.length === MAX_SENTENCE_LENGTH && !/[.!…:;\n]/.test(end);
}
