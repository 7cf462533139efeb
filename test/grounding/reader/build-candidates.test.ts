import fc from "fast-check";
import { expect, it } from "vitest";
import { buildCandidates } from "../../../packages/grounding/reader/build-candidates.ts";
import { DECOYS } from "../../../packages/grounding/reader/decoys.ts";

const QUESTION = { text: "When was Ada Lovelace born?", subject: "Ada Lovelace", today: "2026-11-27" };
const sentences = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    text: `Ada Lovelace wrote letter ${index}.`,
    title: "Ada Lovelace",
    url: `https://site${index}.example/`,
  }));
const isDecoy = ({ text }: { text: string }) => DECOYS.some((decoy) => decoy.text === text);

it("numbers at most twelve candidates, two of them decoys, in the order of the sentences", () => {
  const { numbered: candidates, indexOf: sentenceOf } = buildCandidates(QUESTION, sentences(30));
  expect(candidates.map(({ number }) => number)).toEqual(candidates.map((_, index) => index + 1));
  expect(candidates).toHaveLength(12);
  expect(candidates.filter(isDecoy)).toHaveLength(2);
  expect([...sentenceOf.values()]).toEqual(sentences(10).map((_, index) => index));
  for (const [number, index] of sentenceOf)
    expect(candidates[number - 1]!.text).toBe(sentences(30)[index]!.text);
});

it("chooses the same decoys for the same question and sentences, and others for others", () => {
  const decoysOf = (count: number) =>
    buildCandidates(QUESTION, sentences(count))
      .numbered.filter(isDecoy)
      .map(({ text }) => text);
  expect(decoysOf(4)).toEqual(decoysOf(4));
  expect(new Set([1, 2, 3, 4, 5, 6].map((count) => decoysOf(count).join())).size).toBeGreaterThan(1);
});

it("takes no decoy that speaks of what is asked", () => {
  fc.assert(
    fc.property(fc.constantFrom(...DECOYS), fc.integer({ min: 1, max: 12 }), (decoy, count) => {
      const question = {
        text: `What is known of ${decoy.title}?`,
        subject: decoy.title,
        today: "2026-11-27",
      };
      const { numbered: candidates } = buildCandidates(question, sentences(count));
      expect(candidates.map(({ text }) => text)).not.toContain(decoy.text);
    }),
  );
});
