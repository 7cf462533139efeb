/** Maximum number of suggested names. For more, the reader can ask for a list. */
const MOST_SHOWN = 3;

/**
 * Returns up to three names similar to `wanted`, the closest first. A name is similar if few letters differ
 * or if both share a word: `send_email` and `email_send`. A word of a name's description counts half:
 * `slack_post` is similar to the tool that posts to Slack.
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

/**
 * Returns a question whether a similar name was meant, to follow a refusal. Empty if there is no similar
 * name.
 */
export function askForNearName(
  wanted: string,
  names: readonly string[],
  describe?: (name: string) => string,
): string {
  const near = listNearNames(wanted, names, describe);
  return near.length === 0 ? "" : ` Did you mean ${near.join(" or ")}?`;
}

/** Shorter parts of a name, such as `to`, do not make names similar. */
const SHORTEST_WORD = 3;

function wordsOf(name: string): string[] {
  const parts = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return parts.filter((part) => part.length >= SHORTEST_WORD);
}

/** Returns the Levenshtein distance: the letters to insert, remove or replace. */
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
