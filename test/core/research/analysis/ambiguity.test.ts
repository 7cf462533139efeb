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
    [
      "a birth told behind a nationality",
      "Tom Hale was an English weaver born in 1801.",
      "Tom Hale was a Welsh weaver born in 1850.",
    ],
    ["apposed fields", "The painter Tom Hale sold a harbour.", "Tom Hale, the goalkeeper, left Leeds."],
    ["deeds before a birth", "Tom Hale (born 1971) sold tea.", "Tom Hale won the regatta in 1960."],
    [
      "deeds after a death",
      "Tom Hale (1801 – 1866) ran a mill.",
      "In 1990 a play written by Tom Hale opened.",
    ],
    ["deeds at too great an age", "Tom Hale (born 1801) ran a mill.", "Tom Hale later built a dam in 1990."],
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
    ["an honour after death", "Tom Hale (1801 – 1866) ran a mill.", "Tom Hale was honoured in 1990."],
    [
      "a work published after death",
      "Tom Hale died in 1866.",
      "A book written by Tom Hale came out in 1869.",
    ],
    ["a title that tells more", "Tom Hale (director) sold tea.", "Tom Hale (artist and director) sold tea."],
    ["acting and film making", "The actor Tom Hale sold tea.", "Tom Hale is a filmmaker."],
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

  const director = "Tom Hale (born 1962) directed the actor Ann Reed in a film.";
  const actor = "The actor Tom Hale (born 1990) played in the film of a director.";

  it("holds work against what the sources say somebody is, not whom they mention", () => {
    expect(judge([director, actor], "the actor Tom Hale").chosen).toEqual([1]);
    expect(
      judge([`${director} Tom Hale is a British film director.`, actor], "Tom Hale, filmmaker").chosen,
    ).toEqual([0]);
  });

  it.each(["Which physicists did Tom Hale meet?", "How many British physicists did Tom Hale teach?"])(
    "does not take what %j asks for as what somebody is",
    (query) => {
      expect(judge([politician, physicist], query)).toMatchObject({ ambiguous: true, chosen: null });
    },
  );

  it("leaves out a page that could be about either, unless it fits by itself", () => {
    const loose = "Tom Hale spoke about the old harbour.";
    expect(judge([politician, loose, physicist], "Tom Hale the physicist").chosen).toEqual([2]);
    const fitting = "Lectures by the physicist Tom Hale.";
    expect(judge([politician, fitting, physicist], "Tom Hale the physicist").chosen).toEqual([1, 2]);
  });

  it("leaves out who is something else, though nothing contradicts", () => {
    const texts = ["The filmmaker Tom Hale left Leeds.", "The actor Tom Hale sold a boat."];
    expect(judge(texts)).toMatchObject({ ambiguous: false, chosen: null });
    expect(judge(texts, "the actor Tom Hale")).toMatchObject({ ambiguous: false, chosen: [1] });
    expect(judge(texts, "the chemist Tom Hale")).toMatchObject({ ambiguous: false, chosen: null });
  });

  it.each([
    ["fits nobody", "a baker from Paris"],
    ["names a year that is not theirs", "physicist in Paris, 1950"],
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
