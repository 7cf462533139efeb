import type { CorpusText } from "../corpus/corpus.ts";
import { rankCorpus } from "../corpus/rank.ts";
import type { RecordedRequest } from "../server/recorded-request.ts";
import { json, type Message, text } from "../server/reply.ts";
import { type ScriptedServer, startScriptedServer } from "../server/scripted-server.ts";
import { escapeHtml, highlight } from "./markup.ts";
import { bestQuotes } from "./quotes.ts";
import { searchABadKey, searchARateHeaders, searchAValidation } from "./search-a-failures.ts";

/** The key that the server accepts by default. */
export const searchASandboxKey = "sandbox-search-a-key";

/**
 * Starts backend A, which speaks the Brave Search API: `GET {url}/res/v1/web/search`, with the key in
 * `x-subscription-token`. Checks the key before the parameters.
 */
export function startSearchA(options: {
  texts: readonly CorpusText[];
  apiKey?: string;
  port?: number;
}): Promise<ScriptedServer> {
  const apiKey = options.apiKey ?? searchASandboxKey;
  let answered = 0;
  return startScriptedServer({
    name: "search_a",
    port: options.port,
    handle: (request) => {
      if (request.method !== "GET" || request.path !== "/res/v1/web/search") return text("not found", 404);
      answered += 1;
      const headers = searchARateHeaders({ second: 0, month: 15_000 - answered });
      const refusal = refuseKey(request, apiKey) ?? refuseParameters(request.query);
      return { ...(refusal ?? search(request.query, options.texts)), headers };
    },
  });
}

function refuseKey(request: RecordedRequest, apiKey: string): Message | undefined {
  const key = request.headers["x-subscription-token"];
  if (key === undefined) return searchAValidation(["header", "x-subscription-token"], "Field required");
  return key === apiKey ? undefined : searchABadKey();
}

function refuseParameters(query: URLSearchParams): Message | undefined {
  const q = query.get("q")?.trim() ?? "";
  if (q === "") return searchAValidation(["query", "q"], "Field required");
  if (q.length > 400) return searchAValidation(["query", "q"], "String should have at most 400 characters");
  if (q.split(/\s+/).length > 50)
    return searchAValidation(["query", "q"], "Query should have at most 50 words");
  if (!isWithin(query.get("count"), 1, 20))
    return searchAValidation(["query", "count"], "Input should be from 1 to 20");
  if (!isWithin(query.get("offset"), 0, 9))
    return searchAValidation(["query", "offset"], "Input should be from 0 to 9");
  return undefined;
}

function isWithin(value: string | null, least: number, most: number): boolean {
  return value === null || (/^\d+$/.test(value) && Number(value) >= least && Number(value) <= most);
}

/** Answers a search. Omits `web` if nothing is found. */
function search(query: URLSearchParams, texts: readonly CorpusText[]): Message {
  const q = query.get("q") ?? "";
  const count = Number(query.get("count") ?? 20);
  const skipped = Number(query.get("offset") ?? 0) * count;
  const ranked = rankCorpus(texts, q, skipped + count + 1);
  const results = ranked.slice(skipped, skipped + count).map((found) => describe(found.text, q, query));
  const answer = {
    type: "search",
    query: { original: q, more_results_available: ranked.length > skipped + count },
    mixed: {
      type: "mixed",
      main: results.map((_, index) => ({ type: "web", index, all: false })),
      top: [],
      side: [],
    },
  };
  if (results.length === 0) return json(answer);
  return json({ ...answer, web: { type: "search", results, family_friendly: true } });
}

function describe(found: CorpusText, q: string, query: URLSearchParams) {
  const decorated = query.get("text_decorations") !== "false";
  const write = (quote: string) => (decorated ? highlight(quote, q, "strong") : escapeHtml(quote));
  const [description = "", ...extra] = bestQuotes(found.text, q, { count: 6, sentences: 2 }).map(write);
  const { protocol, hostname, host, pathname } = new URL(found.url);
  return {
    title: found.title,
    url: found.url,
    is_source_local: false,
    is_source_both: false,
    description,
    ...(found.published === undefined ? {} : { page_age: `${found.published}T00:00:00` }),
    language: "en",
    family_friendly: true,
    type: "search_result",
    subtype: "generic",
    meta_url: { scheme: protocol.slice(0, -1), netloc: host, hostname, path: `› ${pathname.slice(1)}` },
    ...(query.get("extra_snippets") === "true" && extra.length > 0 ? { extra_snippets: extra } : {}),
  };
}
