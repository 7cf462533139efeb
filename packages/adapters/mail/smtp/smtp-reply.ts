import {
  AdapterAuthError,
  type AdapterError,
  AdapterRateLimitedError,
  AdapterTransientError,
  AdapterValidationError,
} from "@plumbline/core/errors/adapter-error.ts";

/** A mail server's refusal (RFC 5321 4.2), with its enhanced status code (RFC 3463) if it has one. */
export interface SmtpReply {
  /** 400 to 599. */
  code: number;
  /** For example `5.7.8`. */
  enhanced: string | undefined;
  /**
   * Its lines joined, without the codes. Not truncated, because half a secret would not be recognized for
   * redaction.
   */
  text: string;
}

const LINE = /^([45]\d\d)(?:[ -]|$)(?:([45]\.\d{1,3}\.\d{1,3})(?:[ :]|$))?/;

/** Parses an error reply. Returns `undefined` for any other text. */
export function parseErrorReply(response: string | undefined): SmtpReply | undefined {
  const lines = (response ?? "").split(/\r?\n/);
  const match = LINE.exec(lines[0] ?? "");
  if (match === null) return undefined;
  const text = lines.map((line) => line.replace(LINE, "").trim()).join(" ");
  return { code: Number(match[1]), enhanced: match[2], text: text.trim() };
}

/** Formats the code as `550-5.1.1`, for the log and for lookups. */
export function formatReplyCode({ code, enhanced }: SmtpReply): string {
  return enhanced === undefined ? String(code) : `${code}-${enhanced}`;
}

/** Formats the reply as `550 5.1.1 No such user`, for people. */
export function formatReply({ code, enhanced, text }: SmtpReply): string {
  return [code, enhanced, text].filter((part) => part !== undefined && part !== "").join(" ");
}

/** Stages of a session: the greeting and TLS, the login, the message. */
export type SmtpStage = "connecting" | "login" | "message";

/** Reply codes about the login at any stage: a login that is required, too weak or refused (RFC 4954, 6). */
const AUTHENTICATION = new Set([530, 534, 535, 538]);
/**
 * Enhanced codes about the login, whatever the stage and the reply code. A provider that has disabled
 * passwords sends `550 5.7.30` in response to the login or the sender.
 */
const LOGIN_CODES = new Set(["5.7.8", "5.7.9", "5.7.14", "5.7.30", "5.7.57", "5.7.139"]);
const LOGIN_TEXT =
  /basic auth(entication)? is (not supported|disabled)|client (was|is|host is)? ?not authenticated/i;
/**
 * Temporary refusals for too many requests: 432 and 421-4.3.2 limit concurrency, 4.7.28 and 4.7.5xx are two
 * providers' rate limits. Other 4.7 codes are also used for greylisting.
 */
const RATE_LIMITED = /^(421-4\.3\.2|432(-.*)?|450-4\.2\.1|4\d\d-4\.7\.(28|5\d\d)|452-4\.5\.3)$/;
/** Typical time for which a greylisting server refuses a sender. */
const USUAL_WAIT_SECONDS = 300;
/** Refusals that last for hours, because a daily limit of one of the two providers is reached. */
const QUOTA_EXCEEDED = /^55\d-(5\.4\.5|5\.1\.90|5\.7\.23[236])$/;
const QUOTA_EXCEEDED_TEXT = /SubmissionQuotaExceeded|\b(sending|daily|hourly|rate)\b.{0,40}\b(limit|quota)/i;
/** Invalid credentials (RFC 4954), and the code that Exchange sends instead. */
const TOKEN_REFUSED = new Set(["535-5.7.8", "535-5.7.3"]);
const TOO_LARGE = new Set(["5.2.3", "5.3.4"]);
export const TOO_LARGE_NEXT_STEP = "Send fewer or smaller attachments.";
const BAD_SEQUENCE = 503;
const UNKNOWN_MECHANISM = 504;

/**
 * Converts a mail server's refusal to an error by the reply code and the enhanced code. For limits reported
 * as general failures, uses the text. `what` starts the message ("The mail server refused the login").
 */
