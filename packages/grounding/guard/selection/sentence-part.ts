import { normalizeTypography } from "../comparable.ts";

/** Matches the end of a clause: a semicolon, dash or bracket, or a comma before a word that starts one. */
const CLAUSE_END =
  /^(?:\s*[;–—]|\s+\(|,\s+(?:which|who|whose|whom|where|when|after|and (?:he|she|they|it|was|were|is|are|had|has|later|then|also))(?!\p{L}))/u;
const BREAK_AT_END = /[;–—]\s*$/;

/**
 * Matches words that reverse or withdraw a statement. A quote that omitted such a word would change the
 * meaning.
 */
const REVERSAL =
  /(?<!\p{L})(?:not|no|never|none|nor|neither|without|\p{L}+n['’]t|deni\p{L}+|deny|refus\p{L}+|fail\p{L}*|false\p{L}*|fals\p{L}+|untrue|wrong\p{L}*|alleg\p{L}+|claim\p{L}*|accus\p{L}+|suppos\p{L}+|purport\p{L}*|reported\p{L}*|rumou?r\p{L}*|disput\p{L}+|disprov\p{L}+|hoax|myth|legend|fiction\p{L}*|but|although|though|however|yet|except|unless|if|whether|until|overturn\p{L}*|acquit\p{L}*|revers\p{L}+|retract\p{L}*|withdr\p{L}+|cancel\p{L}*|revok\p{L}+|would|could|may|might|should|perhaps|possibl[ey]|probably|said|says|according|argu\p{L}+|believ\p{L}+|thought|intend\p{L}*|plan\p{L}*|attempt\p{L}*|tried|almost|nearly|former|fictional|played|role)(?!\p{L})/iu;

/** Returns whether a text has a word that reverses or withdraws a statement. */
export function containsReversal(text: string): boolean {
  return REVERSAL.test(text);
}

/**
 * Returns a part of a sentence that may be quoted alone: from the sentence's start, or from a semicolon or
 * dash, up to the end of a clause, if no omitted word reverses it. Returns undefined for any other part; the
 * whole sentence is then quoted.
 */
export function findQuotablePart(sentence: string, wanted: string): string | undefined {
  const words = normalizeTypography(wanted.replace(/(?:\.\.\.|…)\s*$/, ""));
  if (words === "") return undefined;
  const start = indexOfWords(sentence, words);
  if (start === undefined) return undefined;
  const end = start + words.length;
  const [before, after] = [sentence.slice(0, start), sentence.slice(end)];
  const opens = before.trim() === "" || BREAK_AT_END.test(before);
  const closes = /^[.!?"”’)\s]*$/.test(after) || CLAUSE_END.test(after);
  if (!opens || !closes || containsReversal(before) || containsReversal(after)) return undefined;
  return sentence.slice(start, end);
}

/**
 * Returns the position of the words, ignoring variants of quotation marks and dashes, as long as that
 * preserves the positions of all characters.
 */
function indexOfWords(sentence: string, words: string): number | undefined {
  // The "|" keeps the final full stop, which would otherwise be removed.
  const plain = normalizeTypography(`${sentence}|`).slice(0, -1);
  if (plain.length !== sentence.length) return undefined;
  const at = plain.indexOf(words);
  if (at < 0 || plain.indexOf(words, at + 1) >= 0) return undefined;
  const isWithinWord = (place: number) =>
    /[\p{L}\p{N}]/u.test(plain.charAt(place - 1)) && /[\p{L}\p{N}]/u.test(plain.charAt(place));
  return isWithinWord(at) || isWithinWord(at + words.length) ? undefined : at;
}
