import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { createResearchEngine } from "@plumbline/grounding";
import { quoteOutcome } from "@plumbline/grounding/guard";
import { describe, expect, it } from "vitest";

const NOW = Date.UTC(2026, 10, 28, 12);

type Page = readonly [text: string, published?: string, title?: string];

async function research(query: string, pages: readonly Page[]) {
  const queries: string[] = [];
  const hits = pages.map(([text, published, title = "News"], index) => ({
    url: `https://site${index}.example/page`,
    title,
    quotes: [text],
    published,
  }));
  const backend = {
    name: "search_a" as const,
    search: async (call: { query: string }) => {
      queries.push(call.query);
      return { hits, notes: [] };
    },
  };
  const engine = createResearchEngine({ backends: [backend], clock: new ManualClock(NOW) });
  const outcome = await engine.research({ query });
  return { outcome, answer: outcome.answer?.text, query: queries[0] };
}

describe("last year and this year", () => {
  it.each([
    ["en", "Who won the Marston Prize last year?", "% won the Marston Prize in #."],
    ["de", "Wer hat letztes Jahr den Marston-Preis gewonnen?", "Den Marston-Preis # hat % gewonnen."],
    ["fr", "Qui a remporté le prix Marston l'année dernière ?", "% a remporté le prix Marston en #."],
    ["es", "¿Quién ganó el premio Marston el año pasado?", "% ganó el premio Marston en #."],
    ["it", "Chi ha vinto il premio Marston l'anno scorso?", "% ha vinto il premio Marston nel #."],
    ["pt", "Quem ganhou o prémio Marston no ano passado?", "% ganhou o prémio Marston em #."],
    ["nl", "Wie heeft vorig jaar de Marston-prijs gewonnen?", "% heeft de Marston-prijs in # gewonnen."],
    ["ru", "Кто получил премию Марстона в прошлом году?", "% получила премию Марстона в # году."],
    ["tr", "Geçen yıl Marston Ödülü'nü kim kazandı?", "% # yılında Marston Ödülü'nü kazandı."],
    ["ja", "去年のマーストン賞を受賞したのは誰ですか?", "#年のマーストン賞は%さんが受賞しました。"],
    ["zh", "去年谁获得了马斯顿奖?", "#年,%获得了马斯顿奖,这是该奖项的最高荣誉。"],
  ])("are answered from that year in %s", async (_language, question, sentence) => {
    const page = (name: string, year: number): Page => [
      sentence.replace("%", name).replace("#", String(year)),
      `${year}-10-04`,
    ];
    const pages = [page("Ann Orr", 2024), page("Karl Ek", 2026), page("Lena Moss", 2025)];
    const { answer, query } = await research(question, pages);
    expect(query).toContain("2025");
    expect(answer).toContain("Lena Moss");
    const reversed = await research(question, pages.toReversed());
    expect(reversed.answer).toContain("Lena Moss");
  });

  it("read the date of a page whose text has none", async () => {
    const { answer } = await research("Who won the Marston Prize last year?", [
      ["Karl Ek won the Marston Prize on Friday.", "2026-10-04"],
      ["Lena Moss won the Marston Prize on Friday.", "2025-10-03"],
    ]);
    expect(answer).toContain("Lena Moss");
  });

  it("keep the caller's own words in the outcome", async () => {
    const { outcome } = await research("Who won the Marston Prize this year?", []);
    expect(outcome.query).toBe("Who won the Marston Prize this year?");
  });
});

describe("the latest", () => {
  it.each([
    [
      "Who is the latest winner of the Marston Prize?",
      "Ann Orr is the latest winner of the Marston Prize.",
      "Lena Moss is the winner of the Marston Prize.",
    ],
    [
      "What is the current population of Halden?",
      "The current population of Halden is 29,500.",
      "The population of Halden is 31,000.",
    ],
    [
      "What did the Bank of Norland decide this week?",
      "The Bank of Norland decided on Thursday to keep its rate at 4.0 percent.",
      "The Bank of Norland decided on Thursday to cut its rate to 3.5 percent.",
    ],
    [
      "Wer ist der aktuelle Gewinner des Marston-Preises?",
      "Ann Orr ist die aktuelle Gewinnerin des Marston-Preises.",
      "Lena Moss ist die Gewinnerin des Marston-Preises.",
    ],
    [
      "Quelle est la dernière version de Zephyr OS ?",
      "La dernière version de Zephyr OS est la 4.2.",
      "La dernière version de Zephyr OS est la 7.0.",
    ],
    [
      "¿Cuál es la última versión de Zephyr OS?",
      "La última versión de Zephyr OS es la 4.2.",
      "La última versión de Zephyr OS es la 7.0.",
    ],
  ])("comes from the newest dated source: %s", async (question, older, newer) => {
    const pages: Page[] = [
      [older, "2024-02-01"],
      [newer, "2026-11-26"],
    ];
    for (const order of [pages, pages.toReversed()])
      expect((await research(question, order)).answer).toBe(newer);
  });

  it("reads the year of a page in its title before the date of its last change", async () => {
    const pages: Page[] = [
      ["Ann Orr won the Marston Prize with her novel.", "2026-11-20", "Marston Prize 2024"],
      ["Lena Moss won the Marston Prize with her novel.", "2026-10-04", "Marston Prize 2026"],
    ];
    for (const order of [pages, pages.toReversed()])
      expect((await research("Who is the latest winner of the Marston Prize?", order)).answer).toContain(
        "Lena",
      );
  });

  it("does not go to a newer page that does not answer", async () => {
    const { answer } = await research("Who is the latest winner of the Marston Prize?", [
      ["Ann Orr is the latest winner of the Marston Prize.", "2024-02-01"],
      ["The Marston Prize has a new address in Halden, near the harbour.", "2026-11-01"],
    ]);
    expect(answer).toContain("Ann Orr");
  });
});

it("shows the model today's date and the date of each source", async () => {
  const { outcome } = await research("Who won the Marston Prize in 2025?", [
    ["Lena Moss won the Marston Prize in 2025.", "2025-10-03"],
  ]);
  expect(outcome.citations[0]).toMatchObject({ published: "2025-10-03" });
  const shown = quoteOutcome(outcome);
  expect(shown).toContain("a public search on 2026-11-28");
  expect(shown).toContain("source 1: News, site0.example, 2025-10-03");
});
