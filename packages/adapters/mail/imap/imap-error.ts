import { createTransportError } from "@plumbline/core/egress/transport-error.ts";
import {
  AdapterError,
  type AdapterErrorCode,
  AdapterTransientError,
  AdapterValidationError,
} from "@plumbline/core/errors/adapter-error.ts";
import { cutText } from "@plumbline/core/text/unicode.ts";
import * as z from "zod";
import { optionalText, toOptionalField } from "../../answer-fields.ts";
import { ERROR_CLASSES } from "../../partly-done.ts";
import type { MailAccount } from "../mail-account.ts";
import { explainPlainText } from "../tls-mistakes.ts";

/**
 * Failures in which a server disconnected, did not respond or sent something unreadable. Keyed by imapflow's
 * code, or by its message if it has no code.
 */
const LOST = new Map([
  ["ClosedAfterConnectTLS", "closed the connection during the sign-in"],
  ["ClosedAfterConnectText", "closed the connection during the sign-in"],
  ["NoConnection", "closed the connection"],
  ["EConnectionClosed", "closed the connection"],
  ["ECONNRESET", "closed the connection"],
  ["EPIPE", "closed the connection"],
  ["StateLogout", "closed the connection"],
  ["Already logged out", "closed the connection"],
  ["Failed to fetch folders", "closed the connection"],
  ["GREETING_TIMEOUT", "accepted the connection but sent no greeting"],
  ["UPGRADE_TIMEOUT", "did not finish the TLS handshake"],
  ["CONNECT_TIMEOUT", "could not be reached in time"],
  ["ETIMEOUT", "stopped responding"],
]);
const UNREADABLE =
  /^(ParserError\w*|MAX_IMAP_NESTING_REACHED|ResponseProcessingFailed|UnexpectedTag|InvalidResponse|STARTTLS_INJECTION)$/;
const TOO_LARGE = /^(Literal|Line|Response)TooLarge$/;
const UNSENDABLE = /^Invalid(StringValue|TokenValue|SequenceSet|SearchQuery)$/;
const NO_SUCH_LOGIN =
  /^(Unsupported authentication mechanism|No matching authentication method|Login is disabled)$/;
const NO_STARTTLS = "Server does not support STARTTLS";
const NOT_TLS = /^(EPROTO$|ERR_SSL_)/;

/** Converts the error of a failed mail session to an AdapterError. Returns any other error unchanged. */
export function toImapError(error: unknown, account: MailAccount): unknown {
  const { host, login } = account;
  if (error instanceof AdapterError) return error;
  const parsed = imapFailure.safeParse(error);
  if (!parsed.success) return error;
  const failure = parsed.data;
  const { code, message } = failure;
  const verdict = classifyFailure(failure);
  if (verdict !== undefined) return createRefusal(verdict, failure, login.type);

  const detail = { providerCode: code };
  if (NO_SUCH_LOGIN.test(message))
    return new AdapterValidationError(
      `${host} does not support the kind of sign-in that this credential uses.`,
    );
  if (message === NO_STARTTLS)
    return new AdapterValidationError(`${host} does not support STARTTLS, so nothing was sent.`, {
      nextStep: "Set metadata.imap_ssl to true and metadata.imap_port to the TLS port, usually 993.",
    });
  const lost = LOST.get(code ?? message);
  if (lost !== undefined)
    return new AdapterTransientError(`${host} ${lost}${quote(readServerText(failure))}.`, detail);
  if (code === undefined) return error;
  if (UNREADABLE.test(code))
    return new AdapterTransientError(`${host} sent a response that could not be read.`, detail);
  if (TOO_LARGE.test(code))
    return new AdapterValidationError(`${host} sent more data than this service reads at once.`, {
      ...detail,
      nextStep: "Narrow the query, for instance with newer_than:.",
    });
  if (UNSENDABLE.test(code))
    return new AdapterValidationError(
      "The request contains characters that cannot be sent to a mail server.",
      detail,
    );
  const plainText = explainPlainText(code, account);
  if (plainText) return plainText;
  if (NOT_TLS.test(code))
    return new AdapterTransientError(`${host} did not respond with TLS on this port.`, {
      ...detail,
      permanent: true,
      nextStep: "Check imap_port and imap_ssl: 993 with true, 143 with false.",
    });
  return createTransportError(error, { host, effect: "read", sent: false });
}

const REFUSALS: Readonly<Record<AdapterErrorCode, string>> = {
  authentication: "The mail server refused the sign-in",
  rate_limit: "The mail server is limiting calls",
  transient: "The mail server is temporarily unable to do this",
  validation: "The mail server refused the request",
};

/** Creates the error for a server's refusal, quoting the server. */
function createRefusal(
  verdict: AdapterErrorCode,
  failure: ImapFailure,
  login: MailAccount["login"]["type"],
): AdapterError {
  const said = readServerText(failure);
  const { throttleReset, oauthError, serverResponseCode: providerCode = failure.code } = failure;
  const details = {
    authentication: {
      nextStep: suggestSignIn(said, login, oauthError?.scope),
      // RFC 5530.
      tokenRefused: providerCode === "AUTHENTICATIONFAILED",
    },
    rate_limit: { retryAfterSeconds: throttleReset === undefined ? undefined : throttleReset / 1000 },
    transient: { nextStep: /not connected/i.test(said) ? CHECK_IMAP : undefined },
    validation: { nextStep: providerCode === "BADCHARSET" ? ONLY_ASCII : undefined },
  };
  const message = `${REFUSALS[verdict]}${quote(said)}.`;
  return new ERROR_CLASSES[verdict](message, { providerCode, ...details[verdict] });
}

