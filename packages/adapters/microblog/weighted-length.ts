import { findUrls } from "./url-spans.ts";

/** The specification's limit and weights, from twitter-text 3.1.0, configuration version 3. */
const MAX_WEIGHT = 280;
const URL_WEIGHT = 23;
const EMOJI_WEIGHT = 2;
/** Maximum length to count. No account may post more, so longer text is refused without counting. */
const MAX_CODE_UNITS = 25_000;

const LIGHT = /[\0-\u10ff\u2000-\u200d\u2010-\u201f\u2032-\u2037]/;
const NEVER_VALID = /[\ufffe\ufeff\uffff]/;
let emoji: RegExp | undefined;

/**
 * Returns the emoji pattern. Compiles it on first use, because that is slow and most processes never count a
 * post.
 */
function loadEmojiPattern(): RegExp {
  // A constructor instead of a literal, because the compiler's target does not support the flag.
  emoji ??= new RegExp(
    [
      // With or without the variation selector for color, which is optional.
      "[\\u231a\\u231b\\u25fd\\u25fe\\u2614\\u2615\\u2648-\\u2653\\u267f\\u2693\\u26a1\\u26aa\\u26ab\\u26bd\\u26be\\u26c4\\u26c5\\u26d4" +
        "\\u26ea\\u26f2\\u26f3\\u26f5\\u26fa\\u26fd\\u2757\\u2b1b\\u2b1c\\u2b50\\u2b55\\u{1f004}\\u{1f21a}\\u{1f22f}]\\ufe0f",
      "[#*0-9]\\ufe0f?\\u20e3",
      "\\u26f7\\p{Emoji_Modifier}",
      "\\u{1f441}\\u200d\\u{1f5e8}",
      "\\p{RGI_Emoji}",
    ].join("|"),
    "gv",
  );
  return emoji;
}

/**
 * Matches where emoji are possible. Tested first, because V8 stops optimizing regular expressions in a
 * process with much compiled code. The long list above would then cost 60 µs per character.
 */
const POSSIBLE_EMOJI = /\p{Emoji}[\p{Emoji}\p{Emoji_Component}]*/gu;
const ONLY_ASCII = /^[\0-\x7f]*$/;

/**
 * Returns the length of a text as the provider counts it: 23 for a URL, 2 for an emoji of any length, 1 for a
 * character of most alphabets and 2 for any other (Chinese, Japanese, Korean, full-width forms). Matches
 * twitter-text, except for recommended emoji sequences missing from its list (Unicode 11). They count 2 here,
 * as the provider documents for all emoji.
 */
export function countWeightedLength(text: string): number {
  const normalized = text.normalize();
  const urls = new Map(findUrls(normalized).map(({ start, end }) => [start, end]));
  const emojis = new Map(findEmoji(normalized));
  let weight = 0;
  for (let at = 0; at < normalized.length; ) {
    const urlEnd = urls.get(at);
    const end = urlEnd ?? emojis.get(at);
    if (end === undefined) {
      const character = String.fromCodePoint(normalized.codePointAt(at) ?? 0);
      weight += LIGHT.test(character) ? 1 : 2;
      at += character.length;
    } else {
      weight += urlEnd === undefined ? EMOJI_WEIGHT : URL_WEIGHT;
      at = end;
    }
  }
  return weight;
}

function* findEmoji(text: string): Generator<[start: number, end: number]> {
  for (const { index: start, 0: run } of text.matchAll(POSSIBLE_EMOJI)) {
    if (ONLY_ASCII.test(run)) continue;
    for (const { index, 0: found } of run.matchAll(loadEmojiPattern()))
      yield [start + index, start + index + found.length];
  }
}

/**
 * Explains why a text cannot be posted, as a clause for its author. Returns `undefined` if it can be posted
 * or is empty.
 */
export function explainTextProblem(text: string): string | undefined {
  if (text.length > MAX_CODE_UNITS)
    return `must have a weight of at most ${MAX_WEIGHT}, but has ${text.length} characters`;
  const normalized = text.normalize();
  if (NEVER_VALID.test(normalized))
    return "must not contain the characters U+FEFF (a byte-order mark), U+FFFE or U+FFFF";
  const weight = countWeightedLength(normalized);
  if (weight <= MAX_WEIGHT) return undefined;
  return (
    `must have a weight of at most ${MAX_WEIGHT}, but has ${weight}, which is ${weight - MAX_WEIGHT} too many ` +
    "(a URL counts 23, an emoji or a wide character 2)"
  );
}
