/** Names shown at most: more are a list, which the reader can ask for. */
const MOST_SHOWN = 3;

/**
 * Lists the names that somebody who wrote `wanted` may have meant, the nearest first; at most three. A name
 * is near when few letters differ, or when the two share a word: `send_email` is near `email_send`. A word of
 * its description counts half: `slack_post` is near the tool that posts to Slack.
 */
export function listNearNames(
  wanted: string,
  names: readonly string[],
  describe: (name: string) => string = () => "",
): string[] {
  const asked = wordsOf(wanted);
  return names
    .map((name) => {
      const own = wordsOf(name);
      const described = wordsOf(describe(name)).filter((word) => !own.includes(word));
      const shared = asked.filter((word) => own.includes(word)).length;
      const alsoShared = asked.filter((word) => described.includes(word)).length / 2;
      return {
        name,
        shared: shared + alsoShared,
        changes: countChanges(wanted.toLowerCase(), name.toLowerCase()),
      };
    })
    .filter(({ name, shared, changes }) => shared > 0 || changes <= Math.ceil(name.length / 4))
    .toSorted((one, other) => other.shared - one.shared || one.changes - other.changes)
    .slice(0, MOST_SHOWN)
    .map(({ name }) => name);
}

/** Asks whether one of the near names was meant, as a sentence behind a refusal; empty when none is near. */
export function askForNearName(
  wanted: string,
  names: readonly string[],
  describe?: (name: string) => string,
): string {
  const near = listNearNames(wanted, names, describe);
  return near.length === 0 ? "" : ` Did you mean ${near.join(" or ")}?`;
}

/** Shorter parts of a name, such as `to`, make no two names alike. */
const SHORTEST_WORD = 3;

function wordsOf(name: string): string[] {
  const parts = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return parts.filter((part) => part.length >= SHORTEST_WORD);
}

/** Letters to insert, remove or replace until one text is the other (the Levenshtein distance). */
function countChanges(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
