/** Maximum number of suggested names. Readers can request a list for more. */
const MAX_SHOWN = 3;

/**
 * Returns up to three names similar to `wanted`, the closest first. Names are similar if few letters differ,
 * or if they share a word, like `send_email` and `email_send`. Names that share at most half as much as the
 * closest are left out. A word in a name's description counts half: `slack_post` is similar to the name of
 * the tool that posts to Slack.
 */
export function listNearNames(
  wanted: string,
  names: readonly string[],
  describe: (name: string) => string = () => "",
): string[] {
  const asked = splitWords(wanted);
  return names
    .map((name) => {
      const own = splitWords(name);
      const described = splitWords(describe(name)).filter((word) => !own.includes(word));
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
    .filter(({ shared }, _, [best]) => shared * 2 > (best?.shared ?? 0) || best?.shared === 0)
    .slice(0, MAX_SHOWN)
    .map(({ name }) => name);
}

/** Returns a question that suggests similar names, to append to an error. Empty if nothing is similar. */
export function askForNearName(
  wanted: string,
  names: readonly string[],
  describe?: (name: string) => string,
): string {
  const near = listNearNames(wanted, names, describe);
  return near.length === 0 ? "" : ` Did you mean ${near.join(" or ")}?`;
}

/** Minimum length of a part of a name. Shorter ones, such as `to`, do not make names similar. */
const MIN_WORD_LENGTH = 3;

function splitWords(name: string): string[] {
  const parts = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return parts.filter((part) => part.length >= MIN_WORD_LENGTH);
}

/** Returns the Levenshtein distance: how many letters to insert, remove or replace. */
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
