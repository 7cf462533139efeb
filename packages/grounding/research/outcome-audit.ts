import { parseUrl } from "@plumbline/core/text/parsed-url.ts";
import {
  type Citation,
  hashSnippet,
  type ResearchOutcome,
  readDomain,
  researchOutcomeSchema,
} from "./outcome.ts";

export interface Audit {
  ok: boolean;
  /** One line per inconsistency, with its location ("citations[2]: …"). */
  problems: string[];
}

/**
 * Checks that a saved outcome is consistent. Compares every snippet with its hash, every claim with its cited
 * snippet and the answer with its claim. Also checks every index, rank, domain and heading. Detects changes
 * made after research. Does not fetch the pages again.
 */
export function auditOutcome(outcome: unknown): Audit {
  const parsed = researchOutcomeSchema.safeParse(outcome);
  const problems = parsed.success
    ? checkOutcome(parsed.data)
    : parsed.error.issues.map((issue) => `${issue.path.join(".") || "outcome"}: ${issue.message}`);
  return { ok: problems.length === 0, problems };
}

function checkOutcome(outcome: ResearchOutcome): string[] {
  return [
    ...outcome.citations.flatMap(checkCitation),
    ...outcome.sections.flatMap((section, index) => checkSection(section, index, outcome.citations)),
    ...checkAnswer(outcome),
    ...findMissingCitations("unverified_notes", outcome.unverified_notes, outcome),
    ...findMissingCitations("explanation.sentences", outcome.explanation?.sentences ?? [], outcome),
    ...checkRefusal(outcome),
  ];
}

function checkCitation(citation: Citation, index: number): string[] {
  const at = `citations[${index}]`;
  const problems: string[] = [];
  if (hashSnippet(citation.snippet) !== citation.snippet_hash)
    problems.push(`${at}: the snippet does not match its hash`);
  if (citation.rank !== index + 1) problems.push(`${at}: rank ${citation.rank} should be ${index + 1}`);
  if (parseUrl(citation.url) === undefined) problems.push(`${at}: the url is not one`);
  else if (readDomain(citation.url) !== citation.domain) problems.push(`${at}: the domain is not the url's`);
  return problems;
}

function checkSection(
  section: ResearchOutcome["sections"][number],
  sectionIndex: number,
  citations: readonly Citation[],
): string[] {
  return section.claims.flatMap((claim, index) => {
    const at = `sections[${sectionIndex}].claims[${index}]`;
    const citation = citations[claim.citation_index];
    if (citation === undefined) return [`${at}: there is no citation ${claim.citation_index}`];
    const problems: string[] = [];
    if (claim.text.trim() === "") problems.push(`${at}: the claim is empty`);
    if (!citation.snippet.includes(claim.text))
      problems.push(`${at}: the claim is not verbatim in its citation`);
    if (citation.domain !== section.heading)
      problems.push(`${at}: the claim stands under another domain than it cites`);
    return problems;
  });
}

function findMissingCitations(
  list: string,
  entries: readonly { citation_index?: number | undefined }[],
  { citations }: ResearchOutcome,
): string[] {
  return entries.flatMap(({ citation_index: cited }, index) =>
    cited === undefined || citations[cited] !== undefined
      ? []
      : [`${list}[${index}]: there is no citation ${cited}`],
  );
}

/** Checks the answer. Outcomes saved by an older version have no answer, which is valid. */
function checkAnswer({ answer, sections }: ResearchOutcome): string[] {
  if (answer === null) return [];
  const { section, index } = answer.claim;
  const claim = sections[section]?.claims[index];
  if (claim === undefined) return [`answer: there is no claim ${index} in section ${section}`];
  return claim.text === answer.text ? [] : ["answer: its text is not that of the claim it points at"];
}

/** Checks that an outcome is either an answer with evidence or a refusal without claims. */
function checkRefusal({
  ok,
  answer,
  refusal_reason,
  error_code,
  citations,
  sections,
}: ResearchOutcome): string[] {
  if (ok) {
    const refused = refusal_reason !== null || error_code !== undefined;
    return [
      ...(refused ? ["ok is true, but there is a refusal"] : []),
      ...(citations.length === 0 ? ["ok is true without a citation"] : []),
    ];
  }
  return [
    ...(refusal_reason === null || error_code === undefined
      ? ["ok is false without a refusal reason and its code"]
      : []),
    ...(citations.length > 0 || sections.length > 0 || answer !== null
      ? ["a refusal carries claims or citations"]
      : []),
  ];
}
