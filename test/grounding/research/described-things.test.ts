import { describe, expect, it } from "vitest";
import { type FoundPage, judgePages, readFirst } from "./judged.ts";

const PAGES: readonly FoundPage[] = [
  ["Ida Holm", "Ida Holm led the Norland Institute in Lindby for nine years. Ida Holm left it in 2019."],
  [
    "The Norland Institute finds a beetle",
    "The Norland Institute announced on 4 July 2012 that it had found a beetle in Lindby.",
  ],
  [
    "Norland Institute",
    "The Norland Institute is a research institute in Wick. The Norland Institute studies insects and moss. " +
      "The beetle was found at the Norland Institute by Otto Brandt in 2012.",
  ],
];

describe("a question that says nothing but a name", () => {
  it.each([
    "What is the Norland Institute?",
    "What does the Norland Institute do?",
    "Where is the Norland Institute?",
  ])("is answered first by what the thing is: %s", (prompt) => {
    const outcome = judgePages(prompt, PAGES);
    expect(readFirst(outcome)).toBe("The Norland Institute is a research institute in Wick.");
  });

  it("takes for its answer what the thing is and does, and not what is only told of it", () => {
    const { sections } = judgePages("What does the Norland Institute do?", PAGES);
    const claims = sections.flatMap((section) => section.claims);
    expect(claims.filter(({ further }) => !further).map(({ text }) => text)).toEqual([
      "The Norland Institute is a research institute in Wick.",
      "The Norland Institute studies insects and moss.",
    ]);
    expect(claims.length).toBeGreaterThan(2);
  });

  it("is answered by a mention where nothing describes the thing", () => {
    const outcome = judgePages("Where is the Norland Institute?", PAGES.slice(0, 1));
    expect(readFirst(outcome)).toBe("Ida Holm led the Norland Institute in Lindby for nine years.");
  });
});
