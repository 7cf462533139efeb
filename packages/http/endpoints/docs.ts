import { createHash } from "node:crypto";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { loadOnce } from "@plumbline/core/loading/load-once.ts";
import type { Service } from "@plumbline/service/service.ts";
import type { Context } from "hono";
import * as z from "zod";
import { html, Markup, NOTHING } from "../docs/markup.ts";
import { PAGE_SECURITY_POLICY, renderApiPage } from "../docs/page.ts";
import { getFirstSentence, type RenderedPage } from "../docs/pages.ts";
import type { SearchResult } from "../docs/search-pages.ts";
import { GUIDE_STYLE, STYLE } from "../docs/style.ts";
import { describeApi } from "../openapi/describe-api.ts";
import type { OpenApiDocument } from "../openapi/open-api-document.ts";
import { type PublishedText, publishText, respondWithText } from "../published-text.ts";
import { type AppTypes, chooseBaseUrl, DEFAULT_URL } from "../request.ts";
import { type Answer, jsonAnswer, type Operation, operation, type Route, route } from "./endpoint.ts";

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
const GUIDE_SECURITY_POLICY = `default-src 'none'; script-src 'sha256-${SCRIPT_HASH}'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

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
function renderIndex(pages: readonly RenderedPage[]): string {
  const body = html`<p>The documentation of the Plumbline version running here.</p>
${groupPages(pages).map(
  ([group, some]) =>
    html`<h2>${group}</h2><ul class="pages">${some.map((one) => html`<li><a href="docs/${one.slug}">${one.title}</a><p>${getFirstSentence(one)}</p></li>`)}</ul>`,
)}`;
  return renderFrame({ pages, title: "Plumbline", base: "docs/", body });
}

/** Lists the pages as Markdown, for models (https://llmstxt.org). */
function renderLlmsText(pages: readonly RenderedPage[]): string {
  const groups = groupPages(pages).map(([group, some]) => {
    const lines = some.map((one) => `- [${one.title}](docs/${one.slug}.md): ${getFirstSentence(one)}`);
    return `## ${group}\n\n${lines.join("\n")}\n`;
  });
  return `# Plumbline

> Integrations and grounded research for LLM agents, behind one API.

The API is described in [OpenAPI 3.1](openapi.json); tools are also served over MCP at \`/mcp\`.

${groups.join("\n")}`;
}

const MARKDOWN = { "content-type": "text/markdown; charset=utf-8" };

