import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

/**
 * A row of a file and its identity: the file's name and the first eight hex digits of the row's SHA-256,
 * never its text.
 */
export interface Row<T> {
  readonly id: string;
  readonly value: T;
}

export function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

/** A number below `limit` drawn by a text: the same on every machine. */
export function drawBelow(limit: number, text: string): number {
  return Number.parseInt(sha256(text).slice(0, 12), 16) % limit;
}

const passage = z.object({ title: z.string(), text: z.string() });
export type Passage = z.infer<typeof passage>;

/** The files that are measured, by the name a row's id begins with. */
export const FORMS = {
  gate: z.object({ source: z.string(), label: z.enum(["external", "other"]), prompt: z.string() }),
  followups: z.object({
    conversation: z.string(),
    turns: z.array(z.object({ prompt: z.string(), rewrite: z.string() })),
  }),
  names: z.object({
    name: z.string(),
    ambiguous: z.boolean(),
    passages: z.array(z.object({ entity: z.string(), text: z.string() })),
  }),
  people: z.object({ name: z.string(), retrieved: z.array(passage) }),
  answers_nq: z.object({
    question: z.string(),
    answers: z.array(z.string()),
    gold: passage,
    neighbours: z.array(passage),
  }),
  answers_hotpot: z.object({ knowledge: z.string(), question: z.string(), right_answer: z.string() }),
  guard_bios: z.object({
    system: z.string(),
    topic: z.string(),
    sentence: z.string(),
    supported: z.boolean(),
  }),
  guard_bios_sources: z.object({ topic: z.string(), text: z.string() }),
  guard_rag: z.object({
    source_id: z.string(),
    query: z.string(),
    passages: z.string(),
    response: z.string(),
    unsupported_spans: z.array(z.object({ start: z.int(), end: z.int() })),
  }),
  guard_wice: z.object({ claim: z.string(), evidence: z.array(z.string()), label: z.string() }),
  guard_expertqa: z.object({
    question: z.string(),
    claim: z.string(),
    evidence: z.array(z.string()),
    support: z.string().nullable(),
  }),
  answers_xquad: z.object({
    lang: z.string(),
    question: z.string(),
    answers: z.array(z.string()),
    gold: passage,
    neighbours: z.array(passage),
  }),
};

export type FileName = keyof typeof FORMS;
export type RowOf<F extends FileName> = z.infer<(typeof FORMS)[F]>;

/** Reads the files of one folder, each when it is first asked for. */
export class DataFolder {
  readonly folder: string;
  readonly #read = new Map<FileName, readonly Row<unknown>[]>();

  constructor(folder: string) {
    this.folder = folder;
  }

  path(file: FileName): string {
    return join(this.folder, `${file}.jsonl`);
  }

  has(file: FileName): boolean {
    return existsSync(this.path(file));
  }

  /**
   * The rows of a file in their order; none where the file is missing. Throws an Error that names the line of
   * an invalid row.
   */
  rows<F extends FileName>(file: F): readonly Row<RowOf<F>>[] {
    const known = this.#read.get(file);
    if (known !== undefined) return known as readonly Row<RowOf<F>>[];
    const rows = this.has(file) ? parseRows(file, readFileSync(this.path(file), "utf8")) : [];
    this.#read.set(file, rows);
    return rows;
  }
}

export function parseRows<F extends FileName>(file: F, text: string): Row<RowOf<F>>[] {
  return text.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    return [{ id: rowId(file, line), value: parseRow(file, line, index + 1) }];
  });
}

function rowId(file: FileName, line: string): string {
  return `${file}:${sha256(line.trim()).slice(0, 8)}`;
}

function parseRow<F extends FileName>(file: F, line: string, at: number): RowOf<F> {
  try {
    return FORMS[file].parse(JSON.parse(line)) as RowOf<F>;
  } catch (cause) {
    const why = cause instanceof z.ZodError ? z.prettifyError(cause) : String(cause);
    throw new Error(`${file}.jsonl, line ${at}, is not a row of that file: ${why}`, { cause });
  }
}

/**
 * A fixed sample: of each stratum the `size` rows with the lowest SHA-256, in the order of the file. The same
 * rows are drawn wherever they stand in the file.
 */
export function sampleRows<T>(
  rows: readonly Row<T>[],
  size: number | undefined,
  stratum: (value: T) => string = () => "",
): readonly Row<T>[] {
  if (size === undefined) return rows;
  const taken = new Map<string, number>();
  const kept = new Set<Row<T>>();
  for (const row of rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    const of = stratum(row.value);
    const before = taken.get(of) ?? 0;
    if (before < size) kept.add(row);
    taken.set(of, before + 1);
  }
  return rows.filter((row) => kept.has(row));
}
