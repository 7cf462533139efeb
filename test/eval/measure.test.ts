import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rowsOfSet } from "./answer-sets.ts";
import { containsAnswer } from "./contains-answer.ts";
import { figureOf } from "./figures.ts";
import { measureAll } from "./measure.ts";
import { definedRole } from "./roles.ts";
import { DataFolder, type FileName, parseRows, sampleRows } from "./rows.ts";
import { isSeen } from "./seen.ts";

const hotpot = Array.from({ length: 12 }, (_, index) => ({
  knowledge: `In ${1900 + index} the Harbour Prize ${index} went to Ada Vance${index}.`,
  question: `Who won the Harbour Prize ${index}?`,
  right_answer: `Ada Vance${index}`,
}));
const gate = [
  { source: "facts", label: "external", prompt: "When was the University of Oslo founded?" },
  { source: "commands", label: "other", prompt: "set a timer for five minutes" },
];
const names = [
  {
    name: "Ada Vance",
    ambiguous: true,
    passages: [
      { entity: "one", text: "Ada Vance (1815–1852) was an English mathematician and writer." },
      { entity: "two", text: "Ada Vance (born 14 May 1983) is an Australian tennis player from Perth." },
    ],
  },
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "eval-"));
  const write = (file: FileName, rows: readonly unknown[]) =>
    writeFileSync(join(folder, `${file}.jsonl`), `${rows.map((row) => JSON.stringify(row)).join("\n")}\n`);
  write("answers_hotpot", hotpot);
  write("gate", gate);
  write("names", names);
  write("guard_bios_sources", [
    {
      topic: "Mara Holt",
      text: "<s>Mara Holt was born in 1901. She built a lighthouse.</s><s>Life. She died in Wick.</s>",
    },
  ]);
  write("guard_bios", [
    { system: "Other", topic: "Mara Holt", sentence: "Mara Holt was born in 1901.", supported: true },
    { system: "Other", topic: "Mara Holt", sentence: "Mara Holt was born in 1907.", supported: false },
    { system: "PerplexityAI", topic: "Mara Holt", sentence: "She died in Wick.", supported: true },
  ]);
  write("guard_rag", [
    {
      source_id: "1",
      query: "what is tar",
      passages: "passage 1:Tar is sticky. It is black.\n\npassage 2:Tar is made of wood.",
      response: "Tar is sticky. Copper boils in 40 towns of Peru. It is black.",
      unsupported_spans: [{ start: 30, end: 47 }],
    },
  ]);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("a folder of made-up data", () => {
  it("is judged by the guard sentence by sentence", async () => {
    // The made-up lies and honest texts, too, are judged by test/grounding/guard/corpus.test.ts.
    const only = ["guard.bios", "guard.bios_search_writer", "guard.unsupported", "guard.rag", "guard.swaps"];
    const measured = await measureAll(new DataFolder(folder), { only }, String);
    const figures = Object.fromEntries(measured.map((one) => [one.name, figureOf(one)]));
    expect(figures).toMatchObject({
      "guard.bios.passes.supported_share": { value: 1, n: 1 },
      "guard.bios.passes.supported_kept": { value: 1, n: 1 },
      "guard.unsupported.bios.precision": { value: 1, n: 1 },
      "guard.bios_search_writer.passes.supported_kept": { value: 1, n: 1 },
      "guard.rag.sentence_auroc": { value: 1, n: 3 },
      "guard.rag.response_f1": { value: 1, n: 1 },
      "guard.rag.passes.supported_kept": { value: 1, n: 2 },
      "guard.swaps.year": { value: 0, n: 1 },
    });
  });

  it("is measured by the files it has, and says what it leaves out", async () => {
    const lines: string[] = [];
    const only = ["gate", "names.full", "identity", "answers", "claims"];
    const measured = await measureAll(new DataFolder(folder), { only }, (line) => lines.push(line));
    const figures = Object.fromEntries(measured.map((one) => [one.name, figureOf(one)]));
    expect(figures).toMatchObject({
      "gate.recall.facts": { value: 1, n: 1 },
      "gate.false_alarms.commands": { value: 0, n: 1 },
      "names.full.recall": { value: 1, n: 1 },
      "identity.role_contradicted": { n: 2 },
      "identity.mixed_people": { value: 0, n: 1 },
      "answers.hotpot.first": { n: 12 },
      "answers.hotpot.auroc": { n: 24 },
    });
    expect(figures).not.toHaveProperty(["gate.recall.followups"]);
    expect(lines).toContain("gate.recall.followups: left out, the folder has no followups.jsonl");
    expect(lines).toContain("identity.wrong_person and 1 more: left out, the folder has no people.jsonl");
  });

  it("gives the same figures twice", async () => {
    const figures = async () => {
      const measured = await measureAll(
        new DataFolder(folder),
        { only: ["answers", "names"] },
        () => undefined,
      );
      return measured.map((one) => [one.name, figureOf(one)]);
    };
    expect(await figures()).toEqual(await figures());
  });

  it("was not learned from", () => {
    const data = new DataFolder(folder);
    expect(isSeen(data, "gate")).toBe(false);
    expect(isSeen(data, "people")).toBe(false);
  });

  it("gives each question of HotpotQA nine other passages, each once", () => {
    const rows = rowsOfSet(new DataFolder(folder), "hotpot", undefined);
    expect(rows).toHaveLength(12);
    for (const { value } of rows) {
      const texts = new Set([value.gold, ...value.neighbours].map(({ text }) => text));
      expect(texts.size).toBe(10);
      expect(value.gold.title).toMatch(/^Harbour Prize/);
    }
  });
});

