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
  [
    "When was Aurora built?",
    ["Hotel Aurora", "The Aurora is a hotel in Bergen that was built in 1921."],
    ["MS Aurora", "Aurora is a cruise ship, built in Papenburg in 2000."],
  ],
  [
    "Who wrote The Glass Garden?",
    ["The Glass Garden", "The Glass Garden is a novel that Mara Lindt wrote in 1998."],
    ["The Glass Garden - Stage", "The Glass Garden is a play that was written by Tom Reyes for children."],
  ],
  [
    "who owns vantor?",
    ["Vantor GmbH", "Vantor is a maker of pumps in Ulm and is owned by the Klein family."],
    ["Vantor Radio", "Vantor is a radio station in Graz that is owned by Styria Media."],
  ],
  [
    "When did Linden open?",
    ["Linden, cocktails above the harbour", "Linden opened in May 2018 on the ninth floor, with cocktails."],
    ["Linden turns ten", "Ohio's wooden coaster Linden opened with a queue of 900 visitors in 2014."],
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
  [
    "How tall is the Shard?",
    ["The Shard", "The Shard is a skyscraper in London. It is 310 metres tall."],
    ["Renzo Piano", "The Shard is a landmark by Renzo Piano, 310 metres tall."],
  ],
  [
    "When did Linden open?",
    ["Linden, cocktails above the harbour", "Linden opened in May 2018 on the ninth floor, with cocktails."],
    ["City guide", "Bookings are advised: Linden opened in 2018 and is full on Fridays."],
  ],
  [
    "Who is the chief executive of Linden?",
    ["Linden names a chief", "Linden appointed Ada Holm as its chief executive in March 2025."],
    ["Old news", "Linden is led by chief executive Tom Reyes since the merger of 2012."],
  ],
  [
    "when did the us take over wake island",
    ["Wake Island", "Wake Island is an atoll that the US took over in 1899."],
    ["Wake Forest", "Wake Forest is a town that the US census took over in 1990."],
  ],
];

/** The question tells the kind, and the first page is about the thing of that kind. */
const DESCRIBED: readonly [question: string, meant: FoundPage, other: FoundPage][] = [
  [
    "When was the hotel Aurora built?",
    ["Hotel Aurora", "The Aurora is a hotel in Bergen. It was built in 1921."],
    ["MS Aurora", "Aurora is a cruise ship, built in Papenburg in 2000."],
  ],
  [
    "Who wrote the novel The Glass Garden?",
    ["The Glass Garden", "The Glass Garden is a novel that Mara Lindt wrote in 1998."],
    ["The Glass Garden - Stage", "The Glass Garden is a play that was written by Tom Reyes for children."],
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

  it.each(DESCRIBED)("“%s” is answered from the pages about that one", (question, ...pages) => {
    for (const found of [pages, pages.toReversed()]) {
      const { ok, sections } = judgePages(question, found);
      const claimed = sections.flatMap(({ claims }) => claims.map(({ text }) => text));
      expect(ok).toBe(true);
      for (const claim of claimed) expect(pages[0][1]).toContain(claim);
    }
  });
});
