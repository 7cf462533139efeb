/** Shorter ones are words. */
const SHORTEST = 24;
const BASE64 = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/;
/** What only the bytes of pictures and archives hold; an escape too, as no letter has one. */
const BINARY = /[\0-\x08\x0e-\x1f]/;

/**
 * What a text says to whoever opens it, when it is the base64 of a text in UTF-8, as an attached file is: a letter in a file
 * is read like any other. `undefined` for all else.
 */
export function decodedText(text: string): string | undefined {
  if (text.length < SHORTEST || !BASE64.test(text)) return undefined;
  try {
    const decoded = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(text, "base64"));
    return BINARY.test(decoded) ? undefined : decoded;
  } catch {
    return undefined;
  }
}
