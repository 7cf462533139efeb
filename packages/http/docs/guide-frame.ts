import { createHash } from "node:crypto";
import { DEFAULT_URL } from "../request.ts";
import { html, Markup, NOTHING, renderDocument } from "./markup.ts";
import { getFirstSentence, type RenderedPage } from "./pages.ts";
import type { SearchResult } from "./search-pages.ts";
import { GUIDE_STYLE, STYLE } from "./style.ts";

const STYLES = STYLE + GUIDE_STYLE;
const STYLE_HASH = createHash("sha256").update(STYLES).digest("base64");

/** Adds copy buttons to blocks of code. Choosing a tab chooses its language in all tabs of the page. */
const PAGE_SCRIPT = `for (const pre of document.querySelectorAll("pre")) {
  const text = pre.textContent;
  const button = Object.assign(document.createElement("button"), { type: "button", className: "copy", textContent: "Copy" });
  button.onclick = () => navigator.clipboard.writeText(text).then(() => { button.textContent = "Copied"; });
  pre.append(button);
}
document.addEventListener("change", ({ target }) => {
  if (target.type === "radio")
    for (const radio of document.querySelectorAll(".tabs input")) radio.checked ||= radio.value === target.value;
});`;

const SCRIPT_HASH = createHash("sha256").update(PAGE_SCRIPT).digest("base64");

/**
 * Allows only the page's own style and script, and a search form sent to the service. Nothing is loaded or
 * framed.
 */
export const GUIDE_SECURITY_POLICY = `default-src 'none'; script-src 'sha256-${SCRIPT_HASH}'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

interface Frame {
  pages: readonly RenderedPage[];
  title: string;
  /** Prefix of relative links: `docs/` on the index page, empty on the others. */
  base: "" | "docs/";
  /** Slug of the current page. */
  open?: string;
  /** The search query. */
  query?: string;
  body: Markup;
}

/** Renders the index of all pages by group. */
export function renderIndex(pages: readonly RenderedPage[]): string {
  const body = html`<p>The documentation of the Plumbline version running here.</p>
${groupPages(pages).map(
  ([group, some]) =>
    html`<h2>${group}</h2><ul class="pages">${some.map((one) => html`<li><a href="docs/${one.slug}">${one.title}</a><p>${getFirstSentence(one)}</p></li>`)}</ul>`,
)}`;
  return renderFrame({ pages, title: "Plumbline", base: "docs/", body });
}

/** Renders one page with the table of contents next to it. Its examples call the service at `url`. */
export function renderPage(pages: readonly RenderedPage[], page: RenderedPage, url: string): string {
  const own = page.html.replaceAll(DEFAULT_URL, () => html`${url}`.text);
  const body = html`${renderPageContents(page)}${new Markup(own)}`;
  return renderFrame({ pages, title: page.title, base: "", open: page.slug, body });
}

/** Minimum number of headings for a table of contents of the page itself. */
const MIN_HEADINGS = 3;

function renderPageContents({ html: text }: RenderedPage): Markup {
  const headings = [...text.matchAll(/<h2 id="([^"]*)">(.*?)<\/h2>/g)];
  if (headings.length < MIN_HEADINGS) return NOTHING;
  const links = headings.map(
    ([, anchor = "", inner = ""], index) =>
      html`${index === 0 ? "" : " · "}<a href="#${anchor}">${new Markup(inner.replace(/<\/?a\b[^>]*>/g, ""))}</a>`,
  );
  return html`<nav class="on-page" aria-label="On this page">On this page: ${links}</nav>`;
}

/** Renders the response to a browser that asks for a page that does not exist. */
export function renderMissing(pages: readonly RenderedPage[]): string {
  const body = html`<p>There is no such page. Search for it above, or choose one from the contents.</p>`;
  return renderFrame({ pages, title: "Page not found", base: "", body });
}

export function renderResults(
  pages: readonly RenderedPage[],
  query: string,
  found: readonly SearchResult[],
): string {
  const body =
    found.length === 0
      ? html`<p>No page contains these words. Try fewer words, or the name of a tool or setting.</p>`
      : html`<ol class="found">${found.map(
          ({ page, anchor, title, heading, before, match, after }) =>
            html`<li><a href="docs/${page}${anchor === "" ? "" : `#${anchor}`}">${title}${heading === "" ? "" : ` › ${heading}`}</a><p>${before}<mark>${match}</mark>${after}</p></li>`,
        )}</ol>`;
  return renderFrame({ pages, title: `Search: ${query}`, base: "docs/", query, body });
}

function renderFrame({ pages, title, base, open, query = "", body: inner }: Frame): string {
  const home = base === "" ? "../docs" : "docs";
  const body = html`<header>
<form action="${home}" role="search"><input type="search" name="q" value="${query}" aria-label="Search the docs" placeholder="Search the docs" maxlength="200"> <button>Search</button></form>
<h1>${title}</h1>
<p class="to-contents"><a href="#contents">Contents</a></p>
</header>
<main>
${inner}
</main>
<nav id="contents" aria-label="Contents"><ul>
<li><strong><a href="${home}">Plumbline docs</a></strong></li>
<li><a href="${base}api">API reference</a></li>
<li><a href="${base === "" ? "../" : "./"}">Console</a></li>
${groupPages(pages).map(
  ([group, some]) =>
    html`<li><strong>${group}</strong><ul>${some.map((one) => renderContentsLine(one, base, open))}</ul></li>`,
)}
</ul></nav>
<script>${new Markup(PAGE_SCRIPT)}</script>`;
  return renderDocument(
    { title: `${title === "Plumbline" ? "" : `${title} · `}Plumbline docs`, style: STYLES },
    body,
  );
}

function renderContentsLine({ slug, title }: RenderedPage, base: string, open: string | undefined): Markup {
  const current = slug === open ? html` aria-current="page"` : NOTHING;
  return html`<li><a href="${base}${slug}"${current}>${title}</a></li>`;
}

export function groupPages(pages: readonly RenderedPage[]): [group: string, pages: RenderedPage[]][] {
  const groups = new Map<string, RenderedPage[]>();
  for (const page of pages) groups.set(page.group, [...(groups.get(page.group) ?? []), page]);
  return [...groups];
}
