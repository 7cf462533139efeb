import { createHash } from "node:crypto";
import { html, Markup, NOTHING } from "./markup.ts";
import { firstSentenceOf, type GuidePage } from "./pages.ts";
import type { Found } from "./search-pages.ts";
import { GUIDE_STYLE, STYLE } from "./style.ts";

const LOOKS = STYLE + GUIDE_STYLE;
const STYLE_HASH = createHash("sha256").update(LOOKS).digest("base64");

/** Nothing is loaded, run or framed; the page's own style is taken, and its search is sent to the service. */
export const GUIDE_SECURITY_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

interface Frame {
  pages: readonly GuidePage[];
  title: string;
  /** Stands before the address of a page: nothing beside it, `docs/` above. */
  base: "" | "docs/";
  /** The slug of the page that is open. */
  open?: string;
  /** The words that were looked for. */
  query?: string;
  body: Markup;
}

/** The first page: all pages by group. */
export function guideIndex(pages: readonly GuidePage[]): string {
  const body = html`<p>Everything about Plumbline, page by page, for the version that runs here.</p>
${groupsOf(pages).map(
  ([group, some]) =>
    html`<h2>${group}</h2><ul class="pages">${some.map((one) => html`<li><a href="docs/${one.slug}">${one.title}</a><p>${firstSentenceOf(one)}</p></li>`)}</ul>`,
)}`;
  return framed({ pages, title: "Plumbline", base: "docs/", body });
}

/** One page, with the contents beside it. */
export function guidePage(pages: readonly GuidePage[], page: GuidePage): string {
  return framed({ pages, title: page.title, base: "", open: page.slug, body: new Markup(page.html) });
}

/** Lists what was found for some words. */
export function guideResults(pages: readonly GuidePage[], query: string, found: readonly Found[]): string {
  const body =
    found.length === 0
      ? html`<p>No page has these words. Try fewer of them, or the name of a tool or a setting.</p>`
      : html`<ol class="found">${found.map(
          ({ page, anchor, title, heading, before, match, after }) =>
            html`<li><a href="docs/${page}${anchor === "" ? "" : `#${anchor}`}">${title}${heading === "" ? "" : ` › ${heading}`}</a><p>${before}<mark>${match}</mark>${after}</p></li>`,
        )}</ol>`;
  return framed({ pages, title: `Search: ${query}`, base: "docs/", query, body });
}

function framed({ pages, title, base, open, query = "", body }: Frame): string {
  const home = base === "" ? "../docs" : "docs";
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === "Plumbline" ? "" : `${title} · `}Plumbline docs</title>
<style>${new Markup(LOOKS)}</style>
</head>
<body>
<header>
<form action="${home}" role="search"><input type="search" name="q" value="${query}" aria-label="Search the docs" placeholder="Search the docs" maxlength="200"> <button>Search</button></form>
<h1>${title}</h1>
<p class="to-contents"><a href="#contents">Contents</a></p>
</header>
<main>
${body}
</main>
<nav id="contents" aria-label="Contents"><ul>
<li><strong><a href="${home}">Plumbline docs</a></strong></li>
<li><a href="${base}api">API reference</a></li>
<li><a href="${base === "" ? "../" : "./"}">Console</a></li>
${groupsOf(pages).map(
  ([group, some]) =>
    html`<li><strong>${group}</strong><ul>${some.map((one) => contentsLine(one, base, open))}</ul></li>`,
)}
</ul></nav>
</body>
</html>
`.text;
}

function contentsLine({ slug, title }: GuidePage, base: string, open: string | undefined): Markup {
  const current = slug === open ? html` aria-current="page"` : NOTHING;
  return html`<li><a href="${base}${slug}"${current}>${title}</a></li>`;
}

function groupsOf(pages: readonly GuidePage[]): [group: string, pages: GuidePage[]][] {
  const groups = new Map<string, GuidePage[]>();
  for (const page of pages) groups.set(page.group, [...(groups.get(page.group) ?? []), page]);
  return [...groups];
}
