import { detectLanguage } from "../../lexicon/detect-language.ts";
import { splitWords } from "../../text/tokens.ts";
import type { Evidence } from "../evidence.ts";
import type { EvidenceSentence } from "../evidence-sentences.ts";
import { factBook, foreignFact } from "../fact-book.ts";
import { withoutEmphasis, withoutLineMarks } from "../markup.ts";
import { withoutAttribution } from "../paraphrase/attribution.ts";
import { coverOf } from "../paraphrase/cover.ts";
import { type Disagreement, disagreementsOf } from "../paraphrase/disagreements.ts";
import { holdsPastOffice } from "../paraphrase/past-offices.ts";
import { ReadSentence } from "../paraphrase/read-sentence.ts";
import { nameWords } from "../paraphrase/subject.ts";

/** Disagreements that a reader may overrule. It has read what other words mean. */
const LEFT_TO_READER: ReadonlySet<Disagreement> = new Set(["value", "lacking"]);
/**
 * Minimum share, by weight, of a sentence's words that the chosen sentences and their titles must contain.
 */
const LEAST_HELD = 0.7;
const BEGINNING = 5;

/** The evidence that a reader chose, by sentence. */
export type RestsOn = ReadonlyMap<string, readonly EvidenceSentence[]>;

/**
 * Returns whether a sentence may be based on the evidence that a reader chose for it. The evidence must
 * contain each of its names, numbers and dates and most of its words, and must not state a value differently.
 * `about` is what its opening pronoun refers to.
 */
export function mayRestOn(
  sentence: string,
  chosen: readonly EvidenceSentence[],
  evidence: Evidence,
  about: string | null,
): boolean {
  const text = withoutAttribution(withoutLineMarks(withoutEmphasis(sentence)));
  const titles = [...new Set(chosen.map(({ title }) => title))];
  const texts = [...titles, ...chosen.map((one) => one.text)];
  const book = factBook(about === null ? texts : [...texts, about]);
  if (foreignFact(text, { all: [book], dated: [book] }) !== undefined) return false;
  const language = detectLanguage(text);
  if (language !== null && language !== "en") return sharesWords(text, texts);
  const said = new ReadSentence(text);
  const read = evidence.read();
  const meant = about === null ? [] : nameWords(about);
  const sources = chosen.flatMap((one) => read.bySentence.get(one) ?? []);
  const held = sources.flatMap((source) => [source.read, source.title]);
  if (coverOf(said.plain, held).share < LEAST_HELD || holdsPastOffice(said, read, meant)) return false;
  return sources.every(
    (source) => !disagreementsOf(said, source, meant).some((rule) => !LEFT_TO_READER.has(rule)),
  );
}

function sharesWords(text: string, texts: readonly string[]): boolean {
  const begin = (word: string) => word.slice(0, BEGINNING);
  const known = new Set(texts.flatMap(splitWords).map(begin));
  const words = splitWords(text).filter(({ length }) => length >= BEGINNING);
  return words.filter((word) => known.has(begin(word))).length >= LEAST_HELD * words.length;
}
