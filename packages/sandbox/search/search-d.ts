import { createHash } from "node:crypto";
import type { CorpusText } from "../corpus/corpus.ts";
import { rankCorpus } from "../corpus/rank.ts";
import { htmlPage, text } from "../server/reply.ts";
import { type ScriptedServer, startScriptedServer } from "../server/scripted-server.ts";
import { escapeHtml, highlight } from "./markup.ts";
import { bestQuotes } from "./quotes.ts";

/** Maximum length of a query, in characters. */
const longestQuery = 499;

/** Starts backend D, a page with DuckDuckGo's markup: `POST` or `GET {url}/html/` with `q`, ten results. */
export function startSearchD(options: {
  texts: readonly CorpusText[];
  links?: SearchDLinks;
  port?: number;
}): Promise<ScriptedServer> {
  return startScriptedServer({
    name: "search_d",
    port: options.port,
    handle: (request) => {
      if (request.path !== "/html/") return text("not found", 404);
      const query = (request.method === "POST" ? request.form() : request.query).get("q") ?? "";
      const ranked = query.length > longestQuery ? [] : rankCorpus(options.texts, query, 10);
      const results = ranked.map(({ text: found }) => ({
        ...found,
        snippet: bestQuotes(found.text, query, { count: 1, sentences: 2 }).join(),
      }));
      return htmlPage(searchDPage(query, results, options.links ?? "redirect"));
    },
  });
}

/** One result as the page shows it. */
interface SearchDResult {
  readonly url: string;
  readonly title: string;
  readonly snippet: string;
  /** Calendar date, shown next to the address. */
  readonly published?: string;
}

/**
 * Form of the links of organic results: a redirect page that contains the address or, occasionally since
 * 2026, the address itself.
 */
export type SearchDLinks = "redirect" | "direct";

/** Returns the result page. If there are results, an advertisement comes first. */
export function searchDPage(query: string, results: readonly SearchDResult[], links: SearchDLinks): string {
  const blocks = results.map((result) => organicResult(result, query, links));
  const list = results.length === 0 ? [noResult] : [advertisement(query), ...blocks];
  return `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml">
<head><title>${escapeHtml(query)} at DuckDuckGo</title></head>
<body class="body--html">
<form name="x" id="search_form" class="header__form" action="/html/" method="post">
<input class="search__input" name="q" autocomplete="off" type="text" value="${escapeHtml(query)}" />
</form>
<div class="serp__results"><div id="links" class="results">
${list.join("\n")}
</div></div>
</body>
</html>
`;
}

function organicResult(
  { url, title, snippet, published }: SearchDResult,
  query: string,
  links: SearchDLinks,
): string {
  const href = escapeHtml(links === "direct" ? url : redirectThrough(url));
  const date = published === undefined ? "" : `<span>&nbsp; &nbsp; ${published}T00:00:00.0000000</span>`;
  return `<div class="result results_links results_links_deep web-result ">
  <div class="links_main links_deep result__body">
    <h2 class="result__title">
      <a rel="nofollow" class="result__a" href="${href}">${highlight(title, query, "b")}</a>
    </h2>
    <div class="result__extras"><div class="result__extras__url">
      <a class="result__url" href="${href}">${escapeHtml(url.replace(/^https?:\/\//, ""))}</a>${date}
    </div></div>
    <a class="result__snippet" href="${href}">${highlight(snippet, query, "b")}</a>
    <div class="clear"></div>
  </div>
</div>`;
}

function redirectThrough(url: string): string {
  const rut = createHash("sha256").update(url).digest("hex");
  return `//duckduckgo.com/l/?uddg=${encodeURIComponent(url)}&rut=${rut}`;
}

function advertisement(query: string): string {
  const href = "https://duckduckgo.com/y.js?ad_domain=shop.example&amp;ad_provider=sandbox&amp;ad_type=txad";
  return `<div class="result results_links results_links_deep result--ad ">
  <div class="links_main links_deep result__body">
    <h2 class="result__title"><a rel="nofollow" class="result__a" href="${href}">${escapeHtml(query)} on sale</a></h2>
    <button class="badge--ad">Ad</button>
    <a class="result__snippet" href="${href}">Great prices on ${highlight(query, query, "b")}.</a>
  </div>
</div>`;
}

/** The "no results" note has the classes of a result, and a title without a link. */
const noResult = `<div class="result results_links results_links_deep web-result result--no-result">
  <div class="links_main links_deep result__body">
    <h2 class="result__title"></h2>
    <div class="no-results">No results found.</div>
  </div>
</div>`;
