import { describe, expect, it } from "vitest";
import { AMBIGUOUS, type FoundPage, judgePages, readFirst } from "../judged.ts";

const SEVERAL: readonly [question: string, one: FoundPage, other: FoundPage][] = [
  [
    "Who is the CEO of Delta?",
    ["Leadership | Delta Air Lines", "Ed Bastian is chief executive officer of Delta Air Lines."],
    ["Delta Electronics", "Ping Cheng is the chairman and CEO of Delta Electronics in Taiwan."],
  ],
  [
    "Who founded Apple?",
    ["Apple Inc. - Encyclopedia", "Apple Inc. was founded by Steve Jobs in Cupertino in 1976."],
    ["Apple Corps", "Apple Corps was founded by the Beatles in London in 1968."],
  ],
  [
    "What is Mercury?",
    ["Mercury (planet)", "Mercury is the smallest planet of the Solar System."],
    ["Mercury (element)", "Mercury is a chemical element that is liquid at room temperature."],
  ],
  [
    "Who directed Solaris?",
    ["Solaris (1972 film)", "Solaris was directed by Andrei Tarkovsky."],
    ["Solaris (2002 film)", "Solaris was directed by Steven Soderbergh."],
  ],
];

const ONE: readonly [question: string, one: FoundPage, other: FoundPage][] = [
  [
    "Who is the CEO of Delta?",
    ["Delta Air Lines", "Ed Bastian is the CEO of Delta Air Lines in Atlanta."],
    ["News | Delta Airlines", "Delta Airlines CEO Ed Bastian spoke in Atlanta on Monday."],
  ],
  [
    "Who is the mayor of London?",
    ["London", "Sadiq Khan is the mayor of London."],
    ["London Assembly", "The mayor of London is Sadiq Khan, who answers to the London Assembly."],
  ],
  [
    "Who founded Siemens?",
    ["Siemens", "Siemens was founded by Werner von Siemens in 1847."],
    ["Siemens Energy", "Siemens Energy left Siemens, which Werner von Siemens founded in 1847."],
  ],
];

describe("things of one name", () => {
  it.each(SEVERAL)("“%s” is asked back", (question, ...pages) => {
    for (const found of [pages, pages.toReversed()]) {
      const outcome = judgePages(question, found);
      expect(readFirst(outcome)).toBe(AMBIGUOUS);
      expect(outcome.disambiguation_candidates).toHaveLength(2);
      for (const [, text] of pages) expect(outcome.refusal_reason).toContain(text);
    }
  });

  it.each(ONE)("“%s” is answered", (question, ...pages) => {
    expect(judgePages(question, pages).ok).toBe(true);
  });
});
