import { NOTHING_EXEMPT } from "@plumbline/core/egress/egress-allow.ts";
import { blockedHost } from "@plumbline/core/egress/guard.ts";
import { cleanLines, cleanText } from "@plumbline/core/text/clean-text.ts";
import { parsedUrl, targetPort } from "@plumbline/core/text/parsed-url.ts";
import { cutText } from "@plumbline/core/text/unicode.ts";
import { publishedDate } from "./published-date.ts";
import { MAX_HITS, type SearchHit } from "./search-backend.ts";

const MAX_TITLE = 300;
const MAX_QUOTE = 2000;
const MAX_QUOTES_PER_HIT = 6;
/** All quotes of one hit together; each is read closely, several times over. */
const MAX_QUOTED = 4_000;
const MAX_URL = 2048;
/** What is looked at on the wire before it is cleaned: a good deal more than is kept, and never megabytes. */
const MAX_RAW_HITS = 5 * MAX_HITS;
const MAX_RAW_TITLE = 2_000;
const MAX_RAW_QUOTE = 20_000;

/** A hit as it stood on the wire: any of its texts may hold markup and entities. */
export interface RawHit {
  url: string;
  title: string;
  quotes: readonly string[];
  published?: string | undefined;
}

/**
 * The address of a public page, normalised; `undefined` unless it is http or https, free of user names (a phishing disguise) and on
 * a host that is not private: a citation is followed by whoever reads it, from inside their own network. An operator's
 * exemptions are for calling out; what is cited has to be public for everybody.
 */
function pageUrl(text: string): URL | undefined {
  const url = text.length > MAX_URL ? undefined : parsedUrl(text);
  if (url === undefined) return undefined;
  const web = url.protocol === "http:" || url.protocol === "https:";
  if (!web || url.username !== "" || url.password !== "") return undefined;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return blockedHost(host, targetPort(url), NOTHING_EXEMPT) ? undefined : url;
}

/** A text cut to `length` at a word boundary, so that what remains is still verbatim. */
function cutAtWord(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = cutText(text, length);
  const space = cut.lastIndexOf(" ");
  return space > length / 2 ? cut.slice(0, space) : cut;
}

/** The start of a raw text; of what is cut a tag or an entity left open goes as well. */
function startOf(raw: string, length: number): string {
  return raw.length <= length ? raw : cutText(raw, length).replace(/(?:<[^<>]*|&[#\w]*)$/, "");
}

function searchHit(raw: RawHit): SearchHit | undefined {
  const url = pageUrl(raw.url);
  if (url === undefined) return undefined;
  const quotes = raw.quotes
    .slice(0, MAX_QUOTES_PER_HIT)
    .map((quote) => cutAtWord(cleanLines(startOf(quote, MAX_RAW_QUOTE)), MAX_QUOTE))
    .filter((quote) => quote !== "");
  if (quotes.length === 0) return undefined;
  let quoted = 0;
  const kept = quotes.filter((quote) => {
    quoted += quote.length;
    return quoted <= MAX_QUOTED;
  });
  return {
    url: url.href,
    title: cutAtWord(cleanText(startOf(raw.title, MAX_RAW_TITLE)), MAX_TITLE) || url.hostname,
    quotes: kept,
    published: publishedDate(raw.published),
  };
}

/** The usable hits in order, cleaned and cut: web pages with something quoted from them, at most MAX_HITS. */
export function searchHits(raw: readonly RawHit[]): SearchHit[] {
  const hits: SearchHit[] = [];
  for (const one of raw.slice(0, MAX_RAW_HITS)) {
    const hit = searchHit(one);
    if (hit !== undefined) hits.push(hit);
    if (hits.length === MAX_HITS) break;
  }
  return hits;
}
