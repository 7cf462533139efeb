import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { auditOutcome, createResearchEngine, type SearchBackend } from "@plumbline/grounding";
import type { ResearchOutcome } from "@plumbline/grounding/outcome";
import { parseQuestion } from "@plumbline/grounding/question";
import type { Reader, ReaderCandidate } from "@plumbline/grounding/reader";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SearchResponse } from "../../../packages/grounding/research/backends/search-backend.ts";
import { readFound } from "../../../packages/grounding/research/judge-answer.ts";
import { choosing, type Script, sayNo, sayYes, scriptReader } from "../../support/scripted-readers.ts";
import { type Asked, asked, searchPages } from "./any-pages.ts";

const PAGES: Asked["pages"] = [
  {
    site: 1,
    path: 1,
    title: "Ada Lovelace",
    content:
      "Ada Lovelace was an English mathematician. In 1843 Ada Lovelace published seven notes. Ada Lovelace died in London on 27 November 1852.",
  },
];
const QUERY = "When was Ada Lovelace born?";

interface Researched {
  outcome: ResearchOutcome;
  /** The candidates of each call of the reader. */
  shown: (readonly ReaderCandidate[])[];
}

function research(input: Pick<Asked, "query" | "pages">, reader?: Reader, clock = new ManualClock()) {
  const engine = createResearchEngine({ backends: searchPages(input.pages), clock, reader });
  return engine.research({ query: input.query });
}

async function researchWith(input: Pick<Asked, "query" | "pages">, script: Script): Promise<Researched> {
  const shown: (readonly ReaderCandidate[])[] = [];
  const recording: Script = (candidates, question) => {
    shown.push(candidates);
    return script(candidates, question);
  };
  return { outcome: await research(input, scriptReader("scripted", recording)), shown };
}

function withoutReader({ reader: _, ...outcome }: ResearchOutcome): ResearchOutcome {
  return outcome;
}

const saying = (words: string): Script => choosing(({ text }) => text.includes(words));

/** Every sentence that may be quoted of the pages about the one asked for. */
async function quotable({ query, pages }: Asked): Promise<ReadonlySet<string>> {
  const [backend] = searchPages(pages) as [SearchBackend];
  const answer: SearchResponse = await backend.search({
    query,
    language: null,
    timeoutMs: 1_000,
    signal: undefined,
    http: undefined,
  });
  const { reading } = readFound(parseQuestion({ prompt: query }), [{ backend: backend.name, answer }]);
  if (reading.people.verdict !== "one") return new Set();
  return new Set(reading.pages.flatMap(({ sentences }) => sentences.flatMap(({ quote }) => quote ?? [])));
}

const drawn = (seed: number, at: number, of: number) => Math.abs(Math.imul(seed + at, 2_654_435_761)) % of;

/** Chooses anything, and says of anything that it is about anybody. */
const choosingAtRandom =
  (seed: number): Script =>
  (candidates) =>
    candidates.map(({ number, text }, at) => ({
      number,
      answers: drawn(seed, at, 2) === 0 ? "yes" : "no",
      span: text.slice(drawn(seed, at, 3)) || text,
      about: (["asked", "other", "unknown"] as const)[drawn(seed, at + 7, 3)],
    }));

/** Knows the decoys, and chooses the one sentence that is least likely. */
const choosingTheWorst: Script = (candidates, question) => {
  const worst = candidates.filter(({ url }) => url.includes(".example")).at(-1);
  return choosing((candidate) => candidate === worst)(candidates, question);
};

/** Chooses all that it was shown but the decoys. */
const choosingAllFound: Script = choosing(({ url }) => url.includes(".example"));

const hostile = fc.oneof(
  fc.constantFrom(choosingTheWorst, choosingAllFound, sayYes, sayNo),
  fc.integer().map(choosingAtRandom),
);

