import type { CorpusText } from "../corpus/corpus.ts";
import { type RankedText, rankCorpus } from "../corpus/rank.ts";
import type { RecordedRequest } from "../server/recorded-request.ts";
import { json, type Message, text } from "../server/reply.ts";
import { type ScriptedServer, startScriptedServer } from "../server/scripted-server.ts";
import { bestQuotes } from "./quotes.ts";
import { searchBBadKey, searchBInvalid } from "./search-b-failures.ts";

/** The key that the server accepts by default. */
export const searchBSandboxKey = "sandbox-search-b-key";

/** Parameters read from the request body. All others are ignored. */
interface Parameters {
  readonly query: string;
  readonly advanced: boolean;
  readonly news: boolean;
  readonly quotesPerSource: number;
  readonly maxResults: number;
}

/** Starts backend B, which speaks the Tavily API: `POST {url}/search` with JSON and a bearer key. */
export function startSearchB(options: {
  texts: readonly CorpusText[];
  apiKey?: string;
  port?: number;
}): Promise<ScriptedServer> {
  const authorization = `Bearer ${options.apiKey ?? searchBSandboxKey}`;
  return startScriptedServer({
    name: "search_b",
    port: options.port,
    handle: (request) => {
      if (request.method !== "POST" || request.path !== "/search") return text("not found", 404);
      if (request.headers.authorization !== authorization) return searchBBadKey();
      const parameters = readParameters(request);
      return typeof parameters === "string" ? searchBInvalid(parameters) : search(parameters, options.texts);
    },
  });
}

/** Returns the parameters, or the error in them. */
function readParameters(request: RecordedRequest): Parameters | string {
  const body = readObject(request);
  if (body === undefined) return "Invalid request body.";
  const { query, search_depth = "basic", topic = "general", chunks_per_source = 3, max_results = 5 } = body;
  if (typeof query !== "string" || query.trim() === "") return "Query is missing.";
  if (query.length > 400) return "Query is too long. Max query length is 400 characters.";
  if (search_depth !== "basic" && search_depth !== "advanced")
    return "Invalid search depth. Must be 'basic' or 'advanced'.";
  if (topic !== "general" && topic !== "news") return "Invalid topic. Must be 'general' or 'news'.";
  if (!isWholeNumber(chunks_per_source, 1, 3)) return "Invalid chunks per source. Must be from 1 to 3.";
  if (!isWholeNumber(max_results, 0, 20)) return "Invalid max results. Must be from 0 to 20.";
  const advanced = search_depth === "advanced";
  return {
    query,
    advanced,
    news: topic === "news",
    quotesPerSource: advanced ? chunks_per_source : 1,
    maxResults: max_results,
  };
}

function readObject(request: RecordedRequest): Readonly<Record<string, unknown>> | undefined {
  try {
    const body = request.json();
    return typeof body === "object" && body !== null ? { ...body } : undefined;
  } catch {
    return undefined;
  }
}

function isWholeNumber(value: unknown, least: number, most: number): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;
}

function search(parameters: Parameters, texts: readonly CorpusText[]): Message {
  const ranked = rankCorpus(texts, parameters.query, parameters.maxResults);
  return json({
    query: parameters.query,
    follow_up_questions: null,
    answer: null,
    images: [],
    results: ranked.map((found) => describe(found, parameters)),
    response_time: 0.42,
    request_id: "00000000-0000-4000-8000-000000000000",
  });
}

/**
 * Describes one result. `content` is one quote or, at advanced depth, several joined by ` [...] `, which does
 * not occur on the page.
 */
function describe({ text: found, score }: RankedText, { query, news, quotesPerSource }: Parameters) {
  const quotes = bestQuotes(found.text, query, { count: quotesPerSource, sentences: 2 });
  return {
    url: found.url,
    title: found.title,
    content: quotes.join(" [...] "),
    score: Number((score / (score + 2)).toFixed(6)),
    raw_content: null,
    ...(news && found.published !== undefined
      ? { published_date: new Date(found.published).toUTCString() }
      : {}),
  };
}
