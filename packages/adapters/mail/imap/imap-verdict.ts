import type { AdapterErrorCode } from "@plumbline/core/errors/adapter-error.ts";
import * as z from "zod";

/** Fields imapflow 2 puts on its errors; none of them is promised, so each may be anything. */
export const imapFailure = z.object({
  message: z.string().catch(""),
  code: z.string().optional().catch(undefined),
  responseStatus: z.enum(["NO", "BAD"]).optional().catch(undefined),
  /** RFC 5530, such as AUTHENTICATIONFAILED. */
  serverResponseCode: z.string().optional().catch(undefined),
  responseText: z.string().optional().catch(undefined),
  /** The text of a BYE. */
  reason: z.string().optional().catch(undefined),
  response: z.string().optional().catch(undefined),
  authenticationFailed: z.boolean().catch(false),
  /** Milliseconds. */
  throttleReset: z.number().optional().catch(undefined),
  oauthError: z
    .object({ status: z.coerce.string().catch(""), scope: z.string().optional().catch(undefined) })
    .optional()
    .catch(undefined),
});

export type ImapFailure = z.output<typeof imapFailure>;

/** Response codes of RFC 5530 and RFC 3501. */
const CODES = new Map<string, AdapterErrorCode>([
  ...each(
    "authentication",
    "AUTHENTICATIONFAILED AUTHORIZATIONFAILED EXPIRED PRIVACYREQUIRED NOPERM CONTACTADMIN",
  ),
  ...each("rate_limit", "LIMIT OVERQUOTA"),
  ...each("transient", "UNAVAILABLE INUSE SERVERBUG CORRUPTION"),
  ...each("validation", "CLIENTBUG CANNOT BADCHARSET NONEXISTENT TRYCREATE"),
]);

/** Wording of servers that give no response code, or only ALERT. The first match counts. */
const TEXTS: readonly (readonly [RegExp, AdapterErrorCode])[] = [
  [/too many|bandwidth|throttl|rate limit|limit exceeded|exceeded .*limit/i, "rate_limit"],
  [/system error|temporar|try again|unavailable/i, "transient"],
  [/credentials|password|web browser|not enabled for IMAP|authenticat|log ?in/i, "authentication"],
];

/** Returns the server's own words in a failure; "" when it gave no text. */
export function readServerText({ responseText, reason, response }: ImapFailure): string {
  return responseText ?? reason ?? response ?? "";
}

/**
 * Classifies a failure by the server's answer. Returns `undefined` when the connection failed and the server
 * did not answer. imapflow marks every refused sign-in as a failed authentication, even that of a busy
 * server. The code and the text are therefore read first.
 */
export function imapVerdict(failure: ImapFailure): AdapterErrorCode | undefined {
  const { code, responseStatus, serverResponseCode, authenticationFailed, oauthError, reason } = failure;
  const said = readServerText(failure);
  if (code === "ETHROTTLE") return "rate_limit";
  // Exchange says so after a good sign-in, when it is out of connections, and when IMAP is switched off.
  if (/authenticated but not connected/i.test(said)) return "transient";
  // The status of the token's check, inside the refusal of the sign-in.
  if (oauthError?.status.startsWith("5")) return "transient";
  const byCode = serverResponseCode === undefined ? undefined : CODES.get(serverResponseCode);
  if (byCode) return byCode;
  const byText = TEXTS.find(([pattern]) => pattern.test(said))?.[1];
  // A farewell tells why the server went, never that the sign-in is wrong.
  if (reason !== undefined) return byText === "authentication" ? undefined : byText;
  if (responseStatus === undefined) return undefined;
  if (byText) return byText;
  if (authenticationFailed) return "authentication";
  return responseStatus === "BAD" ? "validation" : "transient";
}

function each(verdict: AdapterErrorCode, codes: string): [string, AdapterErrorCode][] {
  return codes.split(" ").map((code) => [code, verdict]);
}
