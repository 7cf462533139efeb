import { NOTHING_EXEMPT } from "@plumbline/core/egress/egress-allow.ts";
import { isBlockedHost } from "@plumbline/core/egress/guard.ts";
import type { HttpClient, HttpRequest, HttpResponse } from "@plumbline/core/egress/http-message.ts";
import { AdapterError } from "@plumbline/core/errors/adapter-error.ts";
import { cleanLines, cleanText } from "@plumbline/core/text/clean-text.ts";
import { getTargetPort, parseUrl } from "@plumbline/core/text/parsed-url.ts";
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

/** Sends one search, limited to the call's timeout. Throws BackendFailure if there is no response. */
export async function sendSearch(
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
      throw new BackendFailure(backend, describeTransportError(error, call.timeoutMs));
    throw error;
  }
}

/**
 * Parses the response's body with the schema. Throws a BackendFailure that describes what was received
 * instead.
 */
export function parseResponse<Shape>(
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

/** Returns the failure for an error status that the backend's own table does not cover. */
export function createStatusFailure(backend: BackendName, status: number): BackendFailure {
  if (status === 429) return new BackendFailure(backend, "rate limited");
  if (status === 401 || status === 403)
    return new BackendFailure(backend, `access was refused (${status})`, { keyRefused: true });
  return new BackendFailure(backend, `answered ${status}`);
}

/**
 * Maximum number of entries to read from one list. No real response has more, and validating entries takes
 * time.
 */
const MAX_ENTRIES = 200;

/**
 * Returns a list schema that skips invalid entries and reads only the first 200. A list with only invalid
 * entries is invalid as a whole: the format must have changed, which is not the same as no results.
 */
export function toTolerantList<Entry>(entry: z.ZodType<Entry>) {
  return z.array(z.unknown()).transform((raw, context): Entry[] => {
    const entries = raw.slice(0, MAX_ENTRIES).flatMap((one) => {
      const parsed = entry.safeParse(one);
      return parsed.success ? [parsed.data] : [];
    });
    if (raw.length > 0 && entries.length === 0) context.addIssue("no entry of the list can be read");
    return entries;
  });
}

/** A text that may be missing. Null and other types count as missing. */
export const optionalHitText = z.string().optional().catch(undefined);

function looksLikeHtml(response: HttpResponse): boolean {
  return /html/i.test(response.headers["content-type"] ?? "") || /^\s*</.test(response.text().slice(0, 200));
}

/**
 * Descriptions of transport error codes for the provider chain (Node errors documentation, undici
 * lib/core/errors.js).
 */
const TRANSPORT_FAILURES: readonly (readonly [codes: RegExp, said: string])[] = [
  [/^(?:ENOTFOUND|EAI_\w+)$/, "name could not be resolved"],
  [/^ECONNREFUSED$/, "connection refused"],
  [/^(?:EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, "no route to it"],
  [/^UND_ERR_CONNECT_TIMEOUT$|^ETIMEDOUT$/, "connecting took too long"],
  [/CERT|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH/, "certificate could not be verified"],
  [/^not_http$/, "its answer is not HTTP"],
];

/**
 * Returns why there was no response. Omits the host name, because tenants see the provider chain and the
 * instance is the operator's. `timeoutMs` is the call's timeout.
 */
function describeTransportError({ code, detail }: AdapterError, timeoutMs: number): string {
  const { providerCode = "", status } = detail;
  if (providerCode === "timeout") {
    const within = `within ${Math.round(timeoutMs / 100) / 10} s`;
    return status === undefined
      ? `did not answer ${within}`
      : `answered ${status} but did not finish ${within}`;
  }
  if (code === "validation")
    return status === undefined ? "the request cannot be sent" : "its answer is too large";
  const known = TRANSPORT_FAILURES.find(([codes]) => codes.test(providerCode))?.[1];
  return known ?? (status === undefined ? "connection lost" : `answered ${status} but its answer broke off`);
}

const MAX_TITLE_LENGTH = 300;
const MAX_QUOTE_LENGTH = 2000;
const MAX_QUOTES_PER_HIT = 6;
/** Maximum total length of a hit's quotes. Each quote is analysed several times. */
const MAX_QUOTES_LENGTH = 4_000;
const MAX_URL_LENGTH = 2048;
/**
 * Limits for raw text, applied before cleaning. They are well above the limits for clean text, and keep
 * megabytes from being processed.
 */
const MAX_RAW_HITS = 5 * MAX_HITS;
const MAX_RAW_TITLE_LENGTH = 2_000;
const MAX_RAW_QUOTE_LENGTH = 20_000;

/** A raw hit, whose texts may contain markup and entities. */
export interface RawHit {
  url: string;
  title: string;
  quotes: readonly string[];
  published?: string | undefined;
}

/**
 * Returns the normalised URL of a public page. Returns `undefined` unless it is http or https, has no user
 * name (a phishing trick), and is on a public host. The operator's exemptions do not apply, because readers
 * open citations from inside their own networks.
 */
function parsePageUrl(text: string): URL | undefined {
  const url = text.length > MAX_URL_LENGTH ? undefined : parseUrl(text);
  if (url === undefined) return undefined;
  const web = url.protocol === "http:" || url.protocol === "https:";
  if (!web || url.username !== "" || url.password !== "") return undefined;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return isBlockedHost(host, getTargetPort(url), NOTHING_EXEMPT) ? undefined : url;
}

/** Cuts a text at a word boundary, so that the rest is still verbatim. */
function cutAtWord(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = cutText(text, length);
  const space = cut.lastIndexOf(" ");
  return space > length / 2 ? cut.slice(0, space) : cut;
}

/** Cuts a raw text, and removes a tag or entity that the cut leaves unclosed. */
function takeStart(raw: string, length: number): string {
  return raw.length <= length ? raw : cutText(raw, length).replace(/(?:<[^<>]*|&[#\w]*)$/, "");
}

function cleanHit(raw: RawHit): SearchHit | undefined {
  const url = parsePageUrl(raw.url);
  if (url === undefined) return undefined;
  const quotes = raw.quotes
    .slice(0, MAX_QUOTES_PER_HIT)
    .map((quote) => cutAtWord(cleanLines(takeStart(quote, MAX_RAW_QUOTE_LENGTH)), MAX_QUOTE_LENGTH))
    .filter((quote) => quote !== "");
  if (quotes.length === 0) return undefined;
  let length = 0;
  const kept = quotes.filter((quote) => {
    length += quote.length;
    return length <= MAX_QUOTES_LENGTH;
  });
  return {
    url: url.href,
    title: cutAtWord(cleanText(takeStart(raw.title, MAX_RAW_TITLE_LENGTH)), MAX_TITLE_LENGTH) || url.hostname,
    quotes: kept,
    published: readPublishedDate(raw.published),
  };
}

/**
 * Returns the usable hits in order, cleaned and truncated. A usable hit is a public web page with at least
 * one quote. Returns at most MAX_HITS.
 */
export function cleanHits(raw: readonly RawHit[]): SearchHit[] {
  const hits: SearchHit[] = [];
  for (const one of raw.slice(0, MAX_RAW_HITS)) {
    const hit = cleanHit(one);
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
 * Removes search operators of the meta-search and the HTML page: "!bang", ":language", "<timeout", "?bang"
 * (SearXNG documentation, "Search syntax"; its query.py). A mark without a word has no effect.
 */
export function dropOperators(query: string): string {
  return query.replace(/(^|\s)[!:<?]+(?=[^\s!:<?])/g, "$1");
}
