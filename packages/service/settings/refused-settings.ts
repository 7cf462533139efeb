/**
 * Beginnings that no other program's settings have: a name that starts so and is not ours is a slip,
 * `SEARCH_A_KEY` the classic one.
 */
const OURS_ALONE =
  /^(AUTH_(ISSUER|AUDIENCE|TENANT)|SEARCH_|EGRESS_|ALLOW_HTML|MAIL_OAUTH_|OAUTH_[A-Z_]+_(CLIENT|AUTHORIZE|TOKEN|REVOKE)_|WATCH_EVENT|WATCHES_|LONGEST_WAIT|MODEL_(PROVIDER|ID|BASE|API))/;

/** Explains why a setting is refused. Returns `undefined` for settings that are not ours. */
export function explainRefusedSetting(name: string, known: ReadonlySet<string>): string | undefined {
  if (known.has(name)) return undefined;
  if (!OURS_ALONE.test(name)) return undefined;
  const likely = likeliest(name, [...known]);
  return `is not a setting${likely.length > 0 ? `; did you mean ${likely.join(" or ")}?` : ""}`;
}

/** The names that share the longest beginning, if that is more than the common `SEARCH_`. */
function likeliest(name: string, names: readonly string[]): string[] {
  const longest = Math.max(...names.map((other) => sharedStart(other, name)));
  return longest > "SEARCH_".length ? names.filter((other) => sharedStart(other, name) === longest) : [];
}

function sharedStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}
