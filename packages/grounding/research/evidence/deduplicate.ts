import { words } from "../../text/tokens.ts";

const SHINGLE_WORDS = 5;
/** Nine tenths of the word 5-grams shared: the same statement with a word changed. */
const SAME_SHARE = 0.9;

interface Fingerprint {
  normalised: string;
  shingles: ReadonlySet<string>;
}

function fingerprint(text: string): Fingerprint {
  const sequence = words(text);
  const shingles = new Set<string>();
  for (let at = 0; at + SHINGLE_WORDS <= sequence.length; at += 1) {
    shingles.add(sequence.slice(at, at + SHINGLE_WORDS).join(" "));
  }
  return { normalised: sequence.join(" "), shingles };
}

/** Whether one text holds the other's words in a row: two quotes of one page of which the longer says all. */
function holds(whole: Fingerprint, part: Fingerprint): boolean {
  for (const shingle of part.shingles) if (!whole.shingles.has(shingle)) return false;
  return ` ${whole.normalised} `.includes(` ${part.normalised} `);
}

/** Whether two texts say the same; the share is of the larger text, so that a short quote does not swallow a longer one. */
function saysTheSame(left: Fingerprint, right: Fingerprint): boolean {
  if (left.normalised === right.normalised) return true;
  const larger = Math.max(left.shingles.size, right.shingles.size);
  const smaller = Math.min(left.shingles.size, right.shingles.size);
  if (smaller < SAME_SHARE * larger || larger === 0) return false;
  let spare = left.shingles.size - SAME_SHARE * larger;
  for (const shingle of left.shingles) {
    if (!right.shingles.has(shingle)) spare -= 1;
    if (spare < 0) return false;
  }
  return true;
}

/**
 * The items whose text says something new, in order; of several that say the same the first stays. Of two quotes of one page the
 * longer stays when it holds the other whole.
 */
export function deduplicate<Item extends { text: string; url: string }>(items: readonly Item[]): Item[] {
  const printed = items.map((item) => ({ item, print: fingerprint(item.text) }));
  const kept: typeof printed = [];
  for (const one of printed) {
    const held = printed.some(
      (other) =>
        other !== one &&
        other.item.url === one.item.url &&
        other.print.normalised.length > one.print.normalised.length &&
        holds(other.print, one.print),
    );
    if (!held && !kept.some((other) => saysTheSame(other.print, one.print))) kept.push(one);
  }
  return kept.map(({ item }) => item);
}
