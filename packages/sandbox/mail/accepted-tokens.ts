/** User name → its token, or all of its tokens. */
export type AcceptedTokens = Readonly<Record<string, string | ReadonlySet<string>>>;

/** Checks whether a token opens a user's mailbox. */
export function isAccepted(tokens: AcceptedTokens, user: string, token: string | undefined): boolean {
  const own = tokens[user];
  if (own === undefined || token === undefined) return false;
  return typeof own === "string" ? own === token : own.has(token);
}
