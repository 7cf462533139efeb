import { gzipSync } from "node:zlib";
import { type Message, type Reply, slowDrip } from "../server/reply.ts";

const XML = { "content-type": "application/rss+xml; charset=utf-8" };

function rss(items: string, doctype = ""): Message {
  const channel = `<channel><title>Hostile</title><link>https://hostile.example/</link>${items}</channel>`;
  return { headers: XML, body: `<?xml version="1.0"?>${doctype}<rss version="2.0">${channel}</rss>` };
}

/** Malicious feeds by name. Each is generated on request. */
export const hostileFeeds = {
  /** Nine entities, each ten times as large as the one before: a billion characters if expanded. */
  "entity-bomb": () => {
    const names = Array.from({ length: 9 }, (_, level) => {
      const value = level === 0 ? "lol" : `&e${level - 1};`.repeat(10);
      return `<!ENTITY e${level} "${value}">`;
    });
    return rss("<item><title>&e8;</title></item>", `<!DOCTYPE rss [${names.join("")}]>`);
  },
  /** An entity that refers to a file on the reader's machine. */
  "external-entity": () =>
    rss("<item><title>&file;</title></item>", '<!DOCTYPE rss [<!ENTITY file SYSTEM "file:///etc/passwd">]>'),
  /** 100 kB of unclosed tags, for which the parser's own HTML stripping takes quadratic time. */
  "open-tags": () =>
    rss(`<item><title>Tags</title><description><![CDATA[${"<p".repeat(50_000)}]]></description></item>`),
  /** 50 MB, compressed to 50 kB of gzip. */
  "gzip-bomb": () => ({
    headers: { ...XML, "content-encoding": "gzip" },
    body: gzipSync(Buffer.alloc(50_000_000, " "), { level: 9 }),
  }),
  /** A million elements, each inside the one before. */
  "deep-nesting": () => rss(`<item>${"<a>".repeat(1_000_000)}${"</a>".repeat(1_000_000)}</item>`),
  /** Text and elements in turn, nested 20,000 levels deep in an element that is read. */
  "deep-markup": () =>
    rss(`<item><title type="xhtml">${"<a>x".repeat(20_000)}${"</a>".repeat(20_000)}</title></item>`),
  /** 100,000 items. */
  "many-items": () =>
    rss(
      Array.from({ length: 100_000 }, (_, at) => `<item><guid>${at}</guid><title>${at}</title></item>`).join(
        "",
      ),
    ),
  /** 9 MB. */
  "too-large": () => rss(`<item><title>${"x".repeat(9_000_000)}</title></item>`),
  /** One byte per second. */
  "endless-drip": () => slowDrip(rss("<item/>".repeat(10_000)), { bytesPerChunk: 1, intervalMs: 1_000 }),
} as const satisfies Readonly<Record<string, () => Reply>>;
