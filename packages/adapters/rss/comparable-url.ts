import { cleanText } from "@plumbline/core/text/clean-text.ts";
import { parseUrl } from "@plumbline/core/text/parsed-url.ts";

/** Matches parameters that track how a reader came to a page. They never identify the page. */
const TRACKING =
  /^(utm_\w+|at_(medium|campaign|custom\d|link_\w+)|mc_[ce]id|mtm_\w+|pk_\w+|xtor|_hs(enc|mi)|mkt_tok|cmpid|[a-z]{1,2}clid|fbclid|msclkid|dclid|igshid|[gw]braid)$/i;
/** Matches session IDs in parameters. A short `sid` may be the ID of a page instead. */
const SESSION = /^(?:(?:j|php|asp)?session_?id\w*|session|phpsessid|cfid|cftoken)=|^sid=\w{20}/i;
const SESSION_IN_PATH = /;jsessionid=[^/]*|\/\(S\(\w+\)\)/gi;

/**
 * Normalizes an address for comparison. Removes parts that may change although the page is the same: the
 * scheme, `www.`, a trailing slash, the case of `%2f`, session IDs and tracking parameters. Normalizes any
 * other text as text.
 */
export function normalizeUrl(written: string): string {
  const text = normalizeText(written);
  const url = /^https?:/i.test(text) ? parseUrl(text) : undefined;
  if (url === undefined) return text;
  const { host, pathname, search, hash } = url;
  const query = removeSessionParameters(search.slice(1));
  const fragment = removeSessionParameters(hash.slice(1));
  return [
    `//${host.replace(/^www\./, "")}${pathname.replace(SESSION_IN_PATH, "").replace(/\/$/, "")}`,
    ...(query === "" ? [] : [`?${query}`]),
    ...(fragment === "" ? [] : [`#${fragment}`]),
  ]
    .join("")
    .replace(/%[\da-f]{2}/gi, (code) => code.toUpperCase());
}

/**
 * Normalizes a text for comparison. Some feeds escape or normalize the same text differently from poll to
 * poll.
 */
export function normalizeText(text: string): string {
  return (/&[#a-z]|<[a-z]/i.test(text) && cleanText(text)) || text.normalize("NFC");
}

function removeSessionParameters(parameters: string): string {
  const kept = parameters
    .split("&")
    .filter((parameter) => !TRACKING.test(parameter.split("=", 1)[0] ?? "") && !SESSION.test(parameter));
  return kept.join("&");
}
