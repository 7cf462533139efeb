import type { CorpusText } from "../corpus/corpus.ts";
import { rankCorpus } from "../corpus/rank.ts";
import { htmlPage, json, type Message, text } from "../server/reply.ts";
import { type ScriptedServer, startScriptedServer } from "../server/scripted-server.ts";
import { escapeHtml, highlight } from "./markup.ts";
import { bestQuotes } from "./quotes.ts";
import {
  type SearchCDirectAnswer,
  type SearchCInfobox,
  type SearchCResult,
  searchCAnswer,
  type UnresponsiveEngine,
} from "./search-c-answer.ts";
import { searchCJsonOff } from "./search-c-failures.ts";

/** Settings of an instance of backend C. */
export interface SearchCOptions {
  readonly texts: readonly CorpusText[];
  /** True if the instance offers the format `json`. Defaults to true. */
  readonly jsonEnabled?: boolean;
  /** Engines that fail, in addition to the one that answers. */
  readonly unresponsiveEngines?: readonly UnresponsiveEngine[];
  readonly infoboxes?: readonly SearchCInfobox[];
  readonly answers?: readonly SearchCDirectAnswer[];
  readonly port?: number;
}

/**
 * Starts backend C, which speaks the SearXNG API: `GET` or `POST {url}/search`, with ten results per page and
 * no key.
 */
export function startSearchC(options: SearchCOptions): Promise<ScriptedServer> {
  return startScriptedServer({
    name: "search_c",
    port: options.port,
    handle: (request) => {
      if (request.path !== "/search") return text("not found", 404);
      return search(request.method === "POST" ? request.form() : request.query, options);
    },
  });
}

function search(parameters: URLSearchParams, options: SearchCOptions): Message {
  const query = parameters.get("q") ?? "";
  const asJson = parameters.get("format") === "json";
  if (asJson && options.jsonEnabled === false) return searchCJsonOff();
  if (query.trim() === "") return asJson ? json({ error: "No query" }, 400) : htmlPage(page("", []));
  const pageNumber = parameters.get("pageno") ?? "1";
  if (!/^[1-9]\d*$/.test(pageNumber))
    return json({ error: `Invalid value "${pageNumber}" for parameter pageno` }, 400);
  const results = find(query, Number(pageNumber), options.texts);
  if (!asJson) return htmlPage(page(query, results));
  const { infoboxes = [], answers = [], unresponsiveEngines = [] } = options;
  return json(searchCAnswer({ query, results, infoboxes, answers, unresponsiveEngines }));
}

function find(query: string, pageNumber: number, texts: readonly CorpusText[]): readonly SearchCResult[] {
  return rankCorpus(texts, query, pageNumber * 10)
    .slice((pageNumber - 1) * 10)
    .map(({ text: found, score }) => ({
      url: found.url,
      title: found.title,
      content: bestQuotes(found.text, query, { count: 1, sentences: 2 }).join(),
      score,
      ...(found.published === undefined ? {} : { publishedDate: `${found.published}T00:00:00` }),
    }));
}

function page(query: string, results: readonly SearchCResult[]): string {
  const articles = results.map(
    ({ url, title, content }) =>
      `<article class="result result-default"><h3><a href="${escapeHtml(url)}">${highlight(title, query, "span")}</a></h3>` +
      `<p class="content">${highlight(content, query, "span")}</p></article>`,
  );
  return `<!DOCTYPE html>\n<html><head><title>${escapeHtml(query)} - SearXNG</title></head><body>${articles.join("\n")}</body></html>`;
}
