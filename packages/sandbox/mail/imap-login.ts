import { type AcceptedTokens, isAccepted } from "./accepted-tokens.ts";
import type { LineConnection } from "./line-connection.ts";

/** Accepted passwords and tokens, and the response to a refused token. */
export interface ImapLogins {
  /** User name → password. */
  readonly passwords: Readonly<Record<string, string>>;
  readonly tokens: AcceptedTokens;
  /**
   * The response to a refused token: either a challenge that gives the reason and that the client must end,
   * or an immediate refusal.
   */
  readonly tokenRefusal: { readonly status: string; readonly scope: string } | "at once";
}

const ACCEPTED = "OK Signed in";
const REFUSED = "NO [AUTHENTICATIONFAILED] Invalid credentials (Failure)";

/** Answers LOGIN. Returns the tagged response without its tag. */
export function passwordAnswer({ passwords }: ImapLogins, user = "", password = ""): string {
  return passwords[user] === password ? ACCEPTED : REFUSED;
}

/**
 * Answers AUTHENTICATE with SASL PLAIN, XOAUTH2 or OAUTHBEARER. Returns the tagged response without its tag,
 * or `undefined` if the client disconnected.
 */
export async function saslAnswer(
  connection: LineConnection,
  logins: ImapLogins,
  mechanism: string,
  initial: string | undefined,
): Promise<string | undefined> {
  const ask = (challenge: string) => {
    connection.writeLine(`+ ${Buffer.from(challenge).toString("base64")}`);
    return connection.readLine();
  };
  const response = initial ?? (await ask(""));
  if (response === undefined) return undefined;
  const said = Buffer.from(response, "base64").toString("utf8");
  if (mechanism === "PLAIN") {
    const [, user, password] = said.split("\0");
    return passwordAnswer(logins, user, password);
  }
  const fields = said.split("\u0001");
  const user = fields[0]?.replace(/^(?:user=|n,a=)/, "").replace(/,$/, "") ?? "";
  const token = fields.find((field) => field.startsWith("auth=Bearer "))?.slice("auth=Bearer ".length);
  if (isAccepted(logins.tokens, user, token)) return ACCEPTED;
  if (logins.tokenRefusal === "at once") return REFUSED;
  const end = await ask(JSON.stringify({ ...logins.tokenRefusal, schemes: "Bearer" }));
  return end === undefined ? undefined : REFUSED;
}