export function toSmtpError(reply: SmtpReply, stage: SmtpStage, what: string): AdapterError {
  const message = `${what}: ${formatReply(reply)}`;
  const providerCode = formatReplyCode(reply);
  const passing = reply.code < 500;
  if (
    AUTHENTICATION.has(reply.code) ||
    (!passing && isAboutLogin(reply)) ||
    (stage === "login" && !passing && !isOurMistake(reply))
  )
    return new AdapterAuthError(message, {
      providerCode,
      nextStep: chooseLoginNextStep(reply),
      tokenRefused: TOKEN_REFUSED.has(providerCode),
    });
  if (!passing && (QUOTA_EXCEEDED.test(providerCode) || QUOTA_EXCEEDED_TEXT.test(reply.text))) {
    const nextStep = "Wait until the provider lifts its sending limit, often the next day.";
    return new AdapterRateLimitedError(message, { providerCode, nextStep, permanent: true });
  }
  if (passing) {
    const PassingError = RATE_LIMITED.test(providerCode) ? AdapterRateLimitedError : AdapterTransientError;
    const retryAfterSeconds = parseWait(reply.text);
    const detail = { status: reply.code, retryAfterSeconds, defaultRetrySeconds: USUAL_WAIT_SECONDS };
    return new PassingError(message, { ...detail, providerCode });
  }
  if (reply.code === BAD_SEQUENCE) return new AdapterTransientError(message, { providerCode });
  return new AdapterValidationError(message, { providerCode, nextStep: chooseNextStep(reply, stage) });
}

const UNIT_SECONDS: Readonly<Record<string, number>> = { h: 3_600, m: 60, s: 1 };
const MAX_WAIT_SECONDS = 86_400;

/** Parses how many seconds a server asks to wait: "in 00:05:00", "after 4 min 59 s". */
function parseWait(text: string): number | undefined {
  const spelled = text.replace(/\b(\d{1,2}):(\d\d):(\d\d)\b/, "$1h $2m $3s");
  const spans = spelled.matchAll(
    /(?<![\w.])(\d{1,5}) ?(h|m|s)(?:(?<=h)ours?|(?<=m)in\w*|(?<=s)ec\w*)?(?![a-z])/gi,
  );
  let seconds = 0;
  for (const [, count, unit = ""] of spans)
    seconds += Number(count) * (UNIT_SECONDS[unit.toLowerCase()] ?? 0);
  return seconds > 0 ? Math.min(seconds, MAX_WAIT_SECONDS) : undefined;
}

function isOurMistake({ code }: SmtpReply): boolean {
  return code === BAD_SEQUENCE || code === UNKNOWN_MECHANISM;
}

function isAboutLogin({ enhanced = "", text }: SmtpReply): boolean {
  return LOGIN_CODES.has(enhanced) || LOGIN_TEXT.test(text);
}

function chooseLoginNextStep({ enhanced, text }: SmtpReply): string {
  if (enhanced === "5.7.30" || /basic auth/i.test(text))
    return "Connect the mailbox with OAuth (kind mail_oauth_a or mail_oauth_b): its provider no longer accepts passwords.";
  if (enhanced === "5.7.9" || /app(lication-specific)? password/i.test(text))
    return "Store an app password, or connect the mailbox with OAuth.";
  if (enhanced === "5.7.14" || /web browser/i.test(text))
    return "Sign in to the account with a web browser once, then try again.";
  if (enhanced === "5.7.139" || /SmtpClientAuthentication/i.test(text))
    return "Ask the mailbox's administrator to enable SMTP AUTH for it.";
  return "Reconnect the mailbox, and check its metadata.username.";
}

function chooseNextStep({ enhanced, text }: SmtpReply, stage: SmtpStage): string | undefined {
  if (stage === "connecting") return "Ask the mail server's operator why it refuses this service's address.";
  if (stage === "login") return "Use a mail server that supports this kind of login.";
  if (enhanced === "5.2.252" || enhanced === "5.7.60" || /SendAsDenied/i.test(text))
    return "Set metadata.from_address to an address this mailbox may send from.";
  return TOO_LARGE.has(enhanced ?? "") ? TOO_LARGE_NEXT_STEP : undefined;
}
