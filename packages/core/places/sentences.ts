import { listVocabularies, matchEntry } from "./lexicon/vocabulary.ts";
import { isImperative } from "./order-verbs.ts";
import { isCourtesy } from "./orders.ts";
import { type MessageToken, tokenizeMessage, type UserSentence } from "./words.ts";

const END = /^[.!?…。！？;—–-]$/u;
const PICTURE = /^\p{Extended_Pictographic}/u;
const BULLET = /^([ \t]*)(?:[-*•–]|\d{1,2}[.)])(?=[ \t])/gm;
const ITEM = "•";

/** Splits a user's own words into sentences. */
export function splitUserSentences(own: string): UserSentence[] {
  const text = own.replace(BULLET, (bullet, indent: string) => `${indent}${ITEM}`.padEnd(bullet.length));
  const tokens = tokenizeMessage(text);
  const sentences: UserSentence[] = [];
  let open: MessageToken[] = [];
  let isItem = false;
  let isContent = false;
  const close = (endsAt: number, end: string) => {
    const at = open[0]?.at ?? endsAt;
    if (open.length > 0)
      sentences.push({ tokens: open, text: own.slice(at, endsAt), at, end, isItem, isContent });
    open = [];
    isItem = false;
  };
  for (const [index, token] of tokens.entries()) {
    const isColon = /^[:：]$/u.test(token.text) && !/^\S/u.test(text.slice(token.at + 1));
    if (token.kind === "break") close(token.at, "");
    else if (isColon || isEnd(tokens, index) || startsClause(open, tokens, index)) {
      // "Quick one: post it to #ops" has its order after the colon.
      const isIntroduced = isColon && !isCourtesy(open);
      close(token.at, token.text);
      isContent ||= isIntroduced;
    } else if (token.text === ITEM) isItem = true;
    else if (!PICTURE.test(token.text)) open.push(token);
  }
  close(own.length, "");
  return sentences;
}

/** Returns true for a mark that ends a sentence, unlike that of "Mrs. Ito". */
function isEnd(tokens: readonly MessageToken[], at: number): boolean {
  const [before, token] = [tokens[at - 1], tokens[at]];
  const isShort =
    token?.text === "." && listVocabularies().some((words) => words.abbreviations.has(before?.word ?? ""));
  return !isShort && END.test(token?.text ?? "");
}

/**
 * Returns true for the comma of ", so post it" and ", can you post it?", unless a condition precedes it, and
 * for "but" before an imperative.
 */
function startsClause(open: readonly MessageToken[], tokens: readonly MessageToken[], at: number): boolean {
  const word = tokens[at]?.word ?? "";
  return listVocabularies().some((words) => {
    if (words.turns.has(word)) return isImperative(words, tokens, at + 1);
    // "Post it in #general, I mean #dev."
    const corrects = word === "," ? matchEntry(words.corrections, tokens, at + 1) : 0;
    if (
      corrects > 0 &&
      tokens.slice(at + 1 + corrects, at + 3 + corrects).some(({ kind }) => kind === "place")
    )
      return true;
    return (
      word === "," &&
      matchEntry(words.breaks, tokens, at + 1) > 0 &&
      !open.some((token) => words.holds.has(token.word))
    );
  });
}
