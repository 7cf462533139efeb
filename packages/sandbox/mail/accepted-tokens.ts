/** User name → one token, or all of the user's tokens. */
export type AcceptedTokens = Readonly<Record<string, string | ReadonlySet<string>>>;

/** Returns whether a token grants access to a user's mailbox. */
export function isAccepted(tokens: AcceptedTokens, user: string, token: string | undefined): boolean {
  const own = tokens[user];
  if (own === undefined || token === undefined) return false;
  return typeof own === "string" ? own === token : own.has(token);
}
