import { parseUrl } from "@plumbline/core/text/parsed-url.ts";
import { Parser } from "htmlparser2";
import { fitQuery } from "../../text/fit-query.ts";
import {
  type BackendConnection,
  cleanHits,
  createStatusFailure,
  dropOperators,
  type RawHit,
  sendSearch,
} from "./backend-exchange.ts";
import { BackendFailure, type SearchBackend } from "./search-backend.ts";

const NAME = "search_d";
const QUERY_LIMITS = { characters: 499 };
/** The page responds only to browsers. */
const USER_AGENT = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";

/**
 * Creates a client of a public search's HTML page, for development only: it breaks and gets blocked easily.
 * The markup is that of DuckDuckGo's page without scripts.
 */
export function createSearchD(connection: BackendConnection): SearchBackend {
  return {
    name: NAME,
    async search(call) {
      const url = new URL(connection.baseUrl);
      const response = await sendSearch(NAME, connection.http, call, {
        method: "POST",
        url,
        headers: {
          accept: "text/html",
          "content-type": "application/x-www-form-urlencoded",
          "user-agent": USER_AGENT,
          referer: url.href,
        },
        body: new URLSearchParams({
          q: fitQuery(dropOperators(call.query), QUERY_LIMITS),
          b: "",
          kl: "wt-wt",
        }).toString(),
      });
      if (!response.ok) throw createStatusFailure(NAME, response.status);
      const page = readResultPage(response.text(), url.href);
      if (page.kind === "blocked") throw new BackendFailure(NAME, "blocked by a challenge page");
      if (page.kind === "unknown")
        throw new BackendFailure(NAME, "answered a page that is not a list of results");
      return { hits: cleanHits(page.hits), notes: [] };
    },
  };
}

/** The content of the public search's HTML page. */
export type ResultPage =
  | { kind: "results"; hits: readonly RawHit[] }
  /** A challenge instead of results, with status 202 or 200. */
  | { kind: "blocked" }
  | { kind: "unknown" };

interface ParsedResult extends RawHit {
  advertisement: boolean;
  quotes: string[];
}

/** Maximum nesting depth. The parser's work per tag grows with depth. A result page is about twenty deep. */
const MAX_DEPTH = 1_000;
/** Maximum number of UTF-16 code units of a page to read: ten times a full list of results. */
const MAX_PAGE_LENGTH = 1_000_000;

const BLOCK_PAGE = /anomaly-modal|anomaly\.js|id=["']?challenge-form/;

/**
 * Returns the URL that a result's link leads to. A link is direct or wrapped as `//host/l/?uddg=<address>`.
 * Returns an empty string if it cannot be parsed.
 */
function resolveResultLink(href: string, base: string): string {
  const url = href === "" ? undefined : parseUrl(href, base);
  if (url === undefined) return "";
  return (url.pathname === "/l/" ? url.searchParams.get("uddg") : null) ?? url.href;
}

/**
 * Reads DuckDuckGo's HTML page. `.result` contains `a.result__a[href]` (the title) and `.result__snippet`;
 * `.result--ad` is an advertisement; `.no-results` means that nothing was found. Stops at a depth that no
 * result page has. Returns title and snippet as raw markup, which `cleanHits` cleans.
 */
export function readResultPage(page: string, base: string): ResultPage {
  const html = page.slice(0, MAX_PAGE_LENGTH);
  const results: ParsedResult[] = [];
  let part: "title" | "snippet" | undefined;
  let partStart = 0;
  let partDepth = 0;
  let pageDepth = 0;
  let saysNothingFound = false;
  const parser = new Parser({
    onopentag(_name, attributes) {
      pageDepth += 1;
      if (pageDepth > MAX_DEPTH) parser.pause();
      if (part !== undefined) {
        partDepth += 1;
        return;
      }
      const classes = (attributes.class ?? "").split(/\s+/);
      const result = results.at(-1);
      saysNothingFound ||= classes.includes("no-results");
      if (classes.includes("result")) {
        results.push({ url: "", title: "", quotes: [], advertisement: classes.includes("result--ad") });
      } else if (result !== undefined && classes.includes("result__a")) {
        part = "title";
        result.url = resolveResultLink(attributes.href ?? "", base);
      } else if (result !== undefined && classes.includes("result__snippet")) {
        part = "snippet";
      }
      partStart = parser.endIndex + 1;
    },
    onclosetag() {
      pageDepth -= 1;
      if (part === undefined) return;
      if (partDepth > 0) {
        partDepth -= 1;
        return;
      }
      const markup = html.slice(partStart, parser.startIndex);
      const result = results.at(-1);
      if (part === "title" && result !== undefined) result.title = markup;
      if (part === "snippet") result?.quotes.push(markup);
      part = undefined;
    },
  });
  parser.end(html);
  const found = results.filter((result) => result.url !== "");
  if (found.length > 0) return { kind: "results", hits: found.filter((result) => !result.advertisement) };
  if (BLOCK_PAGE.test(html)) return { kind: "blocked" };
  return saysNothingFound ? { kind: "results", hits: [] } : { kind: "unknown" };
}
