import { Parser } from "htmlparser2";

const MAX_READ = 200_000;
const FEED_TYPES = /^application\/(rss|atom)\+xml/i;

/** Whether a text is a web page. */
export function isPage(text: string): boolean {
  return /<(!doctype\s+html|html)\b/i.test(text.slice(0, 1_024));
}

/** The address of the first feed that a web page names for programs to find, as far as it is an http or https URL. */
export function feedOfPage(html: string, pageUrl: URL): string | undefined {
  let found: string | undefined;
  const parser = new Parser({
    onopentag(name, { rel, type, href }) {
      if (name !== "link" || href === undefined || !rel?.toLowerCase().split(/\s+/).includes("alternate"))
        return;
      if (!FEED_TYPES.test(type ?? "") || !URL.canParse(href, pageUrl.href)) return;
      const url = new URL(href, pageUrl);
      if (url.protocol === "https:" || url.protocol === "http:") found ??= url.href;
    },
  });
  parser.end(html.slice(0, MAX_READ));
  return found;
}
