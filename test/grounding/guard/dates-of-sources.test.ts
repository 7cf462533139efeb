import { AnswerGuard } from "@plumbline/grounding/guard";
import { describe, expect, it } from "vitest";
import { outcomeOf } from "./outcome-of.ts";

/** Returns the verdict on a sentence that is judged on 1 March 2026. */
function judge(sentence: string, text: string, published?: string) {
  const page = { title: "Mara Holt", text, ...(published && { published }) };
  return new AnswerGuard([outcomeOf([page], "Mara Holt")], []).verify(sentence)[0]?.verdict;
}

describe("the date of a source", () => {
  const resigned = "Mara Holt resigned as editor of the Wick Journal on 1 September.";
  it.each([
    ["Mara Holt resigned as editor of the Wick Journal on 1 September 2025.", "supported"],
    ["On September 1, 2025, Mara Holt resigned as editor of the Wick Journal.", "supported"],
    ["Mara Holt resigned as editor of the Wick Journal on 1 September 2024.", "withheld"],
  ])("adds the year of a day: %s", (sentence, verdict) => {
    const judged = judge(sentence, resigned, "2025-09-14");
    expect(judged === "supported" ? judged : "withheld").toBe(verdict);
    expect(judge(sentence, resigned)).not.toBe("supported");
  });

  it("adds the closest year around the turn of the year", () => {
    const text = "Mara Holt resigned as editor of the Wick Journal on 30 December.";
    const sentence = "Mara Holt resigned as editor of the Wick Journal on 30 December 2024.";
    expect(judge(sentence, text, "2025-01-04")).toBe("supported");
  });

  it.each([
    ["2025-05-02", "supported"],
    ["2024-05-02", "withheld"],
  ])("says which year a page of %s calls this year", (published, verdict) => {
    const judged = judge(
      "Mara Holt won the Marston Prize in 2025.",
      "Mara Holt won the Marston Prize this year.",
      published,
    );
    expect(judged === "supported" ? judged : "withheld").toBe(verdict);
  });
});

describe("today's date", () => {
  it.each([
    ["Mara Holt won the Marston Prize in 2025.", "supported"],
    ["Mara Holt won the Marston Prize in 2023.", "withheld"],
  ])("says which year the model calls last year: %s", (text, verdict) => {
    const judged = judge("Mara Holt won the Marston Prize last year.", text);
    expect(judged === "supported" ? judged : "withheld").toBe(verdict);
  });

  it.each([
    ["2026-01-20", "supported"],
    ["2021-01-20", "withheld"],
  ])("withholds the words of a page whose last year is another, published %s", (published, verdict) => {
    const text = "Mara Holt won the Marston Prize last year.";
    const judged = judge(text, text, published);
    expect(judged === "supported" ? judged : "withheld").toBe(verdict);
  });
});
