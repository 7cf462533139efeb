import { joinUrl } from "@plumbline/core/egress/http-message.ts";
import { cleanText } from "@plumbline/core/text/clean-text.ts";
import { cutText } from "@plumbline/core/text/unicode.ts";
import * as z from "zod";
import { fitQuery } from "../../text/fit-query.ts";
import {
  askBackend,
  type BackendConnection,
  failureFromStatus,
  optionalHitText,
  type RawHit,
  readAnswer,
  readPublishedDate,
  searchHits,
  tolerantList,
  withoutOperators,
} from "./backend-exchange.ts";
import { BackendFailure, type SearchAnswer, type SearchBackend } from "./search-backend.ts";

const NAME = "search_c";
/** The instance has no limit of its own, but its engines have. */
const QUERY_LIMITS = { characters: 399, words: 50 };
/** SearXNG's value for no preferred language. */
const ANY_LANGUAGE = "all";
const MAX_ENGINES_NAMED = 10;
const MAX_ENGINE = 80;

const result = z.object({
  url: z.string(),
  title: z.string().catch(""),
  content: z.string().catch(""),
  /** Some engines write it for people ("3 hours ago"). `pubdate` then contains the date. */
  publishedDate: optionalHitText,
  pubdate: optionalHitText,
});
const infobox = z.object({
  infobox: z.string().catch(""),
  id: optionalHitText,
  content: z.string(),
  urls: tolerantList(z.object({ url: z.string() })).catch([]),
});
const directAnswer = z.object({ url: z.string(), answer: z.string() });
const downEngine = z.tuple([z.string()], z.unknown());

const answer = z.object({
  results: tolerantList(result),
  /** Old versions return plain strings here, which cannot be cited. */
  answers: tolerantList(directAnswer).catch([]),
  infoboxes: tolerantList(infobox).catch([]),
  unresponsive_engines: tolerantList(downEngine).catch([]),
});
type Answer = z.infer<typeof answer>;

/**
 * Returns the page that an infobox quotes: its `id`, if that is an address. Its `urls` are links on the page,
 * usually starting with the official site, which says something else (SearXNG searx/engines/wikidata.py,
 * wikipedia.py).
 */
function infoboxPage({ id = "", urls }: z.infer<typeof infobox>): string {
  return /^https?:\/\//i.test(id) ? id : (urls[0]?.url ?? "");
}

function rawHits(body: Answer): RawHit[] {
  return [
    ...body.infoboxes.map((box) => ({ url: infoboxPage(box), title: box.infobox, quotes: [box.content] })),
    ...body.answers.map((one) => ({ url: one.url, title: "", quotes: [one.answer] })),
    ...body.results.map((hit) => ({
      url: hit.url,
      title: hit.title,
      quotes: [hit.content],
      published: readPublishedDate(hit.publishedDate) ?? readPublishedDate(hit.pubdate),
    })),
  ];
}

function nameEngines(engines: Answer["unresponsive_engines"]): string {
  const named = engines.slice(0, MAX_ENGINES_NAMED).map(([name, reason]) => {
    const why = typeof reason === "string" && reason !== "" ? ` (${reason})` : "";
    return cutText(cleanText(cutText(`${name}${why}`, 2 * MAX_ENGINE)), MAX_ENGINE);
  });
  return named.join(", ");
}

/**
 * Handles an empty response. Throws a failure if engines are listed as down. Otherwise returns a suspect
 * answer, because the instance hides suspended engines.
 */
function emptyAnswer(down: string): SearchAnswer {
  if (down !== "") throw new BackendFailure(NAME, `all engines are down: ${down}`);
  return { hits: [], notes: [], suspect: "found nothing and named no engine (suspended engines are hidden)" };
}

/**
 * Creates the self-hosted meta-search, in the wire format of SearXNG (GET search?format=json). If all engines
 * are down, it sends a 200 with empty results, and if JSON is turned off, a 403 (SearXNG documentation,
 * "Search API"; its `search.formats` setting).
 */
export function createSearchC(connection: BackendConnection): SearchBackend {
  return {
    name: NAME,
    async search(call) {
      const url = joinUrl(connection.baseUrl, "search");
      url.searchParams.set("q", fitQuery(withoutOperators(call.query), QUERY_LIMITS));
      url.searchParams.set("format", "json");
      url.searchParams.set("language", call.language ?? ANY_LANGUAGE);
      url.searchParams.set("pageno", "1");
      url.searchParams.set("categories", "general");
      const headers = { accept: "application/json" };
      const response = await askBackend(NAME, connection.http, call, { method: "GET", url, headers });
      if (response.status === 403)
        throw new BackendFailure(NAME, "JSON is switched off; add json to search.formats");
      if (!response.ok) throw failureFromStatus(NAME, response.status);
      const body = readAnswer(NAME, response, answer);
      const found = rawHits(body);
      const down = nameEngines(body.unresponsive_engines);
      if (found.length === 0) return emptyAnswer(down);
      const text = `Some engines of search_c did not answer: ${down}.`;
      return { hits: searchHits(found), notes: down === "" ? [] : [{ kind: "engine_unavailable", text }] };
    },
  };
}
