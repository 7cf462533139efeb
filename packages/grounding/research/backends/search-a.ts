import type { Secret } from "@plumbline/core/access/secret.ts";
import { type HttpResponse, joinUrl } from "@plumbline/core/egress/http-message.ts";
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

const NAME = "search_a";
const QUERY_LIMITS = { characters: 400, words: 50 };
const KEY_HEADER = "x-subscription-token";
const BAD_KEY_CODES = ["SUBSCRIPTION_TOKEN_INVALID", "SUBSCRIPTION_NOT_FOUND"];

const resultSchema = z.object({
  url: z.string(),
  title: z.string().catch(""),
  description: optionalHitText,
  extra_snippets: toTolerantList(z.string()).catch([]),
  page_age: optionalHitText,
});

/** A successful response without results has no `web`. An error has another `type`, with any status. */
const responseSchema = z.object({
  type: optionalHitText.refine((type) => type === undefined || type === "search"),
  web: z.object({ results: toTolerantList(resultSchema) }).nullish(),
});

const errorSchema = z.object({ code: z.string(), meta: z.unknown() });
const errorBodySchema = z.union([
  z.object({ error: errorSchema }).transform((body) => body.error),
  z.object({ errors: z.tuple([errorSchema], z.unknown()) }).transform((body) => body.errors[0]),
]);

/**
 * Reads the failure from an error body. The status is less precise: a bad key is a 422 or a 404, and so is a
 * bad parameter. Codes are from the Brave Search API reference, "Errors".
 */
function readFailure(response: HttpResponse): BackendFailure {
  const error = errorBodySchema.safeParse(response.json());
  const code = error.success ? error.data.code : "";
  if (BAD_KEY_CODES.includes(code))
    return new BackendFailure(NAME, "the API key was refused", { keyRefused: true });
  if (code === "QUOTA_LIMITED") return new BackendFailure(NAME, "quota used up");
  if (code === "RATE_LIMITED") return new BackendFailure(NAME, "rate limited");
  if (code === "VALIDATION") {
    const aboutKey = JSON.stringify(error.data?.meta ?? null)
      .toLowerCase()
      .includes(KEY_HEADER);
    if (aboutKey) return new BackendFailure(NAME, "the API key is missing", { keyRefused: true });
    return new BackendFailure(NAME, "refused the query as invalid");
  }
  return createStatusFailure(NAME, response.status);
}

/**
 * Creates the first commercial search, in the wire format of the Brave Search API (GET web/search). Turns off
 * spell checking, which silently replaces a rare surname with a common one, and decorations, which would end
 * up inside the quotes.
 */
export function createSearchA(connection: BackendConnection & { apiKey: Secret }): SearchBackend {
  return {
    name: NAME,
    async search(call) {
      const url = joinUrl(connection.baseUrl, "web/search");
      url.searchParams.set("q", fitQuery(call.query, QUERY_LIMITS));
      url.searchParams.set("count", String(MAX_HITS));
      url.searchParams.set("text_decorations", "false");
      url.searchParams.set("spellcheck", "false");
      url.searchParams.set("extra_snippets", "true");
      const headers = { accept: "application/json", [KEY_HEADER]: connection.apiKey.reveal() };
      const response = await sendSearch(NAME, connection.http, call, { method: "GET", url, headers });
      if (!response.ok) throw readFailure(response);
      const { web } = parseResponse(NAME, response, responseSchema);
      const hits = (web?.results ?? []).map((hit) => ({
        url: hit.url,
        title: hit.title,
        quotes: hit.description === undefined ? hit.extra_snippets : [hit.description, ...hit.extra_snippets],
        published: hit.page_age,
      }));
      return { hits: cleanHits(hits), notes: [] };
    },
  };
}
