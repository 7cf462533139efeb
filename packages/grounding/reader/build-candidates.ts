import { createHash } from "node:crypto";
import { cutText } from "@plumbline/core/text/unicode.ts";
import { findContentWords } from "../text/tokens.ts";
import { DECOYS, type Decoy } from "./decoys.ts";
import type { ReaderCandidate, ReadingQuestion } from "./reader.ts";

/** Maximum number of candidates per question, including decoys. */
const MAX_CANDIDATES = 12;
const DECOY_COUNT = 2;
/** Maximum number of sentences per question. */
export const MAX_SENTENCES = MAX_CANDIDATES - DECOY_COUNT;

export const MAX_TEXT_LENGTH = 600;
export const MAX_TITLE_LENGTH = 200;

export type ShownSentence = Omit<ReaderCandidate, "number">;

export interface CandidateList {
  candidates: readonly ReaderCandidate[];
  /** Maps numbers to indexes of sentences. Decoys are not included. */
  sentenceOf: ReadonlyMap<number, number>;
}

/**
 * Numbers the sentences in order, with two decoys among them. The decoys and their positions are determined
 * by the question and the sentences.
 */
export function buildCandidates(
  question: ReadingQuestion,
  sentences: readonly ShownSentence[],
): CandidateList {
  const shown = sentences.slice(0, MAX_SENTENCES);
  const seed = JSON.stringify([question.text, shown.map(({ text }) => text)]);
  const order: (number | Decoy)[] = shown.map((_, index) => index);
  for (const decoy of chooseDecoys(seed, `${question.text} ${question.subject ?? ""}`, DECOY_COUNT))
    order.splice(drawPlace(order, decoy, seed), 0, decoy);
  const sentenceOf = new Map<number, number>();
  const candidates = order.flatMap((one, at): ReaderCandidate[] => {
    const number = at + 1;
    if (typeof one !== "number") return [{ number, ...one }];
    const sentence = shown[one];
    if (sentence === undefined) return [];
    sentenceOf.set(number, one);
    const { text, title } = sentence;
    return [
      { ...sentence, number, text: cutText(text, MAX_TEXT_LENGTH), title: cutText(title, MAX_TITLE_LENGTH) },
    ];
  });
  return { candidates, sentenceOf };
}

/** Returns the decoys that share the fewest words with the question. The seed breaks ties. */
export function chooseDecoys(seed: string, question: string, count: number): Decoy[] {
  const asked = new Set(findContentWords(question));
  const countShared = ({ title, text }: Decoy) =>
    findContentWords(`${title} ${text}`).filter((word) => asked.has(word)).length;
  return DECOYS.map((decoy) => ({
    decoy,
    shared: countShared(decoy),
    drawn: hashBelow(2 ** 32, `${seed}${decoy.url}`),
  }))
    .toSorted((one, other) => one.shared - other.shared || one.drawn - other.drawn)
    .slice(0, count)
    .map(({ decoy }) => decoy);
}

/** Chooses the position at which to insert a decoy in a list. The same inputs give the same position. */
export function drawPlace(list: readonly unknown[], { title }: Decoy, seed: string): number {
  return hashBelow(list.length + 1, `${seed}${title}`);
}

/** Derives a number below `limit` from a text. The same text gives the same number. */
function hashBelow(limit: number, text: string): number {
  return createHash("sha256").update(text).digest().readUInt32BE(0) % limit;
}