/** Returns a page as Markdown, with the service's address and descriptions of drawings. */
function toMarkdown({ markdown }: RenderedPage, url: string): string {
  return markdown.replace(/!\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll(DEFAULT_URL, () => url);
}

/** Renders one page with the table of contents next to it. Its examples call the service at `url`. */
function renderPage(pages: readonly RenderedPage[], page: RenderedPage, url: string): string {
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
function renderMissing(pages: readonly RenderedPage[]): string {
  const body = html`<p>There is no such page. Search for it above, or choose one from the contents.</p>`;
  return renderFrame({ pages, title: "Page not found", base: "", body });
}

/** Renders the results of a search. */
function renderResults(
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

function renderFrame({ pages, title, base, open, query = "", body }: Frame): string {
  const home = base === "" ? "../docs" : "docs";
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === "Plumbline" ? "" : `${title} · `}Plumbline docs</title>
<style>${new Markup(STYLES)}</style>
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
${groupPages(pages).map(
  ([group, some]) =>
    html`<li><strong>${group}</strong><ul>${some.map((one) => renderContentsLine(one, base, open))}</ul></li>`,
)}
</ul></nav>
<script>${new Markup(PAGE_SCRIPT)}</script>
</body>
</html>
`.text;
}

function renderContentsLine({ slug, title }: RenderedPage, base: string, open: string | undefined): Markup {
  const current = slug === open ? html` aria-current="page"` : NOTHING;
  return html`<li><a href="${base}${slug}"${current}>${title}</a></li>`;
}

function groupPages(pages: readonly RenderedPage[]): [group: string, pages: RenderedPage[]][] {
  const groups = new Map<string, RenderedPage[]>();
  for (const page of pages) groups.set(page.group, [...(groups.get(page.group) ?? []), page]);
  return [...groups];
}

/** Maximum length of a search query, in characters. */
const MAX_QUERY = 200;

const page: Answer = {
  description: "The page.",
  content: { "text/html": z.string() },
  headers: ["etag"],
};

const notModified: Answer = {
  description: "The copy given in `if-none-match` is current.",
  headers: ["etag"],
};

const headers = z.object({
  "if-none-match": z.string().optional().describe("The `etag` of the client's copy."),
});

export const getOpenApi = operation({
  id: "getOpenApi",
  access: "public",
  tag: "Service",
  summary: "This description",
  description: "The OpenAPI 3.1 description of the API, generated from the schemas that validate requests.",
  headers,
  answers: {
    200: jsonAnswer("The description.", z.looseObject({ openapi: z.string() }), ["etag"]),
    304: notModified,
  },
});

export const getDocs = operation({
  id: "getDocs",
  access: "public",
  tag: "Service",
  summary: "Browse or search the docs",
  description: "Lists the pages of the docs by group; with `q`, the pages that contain the words.",
  query: z.object({
    q: z
      .string()
      .optional()
      .describe(`Words to search for. Only the first ${MAX_QUERY} characters are used.`),
  }),
  headers,
  answers: { 200: page, 304: notModified },
});

export const getLlmsText = operation({
  id: "getLlmsText",
  access: "public",
  tag: "Service",
  summary: "The docs for models",
  description: "Lists every page of the docs as Markdown, in the format of https://llmstxt.org.",
  headers,
  answers: {
    200: { ...page, content: { "text/markdown": z.string() } },
    304: notModified,
  },
});

export const getDocsPage = operation({
  id: "getDocsPage",
  access: "public",
  tag: "Service",
  summary: "Read a page of the docs",
  description:
    "One page of the docs as HTML, or as Markdown when the name ends in `.md`. `api` lists all operations of this description; `api-tools` and similar pages list those of one tag.",
  params: z.object({
    page: z.string().meta({
      description: "The page's name in the table of contents.",
      examples: ["api", "quickstart", "quickstart.md"],
    }),
  }),
  headers,
  answers: { 200: { ...page, content: { ...page.content, "text/markdown": z.string() } }, 304: notModified },
  refusals: { not_found: "There is no such page. See /docs for all pages." },
});

/** Creates the routes of the API description and the docs. `operations` are all operations of the API. */
export function docsRoutes(
  { publicUrl }: Pick<Service, "publicUrl">,
  operations: readonly Operation[],
): readonly Route[] {
  let last: { url: string; api: OpenApiDocument; document: PublishedText } | undefined;
  // Caches only one. Without PUBLIC_URL, there is one description for each host name that clients use.
  const getDescription = async (context: Context<AppTypes>) => {
    const url = chooseBaseUrl(publicUrl, context);
    if (last?.url === url) return last;
    const { TOOL_DESCRIPTIONS } = await import("../openapi/built/tool-descriptions.ts");
    const api = describeApi(url, operations, TOOL_DESCRIPTIONS);
    last = { url, api, document: publishText(JSON.stringify(api), { "content-type": "application/json" }) };
    return last;
  };
  const pages = loadOnce(async () => {
    const [{ GUIDE }, { renderPages }] = await Promise.all([
      import("../docs/built/pages.ts"),
      import("../docs/render-pages.ts"),
    ]);
    return renderPages(GUIDE);
  });
  const search = loadOnce(async () => (await import("../docs/search-pages.ts")).createSearch(await pages()));
  const index = loadOnce(async () => publishPage(renderIndex(await pages()), GUIDE_SECURITY_POLICY));
  const llms = loadOnce(async () => publishText(renderLlmsText(await pages()), MARKDOWN));
  return [
    route(getOpenApi, async (context) => respondWithText(context, (await getDescription(context)).document)),
    route(getLlmsText, async (context) => respondWithText(context, await llms())),
    route(getDocs, async (context) => {
      const query = (context.req.query("q") ?? "").trim().slice(0, MAX_QUERY);
      if (query === "") return respondWithText(context, await index());
      const found = (await search())(query);
      return respondWithText(
        context,
        publishPage(renderResults(await pages(), query, found), GUIDE_SECURITY_POLICY),
      );
    }),
    route(getDocsPage, async (context) => {
      const slug = context.req.param("page") ?? "";
      const reference =
        slug === "api" || slug.startsWith("api-")
          ? renderApiPage((await getDescription(context)).api, slug)
          : undefined;
      if (reference !== undefined)
        return respondWithText(context, publishPage(reference, PAGE_SECURITY_POLICY));
      const all = await pages();
      const found = all.find((one) => one.slug === slug.replace(/\.md$/, ""));
      const url = chooseBaseUrl(publicUrl, context);
      if (!found) {
        if (!/\btext\/html\b/.test(context.req.header("accept") ?? ""))
          throw new ServiceError("not_found", "There is no such page. See /docs for all pages.");
        return respondWithText(context, publishPage(renderMissing(all), GUIDE_SECURITY_POLICY), 404);
      }
      if (slug.endsWith(".md"))
        return respondWithText(context, publishText(toMarkdown(found, url), MARKDOWN));
      return respondWithText(context, publishPage(renderPage(all, found, url), GUIDE_SECURITY_POLICY));
    }),
  ];
}

/** Prepares a self-contained HTML page for publishing. */
function publishPage(text: string, policy: string): PublishedText {
  return publishText(text, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy,
    "referrer-policy": "no-referrer",
  });
}
