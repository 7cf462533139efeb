import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fetchFeed } from "@plumbline/adapters/rss/fetch-feed.ts";
import { systemClock } from "@plumbline/core/clock/clock.ts";
import { type Egress, openEgress } from "@plumbline/core/egress/egress.ts";
import { parseEgressAllow } from "@plumbline/core/egress/egress-allow.ts";
import { parseDestination } from "@plumbline/core/egress/guard.ts";
import type { ActionRequest } from "@plumbline/core/tool/tool.ts";
import { type LocalServer, startLocalServer } from "@plumbline/local";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePorts } from "../support/free-ports.ts";
import { type PeerProcess, startProcess } from "./peer-process.ts";

/** Feeds as files, served by Python's own HTTP server, which knows Last-Modified and If-Modified-Since. */
const RSS = `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0"><channel><title>Straßen</title><link>http://example.com/</link>
<item><guid isPermaLink="false">a</guid><title>Älteres</title><pubDate>Tue, 10 Mar 2026 09:00:00 CET</pubDate></item>
<item><guid isPermaLink="false">b</guid><title>Neueres &amp; mehr</title><link>/b</link><pubDate>Wed, 11 Mar 2026 09:00:00 GMT</pubDate></item>
</channel></rss>`;
const ATOM = `<?xml version="1.0" encoding="windows-1251"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>\u041d\u043e\u0432\u043e\u0441\u0442\u0438</title>
<entry><id>urn:1</id><title>\u041f\u0435\u0440\u0432\u0430\u044f</title><link rel="enclosure" href="http://example.com/1.mp3"/><link href="http://example.com/1"/><updated>2026-03-10T10:00:00Z</updated></entry></feed>`;

let folder: string;
let feeds: PeerProcess;
let port: number;
let server: LocalServer;
let key: string;
let egress: Egress;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "plumbline-feeds-"));
  const files = join(folder, "files");
  await mkdir(files);
  await writeFile(join(files, "rss.xml"), RSS);
  await writeFile(join(files, "atom.xml"), windows1251(ATOM));
  await writeFile(join(files, "page.html"), "<!doctype html><title>No feed</title>");
  await utimes(join(files, "rss.xml"), new Date("2026-03-12T00:00:00Z"), new Date("2026-03-12T00:00:00Z"));
  [port = 0] = await freePorts(1);
  const args = ["-m", "http.server", String(port), "--bind", "127.0.0.1", "--directory", files];
  feeds = await startProcess("/usr/bin/python3", args, port);
  const EGRESS_ALLOW = `127.0.0.1:${port}`;
  egress = openEgress({ clock: systemClock, allow: parseEgressAllow(EGRESS_ALLOW) });
  const settings = { DATA_DIR: join(folder, "data"), PORT: "0", EGRESS_ALLOW };
  server = await startLocalServer(settings, { logSink: () => undefined });
  key = (await readFile(join(folder, "data", "dev-api-key"), "utf8")).trim();
});

afterAll(async () => {
  await server?.close();
  await egress?.close();
  await feeds?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

/** Letters of the Russian alphabet as that code page has them; ASCII as it is. */
function windows1251(text: string): Buffer {
  const code = (letter: string) => {
    const point = letter.charCodeAt(0);
    return point >= 0x410 && point <= 0x44f ? point - 0x410 + 0xc0 : point;
  };
  return Buffer.from(Array.from(text, code));
}

/** In a conversation of its own, so that no call follows what another has read. */
async function subscribe(path: string, more: Record<string, unknown> = {}): Promise<unknown> {
  const answer = await fetch(`${server.url}/api/v1/tools/rss_subscribe`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${key}`,
      "x-conversation-id": randomUUID(),
    },
    body: JSON.stringify({ arguments: { url: `http://127.0.0.1:${port}/${path}`, ...more } }),
  });
  return answer.json();
}

test("an RSS feed, its dates with zone names and its relative links", async () => {
  expect(await subscribe("rss.xml")).toMatchObject({
    ok: true,
    result: {
      feed: { kind: "rss", title: "Straßen" },
      items: [
        {
          title: "Neueres & mehr",
          url: expect.stringMatching(/\/b$/),
          published_at: "2026-03-11T09:00:00.000Z",
        },
        { title: "Älteres", published_at: "2026-03-10T08:00:00.000Z" },
      ],
      more: false,
    },
  });
});

test("an Atom feed in an old charset that only its declaration names", async () => {
  expect(await subscribe("atom.xml")).toMatchObject({
    ok: true,
    result: {
      feed: { kind: "atom", title: "Новости" },
      items: [{ title: "Первая", url: "http://example.com/1" }],
    },
  });
});

test("keywords and since", async () => {
  expect(await subscribe("rss.xml", { keywords: ["ÄLTERES"] })).toMatchObject({
    result: { items: [{ title: "Älteres" }] },
  });
  expect(await subscribe("rss.xml", { since: "2026-03-11" })).toMatchObject({
    result: { items: [{ title: "Neueres & mehr" }] },
  });
});

test.each([
  ["gone.xml", "validation"],
  ["page.html", "validation"],
])("%s is refused", async (path, error_code) => {
  expect(await subscribe(path)).toMatchObject({ ok: false, error_code, attempts: 1 });
});

test("asked again with its Last-Modified, the server says 304 and nothing is read", async () => {
  const allow = parseEgressAllow(`127.0.0.1:${port}`);
  const destination = (url: string, what?: string) => parseDestination(url, allow, what);
  const http = {
    send: (request: ActionRequest) => egress.guarded.send({ ...request, timeoutMs: 5_000 }),
  };
  const url = new URL(`http://127.0.0.1:${port}/rss.xml`);
  const first = await fetchFeed(url, { http, clock: systemClock }, destination);
  expect(first.validators).toEqual({ etag: undefined, lastModified: "Thu, 12 Mar 2026 00:00:00 GMT" });
  const second = await fetchFeed(url, { http, clock: systemClock }, destination, first.validators);
  expect(second.body).toBeUndefined();
  expect(second.validators).toEqual(first.validators);
});
