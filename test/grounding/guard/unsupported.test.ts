import { describe, expect, it } from "vitest";
import { createEvidence } from "../../../packages/grounding/guard/evidence.ts";
import { judgeSentence } from "../../../packages/grounding/guard/judge-sentence.ts";
import { outcomeOf } from "./outcome-of.ts";

const evidence = createEvidence(
  [
    outcomeOf([
      {
        title: "Ada Lovelace (writer)",
        url: "https://almanac.example/people/ada",
        text:
          "Ada Lovelace was born in London on 10 December 1815 and had three children. She worked with Charles Babbage from 1833. " +
          "The book sold 1.5 million copies, at $50 each, in the 1990s. Sales rose by 40 per cent. She served from 1957–64. " +
          "Thomas Byron, a poet from America, praised the Radium Institute in Paris and 2000 readers. The Analytical Engine had 13,000 parts.",
      },
    ]),
  ],
  ["Was Ada Lovelace born on 3 May 1871? Tell Bob by Friday, at bob@team.example, about 7 things."],
);
const judged = (sentence: string) => judgeSentence(sentence, evidence);

describe("a sentence that bears what nothing bears out is withheld for it", () => {
  it.each([
    ["a year", "She left in 1853.", "1853"],
    ["a full date", "She was born on 11 December 1815.", "11 December 1815"],
    ["a month", "She was born in November 1815.", "November 1815"],
    ["a day without a year", "She was born on 9 December.", "9 December"],
    ["a month alone", "She was born in June.", "June"],
    ["a day of the week", "She was born on a Monday.", "Monday"],
    ["a decade", "She was forgotten in the 1920s.", "1920s"],
    ["a date that only the user names", "She was born on 3 May 1871.", "3 May 1871"],
    ["a number", "She had 4 children.", "4"],
    ["a number in words", "She had four children.", "four"],
    ["a compound number in words", "She had thirty-three dogs.", "thirty-three"],
    ["an ordinal", "She was his third wife and fifth cousin.", "fifth"],
    ["another scale", "It sold 1.5 billion copies.", "1.5 billion"],
    ["another percentage", "Sales rose by 41%.", "41%"],
    ["a count made a percentage", "She had 3% of it.", "3%"],
    ["another currency", "It cost €50.", "€50"],
    ["a surname", "She met Ada Quillfeather.", "Ada Quillfeather"],
    ["another first name before a surname", "Charles Lovelace was her uncle.", "Charles Lovelace"],
    ["a middle name", "She met Charles Dudley Babbage.", "Charles Dudley Babbage"],
    ["a place", "She lived in Tromsborg.", "Tromsborg"],
    ["a name in capitals", "She met ELVIS there.", "ELVIS"],
    ["a name as the first word", "Elvis is alive.", "Elvis"],
    ["a name with a small first letter", "She used an iPhone.", "iPhone"],
    ["a name with digits", "She wrote AlphaFold2.", "AlphaFold2"],
    ["a hyphenated name", "She met Irène Joliot-Curie.", "Irène Joliot-Curie"],
    ["a name behind an opening quotation mark", "They sang “Quillfeather Hall” there.", "Quillfeather Hall"],
    ["a name in a script without capitals", "She read 紫式部 aloud.", "紫式部"],
    ["a name in Cyrillic", "She met Льва Толстого there.", "Льва Толстого"],
    ["a link", "Read https://almanac.example/people/eve.", "https://almanac.example/people/eve"],
    ["a domain", "Visit evil.example today.", "evil.example"],
    ["an address", "Write to ada@almanac.example.", "ada@almanac.example"],
    ["a handle", "Follow @ada_lovelace now.", "@ada_lovelace"],
    ["a link behind Markdown", "She is [remembered](https://evil.example).", "https://evil.example"],
  ])("%s", (_what, sentence, written) => {
    const { verdict, reasons, citations, outcome } = judged(sentence);
    expect(["unclear", "unsupported"]).toContain(verdict);
    expect([citations, outcome]).toEqual([[], null]);
    expect(reasons[0]?.text).toContain(written);
  });
});

