import { findProperNames } from "../../packages/grounding/text/names.ts";
import { drawBelow } from "./rows.ts";

export const SWAPS = ["year", "number", "name", "negation"] as const;
export type Swap = (typeof SWAPS)[number];

const YEAR = /(?<![\d.,$€£/-])(?:1[0-9]{3}|20[0-9]{2})(?![\d%]|[.,]\d)/g;
const NUMBER =
  /(?<![\p{L}\d.,])\d{1,3}(?:,\d{3})*(?:\.\d+)?(?![\p{L}\d])|\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|twenty)\b/gu;
const WORDS = "two three four five six seven eight nine ten eleven twelve twenty thirty".split(" ");
const AUXILIARY = /\b(?:is|are|was|were|has|had|can|could|will|would|does|did)\b/;
const NEGATED = /\b(?:not|never|no|nor|neither|none|cannot|without)\b|n['’]t\b/i;

/**
 * A supported sentence made false: another year or number, the name of somebody else, a negation put in.
 * Undefined where there is nothing to swap. `others` are names to put in; those that the sentence holds are
 * not drawn.
 */
export function swapped(sentence: string, swap: Swap, others: readonly string[]): string | undefined {
  const draw = (limit: number) => drawBelow(limit, `${swap} ${sentence}`);
  switch (swap) {
    case "year":
      return replaceOne(sentence, [...sentence.matchAll(YEAR)], draw, (year) => {
        const moved = Number(year) + 1 + draw(9);
        return sentence.includes(String(moved)) ? String(moved + 11) : String(moved);
      });
    case "number": {
      const years = new Set(Array.from(sentence.matchAll(YEAR), ({ index }) => index));
      const numbers = [...sentence.matchAll(NUMBER)].filter(
        ({ index, 0: written }) => !years.has(index) && !isItemNumber(sentence, index, written),
      );
      return replaceOne(sentence, numbers, draw, otherNumber);
    }
    case "name": {
      const names = findProperNames(sentence).filter(({ text, start }) => start > 0 || text.includes(" "));
      const found = names.map(({ text, start }) => ({ 0: text, index: start }));
      const known = sentence.toLowerCase();
      const fitting = others.filter(
        (other) => !other.split(" ").some((word) => known.includes(word.toLowerCase())),
      );
      const other = fitting[draw(Math.max(1, fitting.length))];
      return other === undefined ? undefined : replaceOne(sentence, found, draw, () => other);
    }
    case "negation":
      if (NEGATED.test(sentence) || !AUXILIARY.test(sentence)) return undefined;
      return sentence.replace(AUXILIARY, (auxiliary) => `${auxiliary} not`);
  }
}

/** "3. Fold the corner": the place in a list, or a citation. */
function isItemNumber(sentence: string, index: number, written: string): boolean {
  return /^\s*(?:step )?$/i.test(sentence.slice(0, index)) ||
    /passages? $|\[$/i.test(sentence.slice(0, index))
    ? /^[.):\],]/.test(sentence.slice(index + written.length))
    : false;
}

function otherNumber(written: string): string {
  const at = WORDS.indexOf(written.toLowerCase());
  if (at >= 0) return WORDS[(at + 3) % WORDS.length] ?? "seven";
  const value = Number(written.replaceAll(",", ""));
  return written.includes(".") ? (value + 1.7).toFixed(1) : String(value + 1 + (value % 7));
}

function replaceOne(
  sentence: string,
  found: readonly { 0: string; index: number }[],
  draw: (limit: number) => number,
  other: (written: string) => string,
): string | undefined {
  const one = found[draw(Math.max(1, found.length))];
  if (one === undefined) return undefined;
  return sentence.slice(0, one.index) + other(one[0]) + sentence.slice(one.index + one[0].length);
}
