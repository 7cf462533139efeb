import { joinUrl } from "@plumbline/core/egress/http-message.ts";
import { cleanText } from "@plumbline/core/text/clean-text.ts";
import { cutText } from "@plumbline/core/text/unicode.ts";
import * as z from "zod";
import { fitQuery } from "../../text/fit-query.ts";
import {
  type BackendConnection,
  cleanHits,
  createStatusFailure,
  dropOperators,
  optionalHitText,
  parseResponse,
  type RawHit,
  readPublishedDate,
  sendSearch,
  toTolerantList,
} from "./backend-exchange.ts";
import { BackendFailure, type SearchBackend, type SearchResponse } from "./search-backend.ts";

const NAME = "search_c";
/** The instance has no limit, but its engines do. */
const QUERY_LIMITS = { characters: 399, words: 50 };
/** SearXNG's value for no preferred language. */
const ANY_LANGUAGE = "all";
const MAX_LISTED_ENGINES = 10;
const MAX_ENGINE_LENGTH = 80;

const resultSchema = z.object({
  url: z.string(),
  title: z.string().catch(""),
  content: z.string().catch(""),
  /** Some engines use a relative time ("3 hours ago"). `pubdate` then contains the date. */
  publishedDate: optionalHitText,
  pubdate: optionalHitText,
});
const infoboxSchema = z.object({
  infobox: z.string().catch(""),
  id: optionalHitText,
  content: z.string(),
  urls: toTolerantList(z.object({ url: z.string() })).catch([]),
});
const directAnswerSchema = z.object({ url: z.string(), answer: z.string() });
const downEngineSchema = z.tuple([z.string()], z.unknown());

const responseSchema = z.object({
  results: toTolerantList(resultSchema),
  /** Old versions return plain strings here, which cannot be cited. */
  answers: toTolerantList(directAnswerSchema).catch([]),
  infoboxes: toTolerantList(infoboxSchema).catch([]),
  unresponsive_engines: toTolerantList(downEngineSchema).catch([]),
});
type ResponseBody = z.infer<typeof responseSchema>;

/**
 * Returns the page that an infobox quotes: its `id`, if that is a URL. Its `urls` are links on that page,
 * usually with the official site first, which has other text (SearXNG searx/engines/wikidata.py,
 * wikipedia.py).
 */
function findInfoboxPage({ id = "", urls }: z.infer<typeof infoboxSchema>): string {
  return /^https?:\/\//i.test(id) ? id : (urls[0]?.url ?? "");
}

function collectRawHits(body: ResponseBody): RawHit[] {
  return [
    ...body.infoboxes.map((box) => ({
      url: findInfoboxPage(box),
      title: box.infobox,
      quotes: [box.content],
    })),
    ...body.answers.map((one) => ({ url: one.url, title: "", quotes: [one.answer] })),
    ...body.results.map((hit) => ({
      url: hit.url,
      title: hit.title,
      quotes: [hit.content],
      published: readPublishedDate(hit.publishedDate) ?? readPublishedDate(hit.pubdate),
    })),
  ];
}

function listEngines(engines: ResponseBody["unresponsive_engines"]): string {
  const listed = engines.slice(0, MAX_LISTED_ENGINES).map(([name, reason]) => {
    const why = typeof reason === "string" && reason !== "" ? ` (${reason})` : "";
    return cutText(cleanText(cutText(`${name}${why}`, 2 * MAX_ENGINE_LENGTH)), MAX_ENGINE_LENGTH);
  });
  return listed.join(", ");
}

/**
 * Handles a response without results. Throws BackendFailure if engines are listed as down. Otherwise returns
 * a suspect response, because the instance hides suspended engines.
 */
function handleEmpty(down: string): SearchResponse {
  if (down !== "") throw new BackendFailure(NAME, `all engines are down: ${down}`);
  return { hits: [], notes: [], suspect: "found nothing and named no engine (suspended engines are hidden)" };
}

/**
 * Creates the self-hosted meta-search, in the wire format of SearXNG (GET search?format=json). It sends a 200
 * with empty results if all engines are down, and a 403 if JSON is turned off (SearXNG documentation, "Search
 * API"; its `search.formats` setting).
 */
export function createSearchC(connection: BackendConnection): SearchBackend {
  return {
    name: NAME,
    async search(call) {
      const url = joinUrl(connection.baseUrl, "search");
      url.searchParams.set("q", fitQuery(dropOperators(call.query), QUERY_LIMITS));
      url.searchParams.set("format", "json");
      url.searchParams.set("language", call.language ?? ANY_LANGUAGE);
      url.searchParams.set("pageno", "1");
      url.searchParams.set("categories", "general");
      const headers = { accept: "application/json" };
      const response = await sendSearch(NAME, connection.http, call, { method: "GET", url, headers });
      if (response.status === 403)
        throw new BackendFailure(NAME, "JSON is switched off; add json to search.formats");
      if (!response.ok) throw createStatusFailure(NAME, response.status);
      const body = parseResponse(NAME, response, responseSchema);
      const found = collectRawHits(body);
      const down = listEngines(body.unresponsive_engines);
      if (found.length === 0) return handleEmpty(down);
      const text = `Some engines of search_c did not answer: ${down}.`;
      return { hits: cleanHits(found), notes: down === "" ? [] : [{ kind: "engine_unavailable", text }] };
    },
  };
}
