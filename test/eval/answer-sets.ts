import { type DataFolder, drawBelow, type FileName, type Passage, type Row, sampleRows } from "./rows.ts";

/** A question with the passage that answers it and near ones that do not. */
export interface AnswerRow {
  question: string;
  /** Each is a right answer. */
  answers: readonly string[];
  gold: Passage;
  neighbours: readonly Passage[];
  /** ISO 639-1. */
  language: string;
}

export const ANSWER_FILES = ["answers_nq", "answers_hotpot", "answers_xquad"] as const satisfies FileName[];

/** The names of the sets in a folder: nq, hotpot, and xquad by language. */
export function answerSets(data: DataFolder): string[] {
  const languages = new Set(data.rows("answers_xquad").map(({ value }) => value.lang));
  return [
    ...(data.has("answers_nq") ? ["nq"] : []),
    ...(data.has("answers_hotpot") ? ["hotpot"] : []),
    ...[...languages].sort().map((language) => `xquad.${language}`),
  ];
}

export function fileOfSet(set: string): FileName {
  if (set === "nq") return "answers_nq";
  return set === "hotpot" ? "answers_hotpot" : "answers_xquad";
}

export function rowsOfSet(
  data: DataFolder,
  set: string,
  sample: number | undefined,
): readonly Row<AnswerRow>[] {
  return sampleRows(allRowsOfSet(data, set), sample);
}

function allRowsOfSet(data: DataFolder, set: string): readonly Row<AnswerRow>[] {
  if (set === "nq")
    return data.rows("answers_nq").map(({ id, value }) => ({ id, value: { ...value, language: "en" } }));
  if (set === "hotpot") return hotpotRows(data);
  return data
    .rows("answers_xquad")
    .filter(({ value }) => `xquad.${value.lang}` === set)
    .map(({ id, value }) => ({ id, value: { ...value, language: value.lang } }));
}

const HOTPOT_NEIGHBOURS = 9;

/**
 * HotpotQA comes without neighbours: nine other rows' passages are drawn by the SHA-256 of the question and a
 * counter.
 */
function hotpotRows(data: DataFolder): Row<AnswerRow>[] {
  const rows = data.rows("answers_hotpot");
  const passages = rows.map(({ value }) => ({
    title: firstName(value.knowledge),
    text: value.knowledge.trim(),
  }));
  return rows.flatMap(({ id, value: { question, right_answer } }, at) => {
    const gold = passages[at];
    if (gold === undefined) return [];
    const neighbours = drawOthers(rows.length, at, question).flatMap((index) => passages[index] ?? []);
    return [{ id, value: { question, answers: [right_answer], gold, neighbours, language: "en" } }];
  });
}

function drawOthers(rows: number, own: number, question: string): number[] {
  const drawn = new Set<number>();
  const enough = Math.min(HOTPOT_NEIGHBOURS, rows - 1);
  for (let counter = 0; drawn.size < enough; counter++) {
    const index = drawBelow(rows, `${question}${counter}`);
    if (index !== own) drawn.add(index);
  }
  return [...drawn];
}

/**
 * Returns the first run of capitalised words, except a lone word at the head of the text. Returns an empty
 * string when the text has no such run.
 */
function firstName(text: string): string {
  for (const { index, 0: run } of text
    .trim()
    .matchAll(/\p{Lu}[\p{L}\p{N}.'’-]*(?: \p{Lu}[\p{L}\p{N}.'’-]*)*/gu)) {
    const name = run.replace(/^(?:The|A|An|In|On|At|It|He|She|They|His|Her|After|As|During) /, "");
    if (index > 0 || name.includes(" ")) return name;
  }
  return "";
}
