import { GIVEN_NAMES } from "../lexicon/names.ts";
import type { GateToken } from "./phrases.ts";
import type { PromptReading } from "./prompt-reading.ts";

/** Maximum number of words read from a prompt. Its start shows its kind. */
const WORDS_READ = 40;
const LENGTHS = [1, 2, 4, 7, 12, 20];
/** Length of a stem: in most languages, forms of one word share this many letters. */
const STEM_LETTERS = 5;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const MAX_RUN_OF_LETTERS_LENGTH = 4;
/** A phrase of an order that starts later belongs to a later clause. */
const OPENS_WITHIN = 3;

/**
 * Returns the features of a text in any language that the learned table weighs: words, stems and n-grams,
 * with names as shapes too, runs of letters in scripts without spaces, and phrases of the gate's lists.
 */
export function readForeignFeatures(reading: PromptReading): Set<string> {
  const { lower, tokens, hits } = reading;
  const features = new Set<string>();
  const read = [["^"], ...readWords(reading).slice(0, WORDS_READ)];
  if (/[?？؟]\s*$/.test(lower)) read.push(["?"]);
  if (tokens.length <= WORDS_READ) read.push(["$"]);
  for (const [at, forms] of read.entries())
    for (const form of forms) {
      features.add(`w ${form}`);
      for (const before of read[at - 1] ?? []) features.add(`w ${before} ${form}`);
    }
  for (const run of tokens.flatMap(runLetters)) features.add(run);
  for (const { kind, from, language } of hits)
    if (language !== "en") features.add(`cue ${kind}${from < OPENS_WITHIN ? " opens" : ""}`);
  features.add(`length ${LENGTHS.filter((length) => read.length > length + 2).length}`);
  return features;
}

/** Returns the forms of each word to weigh. */
function readWords(reading: PromptReading): string[][] {
  const named = findNamed(reading);
  return reading.tokens.flatMap((token, at) => {
    const shape = named.get(at);
    if (shape !== undefined && shape !== "N") return named.get(at - 1) === shape ? [] : [[shape]];
    return [[...(shape === undefined ? [] : [shape]), ...describeWord(token)]];
  });
}

/** Finds people by full name, and other names. In German, a capital alone does not indicate a name. */
function findNamed({ tokens, names, people }: PromptReading): Map<number, string> {
  const named = new Map<number, string>();
  for (const { start, end } of names) {
    const own = tokens.flatMap((token, at) => (token.start >= start && token.end <= end ? [at] : []));
    for (const at of own) if (own.length > 1 || at > 0) named.set(at, own.length > 1 ? "Nn" : "N");
  }
  for (const { from, to, capitals, known } of people)
    if (capitals || known) for (let at = from; at < to; at += 1) named.set(at, "Pp");
  return named;
}

function describeWord({ raw, word }: GateToken): string[] {
  if (/^\d/.test(raw)) return [/^[12]\d{3}$/.test(raw) ? "1900" : "12"];
  if (/_|\p{Ll}\p{Lu}/u.test(raw)) return ["aA"];
  if (UNSPACED.test(raw)) return [];
  if (GIVEN_NAMES.has(word) && /^\p{Lu}/u.test(raw)) return ["Gg"];
  return word.length > STEM_LETTERS ? [word, `${word.slice(0, STEM_LETTERS)}*`] : [word];
}

function runLetters({ word, raw }: GateToken): string[] {
  if (!UNSPACED.test(raw)) return [];
  const letters = ["^", ...word, "$"];
  return letters.flatMap((_, at) =>
    Array.from(
      { length: MAX_RUN_OF_LETTERS_LENGTH },
      (_none, more) => `l ${letters.slice(at, at + more + 1).join("")}`,
    ),
  );
}
