import { cleanText } from "@plumbline/core/text/clean-text.ts";
import { parseUrl } from "@plumbline/core/text/parsed-url.ts";

/** Matches parameters that say how a reader came to a page, and never which page it is. */
const TRACKING =
  /^(utm_\w+|at_(medium|campaign|custom\d|link_\w+)|mc_[ce]id|mtm_\w+|pk_\w+|xtor|_hs(enc|mi)|mkt_tok|cmpid|[a-z]{1,2}clid|fbclid|msclkid|dclid|igshid|[gw]braid)$/i;
/** Matches parameters that identify a visit. A short `sid` may be the number of a page. */
const SESSION = /^(?:(?:j|php|asp)?session_?id\w*|session|phpsessid|cfid|cftoken)=|^sid=\w{20}/i;
const SESSION_IN_PATH = /;jsessionid=[^/]*|\/\(S\(\w+\)\)/gi;

/**
 * Returns an address in comparable form, without parts that may change although the page is the same: the
 * scheme, `www.`, a last slash, the case of `%2f`, session IDs and tracking parameters. Compares any other
 * text as text.
 */
export function comparableUrl(written: string): string {
  const text = comparableText(written);
  const url = /^https?:/i.test(text) ? parseUrl(text) : undefined;
  if (url === undefined) return text;
  const { host, pathname, search, hash } = url;
  const query = withoutVisit(search.slice(1));
  const fragment = withoutVisit(hash.slice(1));
  return [
    `//${host.replace(/^www\./, "")}${pathname.replace(SESSION_IN_PATH, "").replace(/\/$/, "")}`,
    ...(query === "" ? [] : [`?${query}`]),
    ...(fragment === "" ? [] : [`#${fragment}`]),
  ]
    .join("")
    .replace(/%[\da-f]{2}/gi, (code) => code.toUpperCase());
}

/**
 * Returns a text in comparable form. Some feeds escape it twice, or normalise it differently, in one poll and
 * not in the next.
 */
export function comparableText(text: string): string {
  return (/&[#a-z]|<[a-z]/i.test(text) && cleanText(text)) || text.normalize("NFC");
}

function withoutVisit(parameters: string): string {
  const kept = parameters
    .split("&")
    .filter((parameter) => !TRACKING.test(parameter.split("=", 1)[0] ?? "") && !SESSION.test(parameter));
  return kept.join("&");
}
