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

/** Maximum number of characters of a sentence and of a title. Longer ones are cut. */
export const MAX_TEXT_LENGTH = 600;
export const MAX_TITLE_LENGTH = 200;

export type ShownSentence = Omit<ReaderCandidate, "number">;

/** Items as shown to a reader: numbered from 1, with decoys among them. */
export interface Numbered<Item> {
  numbered: readonly Item[];
  /** Maps numbers to indexes of the items given. Decoys are not included. */
  indexOf: ReadonlyMap<number, number>;
}

/**
 * Numbers the sentences in order, with two decoys among them. The decoys and their positions are determined
 * by the question and the sentences.
 */
export function buildCandidates(
  { text, subject }: ReadingQuestion,
  sentences: readonly ShownSentence[],
): Numbered<ReaderCandidate> {
  const shown = sentences.slice(0, MAX_SENTENCES);
  const seed = JSON.stringify([text, shown.map((sentence) => sentence.text)]);
  const decoys = chooseDecoys(seed, `${text} ${subject ?? ""}`, DECOY_COUNT);
  return numberWithDecoys(shown, decoys, seed, createCandidate);
}

/** Creates a numbered sentence, cut to what a reader is shown. A decoy has its fields in the same order. */
export function createCandidate({ text, title, url, date }: ShownSentence, number: number): ReaderCandidate {
  const shown = {
    number,
    text: cutText(text, MAX_TEXT_LENGTH),
    title: cutText(title, MAX_TITLE_LENGTH),
    url,
  };
  return date === undefined ? shown : { ...shown, date };
}

/** Numbers items in order, with each decoy at a position that it and the seed determine. */
export function numberWithDecoys<Item, Shown>(
  items: readonly Item[],
  decoys: readonly Decoy[],
  seed: string,
  show: (item: Item | Decoy, number: number) => Shown,
): Numbered<Shown> {
  const order: { item: Item | Decoy; index?: number }[] = items.map((item, index) => ({ item, index }));
  for (const decoy of decoys)
    order.splice(hashBelow(order.length + 1, `${seed}${decoy.title}`), 0, { item: decoy });
  return {
    numbered: order.map(({ item }, at) => show(item, at + 1)),
    indexOf: new Map(
      order.flatMap(({ index }, at) => (index === undefined ? [] : [[at + 1, index] as const])),
    ),
  };
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

/** Derives a number below `limit` from a text. The same text gives the same number. */
function hashBelow(limit: number, text: string): number {
  return createHash("sha256").update(text).digest().readUInt32BE(0) % limit;
}
