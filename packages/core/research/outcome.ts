import * as z from "zod";
import { RESEARCH_REFUSALS } from "../errors/research-refusal.ts";

export const BACKEND_NAMES = ["search_a", "search_b", "search_c", "search_d"] as const;
export type BackendName = (typeof BACKEND_NAMES)[number];

const citation = z.object({
  url: z.string(),
  title: z.string(),
  snippet: z.string().describe("The quoted text, clean of markup; claims are substrings of it."),
  retrieved_at: z.string().describe("ISO 8601 with UTC offset."),
  snippet_hash: z.string().describe("First 16 hex characters of the SHA-256 of the snippet."),
  rank: z.int().min(1),
  domain: z.string(),
});

const claim = z.object({
  text: z.string().describe("A verbatim quote from the cited snippet."),
  citation_index: z.int().min(0).describe("Index into citations, from 0."),
});

const candidate = z.object({ url: z.string(), title: z.string(), domain: z.string() });

const unverifiedNote = z.object({
  kind: z.enum(["single_source", "conflict", "stale", "engine_unavailable", "possible_namesake"]),
  text: z.string(),
  citation_index: z.int().min(0).optional(),
});

const chainLink = z.object({ backend: z.enum(BACKEND_NAMES), ok: z.boolean(), error: z.string().optional() });

/** What research gives back: cited verbatim claims, or a refusal. SPEC.md names the fields; provider_chain and error_code are ours. */
export const researchOutcomeSchema = z.object({
  ok: z.boolean(),
  query: z.string(),
  summary: z.string(),
  sections: z.array(z.object({ heading: z.string().describe("A domain."), claims: z.array(claim) })),
  citations: z.array(citation),
  unverified_notes: z.array(unverifiedNote),
  disambiguation_candidates: z.array(candidate),
  refusal_reason: z.string().nullable(),
  error_code: z.enum(RESEARCH_REFUSALS).optional(),
  coverage_score: z.number().min(0).max(1),
  provider_used: z.enum([...BACKEND_NAMES, "none"]),
  provider_chain: z.array(chainLink),
});

export type ResearchOutcome = z.infer<typeof researchOutcomeSchema>;
export type Citation = z.infer<typeof citation>;
export type Claim = z.infer<typeof claim>;
export type UnverifiedNote = z.infer<typeof unverifiedNote>;
export type ChainLink = z.infer<typeof chainLink>;
