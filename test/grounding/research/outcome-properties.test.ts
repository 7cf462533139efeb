import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { auditOutcome, createResearchEngine } from "@plumbline/grounding";
import type { ResearchOutcome } from "@plumbline/grounding/outcome";
import { parseQuestion } from "@plumbline/grounding/question";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hashSnippet } from "../../../packages/grounding/research/outcome.ts";
import { type Asked, asked, PEOPLE, SPELLINGS, searchPages } from "./any-pages.ts";

function research({ query, pages, maxClaims }: Asked): Promise<ResearchOutcome> {
  const engine = createResearchEngine({ backends: searchPages(pages), clock: new ManualClock() });
  return engine.research({ query, maxClaims });
}

interface Quoted {
  text: string;
  snippet: string;
  title: string;
  subject: string | undefined;
}

const quotesOf = ({ sections, citations }: ResearchOutcome): Quoted[] =>
  sections.flatMap(({ claims }) =>
    claims.map(({ text, citation_index, subject }) => {
      const { snippet, title } = citations[citation_index]!;
      return { text, snippet, title, subject };
    }),
  );

const failedOnce = (query: string, title: string, content: string): Asked => ({
  query,
  pages: [{ site: 0, path: 0, title, content }],
  maxClaims: undefined,
});

const FAILED_ONCE: readonly Asked[] = [
  failedOnce("Charles Babbage nerede doğdu?", "Charles Babbage - Short lives", "She was born in 1815."),
  failedOnce(
    "Mary Somerville nerede doğdu?",
    "Ada Lovelace - Short lives",
    "Mary Somerville was an English mathematician. Ada Lovelace was an English mathematician.",
  ),
  failedOnce(
    "Was Charles Babbage born in London?",
    "",
    "Charles Babbage was born in London in 1815. A street in Turin bears the name of Tom Hale.",
  ),
  failedOnce(
    "Ada Lovelace nerede doğdu?",
    "Tom Hale",
    "Ada Lovelace was an English mathematician. \nАда Лавлейс родилась в Лондоне в 1815 году.\n",
  ),
];

/** Outcomes by what was asked: from one seed every property asks the same, which is then researched once. */
const outcomes = new Map<string, Promise<ResearchOutcome>>();

function researchedOnce(input: Asked): Promise<ResearchOutcome> {
  const key = JSON.stringify(input);
  const outcome = outcomes.get(key) ?? research(input);
  outcomes.set(key, outcome);
  return outcome;
}

/** Researches what is asked of random pages and says how many of them were answered. */
async function eachOutcome(check: (outcome: ResearchOutcome, asked: Asked) => void): Promise<number> {
  let answered = 0;
  const property = fc.asyncProperty(asked, async (input) => {
    const outcome = await researchedOnce(input);
    answered += outcome.ok ? 1 : 0;
    check(outcome, input);
  });
  await fc.assert(property, { numRuns: 100, examples: FAILED_ONCE.map((one): [Asked] => [one]) });
  return answered;
}

/** Fewer answers than this in a run, and the properties of an answer say nothing. */
const ENOUGH_ANSWERS = 10;

describe("the outcome of any question and any pages", () => {
  it("is sound: claims verbatim, snippets with their hashes, an answer that is one of the claims", async () => {
    const answered = await eachOutcome((outcome) => {
      expect(auditOutcome(outcome).problems).toEqual([]);
      for (const { snippet, snippet_hash } of outcome.citations)
        expect(hashSnippet(snippet)).toBe(snippet_hash);
      for (const { text, snippet } of quotesOf(outcome)) expect(snippet).toContain(text);
      const { answer, sections } = outcome;
      if (!outcome.ok) expect([answer, sections]).toEqual([null, []]);
      else expect(sections[answer!.claim.section]?.claims[answer!.claim.index]?.text).toBe(answer!.text);
    });
    expect(answered).toBeGreaterThan(ENOUGH_ANSWERS);
  });

  it("covers the question from the threshold on exactly when it is answered", async () => {
    await eachOutcome(({ ok, coverage_score: coverage, error_code }) => {
      expect(coverage).toBeGreaterThanOrEqual(0);
      expect(coverage).toBeLessThanOrEqual(1);
      if (ok) expect(coverage).toBeGreaterThanOrEqual(0.15);
      if (error_code === "research_insufficient_evidence") expect(coverage).toBeLessThan(0.15);
      if (coverage < 0.15) expect(ok).toBe(false);
    });
  });

  it("holds at most eight claims, or as many as asked for, and none of them twice", async () => {
    await eachOutcome((outcome, { maxClaims = 8 }) => {
      const texts = quotesOf(outcome).map(({ text }) => text);
      expect(texts.length).toBeLessThanOrEqual(maxClaims);
      expect(new Set(texts).size).toBe(texts.length);
      if (outcome.ok) expect(texts.length).toBeGreaterThan(0);
    });
  });

  it("claims nothing that names only somebody else, in the quote and in its page's title", async () => {
    await eachOutcome((outcome, { query }) => {
      const asked = PEOPLE.find((name) => query.includes(name));
      if (asked === undefined) return;
      expect(parseQuestion({ prompt: query }).subjects).toEqual([asked]);
      for (const { text, title } of quotesOf(outcome)) {
        const named = PEOPLE.filter((name) =>
          SPELLINGS(name).some((spelling) => `${title} ${text}`.includes(spelling)),
        );
        if (named.length > 0) expect(named, text).toContain(asked);
      }
    });
  });

  it("claims nothing that begins with a pronoun, unless its page is the subject's own", async () => {
    await eachOutcome((outcome) => {
      for (const { text, title, subject } of quotesOf(outcome))
        if (/^(?:he|she|it|they|his|hers?|its|their|him|them)\b/i.test(text))
          expect(title.split(" - ")[0]).toBe(subject);
    });
  });
});
