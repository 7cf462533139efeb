import { describe, expect, it } from "vitest";
import { AMBIGUOUS, type FoundPage, judgePages, readFirst } from "../judged.ts";

const TWO_PEOPLE: readonly [name: string, one: string, other: string][] = [
  [
    "Wei Zhang",
    "Wei Zhang is a professor of electrical engineering at Stanford University. He received his PhD from MIT in 1998.",
    "Wei Zhang is a professor of mathematics at the University of Toronto. He received his PhD from Columbia University in 2009.",
  ],
  [
    "Maria Santos",
    "Maria Santos is a lawyer in Miami. She became a partner at Cole & West in 2015.",
    "Maria Santos is an attorney in Seattle who defends tenants. She was admitted to the bar in 1999.",
  ],
  [
    "Robert Klein",
    "Robert Klein is the mayor of Dover, Delaware. He was elected in 2018 and re-elected in 2022.",
    "Robert Klein was mayor of Lucerne, Iowa, from 2004 to 2012. He died in 2016.",
  ],
  [
    "Helen Marsh",
    "Helen Marsh is the bishop of Thornby. She was consecrated in 2021.",
    "Helen Marsh was a nurse from Quinton. She died in 2009.",
  ],
];

const ONE_PERSON: readonly [name: string, one: string, other: string][] = [
  [
    "Ines Roth",
    "Ines Roth is a professor of economics at the University of Chile. She wrote The Long Shore in 2014.",
    "Ines Roth is a professor at Harvard. Her book The Long Shore came out in 2014.",
  ],
  [
    "Nora Blum",
    "Nora Blum is a lawyer in Berlin. She has led the firm Blum & Falk since 2012.",
    "Nora Blum is a former judge in Hamburg and a lawyer. She founded Blum & Falk in 2012.",
  ],
  [
    "Jane Orr",
    "Jane Orr is a Scottish singer who lives in Skye. She sang in Perth in 2019.",
    "Jane Orr (3 March 1940 – 9 October 2026) was a Scottish singer. She sang in Perth in 2019.",
  ],
  [
    "Mara Quist",
    "Mara Quist is a surgeon at Malmö Hospital. She was born in 1970 and trained in Lund.",
    "Mara Quist (born 1970) is a surgeon in Oslo and the author of First Cut.",
  ],
  [
    "Theo Brandt",
    "Theo Brandt is a painter in Leipzig. He won the Falk Prize in 2019.",
    "The painter Theo Brandt died in 2024 in Leipzig. He won the Falk Prize in 2019.",
  ],
];

const pagesOf = (name: string, one: string, other: string): readonly FoundPage[] => [
  [`${name} - one`, one],
  [`${name} - other`, other],
];

describe("people of one name who work in two places", () => {
  it.each(TWO_PEOPLE)("%s is two people", (name, one, other) => {
    const pages = pagesOf(name, one, other);
    for (const found of [pages, pages.toReversed()])
      expect(readFirst(judgePages(`Who is ${name}?`, found))).toBe(AMBIGUOUS);
  });

  it("lets a town choose one of them", () => {
    const [, one = "", other = ""] = TWO_PEOPLE[1] ?? [];
    const outcome = judgePages("Who is Maria Santos?", pagesOf("Maria Santos", one, other), "Seattle");
    expect(readFirst(outcome)).toContain("Seattle");
  });

  it.each(ONE_PERSON)("%s is one person", (name, one, other) => {
    expect(judgePages(`Who is ${name}?`, pagesOf(name, one, other)).ok).toBe(true);
  });
});
