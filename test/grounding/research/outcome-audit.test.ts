import { describe, expect, it } from "vitest";
import { citeEvidence } from "../../../packages/grounding/research/citations.ts";
import type { ResearchOutcome } from "../../../packages/grounding/research/outcome.ts";
import { auditOutcome } from "../../../packages/grounding/research/outcome-audit.ts";

function outcome(): ResearchOutcome {
  const evidence = ["one", "two"].map((site) => ({
    url: `https://www.${site}.example/ada`,
    title: "Ada Lovelace",
    text: `Ada Lovelace was born in 1815. So says site ${site}.`,
    domain: `${site}.example`,
  }));
  return {
    ok: true,
    query: "When was Ada Lovelace born?",
    summary: "2 snippets from 2 distinct domains by search_a.",
    answer: { claim: { section: 1, index: 0 }, text: "So says site two." },
    sections: [
      { heading: "one.example", claims: [{ text: "Ada Lovelace was born in 1815.", citation_index: 0 }] },
      { heading: "two.example", claims: [{ text: "So says site two.", citation_index: 1 }] },
    ],
    citations: citeEvidence(evidence, 0),
    unverified_notes: [{ kind: "conflict", text: "x", citation_index: 1 }],
    disambiguation_candidates: [],
    refusal_reason: null,
    coverage_score: 0.9,
    provider_used: "search_a",
    provider_chain: [{ backend: "search_a", ok: true }],
  };
}

const refusal = (): ResearchOutcome => ({
  ...outcome(),
  ok: false,
  answer: null,
  sections: [],
  citations: [],
  unverified_notes: [],
  refusal_reason: "Not enough.",
  error_code: "research_insufficient_evidence",
});

function explanationOf(citation_index: number) {
  const constraints = { role: null, place: null, employer: null, years: [1815] };
  const question = {
    text: "When was Ada Lovelace born?",
    subjects: ["Ada Lovelace"],
    constraints,
    expected: "date",
  };
  const sentence = { text: "So says site two.", url: "https://www.two.example/ada", score: 0.1, reasons: [] };
  return { question, sentences: [{ ...sentence, citation_index }] };
}

const TAMPERINGS: readonly (readonly [string, (outcome: ResearchOutcome) => unknown, string])[] = [
  [
    "a snippet rewritten",
    ({ citations }) => Object.assign(citations[0]!, { snippet: "Ada Lovelace was born in 1816." }),
    "citations[0]: the snippet does not match its hash",
  ],
  [
    "a hash rewritten",
    ({ citations }) => Object.assign(citations[1]!, { snippet_hash: "0".repeat(16) }),
    "citations[1]: the snippet does not match its hash",
  ],
  [
    "a claim rewritten",
    ({ sections }) => Object.assign(sections[0]!.claims[0]!, { text: "Ada Lovelace was born in 1816." }),
    "sections[0].claims[0]: the claim is not verbatim in its citation",
  ],
  [
    "a claim emptied",
    ({ sections }) => Object.assign(sections[0]!.claims[0]!, { text: " " }),
    "sections[0].claims[0]: the claim is empty",
  ],
  [
    "an index out of range",
    ({ sections }) => Object.assign(sections[1]!.claims[0]!, { citation_index: 2 }),
    "sections[1].claims[0]: there is no citation 2",
  ],
  [
    "a claim moved to another source",
    ({ sections }) => Object.assign(sections[0]!.claims[0]!, { citation_index: 1 }),
    "sections[0].claims[0]: the claim stands under another domain than it cites",
  ],
  [
    "a heading rewritten",
    ({ sections }) => Object.assign(sections[1]!, { heading: "bbc.example" }),
    "sections[1].claims[0]: the claim stands under another domain than it cites",
  ],
  ["citations reordered", ({ citations }) => citations.reverse(), "citations[0]: rank 2 should be 1"],
  ["a citation removed", ({ citations }) => citations.shift(), "citations[0]: rank 2 should be 1"],
  [
    "an address changed",
    ({ citations }) => Object.assign(citations[0]!, { url: "https://evil.example/" }),
    "citations[0]: the domain is not the url's",
  ],
  [
    "an address broken",
    ({ citations }) => Object.assign(citations[0]!, { url: "nowhere" }),
    "citations[0]: the url is not one",
  ],
  [
    "a note about a missing citation",
    ({ unverified_notes: notes }) => Object.assign(notes[0]!, { citation_index: 9 }),
    "unverified_notes[0]: there is no citation 9",
  ],
  [
    "an answer rewritten",
    (it) => Object.assign(it.answer!, { text: "Ada Lovelace was born in 1816." }),
    "answer: its text is not that of the claim it points at",
  ],
  [
    "an answer that points at another claim",
    (it) => Object.assign(it.answer!.claim, { section: 0 }),
    "answer: its text is not that of the claim it points at",
  ],
  [
    "an answer that points at no claim",
    (it) => Object.assign(it.answer!.claim, { index: 1 }),
    "answer: there is no claim 1 in section 1",
  ],
  [
    "an explanation of a missing citation",
    (it) => Object.assign(it, { explanation: explanationOf(2) }),
    "explanation.sentences[0]: there is no citation 2",
  ],
  [
    "a refusal slipped in",
    (it) => Object.assign(it, { refusal_reason: "no" }),
    "ok is true, but there is a refusal",
  ],
  [
    "an answer passed off as a refusal",
    (it) => Object.assign(it, { ok: false }),
    "ok is false without a refusal reason and its code",
  ],
];

describe("auditOutcome", () => {
  it("passes an untouched answer and an untouched refusal", () => {
    expect(auditOutcome(outcome())).toEqual({ ok: true, problems: [] });
    expect(auditOutcome(JSON.parse(JSON.stringify(refusal())))).toEqual({ ok: true, problems: [] });
  });

  it.each(TAMPERINGS)("sees %s", (_what, tamper, problem) => {
    const touched = outcome();
    tamper(touched);
    const { ok, problems } = auditOutcome(touched);
    expect(ok).toBe(false);
    expect(problems).toContain(problem);
  });

  it("sees a refusal made to look like an answer, and claims in a refusal", () => {
    const pass = { ...refusal(), ok: true };
    expect(auditOutcome(pass).problems).toEqual([
      "ok is true, but there is a refusal",
      "ok is true without a citation",
    ]);
    const claiming = { ...refusal(), citations: outcome().citations };
    expect(auditOutcome(claiming).problems).toEqual(["a refusal carries claims or citations"]);
    const { answer, sections } = outcome();
    expect(auditOutcome({ ...refusal(), answer, sections }).problems).toContain(
      "a refusal carries claims or citations",
    );
  });

  it("passes an outcome with an explanation, and one saved before outcomes had an answer", () => {
    const { answer, ...older } = outcome();
    expect(answer).not.toBeNull();
    expect(auditOutcome(older)).toEqual({ ok: true, problems: [] });
    expect(auditOutcome({ ...outcome(), explanation: explanationOf(1) })).toEqual({ ok: true, problems: [] });
  });

  it("names what is not an outcome at all", () => {
    expect(auditOutcome("hello").problems).toEqual([expect.stringMatching(/^outcome: /)]);
    expect(auditOutcome({ ...outcome(), citations: [{}] }).problems).toContainEqual(
      expect.stringMatching(/^citations\.0\.url: /),
    );
  });
});
