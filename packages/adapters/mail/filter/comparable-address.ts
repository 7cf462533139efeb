import { domainToASCII, domainToUnicode } from "node:url";

/** Matches domains that contain no character at which a URL parser would end the host. */
const DOMAIN_CHARACTERS = /^[\p{L}\p{N}\p{M}.-]+$/u;

/**
 * Returns an address in the form used for comparison: lower case, with an internationalized domain in ASCII.
 * Returns `undefined` for text without a domain, such as a user name. The text may be hostile: the last `@`
 * starts the domain, whatever the local part contains.
 */
export function toComparableAddress(text: string): string | undefined {
  const at = text.lastIndexOf("@");
  const domain = text.slice(at + 1).trim();
  if (at === -1 || domain === "") return undefined;
  return `${text.slice(0, at).trim().normalize("NFC").toLowerCase()}@${toComparableDomain(domain)}`;
}

/**
 * Returns a domain in comparable form. Converts an internationalized domain only if it is in its canonical
 * form. The conversion would otherwise hide signs of a look-alike, such as full-width letters.
 */
function toComparableDomain(written: string): string {
  const lower = written.normalize("NFC").toLowerCase();
  if (!DOMAIN_CHARACTERS.test(lower)) return lower;
  const ascii = domainToASCII(lower);
  return ascii !== "" && domainToUnicode(ascii) === lower ? ascii : lower;
}
