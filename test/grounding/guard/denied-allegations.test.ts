import { AnswerGuard } from "@plumbline/grounding/guard";
import { describe, expect, it } from "vitest";
import { outcomeOf } from "./outcome-of.ts";

const PAGES = [
  {
    title: "Holt denies bribery claims",
    text: "Senator Mara Holt has denied allegations that she took bribes from a shipping firm. No charges have been filed.",
  },
  { title: "CORRUPT!", text: "Mara Holt took bribes for years and everyone knows it." },
];

function judge(sentence: string): boolean {
  const guard = new AnswerGuard([outcomeOf(PAGES.slice(0, 1), "Mara Holt")], ["Did Mara Holt take bribes?"]);
  return guard.verify(sentence).every(({ verdict }) => verdict === "supported");
}

describe("a denial of an allegation", () => {
  it.each([
    "Senator Mara Holt denied that she took bribes.",
    "Mara Holt denies that she took bribes from a shipping firm.",
  ])("passes in the model's words: %s", (sentence) => {
    expect(judge(sentence)).toBe(true);
  });

  it.each([
    "Senator Mara Holt took bribes from a shipping firm.",
    "Senator Mara Holt took bribes and denied allegations.",
    "Senator Mara Holt has admitted allegations of bribery.",
    "Senator Mara Holt has not denied allegations of bribery.",
    "A shipping firm denied that it paid bribes to Senator Mara Holt.",
    "Senator Mara Holt has denied that she took bribes, and charges have been filed.",
  ])("does not let the allegation pass: %s", (sentence) => {
    expect(judge(sentence)).toBe(false);
  });
});
