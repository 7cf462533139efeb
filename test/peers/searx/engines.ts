import type { CorpusText } from "@plumbline/sandbox/corpus/corpus.ts";
import { rankCorpus } from "@plumbline/sandbox/corpus/rank.ts";
import { highlight } from "@plumbline/sandbox/search/markup.ts";
import { bestQuotes } from "@plumbline/sandbox/search/quotes.ts";
import { json, type Message } from "@plumbline/sandbox/server/reply.ts";
import { type ScriptedServer, startScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";

/**
 * The search engines behind searx and the sites each of them knows; with the encyclopedia they are those of
 * settings.yml.
 */
const SITES: ReadonlyMap<string, readonly string[]> = new Map([
  ["reference", ["almanac.example", "biographies.example", "people.example.net"]],
  ["library", ["science-notes.example", "archive.example.org"]],
  ["newsroom", ["newsdesk.example", "www.gazette.example.com"]],
]);
const RESULTS_PER_ENGINE = 10;

/**
 * The engines that searx asks, all on one port: `GET /{engine}?q=…` answers with results in marked-up quotes,
 * and `GET /encyclopedia/{language}/{title}` with the summary that becomes an infobox.
 */
export function startEngines(texts: readonly CorpusText[]): Promise<ScriptedServer> {
  return startScriptedServer({
    name: "engines",
    handle: ({ path, query }) => {
      const [, engine = "", , title = ""] = path.split("/").map(decodeURIComponent);
      if (engine === "encyclopedia") return summary(texts, title);
      const sites = SITES.get(engine);
      if (sites === undefined) return json({ error: "no such engine" }, 404);
      const known = texts.filter(({ url }) => sites.includes(new URL(url).host));
      return search(known, query.get("q") ?? "");
    },
  });
}

function search(texts: readonly CorpusText[], query: string): Message {
  const results = rankCorpus(texts, query, RESULTS_PER_ENGINE).map(({ text: { url, title, text } }) => ({
    url,
    title,
    content: highlight(bestQuotes(text, query, { count: 1, sentences: 2 }).join(), query, "b"),
  }));
  return json({ results });
}

/**
 * As Wikipedia's REST API describes a page (`/page/summary/{title}`): one under this very title, or one that
 * lists namesakes.
 */
function summary(texts: readonly CorpusText[], title: string): Message {
  const [page, ...namesakes] = texts.filter((text) => text.title === title);
  if (page === undefined) return json({ type: "not_found" }, 404);
  return json({
    type: namesakes.length === 0 ? "standard" : "disambiguation",
    title,
    content_urls: { desktop: { page: page.url } },
    extract: page.text,
  });
}