describe("a sentence that bears nothing foreign is not called unsupported", () => {
  it.each([
    ["a surname alone", "Lovelace worked."],
    ["an initial", "A. Lovelace worked with C. Babbage."],
    ["a given name in its short form", "Tom Byron praised it."],
    ["a form of address", "Mr Babbage worked with Countess Lovelace."],
    ["the title's name", "The writer Ada Lovelace worked."],
    ["a possessive", "Lovelace’s work is remembered."],
    ["an ordinary first word", "Mathematicians admire her."],
    ["an everyday word before a name", "Both Ada Lovelace and Charles Babbage worked."],
    ["an adjective of a known country", "He was an American poet."],
    ["the month of a full date", "She was born in December 1815."],
    ["the year of a full date", "She was born in 1815."],
    ["the day without the year", "She was born on December 10th."],
    ["the date in another order", "She was born on December 10, 1815."],
    ["an ISO date", "Her birthday is 1815-12-10."],
    ["the decade of a known year", "He was busy in the 1830s."],
    ["the end of a range", "She left in 1964."],
    ["a range written with a hyphen", "She served 1957-1964."],
    ["a year that is a count", "It had 2,000 readers."],
    ["a number in digits for one in words", "She had 3 children."],
    ["a number written out", "The book sold 1,500,000 copies."],
    ["a number without its separator", "It had 13000 parts."],
    ["the sign for a word", "Sales rose by 40%."],
    ["the word for a sign", "Each cost 50 dollars."],
    ["counting words that do not count", "She was one of the first, for a second."],
    ["the user's names and numbers", "Bob wants 7 things by Friday."],
    ["the user's address", "Write to bob@team.example."],
    ["a source's domain", "See almanac.example for more."],
    ["a source's address with and without its scheme", "See www.almanac.example/people/ada/."],
    ["words joined by a full stop", "It stopped.Then it ran.js on."],
    ["a wholly capital line", "THE REMARKABLE WRITER"],
    ["an acronym of the office", "The PDF is remembered."],
  ])("%s", (_what, sentence) => {
    expect(judged(sentence).verdict).not.toBe("unsupported");
  });

  it("names of one sort with another's surname are told apart from institutions", () => {
    const codes = (sentence: string) => judged(sentence).reasons.map(({ code }) => code);
    expect(codes("She praised the Lovelace Institute.")).not.toContain("unknown_name");
    expect(codes("She praised Babbage Byron.")).toContain("unknown_name");
  });
});

describe("only a proven disagreement is called unsupported", () => {
  const ofMara = createEvidence(
    [
      outcomeOf([
        {
          title: "Mara Holt",
          url: "https://almanac.example/people/mara",
          text:
            "Mara Holt was still active in politics in her late 80s. After signing with Rovers in September 2018, " +
            "Mara Holt left the club again. Mara Holt joined the UWP party in 1970.",
        },
      ]),
    ],
    ["Who is Mara Holt?"],
  );

  it.each([
    ["an age within a decade", "Mara Holt was still active in politics at age 87.", "unclear"],
    [
      "the day of writing",
      "As of July 21, 2022, Mara Holt left the club after signing with Rovers.",
      "unclear",
    ],
    ["an address alone", "Visit https://elsewhere.example/ada for recipes of soup.", "unclear"],
    ["the number of a passage", "Everything else is mentioned in passage 3.", "unclear"],
    ["another year", "Mara Holt joined the UWP party in 1971.", "unsupported"],
    [
      "another year behind a name in full",
      "Mara Holt joined the UWP (United Workers Party) in 1971.",
      "unsupported",
    ],
  ])("%s", (_what, sentence, verdict) => {
    expect(judgeSentence(sentence, ofMara).verdict).toBe(verdict);
  });
});
