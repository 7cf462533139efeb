import type { CorpusText } from "../corpus/corpus.ts";
import { rankCorpus } from "../corpus/rank.ts";
import { htmlPage, text } from "../server/reply.ts";
import { type ScriptedServer, startScriptedServer } from "../server/scripted-server.ts";
import { bestQuotes } from "./quotes.ts";
import { type SearchDLinks, searchDPage } from "./search-d-page.ts";

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
