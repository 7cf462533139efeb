import { describe, expect, it } from "vitest";
import { findLifeFacts } from "../../../../packages/grounding/research/identity/life-facts.ts";
import { noteConflicts } from "../../../../packages/grounding/research/unverified-notes.ts";

const conflicts = (...texts: string[]) =>
  noteConflicts(
    texts.map((text) => ({ url: "https://example.org/", title: "", text, domain: "example.org" })),
  );

describe("lifeFacts", () => {
  it.each([
    ["Ann Reed (2 March 1848 – 7 April 1931) sang.", ["birth 1848", "death 1931"]],
    ["Ann Reed (born 3 May 1971 in Hull) sings.", ["birth 1971"]],
    ["Ann Reed was born in Hull in 1971 and died in 2020.", ["birth 1971", "death 2020"]],
    ["The mill was founded in 1790.", ["founding 1790"]],
    ["Ann Reed, who lived from 1848 to 1931, sang.", ["birth 1848", "death 1931"]],
    ["Ann Reed lived from 1848 to 1931 in Hull.", []],
    ["Ann Reed (c. 1583 – 1620)", ["death 1620"]],
    ["Ann Reed was mayor (1990–1994).", []],
    ["Her father was born in 1820.", []],
    ["Ann Reed was born in Hull and moved to Leeds in 1971.", []],
  ])("reads %j", (text, facts) => {
    expect(findLifeFacts(text).map((fact) => `${fact.event} ${fact.year}`)).toEqual(facts);
  });
});

describe("conflictingFacts", () => {
  it("notes the source that differs from the first", () => {
    expect(conflicts("Ann Reed (1848 – 1931) sang.", "Nothing here.", "Ann Reed was born in 1849.")).toEqual([
      {
        kind: "conflict",
        text: "Sources disagree on the year of birth of Ann Reed: 1848 and 1849.",
        citation_index: 2,
      },
    ]);
  });

  it.each([
    "Ann Reed was an English mathematician who was born in 1849.",
    "Ann Reed, a New Zealand singer, was born in 1849.",
  ])("takes no nationality for a name: %j", (text) => {
    expect(conflicts("Ann Reed (1848 – 1931) sang.", text)).toHaveLength(1);
  });

  it("compares founding years of organisations", () => {
    expect(
      conflicts("Northwind Mills was founded in 1790.", "Northwind Mills was established in 1791."),
    ).toHaveLength(1);
  });

  it("notes one year once", () => {
    expect(
      conflicts("Ann Reed (1848 – 1931)", "Ann Reed was born in 1849.", "Ann Reed (born 1849) sang."),
    ).toHaveLength(1);
  });

  it.each([
    ["agreement", "Ann Reed (1848 – 1931) sang.", "Ann Reed was born in 1848 and died in 1931."],
    ["another event's year", "Ann Reed was born in 1848.", "Ann Reed married in 1870 and toured until 1899."],
    ["birth against death", "Ann Reed was born in 1848.", "Ann Reed died in 1931."],
    ["another person", "Ann Reed was born in 1848.", "Amy Reed was born in 1849."],
    ["another middle name", "Ann Mary Reed was born in 1848.", "Ann Joan Reed was born in 1849."],
    ["a rough year", "Ann Reed was born in 1848.", "Ann Reed was born about 1850."],
    ["one snippet alone", "Ann Reed (1848 – 1931). Ann Reed was born in 1849."],
  ])("sees no conflict in %s", (_, ...texts) => {
    expect(conflicts(...texts)).toEqual([]);
  });
});
