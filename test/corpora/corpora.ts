import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** A document of a corpus. Its name is its path below the folder of all corpora. */
export interface CorpusDocument {
  name: string;
  body: Buffer;
}

/** A feed, and how it is served. */
export interface CorpusFeed extends CorpusDocument {
  headers: Record<string, string>;
}

/** Folders of feeds in each repository, which is fetched into a folder `owner+name`. */
const FEED_FOLDERS = [
  "kurtmckee+feedparser/tests",
  "mmcdole+gofeed/testdata",
  "rbren+rss-parser/test/input",
  "feedjira+feedjira/spec/sample_feeds",
  "miniflux+v2/internal/reader/parser/testdata",
  "miniflux+v2/internal/reader/xml/testdata",
  "miniflux+v2/internal/reader/encoding/testdata",
];
const MAIL_FOLDER = "stalwartlabs+mail-parser/resources/eml";
const NO_FEED = /\.(?:py|html|html-result|go|rb|txt|ttf|png)$/;
/** In the comment at the head of feedparser's files: how they are served. */
const HEADER = /Header:\s*(Content-type|Content-Location):\s*(\S.*)/gi;

export function readFeedCorpora(data: string): CorpusFeed[] {
  return FEED_FOLDERS.flatMap((folder) => documentsIn(data, folder))
    .filter(({ name }) => !NO_FEED.test(name) && !isExpectation(name))
    .map((document) => {
      const said = document.body.subarray(0, 2_000).toString("latin1").matchAll(HEADER);
      const usual = document.name.endsWith(".json") ? "application/feed+json" : "application/xml";
      const headers: Record<string, string> = { "content-type": usual };
      for (const [, name = "", value = ""] of said) headers[name.toLowerCase()] = value.trim();
      return { ...document, headers };
    });
}

export function readMailCorpus(data: string): CorpusDocument[] {
  return documentsIn(data, MAIL_FOLDER).filter(({ name }) => name.endsWith(".eml"));
}

/** gofeed keeps what it expects beside each feed that is not JSON itself. */
function isExpectation(name: string): boolean {
  return name.startsWith("mmcdole") && name.endsWith(".json") && !name.includes("/json/");
}

function documentsIn(data: string, folder: string): CorpusDocument[] {
  return readdirSync(join(data, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => ({ name: relative(data, path), body: readFileSync(path) }));
}
