import { Marked, type Tokens } from "marked";
import type { Guide, GuidePage, RenderedPage } from "./pages.ts";

/** Renders the guide's pages to self-contained HTML with embedded drawings. */
export function renderPages({ pages, drawings }: Guide): RenderedPage[] {
  return pages.map((page) => ({ ...page, html: renderPage(page, drawings) }));
}

function renderPage({ markdown }: GuidePage, drawings: Guide["drawings"]): string {
  const anchors = new Map<string, number>();
  const marked = new Marked({
    renderer: {
      html: () => "",
      heading({ tokens, depth }: Tokens.Heading) {
        const inner = this.parser.parseInline(tokens);
        return `<h${depth} id="${createAnchor(inner, anchors)}">${inner}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const inner = this.parser.parseInline(tokens);
        const outside = /^https?:/.test(href);
        if (!outside && !/^#|\.md(#|$)/.test(href)) return inner;
        const target = outside ? href.replaceAll('"', "%22") : href.replace(/\.md(?=#|$)/, "");
        return `<a href="${target}">${inner}</a>`;
      },
      // The page's policy allows only its own style, which also has the drawing's dark colors.
      image: ({ href, text }: Tokens.Image) => drawings[href]?.replace(/<style>.*?<\/style>\s*/s, "") ?? text,
      table(token: Tokens.Table) {
        const row = (cells: Tokens.TableCell[], tag: "td" | "th") =>
          `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join("")}</tr>`;
        const rows = token.rows.map((cells) => row(cells, "td"));
        return `<div class="wide"><table><thead>${row(token.header, "th")}</thead><tbody>${rows.join("\n")}</tbody></table></div>\n`;
      },
    },
  });
  return marked.parse(markdown.replace(/^# .+\n/, ""), { async: false });
}

/** Creates the anchor that code hosts generate for a heading, so that links work in both places. */
function createAnchor(html: string, seen: Map<string, number>): string {
  const text = html.replace(/<[^>]+>|&\w+;|&#\d+;/g, "").toLowerCase();
  const anchor = text.replace(/[^\p{L}\p{N}\s_-]/gu, "").replace(/\s/g, "-");
  const count = seen.get(anchor) ?? 0;
  seen.set(anchor, count + 1);
  return count === 0 ? anchor : `${anchor}-${count}`;
}
