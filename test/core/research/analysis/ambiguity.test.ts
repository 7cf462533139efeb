import { distinctPeople } from "@plumbline/core/research/analysis/ambiguity.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { snippet } from "./snippet-of.ts";

const judge = (texts: string[], query = "Who is Tom Hale?", context = "") =>
  distinctPeople({ subject: "Tom Hale", query, context, snippets: texts.map((text) => snippet(text)) });

const politician = "Tom Hale (born 1962) is a Danish politician from Odense.";
const physicist = "Tom Hale (born 3 May 1971) is a British physicist at Cambridge.";

describe("distinctPeople finds namesakes", () => {
  it.each([
    ["birth years", politician, physicist],
    ["disjoint lives", "Tom Hale (1801 – 1866) ran a mill.", "Tom Hale, born in 1950, runs a mill."],
    ["middle names", "Tom Arthur Hale ran a mill.", "Tom B. Hale ran a mill."],
    ["pronouns", "Tom Hale said he sold his mill.", "Tom Hale said she sold her mill."],
    ["fields of work", "Tom Hale is a goalkeeper for Leeds.", "Tom Hale was a painter of harbours."],
    [
      "nationalities",
      "Tom Hale is a Canadian politician on the Halifax harbour board.",
      "Tom Hale was an Irish politician and dairy reformer.",
    ],
    ["qualifiers", "Tom Hale (actor) sold a farm.", "Tom Hale (rower) won silver."],
  ])("by their %s", (_, left, right) => {
    expect(judge([left, right])).toEqual({ ambiguous: true, groups: [[0], [1]], chosen: null });
  });

  it("by a page that lists them", () => {
    expect(judge(["Tom Hale may refer to several people."])).toMatchObject({ ambiguous: true, groups: [] });
  });

  it("and puts what belongs together in one group", () => {
    expect(
      judge([politician, physicist, "Tom Hale, the physicist, measures glass at Cambridge."]).groups,
    ).toEqual([[0], [1, 2]]);
  });
});

describe("distinctPeople keeps one person whole", () => {
  it.each([
    ["little in common", "Tom Hale opened a bakery.", "Tom Hale spoke about the old harbour."],
    ["a year's difference", "Tom Hale (born 1962) sold tea.", "Tom Hale was born in 1963."],
    ["an initial for a middle name", "Thomas Arthur Hale sold tea.", "Tom A. Hale sold coffee."],
    ["a relative's birth", politician, "Tom Hale is the son of Ann Reed (born 1931), a teacher."],
    ["one of two occupations", "Tom Hale is a lawyer and politician.", "Tom Hale is a politician in Odense."],
    ["a snippet that bears only the surname", politician, "Hale, born in 1801, was a painter."],
  ])("despite %s", (_, left, right) => {
    expect(judge([left, right]).ambiguous).toBe(false);
  });

  it("and asks the question of people only", () => {
    const snippets = [snippet("Acme Corp was founded in 1901."), snippet("Acme Corp was founded in 1990.")];
    expect(distinctPeople({ subject: "Acme Corp", query: "", context: "", snippets })).toEqual({
      ambiguous: false,
      groups: [],
      chosen: null,
    });
    expect(distinctPeople({ subject: null, query: "", context: "", snippets }).ambiguous).toBe(false);
  });
});

describe("distinctPeople with a qualifier", () => {
  it.each([
    ["Tom Hale physicist", "", [1]],
    ["Tom Hale born 1962", "", [0]],
    ["Who is Tom Hale of Cambridge?", "", [1]],
    ["Who is Tom Hale?", "politician in Odense", [0]],
    ["Who is Tom Hale?", "works at Cambridge", [1]],
  ])("chooses for %j with context %j", (query, context, chosen) => {
    expect(judge([politician, physicist], query, context)).toMatchObject({ ambiguous: false, chosen });
  });

  it.each([
    ["fits nobody", "a baker from Paris"],
    ["fits both", "born in spring"],
  ])("chooses nobody when it %s", (_, context) => {
    const texts = [`${politician} Born in spring.`, `${physicist} Born in spring.`];
    expect(judge(texts, "Who is Tom Hale?", context)).toMatchObject({ ambiguous: true, chosen: null });
  });
});

describe("distinctPeople on anything", () => {
  it("repeats itself and puts every snippet in at most one group", () => {
    const text = fc.constantFrom(
      politician,
      physicist,
      "Tom Hale",
      "Tom B. Hale",
      "nobody",
      "Tom Hale may refer to",
    );
    fc.assert(
      fc.property(fc.array(text, { maxLength: 8 }), (texts) => {
        const result = judge(texts);
        expect(judge(texts)).toEqual(result);
        const placed = result.groups.flat();
        expect(new Set(placed).size).toBe(placed.length);
        expect(placed.every((index) => texts[index]?.includes("Hale"))).toBe(true);
      }),
    );
  });
});
