import type { FeedState, SandboxFeedItem } from "./feed-state.ts";

/** Feed formats. */
export type Dialect = "rss" | "atom" | "rdf";

/** Each format's media type and serializer. `encoding` is the encoding to put in the XML declaration. */
export const dialects: Readonly<
  Record<Dialect, { type: string; write: (feed: FeedState, encoding: string) => string }>
> = {
  rss: { type: "application/rss+xml", write: rss },
  atom: { type: "application/atom+xml", write: atom },
  rdf: { type: "application/rdf+xml", write: rdf },
};

/** RSS 2.0 (rssboard.org/rss-specification). */
function rss(feed: FeedState, encoding: string): string {
  const items = feed.items.map((item) =>
    element("item", [
      element("title", xml(item.title)),
      element("link", xml(feed.pageOf(item))),
      `<guid isPermaLink="false">${xml(item.guid ?? item.slug)}</guid>`,
      element("pubDate", new Date(item.publishedAt).toUTCString()),
      ...optional("dc:creator", item.author),
      ...(item.categories ?? []).map((category) => element("category", xml(category))),
      element("description", `<![CDATA[${item.summary}]]>`),
    ]),
  );
  const channel = [element("title", xml(feed.title)), element("link", xml(feed.siteUrl)), ...items];
  return `${declaration(encoding)}<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/">${element("channel", channel)}</rss>`;
}

/** Atom (RFC 4287). */
function atom(feed: FeedState, encoding: string): string {
  const entries = feed.items.map((item) =>
    element("entry", [
      element("title", xml(item.title)),
      `<link href="${xml(feed.pageOf(item))}"/>`,
      element("id", `urn:observatory:${xml(item.guid ?? item.slug)}`),
      element("published", item.publishedAt),
      element("updated", item.publishedAt),
      ...(item.author === undefined ? [] : [element("author", element("name", xml(item.author)))]),
      ...(item.categories ?? []).map((category) => `<category term="${xml(category)}"/>`),
      `<summary type="html">${xml(item.summary)}</summary>`,
    ]),
  );
  const head = [
    element("title", xml(feed.title)),
    `<link rel="self" href="/atom.xml"/><link rel="alternate" href="${xml(feed.siteUrl)}"/>`,
    element("id", "urn:observatory"),
    element("updated", feed.changedAt.toISOString()),
  ];
  return `${declaration(encoding)}<feed xmlns="http://www.w3.org/2005/Atom">${[...head, ...entries].join("\n")}</feed>`;
}

/** RSS 1.0 (web.resource.org/rss/1.0/spec). */
function rdf(feed: FeedState, encoding: string): string {
  const about = (item: SandboxFeedItem) => xml(feed.pageOf(item));
  const items = feed.items.map(
    (item) =>
      `<item rdf:about="${about(item)}">${[
        element("title", xml(item.title)),
        element("link", about(item)),
        element("dc:date", item.publishedAt),
        ...optional("dc:creator", item.author),
        element("description", xml(item.summary)),
      ].join("\n")}</item>`,
  );
  const channel = `<channel rdf:about="${xml(feed.siteUrl)}">${element("title", xml(feed.title))}${element("link", xml(feed.siteUrl))}</channel>`;
  const spaces =
    'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"';
  return `${declaration(encoding)}<rdf:RDF ${spaces}>${[channel, ...items].join("\n")}</rdf:RDF>`;
}

function declaration(encoding: string): string {
  return `<?xml version="1.0" encoding="${encoding}"?>\n`;
}

function element(name: string, content: string | readonly string[]): string {
  return `<${name}>${typeof content === "string" ? content : content.join("\n")}</${name}>`;
}

function optional(name: string, text: string | undefined): string[] {
  return text === undefined ? [] : [element(name, xml(text))];
}

function xml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
