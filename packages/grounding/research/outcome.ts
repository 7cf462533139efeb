import { createHash } from "node:crypto";
import { RESEARCH_REFUSALS, type ResearchRefusal } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";
import { READER_FAILURES } from "../reader/reader.ts";

const BACKEND_NAMES = ["search_a", "search_b", "search_c", "search_d"] as const;
export type BackendName = (typeof BACKEND_NAMES)[number];

/** One quoted text and its source. */
export const citation = z.lazy(() =>
  z.object({
    url: z.string(),
    title: z.string(),
    snippet: z.string().describe("The quoted text, clean of markup; claims are substrings of it."),
    retrieved_at: z.string().describe("ISO 8601 with UTC offset."),
    snippet_hash: z.string().describe("First 16 hex characters of the SHA-256 of the snippet."),
    rank: z.int().min(1),
    domain: z.string(),
    published: z
      .string()
      .exactOptional()
      .describe("When the page was published, if the backend knew: YYYY-MM-DD."),
  }),
);

const claim = z.lazy(() =>
  z.object({
    text: z.string().describe("A verbatim quote from the cited snippet."),
    citation_index: z.int().min(0).describe("Index into citations, from 0."),
    subject: z
      .string()
      .optional()
      .describe(
        "The person or thing that the page is about, where the quote begins with a pronoun that means it.",
      ),
    further: z
      .literal(true)
      .exactOptional()
      .describe(
        "Set if the quote answers so much less than the best one that an answer without a model leaves it out.",
      ),
  }),
);

const answer = z.lazy(() =>
  z.object({
    claim: z.object({
      section: z.int().min(0).describe("Index into sections, from 0."),
      index: z.int().min(0).describe("Index into that section's claims, from 0."),
    }),
    text: z.string().describe("The claim's text, verbatim."),
  }),
);

const candidate = z.object({ url: z.string(), title: z.string(), domain: z.string() });

const unverifiedNote = z.lazy(() =>
  z.object({
    kind: z
      .enum([
        "single_source",
        "conflict",
        "stale",
        "engine_unavailable",
        "possible_namesake",
        "related",
        "unanswered",
      ])
      .describe(
        "`related`: found instead of an answer; the text holds the quote and its domain. " +
          "`unanswered`: nothing answers this part of the question.",
      ),
    text: z.string(),
    citation_index: z.int().min(0).optional(),
  }),
);

const chainLink = z.object({ backend: z.enum(BACKEND_NAMES), ok: z.boolean(), error: z.string().optional() });

const explanation = z.lazy(() =>
  z.object({
    question: z.object({
      text: z.string().describe("What was searched, and what each sentence was scored against."),
      subjects: z.array(z.string()).describe("Every person named, the one asked about first."),
      constraints: z
        .object({
          role: z.string().nullable(),
          place: z.string().nullable(),
          employer: z.string().nullable(),
          years: z.array(z.int()),
        })
        .describe("What the person asked about must fit, as far as the question says."),
      expected: z.string().describe("The kind of answer asked for, such as date or person."),
    }),
    sentences: z
      .array(
        z.object({
          text: z.string(),
          url: z.string().describe("The page that says it."),
          citation_index: z.int().min(0).optional().describe("Index into citations, where it is cited."),
          score: z.number().describe("How far it answers the question; higher is better."),
          reasons: z.array(z.string()).describe("Stable words for what speaks for and against it."),
        }),
      )
      .describe("The sentences found, the best first."),
  }),
);

/** Reports how a reader was used. */
export const reading = z.lazy(() =>
  z.object({
    used: z.boolean().describe("Whether its answer counted."),
    model: z.string(),
    why: z
      .enum(READER_FAILURES)
      .optional()
      .describe("Why its answer did not count: the rules decided, as without a reader."),
    calls: z.int().min(0).describe("Calls that the answer took when it was made."),
    input_tokens: z.int().min(0),
    output_tokens: z.int().min(0),
  }),
);

/** Maximum and default number of claims in an outcome. */
export const CLAIM_LIMITS = { most: 50, byDefault: 8 } as const;

/** `max_claims`, in all requests for research. */
export const maxClaims = z
  .int()
  .min(1)
  .max(CLAIM_LIMITS.most)
  .optional()
  .describe(`How many claims to return at most, the best ones; default ${CLAIM_LIMITS.byDefault}.`);

/**
 * The result of research: cited verbatim claims, or a refusal. The specification defines the fields except
 * answer, provider_chain, error_code, reader and explanation, which are additions. An outcome saved before
 * `answer` existed is read without one.
 */
export const researchOutcomeSchema = z.lazy(() =>
  z.object({
    ok: z.boolean(),
    query: z.string(),
    summary: z.string(),
    answer: answer
      .nullable()
      .default(null)
      .describe("The claim that answers the question best; null in a refusal."),
    sections: z.array(z.object({ heading: z.string().describe("A domain."), claims: z.array(claim) })),
    citations: z.array(citation),
    unverified_notes: z.array(unverifiedNote),
    disambiguation_candidates: z.array(candidate),
    refusal_reason: z.string().nullable(),
    error_code: z.enum(RESEARCH_REFUSALS).optional(),
    coverage_score: z.number().min(0).max(1),
    provider_used: z.enum([...BACKEND_NAMES, "none"]),
    provider_chain: z.array(chainLink),
    reader: reading.optional().describe("Only where a reader was asked which sentences answer."),
    explanation: explanation.optional().describe("Only where `explain` was asked for."),
  }),
);

