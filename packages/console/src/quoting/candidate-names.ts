import { splitCandidateList } from "@plumbline/client/candidate-list.ts";
import type { Schemas } from "@plumbline/client/schemas.ts";

type Outcome = Pick<Schemas["ResearchOutcome"], "refusal_reason" | "disambiguation_candidates">;

/** One of several people with the same name, as a choice for the user. */
export interface NamedCandidate {
  url: string;
  domain: string;
  /**
   * Distinguishes this person from the others: the page's title, with a few of the page's words if the title
   * is not enough.
   */
  name: string;
  /** The words of the page. Empty if the refusal does not contain them. */
  told: string;
}

/** Names the people that a refusal lists, so that each name fits only one of them. */
export function nameCandidates({
  refusal_reason: reason,
  disambiguation_candidates: candidates,
}: Outcome): NamedCandidate[] {
  const { descriptions } = splitCandidateList(reason ?? "", candidates);
  return candidates.map(({ url, title, domain }, at) => {
    const description = descriptions[at] ?? "";
    const isBare = candidates.some((other, index) => index !== at && other.title.startsWith(title));
    const role = isBare ? ROLE.exec(description)?.[1] : undefined;
    return { url, domain, name: role === undefined ? title : `${title}, ${role}`, told: description };
  });
}

/** Matches "an American actor" in "Steve McQueen (1930–1980) was an American actor who was nicknamed …". */
const ROLE = /\b(?:is|was) (an? [^,.;]+?)(?= (?:who|whose|which|that|born|known|and)\b|[,.;]|$)/;
