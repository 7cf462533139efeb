import { cleanText } from "../../text/clean-text.ts";
import { cutText } from "../../text/cut-text.ts";
import { publishedDate } from "./published-date.ts";
import { MAX_HITS, type SearchHit } from "./search-backend.ts";

const MAX_TITLE = 300;
const MAX_QUOTE = 2000;
const MAX_QUOTES_PER_HIT = 6;
const MAX_URL = 2048;

/** A hit as it stood on the wire: any of its texts may hold markup and entities. */
export interface RawHit {
  url: string;
  title: string;
  quotes: readonly string[];
  published?: string | undefined;
}

/** The address of a public page, normalised; `undefined` unless it is http or https and free of user names (a phishing disguise). */
function pageUrl(text: string): URL | undefined {
  if (text.length > MAX_URL || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const web = url.protocol === "http:" || url.protocol === "https:";
  return web && url.username === "" && url.password === "" ? url : undefined;
}

/** A text cut to `length` at a word boundary, so that what remains is still verbatim. */
function cutAtWord(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = cutText(text, length);
  const space = cut.lastIndexOf(" ");
  return space > length / 2 ? cut.slice(0, space) : cut;
}

function searchHit(raw: RawHit): SearchHit | undefined {
  const url = pageUrl(raw.url);
  const quotes = raw.quotes
    .slice(0, MAX_QUOTES_PER_HIT)
    .map((quote) => cutAtWord(cleanText(quote), MAX_QUOTE))
    .filter((quote) => quote !== "");
  if (url === undefined || quotes.length === 0) return undefined;
  return {
    url: url.href,
    title: cutAtWord(cleanText(raw.title), MAX_TITLE) || url.hostname,
    quotes,
    published: publishedDate(raw.published),
  };
}

/** The usable hits in order, cleaned and cut: web pages with something quoted from them, at most MAX_HITS. */
export function searchHits(raw: readonly RawHit[]): SearchHit[] {
  const hits: SearchHit[] = [];
  for (const one of raw) {
    const hit = searchHit(one);
    if (hit !== undefined) hits.push(hit);
    if (hits.length === MAX_HITS) break;
  }
  return hits;
}