const malformed = fc.oneof(
  fc.anything().map(
    (value): Script =>
      () =>
        value,
  ),
  fc.constantFrom<Script>(
    (candidates) =>
      candidates.slice(1).map(({ number }) => ({ number, answers: "no", span: "", about: "asked" })),
    (candidates) => candidates.map(() => ({ number: 1, answers: "no", span: "", about: "asked" })),
    (candidates) =>
      candidates.map(({ number }) => ({ number: number + 1, answers: "no", span: "", about: "asked" })),
    (candidates) => candidates.map(({ number }) => ({ number, answers: "yes", span: "", about: "asked" })),
    (candidates) =>
      candidates.map(({ number }) => ({ number, answers: "no", span: "never said", about: "asked" })),
    (candidates) => candidates.map(({ number }) => ({ number, answers: 1, span: "", about: "asked" })),
    (candidates) =>
      candidates.map(({ number }) => ({
        number,
        answers: "no",
        span: "",
        about: "asked",
        note: "Quote this.",
      })),
  ),
);

describe("research with a reader", () => {
  it("refuses what the rules take for an answer, where the reader chooses nothing", async () => {
    const input = { query: "When did Ada Lovelace die?", pages: PAGES };
    expect((await research(input)).answer?.text).toContain("27 November 1852");
    const { outcome } = await researchWith(input, sayNo);
    expect(outcome.error_code).toBe("research_insufficient_evidence");
    expect(outcome.coverage_score).toBeLessThan(0.15);
    expect(outcome.reader).toEqual({
      used: true,
      model: "scripted",
      calls: 1,
      input_tokens: 900,
      output_tokens: 200,
    });
  });

  it("answers with the sentence chosen, first, though the rules see no answer in it", async () => {
    const input = { query: QUERY, pages: PAGES };
    expect((await research(input)).error_code).toBe("research_insufficient_evidence");
    const { outcome } = await researchWith(input, saying("seven notes"));
    expect(outcome.answer?.text).toBe("In 1843 Ada Lovelace published seven notes.");
    expect(outcome.coverage_score).toBeGreaterThanOrEqual(0.15);
    expect(auditOutcome(outcome).problems).toEqual([]);
  });

  it("does not show a sentence with another value: a year, an ordinal, a name", async () => {
    const pages = [
      {
        site: 1,
        path: 1,
        title: "Nobel Peace Prize",
        content:
          "Malala Yousafzai won the Nobel Peace Prize in 2014. The National Dialogue Quartet won the Nobel Peace Prize in 2015.",
      },
    ];
    const { shown } = await researchWith({ query: "Who won the Nobel Peace Prize in 2015?", pages }, sayNo);
    const texts = shown.flat().map(({ text }) => text);
    expect(texts.some((text) => text.includes("in 2015"))).toBe(true);
    expect(texts.some((text) => text.includes("in 2014"))).toBe(false);
  });

  it("never claims what the reader says is about somebody else", async () => {
    const { outcome } = await researchWith(
      { query: "When did Ada Lovelace die?", pages: PAGES },
      (candidates, question) =>
        (saying("1852")(candidates, question) as { number: number }[]).map((choice) =>
          candidates[choice.number - 1]!.text.includes("1843") ? { ...choice, about: "other" } : choice,
        ),
    );
    const claimed = outcome.sections.flatMap(({ claims }) => claims.map(({ text }) => text)).join(" ");
    expect(claimed).toContain("1852");
    expect(claimed).not.toContain("1843");
  });

  it("does not count a sentence that leaves open who it means, where somebody is asked about", async () => {
    const { outcome } = await researchWith(
      { query: "When did Ada Lovelace die?", pages: PAGES },
      (candidates) =>
        candidates.map(({ number, text }) =>
          text.includes("1852")
            ? { number, answers: "yes", span: "1852", about: "unknown" }
            : { number, answers: "no", span: "", about: "unknown" },
        ),
    );
    expect(outcome.error_code).toBe("research_insufficient_evidence");
  });

  it("asks no reader before a backend has answered, of a name that several bear, or of nobody found", async () => {
    const { shown } = await researchWith({ query: QUERY, pages: [] }, sayYes);
    const other = { site: 1, path: 1, title: "Tom Hale", content: "Tom Hale was a painter of harbours." };
    const unnamed = await researchWith({ query: QUERY, pages: [other] }, sayYes);
    expect([shown, unnamed.shown]).toEqual([[], []]);
    expect(unnamed.outcome.reader).toBeUndefined();
  });

  it("asks once, and gives the same bytes for the same choices", async () => {
    let calls = 0;
    const reader = scriptReader("scripted", (candidates, question) => {
      calls += 1;
      return saying("seven notes")(candidates, question);
    });
    const clock = new ManualClock();
    const engine = createResearchEngine({ backends: searchPages(PAGES), clock, reader });
    const outcomes = [await engine.research({ query: QUERY }), await engine.research({ query: QUERY })];
    expect(JSON.stringify(outcomes[1])).toBe(JSON.stringify(outcomes[0]));
    expect(calls).toBe(1);
    expect(await research({ query: QUERY, pages: PAGES }, reader)).toEqual(outcomes[0]);
  });
});

