import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Marked, type Tokens } from "marked";
import type { GuidePage } from "./pages.ts";

/** The groups of the contents, and their pages in reading order. A page that is in none is under `More`. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  Start: ["quickstart", "concepts", "recipes", "command-line", "console", "comparison"],
  Ask: ["research", "agent", "agents", "mcp"],
  Act: ["tools", "connections", "providers", "policy", "conversations", "approvals", "calls", "errors"],
  Watch: ["watches", "deliveries", "mail-filter"],
  Run: [
    "one-machine",
    "settings",
    "operations",
    "keys",
    "security",
    "oidc",
    "metrics",
    "limits",
    "measuring",
  ],
};

const GROUP_NAMES = [...Object.keys(GROUPS), "Providers", "Decisions", "More"];

/** Renders every page of the folder `docs`, in the order of the contents. */
export async function renderPages(folder: string): Promise<GuidePage[]> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => /\.(md|svg)$/.test(file));
  const texts = new Map<string, string>();
  for (const file of files) texts.set(file, await readFile(join(folder, file), "utf8"));
  const pages = files.filter((file) => file.endsWith(".md")).map((file) => renderPage(file, texts));
  const place = ({ slug, group }: GuidePage) => [
    GROUP_NAMES.indexOf(group),
    GROUPS[group]?.indexOf(slug) ?? 0,
  ];
  return pages.toSorted((one, other) => {
    const [[group = 0, at = 0], [otherGroup = 0, otherAt = 0]] = [place(one), place(other)];
    return group - otherGroup || at - otherAt || (one.title < other.title ? -1 : 1);
  });
}

function renderPage(file: string, texts: ReadonlyMap<string, string>): GuidePage {
  const slug = slugOf(file);
  const body = (texts.get(file) ?? "").replace(/^# .+\n/, "");
  const anchors = new Map<string, number>();
  const marked = new Marked({
    renderer: {
      html: () => "", // the comments around what is generated
      heading({ tokens, depth }: Tokens.Heading) {
        const inner = this.parser.parseInline(tokens);
        return `<h${depth} id="${anchorOf(inner, anchors)}">${inner}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const inner = this.parser.parseInline(tokens);
        if (/^https?:/.test(href)) return `<a href="${href.replaceAll('"', "%22")}">${inner}</a>`;
        const { pathname, hash } = new URL(href, `docs://x/${file}`);
        const text = texts.get(pathname.slice(1));
        // A file that is not published here is named without a link.
        if (text === undefined) return inner;
        const page = href.startsWith("#") ? "" : slugOf(pathname.slice(1));
        return `<a href="${page}${hash}">${inner.endsWith(".md") ? titleOf(text) : inner}</a>`;
      },
      // A drawing is part of its page: a page may load nothing.
      image: ({ href, text }: Tokens.Image) =>
        texts.get(new URL(href, `docs://x/${file}`).pathname.slice(1)) ?? text,
      table(token: Tokens.Table) {
        const row = (cells: Tokens.TableCell[], tag: "td" | "th") =>
          `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join("")}</tr>`;
        const rows = token.rows.map((cells) => row(cells, "td"));
        return `<div class="wide"><table><thead>${row(token.header, "th")}</thead><tbody>${rows.join("\n")}</tbody></table></div>\n`;
      },
    },
  });
  const html = marked.parse(body, { async: false });
  return { slug, title: titleOf(texts.get(file) ?? ""), group: groupOf(file, slug), html };
}

function titleOf(text: string): string {
  return /^# (.+)/.exec(text)?.[1]?.replaceAll("`", "") ?? "";
}

function slugOf(file: string): string {
  return file.replace(/\.md$/, "").replaceAll("/", "-");
}

function groupOf(file: string, slug: string): string {
  const [folder = ""] = file.split("/");
  if (file.includes("/")) return `${folder[0]?.toUpperCase()}${folder.slice(1)}`;
  return Object.entries(GROUPS).find(([, slugs]) => slugs.includes(slug))?.[0] ?? "More";
}

/** The anchor that code hosts give a heading, so that links work in both places. */
function anchorOf(html: string, seen: Map<string, number>): string {
  const text = html.replace(/<[^>]+>|&\w+;|&#\d+;/g, "").toLowerCase();
  const anchor = text.replace(/[^\p{L}\p{N}\s_-]/gu, "").replace(/\s/g, "-");
  const count = seen.get(anchor) ?? 0;
  seen.set(anchor, count + 1);
  return count === 0 ? anchor : `${anchor}-${count}`;
}
