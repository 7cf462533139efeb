import { createHash } from "node:crypto";
import { TextDecoder } from "node:util";
import { gzipSync } from "node:zlib";
import type { RecordedRequest } from "../server/recorded-request.ts";
import { htmlPage, type Message, type Reply, redirect, text } from "../server/reply.ts";
import { type ScriptedServer, startScriptedServer } from "../server/scripted-server.ts";
import { type Dialect, dialects } from "./dialects.ts";
import { feedGone, feedPrivate } from "./failures.ts";
import { FeedState } from "./feed-state.ts";
import { hostileFeeds } from "./hostile.ts";

/** A feed server and the feed that it serves. */
export type FeedsServer = ScriptedServer & { readonly feed: FeedState };

const PAGE =
  '<!DOCTYPE html><html><head><title>Notices</title><link rel="alternate" type="application/rss+xml" href="/rss.xml">' +
  "</head><body><h1>Notices</h1></body></html>";

/**
 * Starts a server of one feed in three formats: `/rss.xml`, `/atom.xml` and `/rdf.xml`. Supports conditional
 * requests (304 for the current version) and gzip. `?charset=` selects another encoding, which only the XML
 * declaration names. Also serves `/moved.xml` (301), `/elsewhere.xml` (302), `/gone.xml`, `/private.xml`, a
 * page that links to the feed at `/`, and malicious feeds at `/hostile/NAME.xml` (hostile.ts).
 */
export async function startFeeds(options: { feed?: FeedState; port?: number } = {}): Promise<FeedsServer> {
  const feed = options.feed ?? sampleFeed();
  const server = await startScriptedServer({
    name: "feeds",
    port: options.port,
    handle: (request) => answer(request, feed),
  });
  return { ...server, feed };
}

const hostileByName = new Map<string, () => Reply>(Object.entries(hostileFeeds));

function answer(request: RecordedRequest, feed: FeedState): Reply {
  switch (request.path) {
    case "/":
      return htmlPage(PAGE);
    case "/moved.xml":
      return redirect("/rss.xml", 301);
    case "/elsewhere.xml":
      return redirect("/rss.xml", 302);
    case "/gone.xml":
      return feedGone();
    case "/private.xml":
      return feedPrivate();
  }
  const hostile = hostileByName.get(/^\/hostile\/([\w-]+)\.xml$/.exec(request.path)?.[1] ?? "");
  if (hostile !== undefined) return hostile();
  const dialect = /^\/(rss|atom|rdf)\.xml$/.exec(request.path)?.[1] as Dialect | undefined;
  return dialect === undefined ? text("no such feed", 404) : feedAnswer(request, feed, dialect);
}

/** Returns the feed, or 304. `If-None-Match` takes precedence over `If-Modified-Since` (RFC 9110, 13.2.2). */
function feedAnswer({ headers, query }: RecordedRequest, feed: FeedState, dialect: Dialect): Message {
  const charset = query.get("charset") ?? "utf-8";
  const { type, write } = dialects[dialect];
  const body = encodeText(write(feed, charset), charset);
  const validators = {
    etag: `W/"${createHash("sha256").update(body).digest("hex").slice(0, 16)}"`,
    "last-modified": feed.changedAt.toUTCString(),
  };
  const tag = headers["if-none-match"];
  const since = Date.parse(headers["if-modified-since"] ?? "");
  if (tag === undefined ? since >= feed.changedAt.getTime() : tag === validators.etag)
    return { status: 304, headers: validators };
  const zipped = /\bgzip\b/.test(headers["accept-encoding"] ?? "");
  return {
    headers: { "content-type": type, ...validators, ...(zipped ? { "content-encoding": "gzip" } : {}) },
    body: zipped ? gzipSync(body) : body,
  };
}

const tables = new Map<string, ReadonlyMap<string, Buffer>>();

/**
 * Encodes a text by the encoding's WHATWG label. Supports legacy encodings of at most two bytes per character
 * (`windows-1251`, `shift_jis`), `utf-8`, and `utf-16le` or `utf-16be` with a byte order mark. Throws
 * RangeError for a character that the encoding does not have.
 */
export function encodeText(text: string, label: string): Buffer {
  if (label === "utf-8") return Buffer.from(text);
  if (label === "utf-16le") return Buffer.from(`\uFEFF${text}`, "utf16le");
  if (label === "utf-16be") return Buffer.from(`\uFEFF${text}`, "utf16le").swap16();
  const table = tables.get(label) ?? encodingTable(label);
  tables.set(label, table);
  const bytes = Array.from(text, (character) => {
    const encoded = table.get(character);
    if (encoded === undefined) throw new RangeError(`${label} does not have the character ${character}`);
    return encoded;
  });
  return Buffer.concat(bytes);
}

/**
 * Returns the bytes of each character in an encoding. Node can only decode these encodings, so this decodes
 * every byte and every pair of bytes once.
 */
function encodingTable(label: string): ReadonlyMap<string, Buffer> {
  const decoder = new TextDecoder(label);
  const table = new Map<string, Buffer>();
  const add = (bytes: Buffer) => {
    // Decodes in stream mode, because otherwise Node 20 treats windows-1252 as Latin 1.
    const character = decoder.decode(bytes, { stream: true }) + decoder.decode();
    if ([...character].length === 1 && character !== "\uFFFD" && !table.has(character))
      table.set(character, bytes);
  };
  for (let byte = 0; byte < 0x100; byte++) add(Buffer.of(byte));
  for (let pair = 0x8000; pair < 0x10000; pair++) add(Buffer.of(pair >> 8, pair & 0xff));
  return table;
}

/**
 * Creates the notices of a fictional observatory: three items, one of them with markup and one with non-ASCII
 * characters.
 */
function sampleFeed(): FeedState {
  return new FeedState("Harbour Observatory", "https://observatory.example/notices/", [
    {
      slug: "dome-reopens",
      title: "The dome reopens & the queue is short",
      summary: "<p>After <b>nine weeks</b> of repairs the large dome opens again.</p>",
      publishedAt: "2025-12-20T18:30:00Z",
      author: "Ines Okafor",
      categories: ["Visits", "Repairs"],
    },
    {
      slug: "comet",
      title: "Комета над гаванью",
      summary: "Видна перед рассветом до конца недели.",
      publishedAt: "2025-12-12T05:10:00Z",
      author: "Ines Okafor",
      categories: ["Sky"],
    },
    {
      slug: "winter-hours",
      title: "Winter hours",
      summary: "Open from Thursday to Sunday until the end of February.",
      publishedAt: "2025-11-30T09:00:00Z",
    },
  ]);
}
