import { expect, it } from "vitest";
import { swapped } from "./swaps.ts";

const SENTENCE = "Mara Holt was the builder of 12 lighthouses in Wick before 1931.";

it.each([
  ["year", /^Mara Holt was the builder of 12 lighthouses in Wick before (?!1931)\d{4}\.$/],
  ["number", /^Mara Holt was the builder of (?!12 )\d+ lighthouses in Wick before 1931\.$/],
  [
    "name",
    /^(?:Otto Brandt was the builder of 12 lighthouses in Wick|Mara Holt was .+ in Otto Brandt) before 1931\.$/,
  ],
  ["negation", /^Mara Holt was not the builder/],
] as const)("a swap of the %s makes one thing false", (swap, expected) => {
  expect(swapped(SENTENCE, swap, ["Mara Vance", "Otto Brandt"])).toMatch(expected);
  expect(swapped(SENTENCE, swap, ["Otto Brandt"])).toBe(swapped(SENTENCE, swap, ["Otto Brandt"]));
});

it("leaves a sentence alone that has nothing to swap", () => {
  expect(swapped("She never sang.", "negation", [])).toBeUndefined();
  expect(swapped("She never sang.", "year", [])).toBeUndefined();
  expect(swapped("She never sang.", "name", ["Otto Brandt"])).toBeUndefined();
});
