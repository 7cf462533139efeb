import { STOP_WORDS } from "../text/stop-words.ts";
import { singular, tokenize, words } from "../text/tokens.ts";
import type { Evidence } from "./evidence.ts";
import { foreignFact } from "./fact-book.ts";
import { judgeSentence } from "./judge-sentence.ts";
import { type Judgement, type Reason, withheld } from "./judgement.ts";
import { LETTER_WORDS, NEUTRAL_WORDS } from "./lexicon.ts";
import { findLinks } from "./links.ts";
import { type NameRun, nameRuns } from "./name-runs.ts";
import { proseSentences } from "./prose-sentences.ts";

/** "Hi Bob," and "Dear Dr. Smith and team:" say nothing of whom they greet. */
const SALUTATION =
  /^(?:[Hh]i|[Hh]ello|[Hh]ey|[Dd]ear)(?:,?\s+(?:team|all|everyone|there|folks|colleagues|and|&|\p{Lu}[\p{L}'’-]*\.?)){0,5}\s*(?:[,!:.]|$)\s*/u;
const TALKS =
  /^(?:please|kindly|see|find|note|let|check|review|read|reply|contact|call|join|open|visit|remember)\b|\b(?:i|we|you|me|us|my|our|your|yours|ours|mine)\b/i;
const SOMEBODY = /\b(?:he|she)\b/i;
const PREDICATE =
  /^\s+(?:\p{Ll}+ly\s+)?(?:is|was|were|has|had|did|will|would|could|\p{Ll}{2,}(?:ed|s))(?!\p{L})/u;
const UNNAMED_ADDRESS: Reason = { code: "unknown_link", text: "Nobody named the address." };
const MOST_SHOWN = 5;
/** Nobody writes more in one message, and nobody waits while it is checked. */
const MOST_SENTENCES = 5_000;

/**
 * The first sentence that must stop a write: of the prose arguments of a tool, any JSON value, HTML and Markdown among them. One that is
 * `unsupported` stops it; one that is `unclear` does when it states something and most of its words are neither stated by the sources
 * nor the user's. Talk between the sender and the reader passes, and so do the user's own words, their dates too.
 */
export function firstUnsupported(
  value: unknown,
  evidence: Evidence,
): { sentence: string; judgement: Judgement } | undefined {
  let read = 0;
  for (const sentence of proseSentences(value)) {
    read += 1;
    const judgement =
      read > MOST_SENTENCES ? tooMuch(sentence) : objection(sentence.replace(SALUTATION, ""), evidence);
    if (judgement) return { sentence, judgement };
  }
  return undefined;
}

function tooMuch(text: string): Judgement {
  const reason = `It is more than ${MOST_SENTENCES} sentences, more than can be checked.`;
  return withheld("unclear", text, { code: "too_long", text: reason });
}

function objection(sentence: string, evidence: Evidence): Judgement | undefined {
  if (sentence === "") return undefined;
  const judgement = judgeSentence(sentence, evidence);
  const { verdict } = judgement;
  // A text loses an address that nobody named; a write is stopped by it.
  const text = judgement.text === "" ? sentence : judgement.text;
  if (judgement.text === "" && findLinks(sentence).length > 0)
    return { ...judgement, verdict: "unclear", reasons: [UNNAMED_ADDRESS] };
  if (verdict === "supported" || verdict === "exempt") return undefined;
  const names = nameRuns(text);
  const telling = tellingWords(text, names, evidence);
  if (verdict === "unsupported") return isUsersOwn(text, telling, evidence) ? undefined : judgement;
  if (TALKS.test(text) && !tellsOfSomebody(text, names)) return undefined;
  const { stated, said } = evidence;
  const unknown = telling.filter((word) => !stated.has(word) && !said.names.words.has(word));
  if (unknown.length * 2 <= telling.length) return undefined;
  const shown = [...new Set(unknown)].slice(0, MOST_SHOWN).join(", ");
  const reason = `It says “${shown}”, which neither the evidence nor the user does.`;
  return { ...judgement, reasons: [{ code: "unknown_words", text: reason }] };
}

/** The user's own words may go where the user sends them, a date that no source bears among them. */
function isUsersOwn(text: string, telling: readonly string[], { borne, said }: Evidence): boolean {
  const books = [borne, said];
  return (
    telling.every((word) => said.names.words.has(word)) &&
    foreignFact(text, { all: books, dated: books }) === undefined
  );
}

/** The words that say something: no names, no numbers, nothing that every letter holds. Singular and folded. */
function tellingWords(text: string, names: readonly NameRun[], { borne, said }: Evidence): string[] {
  const tokens = tokenize(text);
  const named = new Set(names.flatMap(({ written }) => words(written)));
  // Where all is in capitals, a name shows only by being known.
  const shouted = !/\p{Ll}/u.test(text);
  const isName = (raw: string, word: string, at: number) =>
    named.has(word) ||
    (shouted
      ? borne.names.named.has(word) || said.names.named.has(word)
      : /^\p{Lu}/u.test(raw) && (at > 0 || tokens.length === 1));
  return tokens
    .filter(({ raw, word }, at) => !isName(raw, word, at) && word.length > 1 && !/\d/.test(word))
    .map(({ word }) => singular(word))
    .filter((word) => !STOP_WORDS.has(word) && !NEUTRAL_WORDS.has(word) && !LETTER_WORDS.has(word));
}

/** Whether somebody is the subject of a statement: "I can confirm that Ada Lovelace was …". */
function tellsOfSomebody(text: string, names: readonly NameRun[]): boolean {
  return SOMEBODY.test(text) || names.some(({ end }) => PREDICATE.test(text.slice(end, end + 40)));
}
