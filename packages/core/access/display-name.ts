import * as z from "zod";

const MAX_CHARACTERS = 120;
/**
 * Control characters, line and paragraph separators, halves of a surrogate pair, and marks that are not seen
 * or turn the text around.
 */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/u;

/**
 * A text of 1 to so many characters on one line, in one Unicode form, with nothing hidden in it.
 */
export function visibleLine(maxCharacters: number) {
  return z
    .string()
    .trim()
    .normalize("NFC")
    .min(1)
    .max(maxCharacters)
    .refine((text) => !UNSEEN.test(text), "must be visible text on one line");
}

/** A name people give to things and read in lists: 1 to 120 characters. */
export const displayName = visibleLine(MAX_CHARACTERS);
