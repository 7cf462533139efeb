import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { createResearchEngine } from "@plumbline/core/research/engine.ts";
import { type CorpusText, loadCorpus } from "@plumbline/sandbox/corpus/corpus.ts";
import { bestQuotes } from "@plumbline/sandbox/search/quotes.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/** Three pages about the actor (1930 to 1980) and three about the director (born in 1969), both Steve McQueen. */
const PAGES = loadCorpus().filter(({ id }) => id.startsWith("steve-mcqueen"));

/** "actor" or "director". */
function personOf(url: string): string {
  return PAGES.find((page) => page.url === url)?.id.split("-")[2] ?? url;
}

/** How much of a page a search quotes: all of it, or so many quotes of two sentences. */
const QUOTED = { "whole pages": null, "one quote": 1, "three quotes": 3, "six quotes": 6 } as const;

async function research(pages: readonly CorpusText[], quoted: number | null, query: string, context = "") {
  const hits = pages.map(({ url, title, text }) => ({
    url,
    title,
    quotes: quoted === null ? [text] : bestQuotes(text, query, { count: quoted, sentences: 2 }),
  }));
  const backend = { name: "search_a" as const, search: async () => ({ hits, notes: [] }) };
  const engine = createResearchEngine({ backends: [backend], clock: new ManualClock() });
  return engine.research({ query, context });
}

const UNQUALIFIED = [
  "Who is Steve McQueen?",
  "Tell me about Steve McQueen",
  "steve mcqueen",
  "films of steve mcqueen",
  "When was Steve McQueen born?",
  "Which films did Steve McQueen direct?",
].map((query) => [query, ""] as const);

const QUALIFIED = [
  ["Steve McQueen actor Bullitt", "", "actor"],
  ["Who was Steve McQueen, the American actor?", "", "actor"],
  ["the actor Steve McQueen", "", "actor"],
  ["Who is the American actor Steve McQueen?", "", "actor"],
  ["Who is Steve McQueen, the British film director?", "", "director"],
  ["Who is the film director Steve McQueen?", "", "director"],
  ["Steve McQueen director", "", "director"],
  ["steve mcqueen film director", "", "director"],
  ["Who is Steve McQueen?", "British film director", "director"],
  ["Who is Steve McQueen?", "filmmaker", "director"],
] as const;

const quoted = fc.constantFrom(...Object.values(QUOTED));
const allInAnyOrder = fc.shuffledSubarray(PAGES, { minLength: PAGES.length });
const someOfBoth = fc
  .shuffledSubarray(PAGES, { minLength: 3 })
  .filter((pages) => new Set(pages.map(({ url }) => personOf(url))).size === 2);
const SEEDED = { seed: 20260301, numRuns: 250 };

describe("two people of one name", () => {
  it("are never cited as one, whatever is found in whatever order", async () => {
    const asked = fc.constantFrom(...UNQUALIFIED, ...QUALIFIED);
    await fc.assert(
      fc.asyncProperty(someOfBoth, quoted, asked, async (pages, count, [query, context, meant]) => {
        const outcome = await research(pages, count, query, context);
        const cited = new Set(outcome.citations.map(({ url }) => personOf(url)));
        expect([...cited]).toEqual(outcome.ok ? [meant] : []);
        if (!outcome.ok) expect(outcome.error_code).toBe("research_ambiguous_name");
      }),
      SEEDED,
    );
  });

  it("are counted as two", async () => {
    await fc.assert(
      fc.asyncProperty(
        allInAnyOrder,
        quoted,
        fc.constantFrom(...UNQUALIFIED),
        async (pages, count, [query]) => {
          const outcome = await research(pages, count, query);
          expect(outcome.refusal_reason ?? "answered").toContain("2 different people named");
          const listed = outcome.disambiguation_candidates.map(({ url }) => personOf(url));
          expect(listed.toSorted()).toEqual(["actor", "director"]);
        },
      ),
      { ...SEEDED, numRuns: 60 },
    );
  });

  it.each(QUALIFIED)("are told apart by %j with context %j", async (query, context, meant) => {
    await fc.assert(
      fc.asyncProperty(allInAnyOrder, quoted, async (pages, count) => {
        const outcome = await research(pages, count, query, context);
        expect(outcome.refusal_reason).toBeNull();
        expect(new Set(outcome.citations.map(({ url }) => personOf(url)))).toEqual(new Set([meant]));
        expect(outcome.unverified_notes.map(({ kind }) => kind)).toContain("possible_namesake");
      }),
      { ...SEEDED, numRuns: 20 },
    );
  });
});
