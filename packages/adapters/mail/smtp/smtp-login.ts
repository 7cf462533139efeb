import {
  AdapterAuthError,
  type AdapterError,
  AdapterTransientError,
  AdapterValidationError,
} from "@plumbline/core/errors/adapter-error.ts";
import { tryParseJson } from "@plumbline/core/text/try-parse-json.ts";
import type { CustomAuthenticationContext, SMTPConnectionAuth } from "nodemailer/lib/smtp-connection";
import * as z from "zod";
import type { MailAccount } from "../mail-account.ts";
import { formatXoauth2 } from "../sent-forms.ts";
import { parseErrorReply, toSmtpError } from "./smtp-reply.ts";

/** Carries an adapter error through nodemailer, which overwrites the code of any error. */
export class LoginRefusal extends Error {
  override readonly name = "LoginRefusal";
  readonly reason: AdapterError;

  constructor(reason: AdapterError) {
    super(reason.message);
    this.reason = reason;
  }
}

/** Not named XOAUTH2, because under that name nodemailer prefers passwords and resends a refused token. */
const TOKEN_LOGIN = "XOAUTH2-ONCE";
const CHALLENGE = /^334 ?(.*)$/s;
const challengeSchema = z.object({ status: z.coerce.number(), scope: z.string().optional() });

/** Returns nodemailer's `login` argument for an account. */
export function createLoginOptions({ user, login }: MailAccount): SMTPConnectionAuth {
  return { user, pass: login.secret.reveal(), ...(login.type === "xoauth2" ? { method: TOKEN_LOGIN } : {}) };
}

/** nodemailer's `customAuth` option: SASL XOAUTH2 and the interpretation of its refusals. */
export const tokenLogin = {
  async [TOKEN_LOGIN]({ auth, authMethods, sendCommand }: CustomAuthenticationContext): Promise<void> {
    if (!authMethods.includes("XOAUTH2")) throw new LoginRefusal(createUnsupportedError());
    const { user, pass: token } = auth.credentials;
    const initial = Buffer.from(formatXoauth2(user, token)).toString("base64");
    const answer = await sendCommand(`AUTH XOAUTH2 ${initial}`);
    const challenge = CHALLENGE.exec(answer.response)?.[1];
    // A refusal may come as a challenge. Only a response to it, an empty line, ends the exchange.
    const { response } = challenge === undefined ? answer : await sendCommand("");
    if (!response.startsWith("2")) throw new LoginRefusal(createTokenError(response, challenge));
  },
};

function createUnsupportedError(): AdapterError {
  return new AdapterValidationError("The mail server does not support login with a token (XOAUTH2).");
}

function createTokenError(response: string, challenge: string | undefined): AdapterError {
  const reply = parseErrorReply(response);
  if (reply === undefined)
    return new AdapterTransientError("The mail server's response to the login could not be read.");
  const refusal = toSmtpError(reply, "login", "The mail server refused the login");
  const explained = challenge === undefined ? undefined : parseChallenge(challenge);
  if (!(refusal instanceof AdapterAuthError) || explained === undefined) return refusal;
  if (explained.status >= 500)
    return new AdapterTransientError(refusal.message, { providerCode: refusal.detail.providerCode });
  if (explained.status !== 400 || explained.scope === undefined) return refusal;
  const nextStep = `Reconnect the mailbox with the scope ${explained.scope}.`;
  return new AdapterAuthError(refusal.message, { ...refusal.detail, nextStep });
}

/**
 * Parses the reason in a challenge: base64 of `{"status": "400", "schemes": "Bearer", "scope":
 * "https://mail.google.com/"}`.
 */
function parseChallenge(challenge: string): z.output<typeof challengeSchema> | undefined {
  return challengeSchema.safeParse(tryParseJson(Buffer.from(challenge, "base64"))).data;
}
