export interface GuidePage {
  /** Last part of its URL: `quickstart`, `providers-chatapp`. */
  slug: string;
  title: string;
  group: string;
  /** The page as Markdown, including its title. Links to other pages point to `SLUG.md`. */
  markdown: string;
}

/** The content of docs/ that is served. */
export interface Guide {
  /** Pages in the order of the table of contents. */
  pages: readonly GuidePage[];
  /** SVG drawings by the path used in the pages. */
  drawings: Readonly<Record<string, string>>;
}

/** A page that is also rendered as HTML. */
export interface RenderedPage extends GuidePage {
  /** The body without the title. */
  html: string;
}

/** A section of a page, from one heading to the next. */
export interface GuideSection {
  id: string;
  page: string;
  /** Anchor of the heading; empty for text before the first heading. */
  anchor: string;
  title: string;
  heading: string;
  text: string;
}

export function getFirstSentence({ html }: RenderedPage): string {
  const [, first = ""] = /<p>(?:<strong>[^<]*<\/strong>)?(.*?)<\/p>/s.exec(html) ?? [];
  return /^.*?[.:](?= |$)/.exec(toPlainText(first))?.[0].replace(/:$/, ".") ?? toPlainText(first);
}

const HEADING = /<h[23] id="([^"]*)">(.*?)<\/h[23]>/g;

/** Splits a page into sections at its headings. Their text contains no markup. */
export function splitIntoSections({ slug, title, html }: RenderedPage): GuideSection[] {
  const [first = "", ...rest] = html.split(HEADING);
  const sections = [{ anchor: "", heading: "", body: first }];
  for (let at = 0; at < rest.length; at += 3)
    sections.push({
      anchor: rest[at] ?? "",
      heading: toPlainText(rest[at + 1] ?? ""),
      body: rest[at + 2] ?? "",
    });
  return sections.map(({ anchor, heading, body }) => {
    return { id: `${slug}#${anchor}`, page: slug, title, anchor, heading, text: toPlainText(body) };
  });
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

function toPlainText(html: string): string {
  const text = html.replace(/<\/?(p|li|tr|pre|h\d|td|th|text)\b[^>]*>/g, " ").replace(/<[^>]+>/g, "");
  return text
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? "")
    .replace(/\s+/g, " ")
    .trim();
}
