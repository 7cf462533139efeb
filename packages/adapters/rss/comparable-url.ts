import { parseUrl } from "@plumbline/core/text/parsed-url.ts";

/** Parameters that say how a reader came to a page, and never which page it is. */
const TRACKING =
  /^(utm_\w+|at_(medium|campaign|custom\d|link_\w+)|mc_[ce]id|mtm_\w+|pk_\w+|xtor|_hs(enc|mi)|mkt_tok|cmpid|[a-z]{1,2}clid|fbclid|msclkid|dclid|igshid|[gw]braid)$/i;

/**
 * An address as it is compared: what may change though the page stays is left out, which is the scheme,
 * `www.` and tracking parameters. Any other text stays as it is.
 */
export function comparableUrl(text: string): string {
  const url = /^https?:/i.test(text) ? parseUrl(text) : undefined;
  if (url === undefined) return text;
  const { host, pathname, search, hash } = url;
  const query = withoutTracking(search.slice(1));
  const fragment = withoutTracking(hash.slice(1));
  return [
    `//${host.replace(/^www\./, "")}${pathname}`,
    ...(query === "" ? [] : [`?${query}`]),
    ...(fragment === "" ? [] : [`#${fragment}`]),
  ].join("");
}

function withoutTracking(parameters: string): string {
  const kept = parameters.split("&").filter((parameter) => !TRACKING.test(parameter.split("=", 1)[0] ?? ""));
  return kept.join("&");
}
