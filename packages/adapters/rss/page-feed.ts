import { parsedUrl } from "@plumbline/core/text/parsed-url.ts";
import { Parser } from "htmlparser2";

/** How much of an answer is looked at to see whether it is a page and which feed it names. */
export const PAGE_BYTES = 200_000;

/** The head of a page is flat; the parser's work at each tag grows with how deep it stands. */
const DEEPEST = 50;
const FEED_TYPES = /^application\/(rss|atom)\+xml/i;

/** Whether a text is a web page. */
export function isPage(text: string): boolean {
  return /<(!doctype\s+html|html)\b/i.test(text.slice(0, 1_024));
}

/** The address of the first feed that a web page names for programs to find, as far as it is an http or https URL. */
export function feedOfPage(html: string, pageUrl: URL): string | undefined {
  let found: string | undefined;
  let depth = 0;
  const parser = new Parser({
    onclosetag() {
      depth -= 1;
    },
    onopentag(name, { rel, type, href }) {
      depth += 1;
      if (depth > DEEPEST) parser.pause();
      if (name !== "link" || href === undefined || !rel?.toLowerCase().split(/\s+/).includes("alternate"))
        return;
      const url = FEED_TYPES.test(type ?? "") ? parsedUrl(href, pageUrl.href) : undefined;
      if (url?.protocol === "https:" || url?.protocol === "http:") found ??= url.href;
    },
  });
  parser.end(html);
  return found;
}
