import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";

/**
 * One word of a filter. `-from:"Ada King"` becomes `{negated: true, key: "from", value: "Ada King", quoted:
 * true}`.
 */
export interface FilterWord {
  negated: boolean;
  /** In lower case, or `undefined` for a bare word. */
  key: string | undefined;
  value: string;
  quoted: boolean;
  /** The word as the caller wrote it, for error messages. */
  written: string;
  /** Position of its first character, from 1. */
  position: number;
}

/** Maximum length of a filter, in UTF-16 code units. */
export const MAX_FILTER_LENGTH = 1_000;
const MAX_WORDS = 32;
const MAX_VALUE = 256;

/**
 * Matches control characters, which would end an IMAP line, and lone surrogates, which would be sent as
 * another character.
 */
const UNSENDABLE = /(?!\t)\p{Cc}|\p{Cs}/u;
/** Matches values without visible characters. A server may drop these and match everything. */
const NOTHING = /^[\s\p{Cf}]*$/u;
/** Matches an optional minus, an optional key with a colon, and a quoted value or anything up to a space. */
const WORD = /(-?)(?:([a-z][\w-]*):)?(?:"([^"]*)"(?=\s|$)|([^\s"]*)(?=\s|$))/iy;
const OPERATOR = /^(?:OR|AND|NOT|\||[({].*)$/s;

/** Splits a filter into words. Throws AdapterValidationError with the invalid word and its position. */
export function splitFilter(text: string): FilterWord[] {
  if (text.length > MAX_FILTER_LENGTH)
    throw new AdapterValidationError(`query: must have at most ${MAX_FILTER_LENGTH} characters.`);
  if (UNSENDABLE.test(text))
    throw new AdapterValidationError(
      "query: must not contain line breaks, control characters or broken characters.",
    );
  const words: FilterWord[] = [];
  for (let at = findNextWord(text, 0); at < text.length; ) {
    WORD.lastIndex = at;
    const match = WORD.exec(text);
    if (!match) throw createQuoteError(text, at);
    words.push(toFilterWord(match));
    at = findNextWord(text, WORD.lastIndex);
  }
  if (words.length === 0)
    throw new AdapterValidationError("query: is empty.", { nextStep: "in:INBOX finds every message." });
  if (words.length > MAX_WORDS) throw new AdapterValidationError(`query: has more than ${MAX_WORDS} terms.`);
  return words;
}

function findNextWord(text: string, from: number): number {
  const found = text.slice(from).search(/\S/);
  return found === -1 ? text.length : from + found;
}

function toFilterWord(match: RegExpExecArray): FilterWord {
  const [written, minus, key, quotedValue, plainValue] = match;
  return {
    negated: minus === "-",
    key: key?.toLowerCase(),
    value: quotedValue ?? plainValue ?? "",
    quoted: quotedValue !== undefined,
    written,
    position: match.index + 1,
  };
}

/**
 * Throws AdapterValidationError for a value that is empty, too long, or would not be searched for literally.
 */
export function checkValue(word: FilterWord): void {
  const { value, quoted, key } = word;
  if (NOTHING.test(value)) throw createWordError(word, "has no value");
  if (value.length > MAX_VALUE) throw createWordError(word, `is longer than ${MAX_VALUE} characters`);
  // imapflow would send such a value as a flag instead of text.
  if (value.startsWith("\\"))
    throw createWordError(word, "starts with a backslash, which cannot be searched for");
  // A Message-ID, copied from a message, may contain one.
  if (value.includes("*") && key !== "message-id")
    throw createWordError(
      word,
      "contains a *, but wildcards are not supported",
      "Leave the * out: text matches anywhere in the value, and from:@example.com matches every address of that domain.",
    );
  if (quoted) return;
  if (key === undefined && value.startsWith("-")) throw createWordError(word, "has more than one minus");
  if (OPERATOR.test(value))
    throw createWordError(
      word,
      "is an operator that this filter does not support: all terms must match; put text in quotes",
    );
}

export function createWordError(
  { written, position }: Pick<FilterWord, "written" | "position">,
  problem: string,
  nextStep?: string,
): AdapterValidationError {
  const shown = written.length > 60 ? `${written.slice(0, 60)}…` : written;
  return new AdapterValidationError(`query: ${shown} at character ${position} ${problem}.`, { nextStep });
}

function createQuoteError(text: string, at: number): AdapterValidationError {
  const [written = ""] = /^\S+/.exec(text.slice(at)) ?? [];
  return createWordError(
    { written, position: at + 1 },
    'has an unclosed or misplaced quote; write "two words" or subject:"two words"',
  );
}
