import type { Schemas } from "./schemas.ts";

type Candidates = Schemas["ResearchOutcome"]["disambiguation_candidates"];

/** The reason of a refusal, split up if it lists the people found. */
export interface SplitReason {
  /** Text before the list, or the whole reason if there is no list. */
  lead: string;
  /** Descriptions of the candidates, in order. Empty if the reason has no list. */
  descriptions: readonly string[];
}

/** Matches the text after the list, which the CLI replaces with a more precise instruction. */
const TAIL = / Please ask again with [^.]*\.$/u;

/**
 * Splits the reason "… Which one do you mean? (1) “TITLE”, DOMAIN: description (2) …" so that the list can be
 * printed once, together with the candidates' pages.
 */
export function splitCandidateList(reason: string, candidates: Candidates): SplitReason {
  const starts = candidates.map((_, index) => reason.indexOf(` (${index + 1}) “`));
  const isList = starts.length > 0 && starts.every((start, index) => start > (starts[index - 1] ?? 0));
  if (!isList) return { lead: reason, descriptions: [] };
  const descriptions = candidates.map(({ domain }, index) => {
    const entry = reason.slice(starts[index], starts[index + 1]).replace(TAIL, "");
    const mark = `”, ${domain}: `;
    const at = entry.indexOf(mark);
    return at < 0 ? "" : entry.slice(at + mark.length).trim();
  });
  return { lead: reason.slice(0, starts[0]), descriptions };
}
