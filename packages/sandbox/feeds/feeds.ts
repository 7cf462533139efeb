import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { RecordedRequest } from "../server/recorded-request.ts";
import { htmlPage, type Message, type Reply, redirect, text } from "../server/reply.ts";
import { type ScriptedServer, startScriptedServer } from "../server/scripted-server.ts";
import { type Dialect, dialects } from "./dialects.ts";
import { encodeText } from "./encode-text.ts";
import { feedGone, feedPrivate } from "./failures.ts";
import type { FeedState } from "./feed-state.ts";
import { hostileFeeds } from "./hostile.ts";
import { sampleFeed } from "./sample-feed.ts";

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
