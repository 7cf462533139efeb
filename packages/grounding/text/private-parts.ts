import { isSecretHeader } from "@plumbline/core/text/named-secrets.ts";

const WEB_ADDRESS = /:\/\/|^[^\p{L}]*www\.|^[^\s/]*\p{L}\.[^\s/]+\//iu;
/** Matches a query, a fragment, a user, or an escape that may hide one. */
const BEYOND_PAGE_ADDRESS = /[?#;=%](?=.)/;
const USER_AT_HOST = /[\p{L}\p{N}]@[\p{L}\p{N}]/u;
const NAMED_VALUE = /^[^\p{L}]*(?<name>[\p{L}\p{N}_-]+)(?<sign>[=:])(?<value>.*)$/u;
/** Longer runs of letters and digits are not names. */
const MAX_NUMBER_LENGTH = 8;
const MIN_KEY_LENGTH = 16;
/** Spaces, and letters of scripts without spaces. */
const BETWEEN_WORDS =
  /([\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}。，、？！：；「」]+)/u;
/** Maximum number of characters to read in a word. */
const MAX_WORD_LENGTH = 1000;

/**
 * Removes what only the writer may know: e-mail addresses, keys, passwords, and URLs with a query, a fragment
 * or a user. The rest may be searched.
 */
export function withoutPrivateParts(text: string): string {
  let named: string | null = null;
  let changed = false;
  const open = text.split(BETWEEN_WORDS).map((word, at) => {
    if (at % 2 === 1) return word;
    const isPrivate = isPrivateWord(word) || (named !== null && isValueOf(named, word));
    named = readName(word, named);
    changed ||= isPrivate;
    return isPrivate ? "" : word;
  });
  return changed
    ? open
        .join("")
        .replace(/[^\S\n]+/g, " ")
        .trim()
    : text;
}

function isPrivateWord(whole: string): boolean {
  const word = whole.slice(0, MAX_WORD_LENGTH);
  if (word.includes("@") && USER_AT_HOST.test(word)) return true;
  if (WEB_ADDRESS.test(word) && BEYOND_PAGE_ADDRESS.test(word)) return true;
  const { name, sign, value } = NAMED_VALUE.exec(word)?.groups ?? {};
  if (name && sign && value && isValueOf(name + sign, value)) return true;
  return looksGenerated(word);
}

/**
 * Returns the name of the value that follows: "password:", "token =", "key is", "Bearer"; null for anything
 * else.
 */
function readName(word: string, before: string | null): string | null {
  if (before !== null && /^(?:=|:|is)$/i.test(word)) return before + word;
  return /^[^\p{L}]*[\p{L}\p{N}_-]+[=:]?$/u.test(word) ? word : null;
}

function isValueOf(named: string, value: string): boolean {
  const name = named.replace(/(?:[=:]|is)+$/i, "").replace(/^[^\p{L}]+/u, "");
  if (/^(?:bearer|basic)$/i.test(name)) return value.length >= MAX_NUMBER_LENGTH;
  if (name === named || !(isSecretHeader(name) || /^(?:key|pin|pwd)$/i.test(name))) return false;
  return value !== "" && (named.includes("=") || /[\d_+/]/.test(value));
}

/**
 * Returns whether a word looks generated: a part of it mixes letters with digits, or cases, unlike any name.
 */
function looksGenerated(word: string): boolean {
  if (word.length < MIN_KEY_LENGTH || !/\d/.test(word) || !/\p{L}/u.test(word)) return false;
  return word.split(/[^\p{L}\p{N}]+/u).some((part) => {
    if (part.length <= MAX_NUMBER_LENGTH) return false;
    return /^\d+$|\d\p{L}|\p{L}\d{3}|\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u.test(part);
  });
}
