import { expect, it } from "vitest";
import { isDebris, opensWithPronoun } from "./debris.ts";

it.each([
  "The company was founded in Oslo by two brothers who …",
  "… and then moved to Oslo with her family in the spring.",
  "The company was founded in Oslo by two brothers who...",
  "Mar 3, 2021",
  "17. Juli 1954",
  "Published on 12 May 2020",
  "3 days ago",
  "2021年3月5日",
  "Early life and career",
  "Biography",
  "About us",
  "[Ada Vance](https://example.org/ada) is a chemist from Leeds and a writer.",
  "| Born | 1931 | Leeds |",
  "## Ada Vance was born in Leeds in 1931",
  "Home › People › Ada Vance is listed here with all her books",
  "Skip to content Ada Vance is a chemist from Leeds.",
  "© 2024 Example. All rights reserved.",
])("is debris: %s", (claim) => expect(isDebris(claim)).toBe(true));

it.each([
  "Ada Vance was born in Leeds in 1931.",
  "She died in 1999.",
  "It won.",
  "Ada Vance is a chemist.",
  "Population: 21,000",
  "Er wurde am 17. Juli 1954 in Leeds geboren.",
  "爱达·万斯是一位出生于利兹的化学家。",
  "Ада Вэнс — британский химик, родилась в Лидсе.",
  "The price fell from 3 to 2 – a third less than before.",
  "In May she moved to Oslo with both of her brothers.",
])("is no debris: %s", (claim) => expect(isDebris(claim)).toBe(false));

it("knows a pronoun at the head of a claim by language", () => {
  expect(opensWithPronoun("She moved to Oslo.", "en")).toBe(true);
  expect(opensWithPronoun("“His brother moved to Oslo.", "en")).toBe(true);
  expect(opensWithPronoun("Shelley moved to Oslo.", "en")).toBe(false);
  expect(opensWithPronoun("Itself a rarity, the book sold well.", "en")).toBe(false);
  expect(opensWithPronoun("Sie zog nach Oslo.", "de")).toBe(true);
  expect(opensWithPronoun("Она переехала в Осло.", "ru")).toBe(true);
  expect(opensWithPronoun("她搬到了奥斯陆。", "zh")).toBe(true);
  expect(opensWithPronoun("Oslo'ya taşındı.", "tr")).toBe(false);
});
