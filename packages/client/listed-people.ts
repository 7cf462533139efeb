import type { Schemas } from "./schemas.ts";

type Candidates = Schemas["ResearchOutcome"]["disambiguation_candidates"];

/** The reason of a refusal, taken apart where it lists the people found. */
export interface ListedPeople {
  /** The text before the list; the whole reason where there is no list. */
  lead: string;
  /** Descriptions of the candidates, in their order; empty where the reason has no list. */
  told: readonly string[];
}

/** Matches the text after the list, which the next command says more exactly. */
const TAIL = / Please ask again with [^.]*\.$/u;

/**
 * Takes the list of people out of the reason "… Which one do you mean? (1) “TITLE”, DOMAIN: what it says (2)
 * …", so that they can be printed once, with their pages.
 */
export function listedPeople(reason: string, candidates: Candidates): ListedPeople {
  const starts = candidates.map((_, index) => reason.indexOf(` (${index + 1}) “`));
  const isList = starts.length > 0 && starts.every((start, index) => start > (starts[index - 1] ?? 0));
  if (!isList) return { lead: reason, told: [] };
  const told = candidates.map(({ domain }, index) => {
    const entry = reason.slice(starts[index], starts[index + 1]).replace(TAIL, "");
    const mark = `”, ${domain}: `;
    const at = entry.indexOf(mark);
    return at < 0 ? "" : entry.slice(at + mark.length).trim();
  });
  return { lead: reason.slice(0, starts[0]), told };
}
