import { AnswerGuard } from "@plumbline/grounding/guard";
import { describe, expect, it } from "vitest";
import { outcomeOf, type Page } from "./outcome-of.ts";

/** Returns whether a sentence is supported by pages about the Wick Journal and its prize. */
function isSupported(sentence: string, pages: readonly Page[]): boolean {
  const guard = new AnswerGuard([outcomeOf(pages, "the Wick Journal")], []);
  return guard.verify(sentence).every(({ verdict }) => verdict === "supported");
}

const page = (text: string, published?: string, title = "The Wick Journal"): Page => ({
  title,
  text,
  ...(published && { published }),
});

const OLD = page("The editor of the Wick Journal is Otto Brandt.", "2021-02-01");
const NEW = page("Mara Holt was appointed editor of the Wick Journal.", "2025-09-14");
const WINNERS = [
  page("Otto Brandt won the Marston Prize 2023 in Lindby.", "2025-11-01", "Marston Prize 2023"),
  page("Mara Holt won the Marston Prize 2025 in Lindby with 41 votes.", "2025-10-01", "Marston Prize 2025"),
];

describe("a claim that something is current", () => {
  it.each([
    [
      "The editor of the Wick Journal is now Mara Holt.",
      [page("The editor of the Wick Journal is Mara Holt.", "2025-09-14"), OLD],
    ],
    [
      "The current editor of the Wick Journal is Mara Holt.",
      [page("The editor of the Wick Journal is Mara Holt.", "2025-09-14"), OLD],
    ],
    ["Mara Holt was most recently appointed editor of the Wick Journal.", [NEW, OLD]],
    [
      "Mara Holt is currently the editor of the Wick Journal.",
      [page("Mara Holt is the editor of the Wick Journal.")],
    ],
    ["Mara Holt won the most recent Marston Prize in Lindby with 41 votes.", WINNERS],
    ["The latest Marston Prize was won by Mara Holt.", WINNERS],
  ] as const)("is supported by the newest source: %s", (sentence, pages) => {
    expect(isSupported(sentence, pages)).toBe(true);
  });

  it.each([
    [
      "Otto Brandt is currently the editor of the Wick Journal.",
      [OLD, page("The editor of the Wick Journal is Mara Holt.", "2025-09-14")],
    ],
    ["The current editor of the Wick Journal is Otto Brandt.", [OLD, NEW]],
    ["Otto Brandt won the most recent Marston Prize in Lindby.", WINNERS],
    ["The latest Marston Prize was won by Otto Brandt.", WINNERS],
    [
      "Today the editor of the Wick Journal is Otto Brandt.",
      [
        page("The editor of the Wick Journal is Otto Brandt."),
        page("The editor of the Wick Journal is Mara Holt.", "2025-09-14"),
      ],
    ],
    ["Mara Holt won the latest Marston Prize.", [page("Mara Holt won the Marston Prize.")]],
  ] as const)("is withheld from an older source, or one without a date: %s", (sentence, pages) => {
    expect(isSupported(sentence, pages)).toBe(false);
  });

  it.each([
    ["Mara Holt has rejected reports that she is about to step down as editor of the Wick Journal.", true],
    ["Mara Holt stepped down as editor of the Wick Journal in May.", false],
  ] as const)("takes only a departure for one: %s", (text, isHeld) => {
    const pages = [page("Mara Holt is the editor of the Wick Journal."), page(text)];
    expect(isSupported("Mara Holt is the editor of the Wick Journal.", pages)).toBe(isHeld);
  });

  it("says why it was withheld", () => {
    const guard = new AnswerGuard([outcomeOf(WINNERS, "the Marston Prize")], []);
    const [judged] = guard.verify("Otto Brandt won the most recent Marston Prize in Lindby.");
    expect(judged?.reasons[0]?.code).toBe("not_newest");
  });
});
