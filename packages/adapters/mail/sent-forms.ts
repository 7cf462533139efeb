import { Secret } from "@plumbline/core/access/secret.ts";
import type { MailAccount } from "./mail-account.ts";

/** Returns the single message of SASL XOAUTH2, before base64. */
export function formatXoauth2(user: string, token: string): string {
  return `user=${user}\u0001auth=Bearer ${token}\u0001\u0001`;
}

/**
 * Returns the secret of a sign-in in every form in which it is sent. A server that quotes unrecognized input
 * quotes one of these.
 */
export function listSentForms({ host, port, user, login }: MailAccount): Secret[] {
  const secret = login.secret.reveal();
  const forms =
    login.type === "xoauth2"
      ? [formatXoauth2(user, secret), formatOauthBearer(user, host, port, secret)]
      : [secret, `\0${user}\0${secret}`];
  return forms.map((form) => new Secret(Buffer.from(form).toString("base64")));
}

/** Returns the message of SASL OAUTHBEARER (RFC 7628, 3.1), in imapflow's format. */
function formatOauthBearer(user: string, host: string, port: number, token: string): string {
  return [`n,a=${user},`, `host=${host}`, `port=${port}`, `auth=Bearer ${token}`, "", ""].join("\u0001");
}
