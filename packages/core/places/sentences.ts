import { type MessageToken, tokenizeMessage } from "./words.ts";

/** One sentence of a user's message. */
export interface UserSentence {
  readonly tokens: readonly MessageToken[];
  /** The text without its end punctuation. */
  readonly text: string;
  /** Index of its first character in the message. */
  readonly at: number;
  /** The end punctuation, or "" for a line without it, which may be a heading. */
  readonly end: string;
  /** True for a list item. */
  readonly isItem: boolean;
  /** True after the first colon, where users put the text to write. Nothing there is an order. */
  readonly isContent: boolean;
}

const END = /^[.!?…。！？]$/u;
const BULLET = /^([ \t]*)(?:[-*•–]|\d{1,2}[.)])(?=[ \t])/gm;
const ITEM = "•";

/** Splits a user's own words into sentences. */
export function splitUserSentences(own: string): UserSentence[] {
  const text = own.replace(BULLET, (bullet, indent: string) => `${indent}${ITEM}`.padEnd(bullet.length));
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
  for (const token of tokenizeMessage(text)) {
    const isColon = /^[:：]$/u.test(token.text) && !/^\S/u.test(text.slice(token.at + 1));
    if (token.kind === "break") close(token.at, "");
    else if (isColon || END.test(token.text)) {
      close(token.at, token.text);
      isContent ||= isColon;
    } else if (token.text === ITEM) isItem = true;
    else open.push(token);
  }
  close(own.length, "");
  return sentences;
}
