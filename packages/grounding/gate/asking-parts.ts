import { findAskedName } from "../text/asked-name.ts";
import { looksLikePerson } from "../text/names.ts";

/** The places of a prompt that ask something on their own, each once. */
export interface AskingParts {
  parts: string[];
  /** The prompt asks more than is read: what is left out may ask anything. */
  overflow: boolean;
}

const LONGEST_QUESTION = 250;
const LONGEST_REQUEST = 80;
const SHORTEST_QUESTION = 4;
/** No sentence is longer: what asks at the end of so much is not its clause. */
const LONGEST_SENTENCE = 600;
/** Limits what is read of all parts together. */
const READ_CHARACTERS = 6000;

const REQUEST =
  /\b(?:who(?:['’]s| is| was| are| were)|tell (?:me|us)(?: more| something| everything)? about|(?:bio(?:graphy)?|profile|life(?: story)?|obituary) (?:of|about|on)) /giu;
const QUESTION_START =
  /\b(?:(?:in|on|at|from|to|for|with|of|by|during|under) )?(?:who|whom|whose|what|which|when|where|why|how)\b|\b(?:is|are|was|were|does|did|has|have|had)\b/giu;
/** Matches what may stand before a question that is no clause of a longer sentence. */
const BOUNDARY = /(?:^|[.!?…:;"“”‘([{*#>|`\n。！？] ?|[-–—•] )$/u;
const SENTENCE_END = /(?:[\p{Ll}\p{N})"'”’]{2}[.!…]["'”’)]* |\n)(?=.)/gu;

/** Finds them wherever they stand, in time that grows no faster than the prompt. */
export function findAskingParts(prompt: string): AskingParts {
  const text = prompt.replace(/\s+/g, (space) => (space.includes("\n") ? "\n" : " ")).trim();
  const parts = new Set<string>();
  let read = 0;
  for (const { raw, part } of findCandidates(text)) {
    read += raw.length;
    if (read > READ_CHARACTERS) return { parts: [...parts], overflow: true };
    const asking = part();
    if (asking !== null) parts.add(asking);
  }
  return { parts: [...parts], overflow: false };
}

/** A place that may ask; `part` reads it closely. */
interface Candidate {
  raw: string;
  part(): string | null;
}

function* keepDistinct(candidates: Iterable<Candidate>): Generator<Candidate> {
  const seen = new Set<string>();
  for (const candidate of candidates) {
    if (!seen.has(candidate.raw)) yield candidate;
    seen.add(candidate.raw);
  }
}

function* findCandidates(text: string): Generator<Candidate> {
  yield* keepDistinct(findRequests(text.replace(/\n/g, " "), text));
  yield* keepDistinct(findQuestions(text));
}

function* findRequests(line: string, text: string): Generator<Candidate> {
  const cues = [...line.matchAll(REQUEST)];
  for (const [at, { index, 0: cue }] of cues.entries()) {
    const end = Math.min(cues[at + 1]?.index ?? line.length, index + LONGEST_REQUEST);
    const raw = line.slice(index, end);
    yield { raw, part: () => readRequestForALife(raw, cue, standsAlone(text, index)) };
  }
}

function* findQuestions(text: string): Generator<Candidate> {
  let from = 0;
  for (const { index } of text.matchAll(/[?？]|$/g)) {
    const raw = index - from < SHORTEST_QUESTION ? null : readQuestionAtEnd(text, from, index);
    if (raw !== null) yield { raw, part: () => raw };
    from = index + 1;
  }
}

/** "Who was …", "biography of …" up to the end of the name, so that nothing behind it speaks against it. */
function readRequestForALife(clause: string, cue: string, alone: boolean): string | null {
  const name = findAskedName(clause);
  if (name === null) return null;
  // "A man who was badly hurt" reads like a name in lower case; a question of its own does not.
  const named = /^\p{Lu}/u.test(name) && (looksLikePerson(name) || /^bio/i.test(cue));
  return named || alone ? clause.slice(0, clause.indexOf(name, cue.length) + name.length) : null;
}

/**
 * Returns what ends in the question mark at `end`, or ends the prompt there, from its question word or its
 * sentence's start on.
 */
function readQuestionAtEnd(text: string, from: number, end: number): string | null {
  const start = Math.max(from, end - LONGEST_QUESTION);
  const region = text.slice(start, end + 1);
  const words = [...region.matchAll(QUESTION_START)].map((match) => match.index);
  if (words.length === 0) return null;
  const own =
    words.findLast((at) => standsAlone(text, start + at)) ??
    (end < text.length ? findLastSentenceStart(region, start === from) : null) ??
    (isEndless(text.slice(from, end)) ? words.at(-1) : null);
  if (own === null || own === undefined) return null;
  const question = region.slice(own);
  return question.search(SENTENCE_END) === -1 ? question : null;
}

function standsAlone(text: string, at: number): boolean {
  return BOUNDARY.test(text.slice(Math.max(0, at - 2), at));
}

/** Finds where the last sentence of a region starts; null when that is further back. */
function findLastSentenceStart(region: string, whole: boolean): number | null {
  const before = [...region.matchAll(SENTENCE_END)].at(-1);
  if (before !== undefined) return before.index + before[0].length;
  return whole ? 0 : null;
}

/** Tells whether the last sentence of a text is longer than sentences are. */
function isEndless(text: string): boolean {
  const end = text.slice(-LONGEST_SENTENCE);
  return end.length === LONGEST_SENTENCE && !/[.!…:;\n]/.test(end);
}
