import { cutText } from "@plumbline/core/text/unicode.ts";

/** Ends of a paragraph, a line, a sentence and a word: a text is cut behind the first that is there. */
const GAPS = ["\n\n", "\n", ". ", "。", " "];
/** Markup or an entity that a cut would leave open. */
const OPEN_MARKUP = /(?<=.)(?:<[^<>]*|&\w{0,3})$/s;

/**
 * Cuts a text into pieces that each fit, at the end of a paragraph where there is one in their second half,
 * else of a line, a sentence or a word; never within a character, an entity or markup. Nothing is lost.
 * `fits` is true for every start of a piece that fits.
 */
export function cutAtGaps(text: string, fits: (piece: string) => boolean): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (!fits(rest)) {
    const longest = longestStart(rest, fits);
    const gap = GAPS.map((one) => longest.lastIndexOf(one) + one.length).find(
      (end, at) => end - (GAPS[at]?.length ?? 0) > longest.length / 2,
    );
    const piece = (gap === undefined ? longest : longest.slice(0, gap)).replace(OPEN_MARKUP, "");
    pieces.push(piece);
    rest = rest.slice(piece.length);
  }
  return [...pieces, rest].filter((piece) => piece.trim() !== "");
}

function longestStart(text: string, fits: (piece: string) => boolean): string {
  let fitting = 2;
  let tooLong = text.length;
  while (tooLong - fitting > 1) {
    const middle = Math.floor((fitting + tooLong) / 2);
    if (fits(text.slice(0, middle))) fitting = middle;
    else tooLong = middle;
  }
  return cutText(text, fitting);
}