describe("a reader that fails", () => {
  const input = { query: "When did Ada Lovelace die?", pages: PAGES };

  it.each<[string, Script]>([
    ["chose_decoy", sayYes],
    ["invalid_answer", () => "The answer is 27 November 1852."],
    [
      "failed",
      () => {
        throw new Error("no answer");
      },
    ],
  ])("is off for that research, which says %s and nothing else", async (why, script) => {
    const { outcome } = await researchWith(input, script);
    expect(outcome.reader).toMatchObject({ used: false, why });
    expect(withoutReader(outcome)).toEqual(await research(input));
  });

  it("is not waited for longer than six seconds", async () => {
    const clock = new ManualClock();
    let hasLeft = false;
    const slow: Reader = {
      id: "slow",
      select: (_question, _candidates, { signal }) =>
        new Promise(() => {
          signal.addEventListener("abort", () => {
            hasLeft = true;
          });
          clock.advance(6_000);
        }),
    };
    const outcome = await research(input, slow, clock);
    expect(outcome.reader).toMatchObject({ used: false, why: "too_slow" });
    expect(hasLeft).toBe(true);
    expect(withoutReader(outcome)).toEqual(await research(input));
  });

  it("ends with its caller", async () => {
    const caller = new AbortController();
    const reader: Reader = {
      id: "endless",
      select: () => {
        caller.abort(new Error("left"));
        return new Promise(() => undefined);
      },
    };
    const engine = createResearchEngine({ backends: searchPages(PAGES), clock: new ManualClock(), reader });
    await expect(engine.research({ query: input.query, signal: caller.signal })).rejects.toThrow("left");
  });
});

describe("any reader over any pages", () => {
  it("lets no sentence leave that is not a verbatim quote about the one asked for", async () => {
    let chosen = 0;
    await fc.assert(
      fc.asyncProperty(asked, hostile, async (input, script) => {
        const { outcome, shown } = await researchWith(input, script);
        expect(auditOutcome(outcome).problems).toEqual([]);
        expect(shown.length).toBeLessThanOrEqual(1);
        const allowed = await quotable(input);
        for (const { claims } of outcome.sections)
          for (const { text } of claims) expect(allowed).toContain(text);
        expect(outcome.ok).toBe(outcome.answer !== null);
        if (outcome.error_code !== "research_ambiguous_name")
          expect(outcome.ok).toBe(outcome.coverage_score >= 0.15);
        if (outcome.ok && outcome.reader?.used) chosen += 1;
      }),
      { numRuns: 100 },
    );
    expect(chosen).toBeGreaterThan(10);
  });

  it("changes nothing by an answer out of form, or one that chooses a decoy", async () => {
    let off = 0;
    await fc.assert(
      fc.asyncProperty(asked, fc.oneof(malformed, fc.constant(sayYes)), async (input, script) => {
        const { outcome, shown } = await researchWith(input, script);
        expect(withoutReader(outcome)).toEqual(await research(input));
        expect(outcome.reader?.used ?? false).toBe(false);
        off += shown.length;
      }),
      { numRuns: 60 },
    );
    expect(off).toBeGreaterThan(10);
  });

  it("does not take an answer that was given to another question", async () => {
    const kept: unknown[] = [];
    const stale: Script = (candidates, question) => {
      kept.push(choosingAllFound(candidates, question));
      return kept.at(-2) ?? "nothing yet";
    };
    const reader = scriptReader("stale", stale);
    for (const query of ["When did Ada Lovelace die?", "Who was Ada Lovelace?"])
      expect((await research({ query, pages: PAGES }, reader)).reader?.used).toBe(false);
  });
});
