import { tokenize } from "../text/tokens.ts";
import { LOOSE_WORDS, SCALES, SMALL_NUMBERS } from "./number-words.ts";

/** A number in a text, in digits or in words. */
export interface FoundNumber {
  value: number;
  /** The unit, if it must not be confused with another: per cent or a currency. */
  unit: string;
  written: string;
  start: number;
  end: number;
}

const CURRENCIES = new Map([
  ["$", "dollar"],
  ["€", "euro"],
  ["£", "pound"],
  ["¥", "yen"],
  ["₹", "rupee"],
]);

const DIGITS =
  /(?<![\p{L}\p{N}])(?<sign>(?:US ?)?[$€£¥₹] ?)?(?<whole>\d{1,3}(?:[,\u00A0\u2009\u202F’']\d{3})+(?!\d)|\d+)(?<part>\.\d+)?(?<scale>[ -]?(?:hundred|thousand|million|billion|trillion)\b|(?:bn|m|k)\b)?(?<after> ?%| ?per ?cent\b| (?:dollar|euro|pound|yen|rupee)s?\b)?/giu;
const UNIT_AFTER = / ?(?:%|per ?cent\b|(?:dollar|euro|pound|yen|rupee)s?\b)/iy;

/** Abbreviated scales. They apply only to money, because "100m" alone is a distance. */
const SHORT_SCALES = new Map([
  ["k", 1_000],
  ["m", 1_000_000],
  ["bn", 1_000_000_000],
]);

/** Maximum number of words of a number. */
const MAX_WORDS = 12;

/** Returns every number in a text. Numbers in words have the same values as in digits. */
export function findNumbers(text: string): FoundNumber[] {
  return [...numbersInDigits(text), ...numbersInWords(text)];
}

function numbersInDigits(text: string): FoundNumber[] {
  if (!/\d/.test(text)) return [];
  return Array.from(text.matchAll(DIGITS), (match) => {
    const { sign = "", whole = "", part = "", scale = "", after = "" } = match.groups ?? {};
    const factor = scale.toLowerCase().replace(/[ -]/g, "");
    const times = SCALES.get(factor) ?? (sign === "" ? undefined : SHORT_SCALES.get(factor)) ?? 1;
    return {
      // Twelve digits, so that 2.3 million is exactly 2,300,000.
      value: Number((Number(`${whole.replace(/\D/g, "")}${part}`) * times).toPrecision(12)),
      unit: CURRENCIES.get(sign.trim().slice(-1)) ?? unitOf(after),
      written: match[0],
      start: match.index,
      end: match.index + match[0].length,
    };
  });
}

function unitOf(after: string): string {
  const word = after.trim().toLowerCase();
  return /^(?:%|per ?cent)$/.test(word) ? "%" : word.replace(/s$/, "");
}

/**
 * Returns numbers such as "twenty-one", "two hundred and five thousand", "third". Excludes a single number
 * word that usually does not count.
 */
function numbersInWords(text: string): FoundNumber[] {
  const tokens = tokenize(text);
  const found: FoundNumber[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const first = tokens[at];
    if (first === undefined || !SMALL_NUMBERS.has(first.word)) continue;
    const { value, words } = countFrom(tokens.slice(at, at + MAX_WORDS).map(({ word }) => word));
    if (words === 1 && LOOSE_WORDS.has(first.word)) continue;
    const end = tokens[at + words - 1]?.end ?? first.end;
    UNIT_AFTER.lastIndex = end;
    const unit = unitOf(UNIT_AFTER.exec(text)?.[0] ?? "");
    found.push({ value, unit, written: text.slice(first.start, end), start: first.start, end });
    at += words - 1;
  }
  return found;
}

/** Returns the number at the start of a run of words, and its length in words. */
function countFrom(run: readonly string[]): { value: number; words: number } {
  let total = 0;
  let current: number | undefined;
  let words = 0;
  for (const [at, word] of run.entries()) {
    const small = SMALL_NUMBERS.get(word);
    const scale = SCALES.get(word);
    if (small !== undefined && addsTo(current, small)) {
      current = (current ?? 0) + small;
    } else if (scale !== undefined && current !== undefined) {
      current *= scale;
      if (scale > 100) {
        total += current;
        current = undefined;
      }
    } else if (word === "and" && run[at - 1] === "hundred" && SMALL_NUMBERS.has(run[at + 1] ?? "")) {
      continue;
    } else {
      break;
    }
    words = at + 1;
  }
  return { value: total + (current ?? 0), words };
}

/**
 * Returns whether a word continues a number: "twenty one" and "two hundred twenty" are one number, "two
 * three" is two.
 */
function addsTo(current: number | undefined, small: number): boolean {
  if (current === undefined) return true;
  if (current > 0 && current % 100 === 0) return true;
  return current >= 20 && current % 10 === 0 && small > 0 && small < 10;
}
