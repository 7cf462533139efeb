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
  return groupIntoTabs(marked.parse(markdown.replace(/^# .+\n/, ""), { async: false }));
}

/** Labels of tabs by the language of their block. */
const TAB_LABELS: Readonly<Record<string, string>> = { sh: "curl", ts: "TypeScript", python: "Python" };

const CODE_BLOCKS = /(?:<pre><code class="language-(?:sh|ts|python)">[^<]*<\/code><\/pre>\s*){2,}/g;

/**
 * Renders consecutive fenced blocks in several languages as tabs. They are radio buttons, which the page's
 * style connects to the blocks, so that they need no script.
 */
function groupIntoTabs(html: string): string {
  let groups = 0;
  return html.replace(CODE_BLOCKS, (blocks) => {
    groups += 1;
    const tabs = [...blocks.matchAll(/class="language-(\w+)"/g)].map(
      ([, language = ""], index) =>
        `<label><input type="radio" name="tabs-${groups}" value="${language}"${index === 0 ? " checked" : ""}>${TAB_LABELS[language]}</label>`,
    );
    return `<fieldset class="tabs"><legend>Language</legend>${tabs.join("")}${blocks}</fieldset>\n`;
  });
}

/** Creates the anchor that code hosts generate for a heading, so that links work in both places. */
function createAnchor(html: string, seen: Map<string, number>): string {
  const text = html.replace(/<[^>]+>|&\w+;|&#\d+;/g, "").toLowerCase();
  const anchor = text.replace(/[^\p{L}\p{N}\s_-]/gu, "").replace(/\s/g, "-");
  const count = seen.get(anchor) ?? 0;
  seen.set(anchor, count + 1);
  return count === 0 ? anchor : `${anchor}-${count}`;
}
