import type { ReadSentence } from "./read-sentence.ts";

/** Words for how many of a kind a statement covers. Those on one line are synonyms. */
const QUANTITIES = `
all every each everyone everybody everything always whole entire entirely both any
most mostly majority usually generally typically
few seldom rarely hardly
half
`
  .trim()
  .split("\n")
  .map((line) => new Set(line.split(" ")));

/**
 * Returns whether a statement covers all, most or few where the evidence does not, or has only one unit
 * of a measure in two.
 */
export function quantityDiffers(said: ReadSentence, sources: readonly ReadSentence[]): boolean {
  const [source] = sources;
  if (source === undefined) return false;
  const isNew = said.words.some(({ word }, at) => {
    const same = QUANTITIES.find((words) => words.has(word));
    if (same === undefined || isDegree(said, at)) return false;
    return !sources.some((one) =>
      one.words.some((other, place) => same.has(other.word) && !isDegree(one, place)),
    );
  });
  return isNew || dropsFew(said, source) || dropsUnit(said, source);
}

/** Returns whether the evidence says of few what a statement says of all: "members" of "few members". */
function dropsFew(said: ReadSentence, source: ReadSentence): boolean {
  return (
    source.words.some(({ word }, at) => {
      const next = source.words.slice(at + 1).find(({ stop }) => !stop);
      return word === "few" && !isDegree(source, at) && next !== undefined && said.content.has(next.stem);
    }) && !said.words.some(({ word }) => word === "few")
  );
}

/** Matches a measure in two units: "two hours and fifty minutes", "5 feet 10 inches". */
const IN_TWO_UNITS =
  /(?<![\p{L}\d])(?<first>[\p{L}\d]+[\s-](?:years?|months?|weeks?|days?|hours?|minutes?|feet|foot|miles?|pounds?|stone)),?\s(?:and\s)?(?<rest>[\p{L}\d-]+\s(?:months?|weeks?|days?|hours?|minutes?|seconds?|inches|inch|feet|ounces?|pounds?|pence))(?!\p{L})/giu;

/** Returns whether a statement has only one unit of a measure that the evidence gives in two. */
function dropsUnit({ text }: ReadSentence, source: ReadSentence): boolean {
  return Array.from(source.text.matchAll(IN_TWO_UNITS), ({ groups }) => groups).some(
    ({ first = "", rest = "" } = {}) => text.includes(first) !== text.includes(rest),
  );
}

const PERIOD =
  /^(?:\d+|other|one|two|three|second|minute|hour|day|night|morning|evening|week|month|quarter|year|decade)s?$/;

/**
 * Returns whether a word does not express a quantity: "the most famous", "at most five", "any of these" and
 * "at all".
 */
function isDegree({ words }: ReadSentence, at: number): boolean {
  const before = words[at - 1]?.word;
  const word = words[at]?.word;
  if (word === "most") return before === "the" || before === "at" || before === "its" || before === "one";
  if (word === "all") return before === "at" || before === "of" || before === "above" || before === "after";
  if (word === "each" || word === "every") return PERIOD.test(words[at + 1]?.word ?? "");
  if (word === "any")
    return words[at - 1] !== undefined && /^(?:if|without|not|or|of|for|in)$/.test(before ?? "");
  if (word === "few") return before === "a" || before === "these" || before === "the";
  return false;
}
