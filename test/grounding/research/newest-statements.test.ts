import { describe, expect, it } from "vitest";
import { type FoundPage, judgePages, readFirst } from "./judged.ts";

const intel: readonly FoundPage[] = [
  [
    "Intel appoints Pat Gelsinger",
    "Jan. 13, 2021 – Intel today announced that its board has appointed Pat Gelsinger as its new chief executive officer.",
    "2021-01-13",
  ],
  [
    "Intel in 2022",
    "Pat Gelsinger is the CEO of Intel and wants to regain the process lead by 2025.",
    "2022-04-11",
  ],
  [
    "Intel CEO retires",
    "Intel CEO Pat Gelsinger retired from the company on December 1, 2024.",
    "2024-12-02",
  ],
  [
    "Intel appoints Lip-Bu Tan",
    "March 12, 2025 – Intel today announced that its board has appointed Lip-Bu Tan as chief executive officer.",
    "2025-03-12",
  ],
];
const orr: readonly FoundPage[] = [
  ["Jane Orr fans", "Jane Orr is a Scottish singer who lives in Skye. She is 84 years old.", "2024-05-01"],
  ["Jane Orr", "Jane Orr (3 March 1940 – 9 October 2026) was a Scottish singer.", "2026-10-12"],
];
const quanta: readonly FoundPage[] = [
  ["Quanta Corp CEO", "Rita Moss is the CEO of Quanta Corp.", "2021-02-01"],
  ["Quanta Corp leadership", "Sam Oyelaran is the CEO of Quanta Corp.", "2026-09-01"],
];
const nadella: readonly FoundPage[] = [
  ["Satya Nadella", "Satya Nadella became CEO of Microsoft in 2014."],
  [
    "Satya Nadella",
    "Satya Nadella is an executive. He is the CEO of Microsoft, succeeding Steve Ballmer, and chairman since 2021.",
  ],
];

const readNotes = (question: string, pages: readonly FoundPage[]) =>
  judgePages(question, pages).unverified_notes.filter(({ kind }) => kind === "conflict");
const readClaims = (question: string, pages: readonly FoundPage[]) =>
  judgePages(question, pages).sections.flatMap(({ claims }) => claims.map(({ text }) => text));

describe("the newest statement comes first", () => {
  it.each<[question: string, pages: readonly FoundPage[], first: string]>([
    ["Who is the current CEO of Intel?", intel, "Lip-Bu Tan"],
    ["who is the ceo of intel", intel, "Lip-Bu Tan"],
    ["who runs intel now", intel, "Lip-Bu Tan"],
    ["is pat gelsinger still ceo of intel?", intel, "Lip-Bu Tan"],
    ["Is Pat Gelsinger still CEO of Intel?", intel.slice(0, 3), "retired from the company"],
    ["Who is the CEO of Quanta Corp?", quanta.toReversed(), "Sam Oyelaran"],
    ["is jane orr still alive", orr, "9 October 2026"],
    ["Is Jane Orr alive?", orr, "9 October 2026"],
    ["how old is jane orr", orr, "9 October 2026"],
    ["Where does Jane Orr live?", orr, "9 October 2026"],
  ])("%s", (question, pages, first) => {
    const said = readFirst(judgePages(question, pages));
    expect(said).toContain(first);
    expect(readNotes(question, pages)).toHaveLength(1);
    for (const order of [pages, pages.toReversed()])
      expect(readFirst(judgePages(question, order)), "in any order of the pages").toContain(first);
  });

  it("does not claim what a newer page ends", () => {
    expect(readClaims("who is the ceo of intel", intel).join(" ")).not.toContain("is the CEO of Intel");
    expect(readClaims("how old is jane orr", orr).join(" ")).not.toContain("84");
  });

  it("leaves alone what no newer page ends", () => {
    expect(readNotes("Who is the CEO of Microsoft?", nadella)).toEqual([]);
    expect(readFirst(judgePages("Who is the CEO of Intel?", intel.slice(0, 2)))).toContain("Pat Gelsinger");
    expect(readNotes("Who is the CEO of Intel?", intel.slice(0, 2))).toEqual([]);
    expect(readFirst(judgePages("Who was the CEO of Intel in 2022?", intel))).toContain("Gelsinger");
    expect(readFirst(judgePages("When did Pat Gelsinger retire from Intel?", intel))).toContain("retired");
  });
});

describe("the newest statement comes first, in other domains", () => {
  const coach: readonly FoundPage[] = [
    ["Rowan FC", "Ida Frost is the head coach of Rowan FC and lives in Leeds.", "2023-05-01"],
    ["Rowan FC news", "Head coach Ida Frost left Rowan FC on Friday after two defeats.", "2025-10-10"],
  ];
  const other: readonly FoundPage[] = [
    ["Vela Biotech", "Maria Kent is the chief executive of Vela Biotech.", "2024-06-01"],
    [
      "Orion Pharma",
      "Orion Pharma CEO Paul Iyer said on Monday that Vela Biotech would stay independent.",
      "2026-02-01",
    ],
    ["Vela Biotech results", "Vela Biotech chief executive Maria Kent said sales rose.", "2026-04-01"],
  ];
  const field: readonly FoundPage[] = [
    ["Tom Field", "Tom Field lives in Bath with his wife. His father died in 2019.", "2025-01-01"],
  ];

  it.each<[question: string, pages: readonly FoundPage[], first: string]>([
    ["Is Ida Frost still the coach of Rowan FC?", coach, "left Rowan FC"],
    ["who is the head coach of rowan fc", coach, "left Rowan FC"],
    ["Who is the CEO of Vela Biotech?", other, "Maria Kent"],
    ["Where does Tom Field live?", field, "lives in Bath"],
  ])("%s", (question, pages, first) => {
    expect(readFirst(judgePages(question, pages))).toContain(first);
  });
});

describe("a year that a text gives relative to its publication", () => {
  const grew: FoundPage = [
    "Orbia grows",
    "Orbia's revenue rose to 2.8 billion euros last year.",
    "2025-02-11",
  ];

  it("answers for that year alone", () => {
    expect(readFirst(judgePages("What was Orbia's revenue in 2024?", [grew]))).toBe(grew[1]);
    expect(judgePages("What was Orbia's revenue in 2025?", [grew]).ok).toBe(false);
  });

  it("is that of the publication where the text states only later ones", () => {
    const inquiry: FoundPage = [
      "Statement on the Tarn dam",
      "The government ordered an inquiry into the collapse of the Tarn dam, to report by March 2027.",
      "2026-10-15",
    ];
    const ask = (year: number) => judgePages(`What happened at the Tarn dam in ${year}?`, [inquiry]).ok;
    expect([ask(2026), ask(2025)]).toEqual([true, false]);
  });
});

describe("a death without a year", () => {
  const ask = (text: string) =>
    readFirst(
      judgePages("Is Edmund Orr still alive?", [
        ["Edmund Orr", "Edmund Orr (born 3 March 1931) is a British stage director."],
        ["Obituary", text],
      ]),
    );

  it.each([
    "Edmund Orr, who has died aged 95, directed sixty plays.",
    "Edmund Orr (95) died on Sunday in Leeds.",
  ])("answers whether somebody is alive: %s", (text) => {
    expect(ask(text)).toBe(text);
  });

  it.each(["Edmund Orr said that his brother died in Leeds.", "Edmund Orr recalled how many died in Leeds."])(
    "of somebody else does not: %s",
    (text) => {
      expect(ask(text)).not.toBe(text);
    },
  );
});