export type ResearchOutcome = z.infer<typeof researchOutcomeSchema>;
export type ReaderReport = z.infer<typeof reading>;
export type Citation = z.infer<typeof citation>;
type Claim = z.infer<typeof claim>;
type Answer = z.infer<typeof answer>;
export type Explanation = z.infer<typeof explanation>;
export type UnverifiedNote = z.infer<typeof unverifiedNote>;
export type ChainLink = z.infer<typeof chainLink>;

/** Reason for a refusal: a stable code, and a text shown verbatim that says what the reader can do. */
export interface Refusal {
  code: ResearchRefusal;
  reason: string;
}

/** Returns the outcome of a question before any backend has answered. */
export function createUnanswered(query: string): ResearchOutcome {
  return {
    ok: false,
    query,
    summary: "No search backend answered.",
    answer: null,
    sections: [],
    citations: [],
    unverified_notes: [],
    disambiguation_candidates: [],
    refusal_reason: null,
    coverage_score: 0,
    provider_used: "none",
    provider_chain: [],
  };
}

/** Turns an outcome into a refusal. Drops claims and citations, so that nothing found counts as fact. */
export function refuseOutcome(outcome: ResearchOutcome, { code, reason }: Refusal): ResearchOutcome {
  return { ...outcome, refusal_reason: reason, error_code: code };
}

/** Refusal if no backend is configured. Research never falls back to a model's memory. */
export const notConfigured: Refusal = {
  code: "research_not_configured",
  reason:
    "Research is not configured, and nothing is answered from memory. The operator can set SEARCH_A_API_KEY (recommended), " +
    "SEARCH_B_API_KEY or SEARCH_C_INSTANCE_URL, or for development ALLOW_HTML_SEARCH_FALLBACK=1.",
};

/** Refusal of a question that is entirely private. No backend was asked. */
export const nothingPublic: Refusal = {
  code: "research_insufficient_evidence",
  reason:
    "Nothing was searched: e-mail addresses, keys and private web addresses are never sent to a search engine, " +
    "and the question holds nothing else. Ask with a name or in other words.",
};

/** Explains that every configured backend failed. */
export function explainProviderFailure(chain: ResearchOutcome["provider_chain"]): Refusal {
  const errors = chain.map(({ backend, error }) => error ?? backend);
  return {
    code: "research_provider_failure",
    reason:
      `No search backend could answer. Tried in order: ${errors.join("; ")}. Last error: ${errors.at(-1) ?? "none"}. ` +
      "Please try again later, or have the operator check the search settings.",
  };
}

/** A claim as shown to a reader: once, with every citation that contains it. */
export interface ListedClaim {
  text: string;
  /** Indexes into the outcome's citations, in the order of the claims. */
  citations: readonly [number, ...number[]];
  /** See the claim's `subject`. */
  subject?: string | undefined;
  /** See the claim's `further`. */
  further?: true;
}

/** Puts the subject before a quote whose own words only say "she". */
export function nameSubject({ text, subject }: Pick<ListedClaim, "text" | "subject">): string {
  return subject === undefined ? text : `${subject}: “${text}”`;
}

/** Returns the distinct claims of an outcome in reading order: the answer first, then the others in order. */
export function listClaims({
  answer,
  sections,
}: Pick<ResearchOutcome, "answer" | "sections">): ListedClaim[] {
  const first = answer === null ? undefined : sections[answer.claim.section]?.claims[answer.claim.index];
  const others = sections.flatMap(({ claims }) => claims).filter((claim) => claim !== first);
  const listed = new Map<string, ListedClaim>();
  for (const claim of [...(first ? [first] : []), ...others] satisfies Claim[]) {
    const { citation_index: index, ...told } = claim;
    const known = listed.get(nameSubject(told));
    const citations = known?.citations ?? [index];
    listed.set(nameSubject(told), {
      ...told,
      citations: citations.includes(index) ? citations : [...citations, index],
    });
  }
  return [...listed.values()];
}

/** Returns the distinct claims that make up an answer without a model, in reading order. */
export function listAnswer(outcome: Pick<ResearchOutcome, "answer" | "sections">): ListedClaim[] {
  return listClaims(outcome).filter(({ further }) => !further);
}

/** Returns the first claim, or null if there are no claims. Claims are sorted by how well they answer. */
export function chooseAnswer(sections: ResearchOutcome["sections"]): Answer | null {
  const section = sections.findIndex(({ claims }) => claims.length > 0);
  const claim = sections[section]?.claims[0];
  return claim === undefined ? null : { claim: { section, index: 0 }, text: claim.text };
}

/** Groups the claims by the domain of their source. Domains are in the order of their first claim. */
export function groupByDomain(
  claims: readonly Claim[],
  citations: readonly Citation[],
): ResearchOutcome["sections"] {
  const sections = new Map<string, Claim[]>();
  for (const claim of claims) {
    const heading = citations[claim.citation_index]?.domain;
    if (heading === undefined)
      throw new RangeError(`a claim points at citation ${claim.citation_index}, which is not there`);
    sections.set(heading, [...(sections.get(heading) ?? []), claim]);
  }
  return Array.from(sections, ([heading, grouped]) => ({ heading, claims: grouped }));
}

const HASH_LENGTH = 16;

/**
 * Returns the first 16 hex characters of the SHA-256 of a snippet (UTF-8). An audit recomputes it to detect a
 * rewrite.
 */
export function hashSnippet(snippet: string): string {
  return createHash("sha256").update(snippet, "utf8").digest("hex").slice(0, HASH_LENGTH);
}

/** Returns the host name of a page without `www.`, as used in citations. */
export function readDomain(url: string): string {
  return new URL(url).hostname.replace(/^www\./, "");
}
