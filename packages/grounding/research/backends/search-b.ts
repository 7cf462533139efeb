import type { Secret } from "@plumbline/core/access/secret.ts";
import { joinUrl } from "@plumbline/core/egress/http-message.ts";
import * as z from "zod";
import { fitQuery } from "../../text/fit-query.ts";
import {
  type BackendConnection,
  cleanHits,
  createStatusFailure,
  optionalHitText,
  parseResponse,
  sendSearch,
  toTolerantList,
} from "./backend-exchange.ts";
import { BackendFailure, MAX_HITS, type SearchBackend } from "./search-backend.ts";

const NAME = "search_b";
const QUERY_LIMITS = { characters: 399 };

/**
 * Separates the quotes of a page in `content` at advanced depth. Each part is verbatim, but the joined string
 * is not.
 */
const QUOTE_SEPARATOR = "[...]";
const QUOTES_PER_PAGE = 3;

const responseSchema = z.object({
  results: toTolerantList(
    z.object({
      url: z.string(),
      title: z.string().catch(""),
      content: z.string().catch(""),
      published_date: optionalHitText,
    }),
  ),
});

/**
 * Returns the failure for a status. 432 is the plan's limit and 433 the pay-as-you-go limit (Tavily API
 * reference).
 */
function createFailure(status: number): BackendFailure {
  if (status === 401) return new BackendFailure(NAME, "the API key was refused", { keyRefused: true });
  if (status === 432 || status === 433) return new BackendFailure(NAME, "quota used up");
  if (status === 400) return new BackendFailure(NAME, "refused the query as invalid");
  return createStatusFailure(NAME, status);
}

/**
 * Creates the second commercial search, in the wire format of the Tavily API (POST search). Requests quotes
 * aligned to the query.
 */
export function createSearchB(connection: BackendConnection & { apiKey: Secret }): SearchBackend {
  return {
    name: NAME,
    async search(call) {
      const response = await sendSearch(NAME, connection.http, call, {
        method: "POST",
        url: joinUrl(connection.baseUrl, "search"),
        headers: {
          accept: "application/json",
          "content-type": "application/json",
          authorization: `Bearer ${connection.apiKey.reveal()}`,
        },
        body: JSON.stringify({
          query: fitQuery(call.query, QUERY_LIMITS),
          search_depth: "advanced",
          chunks_per_source: QUOTES_PER_PAGE,
          max_results: MAX_HITS,
          include_answer: false,
          include_raw_content: false,
          auto_parameters: false,
        }),
      });
      if (!response.ok) throw createFailure(response.status);
      const hits = parseResponse(NAME, response, responseSchema).results.map((hit) => ({
        url: hit.url,
        title: hit.title,
        quotes: hit.content.split(QUOTE_SEPARATOR),
        published: hit.published_date,
      }));
      return { hits: cleanHits(hits), notes: [] };
    },
  };
}
