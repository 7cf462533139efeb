/** Minimum length of encoded text. Shorter strings are words. */
const MIN_ENCODED_LENGTH = 12;
const BASE64 = /^[A-Za-z\d+/_-]+={0,2}$/;
const HEX = /^(?:[\da-f]{2})+$/i;
const PERCENT = /%[\da-f]{2}/gi;
const MIN_PERCENT_ESCAPES = 2;
const UUID = /^\{?[\da-f]{8}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{12}\}?$/i;
/**
 * Matches invisible characters: the zero bytes of UTF-16, and byte order marks and control characters of any
 * text.
 */
const INVISIBLE = /(?!\s)\p{Cc}|\uFEFF/gu;
/**
 * Maximum share of bytes that are invalid in UTF-8. Texts in an older encoding have few of them; pictures,
 * archives and keys have many.
 */
const MAX_INVALID_SHARE = 0.05;
/** Maximum length of a readable word. */
const MAX_WORD_LENGTH = 64;

/** Returns the text that base64 decodes to, or `undefined` if it is not text, for example a picture. */
export function textOfBase64(base64: string): string | undefined {
  if (!BASE64.test(base64)) return undefined;
  const decoded = Buffer.from(base64, "base64").toString("utf8").replace(INVISIBLE, "");
  const unknown = decoded.split("\ufffd").length - 1;
  return decoded === "" || unknown > decoded.length * MAX_INVALID_SHARE ? undefined : decoded;
}

/**
 * Returns whether a word is encoded text, or too long for anyone to read: base64, hexadecimal,
 * percent-encoding, or a `data:` address.
 */
export function isEncoded(word: string): boolean {
  if (word.length < MIN_ENCODED_LENGTH || UUID.test(word)) return false;
  if (/^data:/i.test(word) || (word.match(PERCENT)?.length ?? 0) >= MIN_PERCENT_ESCAPES) return true;
  if (HEX.test(word) && /\d/.test(word) && isText(Buffer.from(word, "hex"))) return true;
  // A plain word also decodes to something, but hardly ever to letters and spaces.
  const looksEncoded = /\d|[a-z][A-Z]|=$/.test(word) && BASE64.test(word);
  if (looksEncoded && isText(Buffer.from(word, "base64"))) return true;
  return word.length > MAX_WORD_LENGTH && !/[/.@-]/.test(word) && !/[\p{Lo}]/u.test(word) && !HEX.test(word);
}

/** Returns whether bytes are the letters and spaces of a text. */
function isText(bytes: Buffer): boolean {
  const text = bytes.toString("utf8").replace(INVISIBLE, "");
  const letters = text.match(/[\p{L}\p{N}\s.,:;'"=/+!?-]/gu)?.length ?? 0;
  return text.length >= MIN_ENCODED_LENGTH / 2 && !text.includes("\ufffd") && letters >= 0.9 * bytes.length;
}
