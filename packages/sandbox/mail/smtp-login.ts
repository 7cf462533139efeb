import { type AcceptedTokens, isAccepted } from "./accepted-tokens.ts";
import type { LineConnection } from "./line-connection.ts";

/** A way to log in: SASL PLAIN (RFC 4616), the older LOGIN, or a token with XOAUTH2. */
export type SmtpMechanism = "PLAIN" | "LOGIN" | "XOAUTH2";

/** Accepted passwords and tokens, and the response to a refused token. */
export interface SmtpLogins {
  /** User name → password. */
  readonly passwords: Readonly<Record<string, string>>;
  readonly tokens: AcceptedTokens;
  /**
   * The response to a refused token: either a challenge that gives the reason and that the client must end,
   * or an immediate refusal.
   */
  readonly tokenRefusal: { readonly status: string; readonly scope: string } | "at once";
}

interface Claim {
  readonly user: string | undefined;
  readonly secret: string | undefined;
}

const ACCEPTED = "235 2.7.0 Accepted";
const REFUSED = "535 5.7.8 Username and Password not accepted";

/** Carries out one `AUTH`. Returns its last reply, or `undefined` if the client disconnected. */
export async function logIn(
  connection: LineConnection,
  logins: SmtpLogins,
  mechanism: SmtpMechanism,
  initial: string | undefined,
): Promise<string | undefined> {
  const ask = async (challenge: string) => {
    connection.writeLine(`334 ${Buffer.from(challenge).toString("base64")}`);
    return connection.readLine();
  };
  if (mechanism === "LOGIN") {
    const user = initial ?? (await ask("Username:"));
    const secret = await ask("Password:");
    return secret && checkPassword(logins, { user: user && decoded(user), secret: decoded(secret) });
  }
  const response = initial ?? (await ask(""));
  if (response === undefined) return undefined;
  if (mechanism === "PLAIN") {
    const [, user, secret] = decoded(response).split("\0");
    return checkPassword(logins, { user, secret });
  }
  const [user = "", bearer = ""] = decoded(response).split("\u0001");
  const token = /^auth=Bearer (.+)$/.exec(bearer)?.[1];
  if (isAccepted(logins.tokens, user.replace(/^user=/, ""), token)) return ACCEPTED;
  if (logins.tokenRefusal === "at once") return REFUSED;
  const end = await ask(JSON.stringify({ ...logins.tokenRefusal, schemes: "Bearer" }));
  return end === undefined ? undefined : REFUSED;
}

function checkPassword({ passwords }: SmtpLogins, { user, secret }: Claim): string {
  return user !== undefined && secret !== undefined && passwords[user] === secret ? ACCEPTED : REFUSED;
}

function decoded(base64: string): string {
  return Buffer.from(base64, "base64").toString("utf8");
}