const CHECK_IMAP =
  "If this persists, check that IMAP is enabled for the mailbox and that the token has the IMAP scope.";
const ONLY_ASCII = "It can only search for ASCII text: leave other letters out of the query.";

function suggestSignIn(
  said: string,
  login: MailAccount["login"]["type"],
  scope: string | undefined,
): string | undefined {
  if (/application-specific|app password/i.test(said))
    return "Store an app password of the account as the token.";
  if (/basic auth/i.test(said))
    return "Connect the mailbox with OAuth (kind mail_oauth_a or mail_oauth_b): its provider no longer accepts passwords.";
  if (/web browser/i.test(said)) return "Sign in to the account with a web browser once, then try again.";
  if (/not enabled for IMAP/i.test(said)) return "Enable IMAP in the mailbox's settings.";
  if (login === "password") return "Check metadata.username, and store the correct password as the token.";
  return scope ? `Reconnect the mailbox with the scope ${scope}.` : undefined;
}

/** Returns the server's text as the end of a sentence, on one line and truncated. */
function quote(said: string): string {
  const line = said
    .replace(/[\s\p{Cc}]+/gu, " ")
    .replace(/[\s.]+$/, "")
    .trim();
  return line === "" ? "" : `: ${cutText(line, 200)}`;
}

/** Fields of imapflow 2's errors. They are undocumented, so each may have any type. */
const imapFailure = z.object({
  message: z.string().catch(""),
  code: optionalText,
  responseStatus: toOptionalField(z.enum(["NO", "BAD"])),
  /** RFC 5530, for example AUTHENTICATIONFAILED. */
  serverResponseCode: optionalText,
  responseText: optionalText,
  /** Text of a BYE. */
  reason: optionalText,
  response: optionalText,
  authenticationFailed: z.boolean().catch(false),
  /** Milliseconds. */
  throttleReset: toOptionalField(z.number()),
  oauthError: toOptionalField(z.object({ status: z.coerce.string().catch(""), scope: optionalText })),
});

type ImapFailure = z.output<typeof imapFailure>;

/** Response codes of RFC 5530 and RFC 3501. */
const CODES = new Map<string, AdapterErrorCode>([
  ...mapCodes(
    "authentication",
    "AUTHENTICATIONFAILED AUTHORIZATIONFAILED EXPIRED PRIVACYREQUIRED NOPERM CONTACTADMIN",
  ),
  ...mapCodes("rate_limit", "LIMIT OVERQUOTA"),
  ...mapCodes("transient", "UNAVAILABLE INUSE SERVERBUG CORRUPTION"),
  ...mapCodes("validation", "CLIENTBUG CANNOT BADCHARSET NONEXISTENT TRYCREATE"),
]);

/** Texts of servers that send no response code, or only ALERT. The first match applies. */
const TEXTS: readonly (readonly [RegExp, AdapterErrorCode])[] = [
  [/too many|bandwidth|throttl|rate limit|limit exceeded|exceeded .*limit/i, "rate_limit"],
  [/system error|temporar|try again|unavailable/i, "transient"],
  [/credentials|password|web browser|not enabled for IMAP|authenticat|log ?in/i, "authentication"],
];

/** Returns the server's own text from a failure, or "". */
function readServerText({ responseText, reason, response }: ImapFailure): string {
  return responseText ?? reason ?? response ?? "";
}

/**
 * Classifies a failure by the server's response. Returns `undefined` if the connection failed without a
 * response. imapflow reports every refused sign-in as a failed authentication, even by a busy server, so the
 * code and the text are checked first.
 */
function classifyFailure(failure: ImapFailure): AdapterErrorCode | undefined {
  const { code, responseStatus, serverResponseCode, authenticationFailed, oauthError, reason } = failure;
  const said = readServerText(failure);
  if (code === "ETHROTTLE") return "rate_limit";
  // Exchange sends this after a successful sign-in, when it is out of connections or IMAP is turned off.
  if (/authenticated but not connected/i.test(said)) return "transient";
  // Status of the token check, reported within the refused sign-in.
  if (oauthError?.status.startsWith("5")) return "transient";
  const byCode = serverResponseCode === undefined ? undefined : CODES.get(serverResponseCode);
  if (byCode) return byCode;
  const byText = TEXTS.find(([pattern]) => pattern.test(said))?.[1];
  // A BYE gives the reason for disconnecting. It never means that the credentials are wrong.
  if (reason !== undefined) return byText === "authentication" ? undefined : byText;
  if (responseStatus === undefined) return undefined;
  if (byText) return byText;
  if (authenticationFailed) return "authentication";
  return responseStatus === "BAD" ? "validation" : "transient";
}

function mapCodes(verdict: AdapterErrorCode, codes: string): [string, AdapterErrorCode][] {
  return codes.split(" ").map((code) => [code, verdict]);
}
