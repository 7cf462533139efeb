import { DomainsWithin } from "./domains-within.ts";
import { labelFits } from "./punycode-length.ts";
import {
  AFTER_DOMAIN,
  BEFORE_NO_BARE_DOMAIN,
  BEFORE_URL,
  LABELS,
  LATIN_DOMAINS,
  PROTOCOL_AT_END,
  SHORTENED,
} from "./url-characters.ts";

const LONGEST_URL = 4096;
/** Far enough to see that one is longer than that. */
const FARTHEST = 2 * LONGEST_URL;
/** RFC 1035, 2.3.4. Only asked of bare domains: it bounds the search for Latin ones in them. */
const LONGEST_NAME = 253;
const LONGEST_SLUG = 40;
const LONGEST_PROTOCOL = "https://".length;

/** A part of a text, in UTF-16 code units; `end` is the first one behind it. */
export interface Span {
  start: number;
  end: number;
}

/**
 * The URLs the provider will find in a text, bare domains among them: what twitter-text's extractUrlsWithIndices finds. Its one
 * expression takes time that grows with the square of a hostile text; this looks for top-level domains first, and grows with the text.
 */
export function urlSpans(text: string): Span[] {
  const spans: Span[] = [];
  let searched = 0;
  for (const { index, 0: labels } of text.matchAll(LABELS)) {
    const domains = new DomainsWithin(text, index, index + labels.length);
    for (let start = domains.nextStart(index, searched); start !== undefined; ) {
      const found = urlAt(text, start, domains.endFrom(start) ?? start, searched);
      spans.push(...found.spans);
      searched = found.end;
      start = domains.nextStart(searched + 1, searched);
    }
  }
  return spans;
}

/** What becomes of a domain that was found: the URL of which it is a part, or the Latin domains in it, or nothing. */
function urlAt(
  text: string,
  start: number,
  domainEnd: number,
  searched: number,
): { spans: Span[]; end: number } {
  const domain = text.slice(start, domainEnd);
  const protocol = protocolBefore(text, start, searched);
  const tail = AFTER_DOMAIN.exec(text.slice(domainEnd, start + FARTHEST));
  const end = domainEnd + (tail?.[0].length ?? 0);
  const urlStart = start - protocol.length;
  const length = (protocol.length || LONGEST_PROTOCOL) + end - urlStart;
  if (length > LONGEST_URL || !isDomain(domain)) return { spans: [], end };
  if (protocol !== "") return { spans: shortenedOr(text, { start: urlStart, end }), end };
  if (domain.length > LONGEST_NAME) return { spans: [], end };
  if (start > 0 && BEFORE_NO_BARE_DOMAIN.test(text.charAt(start - 1))) return { spans: [], end };
  let latinEnd = 0;
  const spans = (domain.match(LATIN_DOMAINS) ?? []).map((latin) => {
    // As twitter-text looks for it: of two that read alike the first counts.
    const latinStart = domain.indexOf(latin, latinEnd);
    latinEnd = latinStart + latin.length;
    return { start: start + latinStart, end: start + latinEnd };
  });
  const last = spans.at(-1);
  // Counted as if it followed at once, which it does unless another script's top-level domain stands between.
  if (last && tail?.groups?.path !== undefined) last.end += tail[0].length;
  return { spans, end };
}

function protocolBefore(text: string, start: number, searched: number): string {
  const protocol = PROTOCOL_AT_END.exec(text.slice(Math.max(0, start - LONGEST_PROTOCOL), start))?.[0] ?? "";
  const at = start - protocol.length;
  return at === 0 || (at > searched && BEFORE_URL.test(text.charAt(at - 1))) ? protocol : "";
}

function isDomain(domain: string): boolean {
  if (domain.startsWith("xn--") && !domain.match(LATIN_DOMAINS)) return false;
  return domain.split(".").every(labelFits);
}

/** A link the provider shortened itself ends with its slug. */
function shortenedOr(text: string, span: Span): Span[] {
  const shortened = SHORTENED.exec(text.slice(span.start, span.end));
  if (!shortened) return [span];
  if ((shortened[1]?.length ?? 0) > LONGEST_SLUG) return [];
  return [{ start: span.start, end: span.start + shortened[0].length }];
}
