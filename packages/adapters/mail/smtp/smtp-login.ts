import {
  AdapterAuthError,
  type AdapterError,
  AdapterTransientError,
  AdapterValidationError,
} from "@plumbline/core/errors/adapter-error.ts";
import { parseJson } from "@plumbline/core/text/parse-json.ts";
import type { CustomAuthenticationContext, SMTPConnectionAuth } from "nodemailer/lib/smtp-connection";
import * as z from "zod";
import type { MailAccount } from "../mail-account.ts";
import { tokenResponse } from "../sent-forms.ts";
import { refusingReply, smtpRefusal } from "./smtp-reply.ts";

/** Wraps an adapter error to pass it through nodemailer, which overwrites the code of any error. */
export class LoginRefusal extends Error {
  override readonly name = "LoginRefusal";
  readonly reason: AdapterError;

  constructor(reason: AdapterError) {
    super(reason.message);
    this.reason = reason;
  }
}

/**
 * Named differently from XOAUTH2, because under that name nodemailer prefers passwords and sends a refused
 * token a second time.
 */
const TOKEN_LOGIN = "XOAUTH2-ONCE";
const CHALLENGE = /^334 ?(.*)$/s;
const challengeSchema = z.object({ status: z.coerce.number(), scope: z.string().optional() });

/** Returns nodemailer's `login` argument for an account. */
export function loginOptions({ user, login }: MailAccount): SMTPConnectionAuth {
  return { user, pass: login.secret.reveal(), ...(login.type === "xoauth2" ? { method: TOKEN_LOGIN } : {}) };
}

/** nodemailer's `customAuth` option: SASL XOAUTH2 and the interpretation of its refusals. */
export const tokenLogin = {
  async [TOKEN_LOGIN]({ auth, authMethods, sendCommand }: CustomAuthenticationContext): Promise<void> {
    if (!authMethods.includes("XOAUTH2")) throw new LoginRefusal(noTokenLogin());
    const { user, pass: token } = auth.credentials;
    const initial = Buffer.from(tokenResponse(user, token)).toString("base64");
    const answer = await sendCommand(`AUTH XOAUTH2 ${initial}`);
    const challenge = CHALLENGE.exec(answer.response)?.[1];
    // A refusal may come as a challenge. Only the response to it, an empty line, ends the exchange.
    const { response } = challenge === undefined ? answer : await sendCommand("");
    if (!response.startsWith("2")) throw new LoginRefusal(tokenRefusal(response, challenge));
  },
};

function noTokenLogin(): AdapterError {
  return new AdapterValidationError("The mail server offers no login with a token (XOAUTH2).");
}

function tokenRefusal(response: string, challenge: string | undefined): AdapterError {
  const reply = refusingReply(response);
  if (reply === undefined)
    return new AdapterTransientError("The mail server's answer to the login could not be read.");
  const refusal = smtpRefusal(reply, "login", "The mail server refused the login");
  const explained = challenge === undefined ? undefined : readChallenge(challenge);
  if (!(refusal instanceof AdapterAuthError) || explained === undefined) return refusal;
  if (explained.status >= 500)
    return new AdapterTransientError(refusal.message, { providerCode: refusal.detail.providerCode });
  if (explained.status !== 400 || explained.scope === undefined) return refusal;
  const nextStep = `Reconnect the mailbox with the scope ${explained.scope}.`;
  return new AdapterAuthError(refusal.message, { ...refusal.detail, nextStep });
}

/**
 * Returns the reason in a challenge: base64 of `{"status": "400", "schemes": "Bearer", "scope":
 * "https://mail.google.com/"}`.
 */
function readChallenge(challenge: string): z.output<typeof challengeSchema> | undefined {
  let reason: unknown;
  try {
    reason = parseJson(Buffer.from(challenge, "base64"));
  } catch {
    return undefined;
  }
  return challengeSchema.safeParse(reason).data;
}
