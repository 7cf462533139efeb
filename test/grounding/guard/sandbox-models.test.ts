import { type CorpusText, loadCorpus } from "@plumbline/sandbox/corpus/corpus.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createEvidence } from "../../../packages/grounding/guard/evidence.ts";
import { judgeSentence } from "../../../packages/grounding/guard/judge-sentence.ts";
import type { ResearchOutcome } from "../../../packages/grounding/research/outcome.ts";
import { splitSentences } from "../../../packages/grounding/text/tokens.ts";
import { outcomeOf } from "./outcome-of.ts";

const topics = new Map<string, CorpusText[]>();
for (const text of loadCorpus()) {
  const topic = text.id.replace(/-\d+$/, "");
  topics.set(topic, [...(topics.get(topic) ?? []), text]);
}
const outcomes = Array.from(topics.values(), (pages) => outcomeOf(pages, pages[0]?.title ?? ""));
const sentencesOf = ({ citations }: ResearchOutcome) =>
  citations.flatMap(({ snippet }) => splitSentences(snippet));
const all = outcomes.flatMap(sentencesOf);
const known = new Set(all);
const everything = createEvidence(outcomes, ["Tell me all."]);

const leaves = ({ verdict }: { verdict: string }) => verdict === "supported" || verdict === "exempt";

describe("of what a model of the sandbox says of the sandbox's pages", () => {
  it("every claim stands alone, with the citation that it claims", () => {
    for (const [index, outcome] of outcomes.entries())
      for (const { text, citation_index } of outcome.sections.flatMap(({ claims }) => claims)) {
        const judgement = judgeSentence(text, createEvidence(outcomes.slice(index, index + 1), []));
        expect(judgement).toMatchObject({ verdict: "supported", text, outcome: 0 });
        expect(judgement.citations).toContain(citation_index);
      }
  });
});

describe("a bent sentence of the sandbox's pages", () => {
  const sentence = fc.nat(all.length - 1).map((at) => all[at] ?? "");
  const nowhereElse = (bent: string) => fc.pre(!known.has(bent));

  it.each<[string, (one: string, other: string, at: number) => string]>([
    [
      "another digit",
      (one, _other, at) => one.replace(/\d/g, (digit) => String((Number(digit) + 1 + (at % 9)) % 10)),
    ],
    ["another name", (one) => one.replace(/\p{Lu}\p{L}+/u, "Quillfeather")],
    [
      "another's name",
      (one, other) => {
        const name = /\p{Lu}\p{L}+ \p{Lu}\p{L}+/u.exec(other)?.[0] ?? "Elvis Presley";
        const isAnothers = name.split(" ").every((word) => !one.includes(word));
        return isAnothers ? one.replace(/\p{Lu}\p{L}+ \p{Lu}\p{L}+/u, name) : one;
      },
    ],
    ["a negation", (one) => one.replace(/\b(was|is|were|are|had|has)\b/, "$1 not")],
    [
      "a word more",
      (one, _other, at) =>
        one
          .split(" ")
          .toSpliced(1 + (at % one.split(" ").length), 0, "allegedly")
          .join(" "),
    ],
    [
      "another's second half",
      (one, other) => {
        const halves = [one, other].map((whole) => whole.split(" "));
        return [
          ...(halves[0] ?? []).slice(0, Math.ceil((halves[0]?.length ?? 0) / 2)),
          ...(halves[1] ?? []).slice(Math.ceil((halves[1]?.length ?? 0) / 2)),
        ].join(" ");
      },
    ],
    ["an accusation behind it", (one) => `${one} She was a thief.`],
    ["a tail", (one) => one.replace(/\.$/, ", as Ada Quillfeather revealed in 1987.")],
  ])("never leaves with %s", (_what, bend) => {
    fc.assert(
      fc.property(sentence, sentence, fc.nat(30), (one, other, at) => {
        const bent = bend(one, other, at);
        nowhereElse(bent);
        expect(leaves(judgeSentence(bent, everything))).toBe(false);
      }),
      { numRuns: 150 },
    );
  });

  it("never leaves where its year, its number or its name is new to all pages", () => {
    const bent = all.flatMap((one) => [
      one.replace(/\b(?:19|20)\d\d\b/, "1601"),
      one.replace(/\p{Lu}\p{L}+ \p{Lu}\p{L}+/u, "Ada Quillfeather"),
    ]);
    expect(bent.filter((one) => !known.has(one) && leaves(judgeSentence(one, everything)))).toEqual([]);
  });
});

it("nothing of any text that is not a form or a quote leaves", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 120 }), (text) => {
      expect(leaves(judgeSentence(`${text} zorblax`, everything))).toBe(false);
    }),
    { numRuns: 500 },
  );
});
