import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { auditOutcome, createResearchEngine } from "@plumbline/grounding";
import type { ResearchOutcome } from "@plumbline/grounding/outcome";
import type { Reader } from "@plumbline/grounding/reader";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { claimsAsRead, researchPassages } from "../../eval/product.ts";
import {
  choosing,
  grouping,
  type PersonScript,
  sayNo,
  scriptReader,
  withPersons,
} from "../../support/scripted-readers.ts";
import { type Asked, asked, searchPages } from "./any-pages.ts";

const SURGEONS = [
  { title: "Tom Hale", text: "Tom Hale is a surgeon in Norfell. He qualified in 1994." },
  { title: "Norfell Post", text: "The surgeon Tom Hale of Norfell won the marathon." },
  { title: "Norfell Court", text: "Tom Hale, a surgeon in Norfell, was convicted of fraud." },
];
const QUERY = "Who is Tom Hale?";

const choosesAll = choosing(({ url }) => url.includes(".example"));
const reads = (script: PersonScript, select = choosesAll) =>
  withPersons(scriptReader("scripted", select), script);
const readersOf = ({ reader: _, ...outcome }: ResearchOutcome) => outcome;

describe("a field of work", () => {
  const actor = {
    title: "Rolf Maurer",
    text: "Rolf Maurer was an American actor who starred in Ridge in 1968.",
  };
  const director = {
    title: "Rolf Maurer - Film Review",
    text: "Rolf Maurer is a British film director whose Harbour won a prize for the best picture.",
  };

  it("is no tie between people of two countries", async () => {
    const claims = async (query: string) =>
      claimsAsRead(await researchPassages(query, [actor, director])).join();
    expect(await claims("Who is Rolf Maurer, the film director?")).not.toContain("Ridge");
    expect(await claims("Who is Rolf Maurer, the actor?")).not.toContain("Harbour");
  });
});

describe("a reader that tells people apart", () => {
  it("parts pages that something ties", async () => {
    const alone = await researchPassages(QUERY, SURGEONS);
    expect(claimsAsRead(alone)).toHaveLength(3);
    const outcome = await researchPassages(
      QUERY,
      SURGEONS,
      reads(grouping(({ text }) => /fraud/.exec(text)?.[0] ?? "")),
    );
    expect(outcome.error_code).toBe("research_ambiguous_name");
    expect(outcome.refusal_reason).toContain("fraud");
    expect(outcome.reader).toMatchObject({ used: true, calls: 1 });
  });

  it("joins nothing, and is asked of pages of one name alone", async () => {
    const strangers = [
      { title: "Tom Hale", text: "Tom Hale is a surgeon in Norfell." },
      { title: "Tom Hale", text: "Tom Hale is a beekeeper in Aldby." },
    ];
    const shown: number[] = [];
    const all: PersonScript = (pages) => {
      shown.push(pages.length);
      return grouping(() => "one")(pages);
    };
    expect(readersOf(await researchPassages(QUERY, strangers, reads(all)))).toEqual(
      await researchPassages(QUERY, strangers),
    );
    await researchPassages(QUERY, SURGEONS.slice(0, 1), reads(all));
    await researchPassages("When was the harbour built?", SURGEONS, reads(all));
    expect(shown).toEqual([]);
    const outcome = await researchPassages(QUERY, SURGEONS, reads(all));
    expect(shown).toEqual([4]);
    expect(outcome.reader).toMatchObject({ used: true, calls: 2, input_tokens: 1_300 });
    expect(claimsAsRead(outcome)).toHaveLength(3);
  });

  it("is asked once for the same pages", async () => {
    let calls = 0;
    const reader = reads((pages) => {
      calls += 1;
      return grouping(() => "one")(pages);
    });
    const pages = SURGEONS.map(({ title, text }, site) => ({ site, path: 1, title, content: text }));
    const engine = createResearchEngine({ backends: searchPages(pages), clock: new ManualClock(), reader });
    const outcomes = [await engine.research({ query: QUERY }), await engine.research({ query: QUERY })];
    expect(outcomes[1]).toEqual(outcomes[0]);
    expect(calls).toBe(1);
  });

  it.each<[string, PersonScript]>([
    ["chose_decoy", (pages) => [pages.map(({ number }) => number)]],
    ["invalid_answer", () => "They are one."],
    ["invalid_answer", (pages) => [pages.slice(1).map(({ number }) => number)]],
    ["invalid_answer", (pages) => pages.map(() => [1])],
    [
      "failed",
      () => {
        throw new Error("no answer");
      },
    ],
  ])("is off for that research where its word does not count: %s", async (why, script) => {
    let selects = 0;
    const reader = reads(script, (candidates, question) => {
      selects += 1;
      return sayNo(candidates, question);
    });
    const outcome = await researchPassages(QUERY, SURGEONS, reader);
    expect(outcome.reader).toMatchObject({ used: false, why });
    expect(readersOf(outcome)).toEqual(await researchPassages(QUERY, SURGEONS));
    expect(selects).toBe(0);
  });
});

it("never mixes pages that a reader parts, and lets nothing else leave, whatever it says", async () => {
  const research = ({ query, pages }: Asked, reader?: Reader) =>
    createResearchEngine({ backends: searchPages(pages), clock: new ManualClock(), reader }).research({
      query,
    });
  let parted = 0;
  await fc.assert(
    fc.asyncProperty(
      asked,
      fc.array(fc.nat({ max: 2 }), { minLength: 12, maxLength: 12 }),
      async (input, drawn) => {
        const persons = new Map<string, number>();
        const reader = withPersons(scriptReader("random", choosesAll), (pages) => {
          for (const { url, number } of pages) persons.set(url, drawn[number - 1] ?? 0);
          return grouping(({ number }) => drawn[number - 1] ?? 0)(pages);
        });
        const outcome = await research(input, reader);
        expect(auditOutcome(outcome).problems).toEqual([]);
        if (!outcome.ok || persons.size === 0) return;
        const told = outcome.sections
          .flatMap(({ claims }) => claims)
          .flatMap(({ citation_index }) => persons.get(outcome.citations[citation_index]?.url ?? "") ?? []);
        expect(new Set(told).size).toBeLessThanOrEqual(1);
        parted += 1;
      },
    ),
    { numRuns: 60 },
  );
  expect(parted).toBeGreaterThan(0);
});
