import { domainToASCII, domainToUnicode } from "node:url";

/** Characters of a domain that a URL parser does not end the host at. */
const DOMAIN_CHARACTERS = /^[\p{L}\p{N}\p{M}.-]+$/u;

/**
 * Writes an address the way addresses are compared: in lower case, an internationalised domain in its ASCII
 * form. Returns `undefined` for a text without a domain, such as a user name. The text may be a stranger's:
 * the last `@` begins the domain, whatever the local part holds.
 */
export function comparableAddress(text: string): string | undefined {
  const at = text.lastIndexOf("@");
  const domain = text.slice(at + 1).trim();
  if (at === -1 || domain === "") return undefined;
  return `${text.slice(0, at).trim().normalize("NFC").toLowerCase()}@${comparableDomain(domain)}`;
}

/**
 * A domain counts as internationalised only when it is written as its own Unicode form: full-width letters
 * and other characters that the conversion to ASCII folds away belong to a look-alike.
 */
function comparableDomain(written: string): string {
  const lower = written.normalize("NFC").toLowerCase();
  if (!DOMAIN_CHARACTERS.test(lower)) return lower;
  const ascii = domainToASCII(lower);
  return ascii !== "" && domainToUnicode(ascii) === lower ? ascii : lower;
}
