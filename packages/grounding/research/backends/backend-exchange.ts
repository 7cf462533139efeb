import { NOTHING_EXEMPT } from "@plumbline/core/egress/egress-allow.ts";
import { isBlockedHost } from "@plumbline/core/egress/guard.ts";
import type { HttpClient, HttpRequest, HttpResponse } from "@plumbline/core/egress/http-message.ts";
import { AdapterError } from "@plumbline/core/errors/adapter-error.ts";
import { cleanLines, cleanText } from "@plumbline/core/text/clean-text.ts";
import { parseUrl, targetPort } from "@plumbline/core/text/parsed-url.ts";
import { cutText } from "@plumbline/core/text/unicode.ts";
import * as z from "zod";
import type { BackendName } from "../outcome.ts";
import { BackendFailure, MAX_HITS, type SearchCall, type SearchHit } from "./search-backend.ts";

/** Dependencies of a backend: its address and its HTTP client. */
export interface BackendConnection {
  http: HttpClient;
  baseUrl: string;
}

type BackendRequest = Pick<HttpRequest, "method" | "url" | "headers"> & { body?: string };

/** Sends one search within the call's time. Throws BackendFailure if there is no response. */
export async function askBackend(
  backend: BackendName,
  http: HttpClient,
  call: SearchCall,
  request: BackendRequest,
): Promise<HttpResponse> {
  try {
    return await (call.http ?? http).send({
      ...request,
      effect: "read",
      timeoutMs: call.timeoutMs,
      signal: call.signal,
    });
  } catch (error) {
    if (error instanceof AdapterError)
      throw new BackendFailure(backend, transportFailure(error, call.timeoutMs));
    throw error;
  }
}

/**
 * Reads the response's body according to the schema. Throws a BackendFailure that describes what was received
 * instead.
 */
export function readAnswer<Shape>(
  backend: BackendName,
  response: HttpResponse,
  schema: z.ZodType<Shape>,
): Shape {
  const json = response.json();
  if (json === undefined) {
    throw new BackendFailure(
      backend,
      looksLikeHtml(response) ? "answered HTML instead of JSON" : "its answer is not JSON",
    );
  }
  const parsed = schema.safeParse(json);
  if (!parsed.success) throw new BackendFailure(backend, "its answer has an unknown shape");
  return parsed.data;
}

/** Returns the meaning of an error status that the backend's own table does not cover. */
export function failureFromStatus(backend: BackendName, status: number): BackendFailure {
  if (status === 429) return new BackendFailure(backend, "rate limited");
  if (status === 401 || status === 403)
    return new BackendFailure(backend, `access was refused (${status})`, { keyRefused: true });
  return new BackendFailure(backend, `answered ${status}`);
}

/**
 * Maximum number of entries to read from one list. No response has as many, and explaining why an entry is
 * invalid takes time.
 */
const MAX_ENTRIES = 200;

/**
 * Returns the schema of a list that skips invalid entries. A list with only invalid entries is invalid as a
 * whole, because the format has changed and that does not mean "nothing found". Reads only the first 200
 * entries.
 */
export function tolerantList<Entry>(entry: z.ZodType<Entry>) {
  return z.array(z.unknown()).transform((raw, context): Entry[] => {
    const entries = raw.slice(0, MAX_ENTRIES).flatMap((one) => {
      const parsed = entry.safeParse(one);
      return parsed.success ? [parsed.data] : [];
    });
    if (raw.length > 0 && entries.length === 0) context.addIssue("no entry of the list can be read");
    return entries;
  });
}

/** A text that may be missing, null or of another type, in which case it counts as missing. */
export const optionalHitText = z.string().optional().catch(undefined);

function looksLikeHtml(response: HttpResponse): boolean {
  return /html/i.test(response.headers["content-type"] ?? "") || /^\s*</.test(response.text().slice(0, 200));
}

/**
 * Transport codes with a description for readers of the provider chain (Node errors documentation, undici
 * lib/core/errors.js).
 */
