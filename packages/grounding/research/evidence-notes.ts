import type { Question } from "../question/question.ts";
import { conflictingFacts } from "./analysis/conflicts.ts";
import { registrableDomain } from "./analysis/registrable-domain.ts";
import type { Evidence } from "./evidence/collect-evidence.ts";
import type { UnverifiedNote } from "./outcome.ts";

const ASKS_ABOUT_NOW =
  /\b(?:latest|current|currently|now|nowadays|today|recent|recently|this (?:year|month|week))\b/i;
const STALE_AFTER_YEARS = 2;

/**
 * What the reader should know of the cited evidence though no claim says it. `leftOut` is how many snippets may be about
 * a namesake; `now` is in milliseconds since the epoch. Indexes point into `evidence`, which is in the order of the citations.
 */
export function evidenceNotes(
  question: Question,
  evidence: readonly Evidence[],
  leftOut: number,
  now: number,
): UnverifiedNote[] {
  return [
    ...singleSource(evidence),
    ...conflictingFacts(evidence),
    ...stale(question.text, evidence, now),
    ...namesake(question.subjects[0] ?? null, leftOut),
  ];
}

function singleSource(evidence: readonly Evidence[]): UnverifiedNote[] {
  const sources = new Set(evidence.map(({ domain }) => registrableDomain(domain)));
  if (sources.size !== 1) return [];
  return [{ kind: "single_source", text: `Everything cited comes from one source, ${[...sources].join()}.` }];
}

/** A question about the present, answered by pages of which the newest dated one is years old. */
function stale(query: string, evidence: readonly Evidence[], now: number): UnverifiedNote[] {
  const newest = evidence
    .flatMap(({ published }) => published ?? [])
    .toSorted()
    .at(-1);
  if (newest === undefined || !ASKS_ABOUT_NOW.test(query)) return [];
  const limit = new Date(now);
  limit.setUTCFullYear(limit.getUTCFullYear() - STALE_AFTER_YEARS);
  if (newest >= limit.toISOString().slice(0, 10)) return [];
  const index = evidence.findIndex(({ published }) => published === newest);
  const text = `The question is about the present, but the newest dated page cited is from ${newest}.`;
  return [{ kind: "stale", text, citation_index: index }];
}

function namesake(subject: string | null, leftOut: number): UnverifiedNote[] {
  if (subject === null || leftOut === 0) return [];
  const snippets = leftOut === 1 ? "1 snippet was" : `${leftOut} snippets were`;
  const text = `${snippets} left out because they may be about another ${subject}.`;
  return [{ kind: "possible_namesake", text: leftOut === 1 ? text.replace("they", "it") : text }];
}
