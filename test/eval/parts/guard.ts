import type { Measurement } from "../figures.ts";
import { type GuardedAnswer, type GuardedSentence, guardAnswers } from "../guard-runs.ts";
import { FILES_OF_SET, type GuardSet, labelledAnswers } from "../guard-sets.ts";
import type { Part } from "../part.ts";

/** A score of the guard under which a sentence is rather not supported. */
const SUSPECTED = 0.5;

const AUROC: Readonly<Partial<Record<GuardSet, string>>> = {
  bios: "auroc",
  bios_search_writer: "auroc",
  rag: "sentence_auroc",
};
const PASSES = ["passes.supported_share", "passes.supported_kept"];

/** Parts that measure the guard's judgement of sentences that models wrote and people judged. */
export const guardParts: readonly Part[] = (["bios", "bios_search_writer", "rag"] as const).map((set) => ({
  title: "guard",
  files: FILES_OF_SET[set],
  names: () => [
    ...[AUROC[set] ?? "", ...PASSES, ...(set === "rag" ? ["response_f1", "answers_emptied"] : [])].map(
      (figure) => `guard.${set}.${figure}`,
    ),
    `guard.unsupported.${set}.precision`,
  ],
  measure: ({ data, sample }) => measureAnswers(set, guardAnswers(labelledAnswers(data, set, sample))),
}));

/** Claims of several facts each, of which one may be wrong: only whether they are told apart. */
export const guardClaimParts: readonly Part[] = (["wice", "expertqa"] as const).map((set) => ({
  title: "guard",
  files: FILES_OF_SET[set],
  names: () => [`guard.${set}.balanced_accuracy`, `guard.unsupported.${set}.precision`],
  measure({ data, sample }) {
    const sentences = guardAnswers(labelledAnswers(data, set, sample)).flatMap((answer) => answer.sentences);
    return [
      {
        name: `guard.${set}.balanced_accuracy`,
        kind: "balanced_accuracy",
        rows: sentences.map(({ group, supported, score }) => ({
          group,
          positive: supported,
          decided: score >= SUSPECTED,
        })),
      },
      unsupportedPrecision(set, sentences),
    ];
  },
}));

function measureAnswers(set: GuardSet, answers: readonly GuardedAnswer[]): Measurement[] {
  const sentences = answers.flatMap((answer) => answer.sentences);
  const supported = sentences.filter((sentence) => sentence.supported);
  const measured: Measurement[] = [
    {
      name: `guard.${set}.${AUROC[set]}`,
      kind: "auroc",
      rows: sentences.map(({ group, score, supported: positive }) => ({ group, score, positive })),
    },
    share(`guard.${set}.passes.supported_share`, passing(sentences), (sentence) => sentence.supported),
    share(`guard.${set}.passes.supported_kept`, supported, ({ kept }) => kept),
    unsupportedPrecision(set, sentences),
  ];
  return set === "rag" ? [...measured, ...measureResponses(answers)] : measured;
}

function measureResponses(answers: readonly GuardedAnswer[]): Measurement[] {
  const isWhole = ({ sentences }: GuardedAnswer) => sentences.every(({ supported }) => supported);
  return [
    {
      name: "guard.rag.response_f1",
      kind: "f1",
      rows: answers.map((answer) => ({
        group: answer.group,
        positive: !isWhole(answer),
        decided: answer.sentences.some(({ score }) => score < SUSPECTED),
      })),
    },
    {
      name: "guard.rag.answers_emptied",
      kind: "share",
      better: "fewer",
      rows: answers.filter(isWhole).map(({ id, group, emptied }) => ({ id, group, hit: emptied })),
    },
  ];
}

function passing(sentences: readonly GuardedSentence[]): GuardedSentence[] {
  return sentences.filter(({ passes }) => passes);
}

function unsupportedPrecision(set: GuardSet, sentences: readonly GuardedSentence[]): Measurement {
  const called = sentences.filter(({ verdict }) => verdict === "unsupported");
  return share(`guard.unsupported.${set}.precision`, called, ({ supported }) => !supported);
}

function share(
  name: string,
  sentences: readonly GuardedSentence[],
  isHit: (sentence: GuardedSentence) => boolean,
): Measurement {
  const rows = sentences.map((sentence) => ({
    id: sentence.id,
    group: sentence.group,
    hit: isHit(sentence),
  }));
  return { name, kind: "share", better: "more", rows };
}