const SAID: readonly (readonly [codes: RegExp, said: string])[] = [
  [/^(?:ENOTFOUND|EAI_\w+)$/, "name could not be resolved"],
  [/^ECONNREFUSED$/, "connection refused"],
  [/^(?:EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, "no route to it"],
  [/^UND_ERR_CONNECT_TIMEOUT$|^ETIMEDOUT$/, "connecting took too long"],
  [/CERT|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH/, "certificate could not be verified"],
  [/^not_http$/, "its answer is not HTTP"],
];

/**
 * Returns why there was no response, without the host name: the instance is the operator's, and tenants see
 * the provider chain. `timeoutMs` is the call's timeout.
 */
function transportFailure({ code, detail }: AdapterError, timeoutMs: number): string {
  const { providerCode = "", status } = detail;
  if (providerCode === "timeout") {
    const within = `within ${Math.round(timeoutMs / 100) / 10} s`;
    return status === undefined
      ? `did not answer ${within}`
      : `answered ${status} but did not finish ${within}`;
  }
  if (code === "validation")
    return status === undefined ? "the request cannot be sent" : "its answer is too large";
  const known = SAID.find(([codes]) => codes.test(providerCode))?.[1];
  return known ?? (status === undefined ? "connection lost" : `answered ${status} but its answer broke off`);
}

const MAX_TITLE = 300;
const MAX_QUOTE = 2000;
const MAX_QUOTES_PER_HIT = 6;
/** Maximum total length of a hit's quotes, each of which is analysed several times. */
const MAX_QUOTED = 4_000;
const MAX_URL = 2048;
/**
 * Limits for raw text before cleaning. They are well above what is kept, and prevent megabytes from being
 * processed.
 */
const MAX_RAW_HITS = 5 * MAX_HITS;
const MAX_RAW_TITLE = 2_000;
const MAX_RAW_QUOTE = 20_000;

/** A raw hit, whose texts may contain markup and entities. */
export interface RawHit {
  url: string;
  title: string;
  quotes: readonly string[];
  published?: string | undefined;
}

/**
 * Returns the normalised address of a public page. Returns `undefined` unless it is http or https, without a
 * user name (used for phishing), and on a public host: readers follow citations from inside their own
 * networks. An operator's exemptions apply to outgoing requests; cited pages must be public for everyone.
 */
function pageUrl(text: string): URL | undefined {
  const url = text.length > MAX_URL ? undefined : parseUrl(text);
  if (url === undefined) return undefined;
  const web = url.protocol === "http:" || url.protocol === "https:";
  if (!web || url.username !== "" || url.password !== "") return undefined;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return isBlockedHost(host, targetPort(url), NOTHING_EXEMPT) ? undefined : url;
}

/** Returns a text cut to `length` at a word boundary, so that the rest is still verbatim. */
function cutAtWord(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = cutText(text, length);
  const space = cut.lastIndexOf(" ");
  return space > length / 2 ? cut.slice(0, space) : cut;
}

/** Returns the start of a raw text. If it is cut, also removes an unclosed tag or entity. */
function startOf(raw: string, length: number): string {
  return raw.length <= length ? raw : cutText(raw, length).replace(/(?:<[^<>]*|&[#\w]*)$/, "");
}

function searchHit(raw: RawHit): SearchHit | undefined {
  const url = pageUrl(raw.url);
  if (url === undefined) return undefined;
  const quotes = raw.quotes
    .slice(0, MAX_QUOTES_PER_HIT)
    .map((quote) => cutAtWord(cleanLines(startOf(quote, MAX_RAW_QUOTE)), MAX_QUOTE))
    .filter((quote) => quote !== "");
  if (quotes.length === 0) return undefined;
  let quoted = 0;
  const kept = quotes.filter((quote) => {
    quoted += quote.length;
    return quoted <= MAX_QUOTED;
  });
  return {
    url: url.href,
    title: cutAtWord(cleanText(startOf(raw.title, MAX_RAW_TITLE)), MAX_TITLE) || url.hostname,
    quotes: kept,
    published: readPublishedDate(raw.published),
  };
}

/**
 * Returns the usable hits in order, cleaned and truncated: web pages with at least one quote, at most
 * MAX_HITS.
 */
export function searchHits(raw: readonly RawHit[]): SearchHit[] {
  const hits: SearchHit[] = [];
  for (const one of raw.slice(0, MAX_RAW_HITS)) {
    const hit = searchHit(one);
    if (hit !== undefined) hits.push(hit);
    if (hits.length === MAX_HITS) break;
  }
  return hits;
}

const ISO_START = /^(\d{4}-\d{2}-\d{2})(?:$|[T ])/;
const RFC_1123 = /^[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} (?:GMT|UTC|[+-]\d{4})$/;

/**
 * Returns the publication day of a page as YYYY-MM-DD, from an ISO date or time (the day as written) or an
 * RFC 1123 date. Returns `undefined` for anything else, because a guess would be worse than no date.
 */
export function readPublishedDate(text: string | undefined): string | undefined {
  const day = text === undefined ? undefined : ISO_START.exec(text)?.[1];
  if (day !== undefined) return Number.isNaN(Date.parse(day)) ? undefined : day;
  if (text === undefined || !RFC_1123.test(text) || Number.isNaN(Date.parse(text))) return undefined;
  return new Date(Date.parse(text)).toISOString().slice(0, 10);
}

/**
 * Returns the query without the marks that let a word control the search in meta-search and on the HTML page:
 * "!bang", ":language", "<timeout", "?bang" (SearXNG documentation, "Search syntax"; its query.py). A mark
 * that stands alone has no effect.
 */
export function withoutOperators(query: string): string {
  return query.replace(/(^|\s)[!:<?]+(?=[^\s!:<?])/g, "$1");
}
