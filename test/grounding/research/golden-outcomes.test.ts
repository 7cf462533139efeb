import { readFileSync, writeFileSync } from "node:fs";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { createResearchEngine, type SearchHit } from "@plumbline/grounding";
import type { ResearchOutcome } from "@plumbline/grounding/outcome";
import { describe, expect, it } from "vitest";

/** A question, and the pages found for it: title and snippets. */
interface GoldenRow {
  id: string;
  query: string;
  pages: readonly (readonly [title: string, ...quotes: string[]])[];
}

const ROWS: readonly GoldenRow[] = [
  {
    id: "en-biography",
    query: "Who was Ada Lovelace?",
    pages: [
      [
        "Ada Lovelace",
        "Ada Lovelace was an English mathematician and writer. She was born in London in 1815.",
        "In 1843 Lovelace published her notes on the Analytical Engine.",
      ],
      ["The Analytical Engine", "Ada Lovelace worked with Charles Babbage on the Analytical Engine."],
      ["Ada Lovelace - Short lives", "Menu | Home | Search\n\nAda Lovelace died of cancer in 1852, aged 36."],
    ],
  },
  {
    id: "en-answered",
    query: "When did Grace Hopper die?",
    pages: [
      [
        "Grace Hopper",
        "Grace Hopper was born in New York City in 1906. Grace Hopper died on January 1, 1992.",
      ],
      ["Compilers", "Grace Hopper wrote one of the first compilers in 1952."],
    ],
  },
  {
    id: "en-absent-predicate",
    query: "How many children did Grace Hopper have?",
    pages: [
      ["Grace Hopper", "Grace Hopper was born in New York City in 1906."],
      ["Compilers", "Grace Hopper wrote one of the first compilers in 1952."],
    ],
  },
  {
    id: "en-absent-person",
    query: "Where was Lise Meitner born?",
    pages: [
      ["Otto Hahn", "Otto Hahn was born in Frankfurt in 1879."],
      ["Max Planck", "Max Planck was a German physicist who was born in Kiel."],
    ],
  },
  {
    id: "en-contradicted-role",
    query: "Who is Martin Ellwood, the cellist?",
    pages: [
      ["Martin Ellwood", "Martin Ellwood is an Australian marine biologist who studies reef sharks."],
      ["Reef sharks", "The marine biologist Martin Ellwood has tagged sharks off Queensland since 2004."],
    ],
  },
  {
    id: "en-ambiguous",
    query: "Who is Steve McQueen?",
    pages: [
      [
        "Steve McQueen (actor)",
        "Steve McQueen (1930–1980) was an American actor known for The Great Escape.",
      ],
      [
        "Steve McQueen (director)",
        "Steve McQueen (born 1969) is a British film director who made 12 Years a Slave.",
      ],
    ],
  },
  {
    id: "en-yes-no",
    query: "Was Alan Turing born in London?",
    pages: [
      ["Alan Turing", "Alan Turing was born in Maida Vale, London, on 23 June 1912."],
      ["Sherborne School", "Alan Turing went to Sherborne School."],
    ],
  },
  {
    id: "de-answered",
    query: "Wann wurde Clara Schumann geboren?",
    pages: [
      ["Clara Schumann", "Clara Schumann war eine deutsche Pianistin und Komponistin."],
      ["Leipzig", "Clara Schumann wurde am 13. September 1819 in Leipzig geboren."],
    ],
  },
  {
    id: "es-answered",
    query: "¿Dónde nació Frida Kahlo?",
    pages: [
      ["Frida Kahlo", "Frida Kahlo fue una pintora mexicana. Frida Kahlo nació en Coyoacán en 1907."],
      ["Diego Rivera", "Frida Kahlo se casó con Diego Rivera en 1929."],
    ],
  },
  {
    id: "ru-answered",
    query: "Когда родился Юрий Гагарин?",
    pages: [
      ["Юрий Гагарин", "Юрий Гагарин родился 9 марта 1934 года в деревне Клушино."],
      ["Клушино", "В деревне Клушино родился космонавт Юрий Гагарин."],
    ],
  },
  {
    id: "tr-answered",
    query: "Orhan Pamuk nerede doğdu?",
    pages: [
      ["Orhan Pamuk", "Orhan Pamuk 7 Haziran 1952'de İstanbul'da doğdu."],
      ["İstanbul", "Orhan Pamuk İstanbul'da doğdu."],
    ],
  },
  {
    id: "ar-answered",
    query: "متى ولد نجيب محفوظ؟",
    pages: [
      ["نجيب محفوظ", "ولد نجيب محفوظ في القاهرة في 11 ديسمبر 1911."],
      ["القاهرة", "ولد الكاتب نجيب محفوظ في حي الجمالية عام 1911."],
    ],
  },
  {
    id: "zh-answered",
    query: "鲁迅出生于哪一年？",
    pages: [
      ["鲁迅", "鲁迅于1881年出生在浙江绍兴。"],
      ["绍兴", "鲁迅1881年生于绍兴。"],
    ],
  },
  {
    id: "de-absent-predicate",
    query: "Wie viele Sinfonien schrieb Clara Schumann?",
    pages: [
      ["Clara Schumann", "Clara Schumann war eine deutsche Pianistin und Komponistin."],
      ["Leipzig", "Clara Schumann wurde am 13. September 1819 in Leipzig geboren."],
    ],
  },
];

const GOLDEN = new URL("../../fixtures/golden-outcomes.json", import.meta.url);
const NOON = Date.UTC(2026, 2, 1, 12);

function research({ query, pages }: GoldenRow): Promise<ResearchOutcome> {
  const hits: SearchHit[] = pages.map(([title, ...quotes], index) => ({
    url: `https://page${index}.example/`,
    title,
    quotes,
  }));
  const backend = { name: "search_a" as const, search: async () => ({ hits, notes: [] }) };
  return createResearchEngine({ backends: [backend], clock: new ManualClock(NOON) }).research({ query });
}

async function researchAll(): Promise<Record<string, ResearchOutcome>> {
  const outcomes: Record<string, ResearchOutcome> = {};
  for (const row of ROWS) outcomes[row.id] = await research(row);
  return outcomes;
}

const pretty = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** `UPDATE_GOLDEN=1` writes the file anew; read what changed in it before you commit it. */
describe("golden outcomes", () => {
  it("are the same bytes at each run and on each version of Node", async () => {
    const outcomes = pretty(await researchAll());
    expect(pretty(await researchAll())).toBe(outcomes);
    if (process.env.UPDATE_GOLDEN === "1") writeFileSync(GOLDEN, outcomes);
    // The formatter decides on the file's white space, so both sides are printed alike.
    expect(outcomes).toBe(pretty(JSON.parse(readFileSync(GOLDEN, "utf8"))));
  });
});
