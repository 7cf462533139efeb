import { asksForOrder, splitComparison } from "../question/comparison-parts.ts";
import type { Question } from "../question/question.ts";
import { splitQuestion } from "../question/question-parts.ts";
import { summarize } from "./merge-answers.ts";
import { type Citation, chooseAnswer, groupByDomain, type ResearchOutcome } from "./outcome.ts";
import { noteSingleSource } from "./unverified-notes.ts";

interface PartOptions {
  judgePart(part: Question): ResearchOutcome;
  /** Maximum number of claims in the outcome. */
  maxClaims: number;
}

/**
 * Answers a question that consists of several from the same evidence: "When was Nokia founded and who runs
 * it?". A comparison that nothing answers as a whole is answered for each of the things compared. Returns
 * the best claims of each part in turn, and a note for each part that nothing answers. Returns `whole`, the
 * outcome of the undivided question, if it is a single question, if no part is answered, if it asks which
 * came first and some part is not answered, or if it is unclear who is meant.
 */
export function answerParts(
  question: Question,
  whole: ResearchOutcome,
  { judgePart, maxClaims }: PartOptions,
): ResearchOutcome {
  if (whole.error_code === "research_ambiguous_name") return whole;
  const split = splitQuestion(question);
  const parts = (split.length > 0 ? split : splitComparison(question, whole.ok)).map(judgePart);
  const answered = parts.filter(({ ok }) => ok);
  const areAllAnswered = answered.length === parts.length;
  const isHalfComparison = split.length === 0 && !areAllAnswered;
  if (answered.length === 0) return whole;
  if (isHalfComparison && asksForOrder(question.text, question.language)) return whole;

  const merged = whole.ok ? [...answered, whole] : answered;
  const citations = new MergedCitations();
  // If every part is answered, claims that answer only the whole question are not part of the answer.
  const lists = merged.map((outcome) => {
    const claims = listClaimsOf(outcome, citations);
    return outcome === whole && areAllAnswered
      ? claims.map((claim) => ({ ...claim, further: true as const }))
      : claims;
  });
  const claims = takeInTurn(lists).slice(0, maxClaims);
  const sections = groupByDomain(claims, citations.list);
  const unanswered = parts.flatMap(({ refusal_reason }) => refusal_reason ?? []);
  const notes = merged.flatMap(({ unverified_notes, citations: own }) =>
    unverified_notes.map((note) => citations.renumber(note, own)),
  );
  const { refusal_reason: _reason, error_code: _code, explanation, ...found } = whole;
  return {
    ...found,
    ok: true,
    refusal_reason: null,
    summary: summarize(citations.list, whole.provider_used),
    answer: chooseAnswer(sections),
    sections,
    citations: citations.list,
    coverage_score: Math.min(...answered.map(({ coverage_score: coverage }) => coverage)),
    unverified_notes: [
      ...unanswered.map((text) => ({ kind: "unanswered" as const, text })),
      ...noteSingleSource(sections),
      ...notes.filter(
        ({ kind, text }, index) =>
          kind !== "single_source" && notes.findIndex((other) => other.text === text) === index,
      ),
    ],
    ...(explanation && {
      explanation: {
        ...explanation,
        sentences: explanation.sentences.map((one) => citations.renumber(one, whole.citations)),
      },
    }),
  };
}

type Claim = ResearchOutcome["sections"][number]["claims"][number];

/** Returns the claims of an outcome in order, with the numbers of the merged citations. */
function listClaimsOf({ sections, citations: own }: ResearchOutcome, citations: MergedCitations): Claim[] {
  return sections.flatMap(({ claims }) =>
    claims.map((claim) => ({ ...claim, citation_index: citations.add(own[claim.citation_index]) })),
  );
}

/** The citations of several outcomes, each listed once. */
class MergedCitations {
  readonly list: Citation[] = [];

  /** Returns the index of a citation in the list. Adds it if it is missing. */
  add(citation: Citation | undefined): number {
    if (citation === undefined) throw new RangeError("a claim refers to a citation that does not exist");
    const known = this.#find(citation);
    return known >= 0 ? known : this.list.push({ ...citation, rank: this.list.length + 1 }) - 1;
  }

  /** Makes a note's `citation_index` refer to this list instead of `own`. Omits it if it is not listed. */
  renumber<Note extends { citation_index?: number | undefined }>(
    { citation_index: index, ...note }: Note,
    own: readonly Citation[],
  ): Omit<Note, "citation_index"> & { citation_index?: number } {
    const citation = index === undefined ? undefined : own[index];
    const known = citation === undefined ? -1 : this.#find(citation);
    return { ...note, ...(known >= 0 && { citation_index: known }) };
  }

  #find({ url, snippet }: Citation): number {
    return this.list.findIndex((known) => known.url === url && known.snippet === snippet);
  }
}

/** Returns the first claim of each list, then the second of each, and so on. Omits repeated texts. */
function takeInTurn(lists: readonly (readonly Claim[])[]): Claim[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  const turns = Array.from({ length: longest }, (_, turn) => lists.flatMap((list) => list[turn] ?? []));
  const distinct = new Map<string, Claim>();
  for (const claim of turns.flat()) if (!distinct.has(claim.text)) distinct.set(claim.text, claim);
  return [...distinct.values()];
}
