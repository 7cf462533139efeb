/** Shorter ones are words. */
const SHORTEST = 24;
const BASE64 = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/;
/** What no reader sees: the half of UTF-16 that is zeros, and the order marks and escapes of any text. */
const UNSEEN = /(?!\s)\p{Cc}/gu;
/** A text in an older encoding has few bytes that UTF-8 does not know; pictures, archives and keys are made of them. */
const MOST_UNKNOWN = 0.05;

/**
 * What a text says to whoever opens it, when it is the base64 of a text, as an attached file is: a letter in a file is read
 * like any other. `undefined` for all else.
 */
export function decodedText(text: string): string | undefined {
  if (text.length < SHORTEST || !BASE64.test(text)) return undefined;
  const decoded = Buffer.from(text, "base64").toString("utf8").replace(UNSEEN, "");
  const unknown = decoded.split("\ufffd").length - 1;
  return unknown > decoded.length * MOST_UNKNOWN ? undefined : decoded;
}
