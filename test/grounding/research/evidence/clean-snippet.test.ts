import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanSnippet } from "../../../../packages/grounding/research/evidence/collect-evidence.ts";

describe("cleanSnippet", () => {
  it.each([
    ["Jan 5, 2023 · Ada Vance is a chemist.", "Ada Vance is a chemist."],
    ["3 days ago — The minister resigned.", "The minister resigned."],
    ["vor 3 Tagen — Die Ministerin trat zurück.", "Die Ministerin trat zurück."],
    ["12 янв. 2024 г. — Марта живёт в Осло.", "Марта живёт в Осло."],
    ["قبل 3 أيام — مارتا عالمة سويدية.", "مارتا عالمة سويدية."],
    ["2024年1月12日 — 玛尔塔是瑞典经济学家。", "玛尔塔是瑞典经济学家。"],
    ["Updated 5:32 PM EST, Fri January 12, 2024 Ada Vance won.", "Ada Vance won."],
  ])("drops the date in front of %j", (raw, clean) => {
    expect(cleanSnippet(raw)).toBe(clean);
  });

  it("keeps the year of a chronicle and a date that is part of the sentence", () => {
    for (const text of [
      "2003 – Wins the cup for the first time.",
      "On May 5, 2020, Ada Vance - then 60 - retired.",
      "Published in 1900, the novel was a success.",
    ])
      expect(cleanSnippet(text)).toBe(text);
  });

  it("reads Markdown: links and emphasis as their text, no headings, tables, images, code or lists of links", () => {
    const raw = [
      "# Ada Vance",
      "",
      "![portrait](https://img.example/a_(1).jpg)",
      'Ada Vance was born in [Leeds](https://en.example/wiki/Leeds_(city) "Leeds") in **1931**.[3][4] She moved to',
      "Oslo in *1950*.",
      "",
      "| Born | 1931 |",
      "|---|---|",
      "[Home](/) · [About](/about)",
      "```",
      "const x = 1;",
      "```",
      "- Chemist in Leeds",
      "- Writer",
    ].join("\n");
    expect(cleanSnippet(raw)).toBe(
      "Ada Vance was born in Leeds in 1931. She moved to Oslo in 1950. Chemist in Leeds [...] Writer",
    );
  });

  it("mends links that the snippet's ends cut through", () => {
    expect(cleanSnippet("Leeds](https://en.example/x) is a city. See [her page](https://exam")).toBe(
      "Leeds is a city. See her page",
    );
  });

  it.each([
    [
      "Home | About | Contact | Ada Vance was a chemist from Leeds. | Login",
      "Ada Vance was a chemist from Leeds.",
    ],
    ["Skip to content Home News Sport Ada Vance was a chemist. Read more", "Ada Vance was a chemist."],
    [
      "Startseite › Personen › Ada Vance war eine Chemikerin aus Leeds.",
      "Ada Vance war eine Chemikerin aus Leeds.",
    ],
    [
      "Ada Vance was a chemist. Read More » She died in 1999. Share on Facebook",
      "Ada Vance was a chemist. [...] She died in 1999.",
    ],
    ["We use cookies to improve our site. Ada Vance was a chemist.", "Ada Vance was a chemist."],
    ["Перейти к поиску Ада Вэнс — химик. Читать далее", "Ада Вэнс — химик."],
    ["Ada Vance kimyagerdir. Devamını oku", "Ada Vance kimyagerdir."],
    ["跳转到内容 居里夫人是物理学家。阅读更多", "居里夫人是物理学家。"],
    ["Born: 8 August 1981 • Height: 185 cm", "Born: 8 August 1981 [...] Height: 185 cm"],
    [
      "Facts: 1. Ada was born in Leeds. 2. Ada plays chess.",
      "Facts: [...] Ada was born in Leeds. [...] Ada plays chess.",
    ],
  ])("drops what the page put around the text: %j", (raw, clean) => {
    expect(cleanSnippet(raw)).toBe(clean);
  });

  it.each([
    "Home Depot is an American retailer. Share prices rose in 2020.",
    "Search engines are used daily. Sign up for the race was quick in 2010.",
    "The norm |−|p yields a field, and 3 < 4 > 2.",
    "Il a dit « bonjour » et « au revoir » à tout le monde.",
    "He was ranked No. 1 for 310 weeks, including a record 237 ...",
    "El Dr. Paz vive en EE. UU. desde 1990.",
    "A.D. 44* saw f_x and snake_case names.",
  ])("leaves %j alone", (text) => {
    expect(cleanSnippet(text)).toBe(text);
  });

  it("leaves one line without loose ends, whatever it is given", () => {
    const piece = fc.constantFrom(
      "Ada Vance was a chemist.",
      "Read more",
      "Home",
      "News",
      "Sport",
      " | ",
      " › ",
      "Jan 5, 2023",
      " — ",
      "[...]",
      "…",
      "We use cookies to track you.",
      "她是化学家。",
      " • ",
      "\n",
      "# ",
      "1. ",
      "2. ",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const clean = cleanSnippet(pieces.join(" "));
        expect(clean).not.toMatch(/\s\s|\n|^\s|\s$|^\[\.\.\.\]|\[\.\.\.\]$|\[\.\.\.\] \[\.\.\.\]/);
      }),
    );
  });

  it("takes time in proportion to the text", () => {
    const pieces = [
      "[a](",
      "![",
      "**a ",
      "| ",
      "# ",
      "1. A ",
      "Read more. ",
      "Home ",
      "- [x](y)\n",
      "` ",
      "… ",
      "cookies to ",
      "› ",
    ];
    for (const piece of pieces) {
      // Time of the processor: a busy machine takes longer and computes no more.
      const started = process.cpuUsage();
      cleanSnippet(piece.repeat(20_000 / piece.length));
      expect(process.cpuUsage(started).user / 1_000).toBeLessThan(1_000);
    }
  });
});