describe("rows", () => {
  const line = JSON.stringify(gate[0]);

  it("are known by a hash, wherever they stand", () => {
    const [first] = parseRows("gate", `${line}\n`);
    const [, moved] = parseRows("gate", `${JSON.stringify(gate[1])}\n${line}`);
    expect(moved?.id).toBe(first?.id);
    expect(first?.id).toMatch(/^gate:[0-9a-f]{8}$/);
  });

  it("of another form are refused by line", () => {
    expect(() => parseRows("gate", `${line}\n{"prompt": 3}\n`)).toThrow(/^gate\.jsonl, line 2,/);
    expect(() => parseRows("gate", "no JSON")).toThrow(/^gate\.jsonl, line 1,/);
  });

  it("are sampled alike from a file in another order", () => {
    const rows = Array.from({ length: 40 }, (_, index) => ({
      id: `gate:${(index * 7919) % 1000}`,
      value: index % 2,
    }));
    const ids = (drawn: readonly { id: string }[]) => drawn.map(({ id }) => id).sort();
    const stratum = (value: number) => `${value}`;
    expect(sampleRows(rows, 5, stratum)).toHaveLength(10);
    expect(ids(sampleRows(rows.toReversed(), 5, stratum))).toEqual(ids(sampleRows(rows, 5, stratum)));
    expect(sampleRows(rows, undefined)).toBe(rows);
  });
});

it("takes the noun phrase behind is a or was a for the role", () => {
  const role = (text: string) => definedRole([text]);
  expect(role("Ada Vance (1815–1852) was an English mathematician and writer.")).toBe(
    "English mathematician and writer",
  );
  expect(role("Ada Vance is a retired tennis player from Perth who won twice.")).toBe(
    "retired tennis player",
  );
  expect(role("Ada Vance was a member of the Norwegian parliament for Oslo.")).toBe(
    "member of the Norwegian parliament",
  );
  expect(role("Born in Perth, Ada Vance won twice.")).toBeNull();
  expect(definedRole(["She won twice.", "Ada Vance is a painter, born in Perth."])).toBe("painter");
});

it("finds an answer in a claim, case and punctuation aside", () => {
  expect(containsAnswer("It was won by “ADA VANCE,” of Perth.", "Ada Vance")).toBe(true);
  expect(containsAnswer("Built in 1980.", "8")).toBe(false);
  expect(containsAnswer("There were 8.", "8")).toBe(true);
  expect(containsAnswer("It is not known.", "no")).toBe(false);
  expect(containsAnswer("爱达出生于利兹。", "利兹")).toBe(true);
  expect(containsAnswer("爱达出生于1881年。", "1881")).toBe(true);
});
