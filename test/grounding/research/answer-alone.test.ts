import { listAnswer, listClaims } from "@plumbline/grounding";
import { expect, test } from "vitest";
import { researchHits } from "../../eval/product.ts";

const PAGES = [
  {
    title: "Ada Lovelace",
    quotes: [
      "Ada Lovelace was born in London on 10 December 1815. Ada Lovelace was a mathematician and writer. " +
        "Ada Lovelace worked with Charles Babbage on the Analytical Engine.",
    ],
  },
  { title: "Ada Lovelace", quotes: ["The mathematician Ada Lovelace was born on 10 December 1815."] },
  { title: "Ada Lovelace", quotes: ["The birth of Ada Lovelace is remembered by a plaque in London."] },
  {
    title: "Benelux",
    quotes: [
      "The Benelux is a union of Belgium, the Netherlands and Luxembourg. The union was formed in 1944. " +
        "Its secretariat is in Brussels.",
    ],
  },
];

/** Returns the texts that an answer without a model consists of, and the claims that it leaves out. */
async function answer(query: string) {
  const outcome = await researchHits(query, PAGES);
  const shown = listAnswer(outcome).map(({ text }) => text);
  return { shown, left: listClaims(outcome).flatMap(({ text }) => (shown.includes(text) ? [] : text)) };
}

test("an answer without a model leaves out quotes without the date that was asked for", async () => {
  const { shown } = await answer("When was Ada Lovelace born?");
  expect(shown.length).toBeGreaterThan(0);
  for (const text of shown) expect(text).toContain("1815");
});

test("it leaves out quotes that answer much less than the first, which the outcome keeps", async () => {
  const { shown, left } = await answer("Which countries are in the Benelux?");
  expect(shown).toEqual([expect.stringContaining("Belgium")]);
  expect(left).toEqual([expect.stringContaining("1944")]);
});

test("it tells what was found of a life, because every fact answers", async () => {
  const { shown, left } = await answer("Who was Ada Lovelace?");
  expect(shown.length).toBeGreaterThan(1);
  expect(left).toEqual([]);
});
