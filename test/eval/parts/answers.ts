import type { AnswerRun, AnswerRunPair } from "../answer-runs.ts";
import { answerSets, fileOfSet } from "../answer-sets.ts";
import { containsAnswer } from "../contains-answer.ts";
import type { Measurement } from "../figures.ts";
import type { Part } from "../part.ts";
import type { DataFolder } from "../rows.ts";

const FIGURES = ["first", "first3", "answered_without", "refused_with", "auroc"];
const FIRST_CLAIMS = 3;

/** The part of one set of questions, with the answering passage among near ones and without it. */
export function answersPart(set: string): Part {
  return {
    title: "answers",
    files: [fileOfSet(set)],
    names: () => FIGURES.map((figure) => `answers.${set}.${figure}`),
    measure: async ({ answers }) => measureSet(set, await answers.of(set)),
  };
}

export function answersParts(data: DataFolder): Part[] {
  return answerSets(data).map(answersPart);
}

function measureSet(set: string, pairs: readonly AnswerRunPair[]): Measurement[] {
  const share = (
    figure: string,
    better: "more" | "fewer",
    hit: (pair: AnswerRunPair) => boolean,
  ): Measurement => ({
    name: `answers.${set}.${figure}`,
    kind: "share",
    better,
    rows: pairs.map((pair) => ({ id: pair.row.id, group: pair.row.value.question, hit: hit(pair) })),
  });
  return [
    share("first", "more", (pair) => answersWithin(pair, 1)),
    share("first3", "more", (pair) => answersWithin(pair, FIRST_CLAIMS)),
    share("answered_without", "fewer", ({ without }) => without.answered),
    share("refused_with", "fewer", ({ withGold }) => !withGold.answered),
    {
      name: `answers.${set}.auroc`,
      kind: "auroc",
      rows: pairs.flatMap(({ row, withGold, without }) => [
        scored(row.value.question, withGold, true),
        scored(row.value.question, without, false),
      ]),
    },
  ];
}

function scored(group: string, { score }: AnswerRun, positive: boolean) {
  return { group, score, positive };
}

function answersWithin({ row, withGold }: AnswerRunPair, claims: number): boolean {
  return withGold.claims
    .slice(0, claims)
    .some(({ text }) => row.value.answers.some((answer) => containsAnswer(text, answer)));
}
