import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LANGUAGES, type Language } from "../../../../packages/grounding/lexicon/language.ts";
import {
  findQuotableSpans,
  startsWithPronoun,
} from "../../../../packages/grounding/research/evidence/quotable-spans.ts";

describe("startsWithPronoun", () => {
  it.each<[Language, string]>([
    ["en", "She won the medal."],
    ["en", "“His brother won it.”"],
    ["en", "It is known as the Big Pear."],
    ["en", "It appears to have been painted late."],
    ["en", "This treaty ended the war."],
    ["en", "Their first album sold well."],
    ["de", "Seine Mutter starb früh."],
    ["de", "Das war sein letzter Film."],
    ["de", "Es besteht aus drei Teilen."],
    ["es", "Él nació en Lima."],
    ["es", "Su padre era médico."],
    ["fr", "C’est une ville du nord."],
    ["fr", "Il est connu pour ses films."],
    ["it", "Il suo nome è noto."],
    ["pt", "O seu pai era médico."],
    ["nl", "Het is een stad in Friesland."],
    ["ru", "Его отец был врачом."],
    ["tr", "Onun babası öldü."],
    ["ar", "وهو عالم كبير."],
    ["ar", "هذه المدينة كبيرة."],
    ["zh", "他出生于北京。"],
    ["zh", "其中三人获奖。"],
    ["ja", "彼は東京で生まれた。"],
    ["ko", "그는 서울에서 태어났다."],
  ])("%s: %s", (language, sentence) => {
    expect(startsWithPronoun(sentence, language)).toBe(true);
  });

  it.each<[Language, string]>([
    ["en", "It is widely believed that he left."],
    ["en", "It was not until 1990 that it opened."],
    ["en", "US troops left the town."],
    ["en", "These days it is used by nobody."],
    ["en", "Sheila won."],
    ["de", "Es gibt drei Brücken."],
    ["de", "Das Haus steht noch."],
    ["de", "Die Stadt liegt am Rhein."],
    ["es", "El río es largo."],
    ["es", "Está en Lima."],
    ["fr", "Il y a trois villes."],
    ["it", "Il re morì."],
    ["pt", "O rei morreu."],
    ["nl", "Het huis staat er nog."],
    ["tr", "Bu nedenle gitti."],
    ["zh", "其他人走了。"],
    ["ja", "彼岸は秋の行事。"],
    ["ko", "그림은 아름답다."],
  ])("not in %s: %s", (language, sentence) => {
    expect(startsWithPronoun(sentence, language)).toBe(false);
  });
});

describe("quotableSpans", () => {
  const quoted = (text: string, language: Language | null) =>
    findQuotableSpans(text, language).map((span) => span.text);

  it("quotes a sentence that opens with a pronoun together with the one it refers to", () => {
    const text = "Ada Vance was a chemist. She was born in Leeds. Her brother sailed. Leeds is a city.";
    expect(findQuotableSpans(text, "en").map(({ text, sentences, last }) => [text, sentences, last])).toEqual(
      [
        ["Ada Vance was a chemist.", 1, "Ada Vance was a chemist."],
        ["Ada Vance was a chemist. She was born in Leeds.", 2, "She was born in Leeds."],
        ["Ada Vance was a chemist. She was born in Leeds. Her brother sailed.", 3, "Her brother sailed."],
        ["Leeds is a city.", 1, "Leeds is a city."],
      ],
    );
    expect(quoted("玛丽是化学家。她出生于华沙。", "zh")).toEqual([
      "玛丽是化学家。",
      "玛丽是化学家。她出生于华沙。",
    ]);
  });

  it("leaves out a pronoun that nothing explains: at the start, behind a gap, behind debris", () => {
    expect(quoted("She was born in Leeds. Leeds is a city.", "en")).toEqual(["Leeds is a city."]);
    expect(quoted("Ada Vance was a chemist. [...] She was born in Leeds.", "en")).toEqual([
      "Ada Vance was a chemist.",
    ]);
    expect(quoted("Ada was a chemist and ... She was born in Leeds.", "en")).toEqual([]);
    expect(quoted("Who was Ada? She was born in Leeds.", "en")).toEqual([]);
  });

  it("sets a sentence whose subject is a pronoun behind the one before, or alone when it is the first", () => {
    expect(quoted("Ada Vance was a chemist. In 1950 she moved to Oslo.", "en")[1]).toBe(
      "Ada Vance was a chemist. In 1950 she moved to Oslo.",
    );
    expect(quoted("In 1950 she moved to Oslo.", "en")).toEqual(["In 1950 she moved to Oslo."]);
  });

  it("does not quote what was cut off", () => {
    expect(quoted("Ada Vance was a chemist. She was born in ...", "en")).toEqual([
      "Ada Vance was a chemist.",
    ]);
  });

  it.each<[Language, string, string | null]>([
    [
      "en",
      "Meet the team ▾ Ada Vance, Chair · Bo Lind, VP Sales | Cookies",
      "Ada Vance, Chair · Bo Lind, VP Sales",
    ],
    ["en", "Ada Vance Chief Executive & Founder · Careers News", "Ada Vance Chief Executive & Founder"],
    [
      "es",
      "Ada Vance, Presidenta · Bo Lind, Consejero · Aceptar cookies",
      "Ada Vance, Presidenta · Bo Lind, Consejero",
    ],
    ["en", "Home · About Us · News | Press", null],
    ["en", "Software Development · Gothenburg, Sweden · 3,112 followers", null],
    ["en", "Executive Chair Home · News Press Careers", null],
  ])("quotes the people in a line in %s that lists them with their offices: %s", (language, text, people) => {
    expect(quoted(text, language)).toEqual(people === null ? [] : [people]);
  });

  it("gives substrings of the text at their places, in order", () => {
    const piece = fc.constantFrom(
      "Ada won.",
      "She left.",
      "Er ging.",
      "…",
      "[...]",
      "他走了。",
      "17. Juli",
      "Read more",
      "a",
      "  ",
    );
    fc.assert(
      fc.property(fc.array(piece), fc.constantFrom(...LANGUAGES, null), (pieces, language) => {
        const text = pieces.join(" ");
        let last = 0;
        for (const span of findQuotableSpans(text, language)) {
          expect(text.slice(span.start, span.end)).toBe(span.text);
          expect(span.text.endsWith(span.last)).toBe(true);
          expect(span.end).toBeGreaterThan(last);
          last = span.end;
        }
      }),
    );
  });

  it("takes time in proportion to the text", () => {
    for (const text of [
      "She won. ".repeat(5_000),
      "Ada (".repeat(5_000),
      '" … '.repeat(10_000),
      "A1 ".repeat(20_000),
    ]) {
      const started = performance.now();
      findQuotableSpans(text, "en");
      expect(performance.now() - started).toBeLessThan(2_000);
    }
  });
});
