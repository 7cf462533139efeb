import { Secret } from "../../access/secret.ts";
import type { MailAccount } from "./mail-account.ts";
import { sentForms } from "./smtp-login.ts";

/** What goes out at a sign-in, as a server that quotes what it did not understand may give it back. */
export function imapSentForms(account: MailAccount): Secret[] {
  const { host, port, user, login } = account;
  if (login.type === "password") return sentForms(account);
  // SASL OAUTHBEARER (RFC 7628, 3.1) as imapflow writes it.
  const bearer = [
    `n,a=${user},`,
    `host=${host}`,
    `port=${port}`,
    `auth=Bearer ${login.secret.reveal()}`,
    "",
    "",
  ];
  return [...sentForms(account), new Secret(Buffer.from(bearer.join("\u0001")).toString("base64"))];
}
