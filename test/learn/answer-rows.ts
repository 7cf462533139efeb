import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { detectLanguage } from "../../packages/grounding/lexicon/detect-language.ts";
import type { Language } from "../../packages/grounding/lexicon/language.ts";
import { parseQuestion } from "../../packages/grounding/question/parse-question.ts";
import { profileQuestion } from "../../packages/grounding/research/answerability/question-profile.ts";
import { measureSentence } from "../../packages/grounding/research/answerability/rank-sentences.ts";
import { readPage } from "../../packages/grounding/research/answerability/read-page.ts";
import { WordReader } from "../../packages/grounding/research/answerability/words.ts";
import { findProperNames } from "../../packages/grounding/text/names.ts";
import { splitSentences } from "../../packages/grounding/text/tokens.ts";

const passage = z.object({ title: z.string(), text: z.string() });
const answerRow = z.object({
  lang: z.string().default("en"),
  question: z.string(),
  answers: z.array(z.string()),
  gold: passage,
  neighbours: z.array(passage),
});

/** One question with its gold passage (page 0) and its neighbours. */
export type AnswerSet = z.infer<typeof answerRow> & { set: string; fold: number };

/** One sentence of one page as the learner reads it. */
export interface SentenceRow {
  /** Index of the question. */
  list: number;
  page: number;
  /** 1 when the sentence is of the gold passage and holds an answer. */
  label: 0 | 1;
  features: Float64Array;
}

const FOLDS = 5;

/** The questions of NQ and XQuAD in a folder of evaluation data; a title is wholly in one fold. */
export function readAnswerSets(folder: string): AnswerSet[] {
  const files = [
    ["nq", "answers_nq.jsonl"],
    ["xquad", "answers_xquad.jsonl"],
  ] as const;
  return files.flatMap(([set, file]) =>
    readFileSync(join(folder, file), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => {
        const row = answerRow.parse(JSON.parse(line));
        return { ...row, set: set === "nq" ? set : `${set}.${row.lang}`, fold: foldOf(row.gold.title) };
      }),
  );
}

function foldOf(title: string): number {
  return Number.parseInt(createHash("sha256").update(title).digest("hex").slice(0, 8), 16) % FOLDS;
}

/** Every sentence of every set, those of one set in a row. */
export function sentenceRows(sets: readonly AnswerSet[]): SentenceRow[] {
  return sets.flatMap((set, list) => {
    const parsed = parseQuestion({ prompt: set.question });
    const language: Language = parsed.language ?? detectLanguage(set.question) ?? "en";
    const reader = new WordReader(language);
    const names = [...new Set([...findProperNames(parsed.text).map(({ text }) => text), ...parsed.subjects])];
    const [subject = null] = parsed.subjects;
    const { expected } = parsed;
    const profile = profileQuestion(parsed.text, { reader, language, names, subject, expected });
    return [set.gold, ...set.neighbours].flatMap(({ title, text }, page) => {
      const sentences = splitSentences(text, language);
      const read = readPage(title, sentences, { reader, language });
      return sentences.map((sentence, at): SentenceRow => {
        const label = page === 0 && holdsAnswer(sentence, set) ? 1 : 0;
        return { list, page, label, features: measureSentence(profile, read, at) };
      });
    });
  });
}

function holdsAnswer(sentence: string, { answers, lang }: AnswerSet): boolean {
  if (lang === "zh") return answers.some((answer) => sentence.includes(answer));
  return answers.some((answer) => plain(sentence).includes(plain(answer)));
}

function plain(text: string): string {
  return ` ${text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()} `;
}
