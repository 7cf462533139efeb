import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { loadOnce } from "@plumbline/core/loading/load-once.ts";
import type { Service } from "@plumbline/service/service.ts";
import type { Context } from "hono";
import * as z from "zod";
import { API_SECURITY_POLICY, renderApiPage } from "../docs/api-reference.ts";
import {
  GUIDE_SECURITY_POLICY,
  groupPages,
  renderIndex,
  renderMissing,
  renderPage,
  renderResults,
} from "../docs/guide-frame.ts";
import { getFirstSentence, type RenderedPage } from "../docs/pages.ts";
import { describeApi } from "../openapi/describe-api.ts";
import type { OpenApiDocument } from "../openapi/open-api-document.ts";
import { type PublishedText, publishText, respondWithText } from "../published-text.ts";
import { type AppTypes, chooseBaseUrl, DEFAULT_URL } from "../request.ts";
import {
  copyHeaders,
  jsonAnswer,
  notModified,
  type Operation,
  operation,
  type Route,
  route,
  textAnswers,
} from "./endpoint.ts";

const MARKDOWN = { "content-type": "text/markdown; charset=utf-8" };

/** Maximum length of a search query, in characters. */
const MAX_QUERY = 200;

const getOpenApi = operation({
  id: "getOpenApi",
  access: "public",
  summary: "This description",
  description: "The OpenAPI 3.1 description of the API, generated from the schemas that validate requests.",
  headers: copyHeaders,
  answers: () => ({
    200: jsonAnswer("The description.", z.looseObject({ openapi: z.string() }), ["etag"]),
    304: notModified,
  }),
});

const getDocs = operation({
  id: "getDocs",
  access: "public",
  summary: "Browse or search the docs",
  description: "Lists the pages of the docs by group; with `q`, the pages that contain the words.",
  query: z.object({
    q: z
      .string()
      .optional()
      .describe(`Words to search for. Only the first ${MAX_QUERY} characters are used.`),
  }),
  headers: copyHeaders,
  answers: () => textAnswers("The page.", "text/html"),
});

const getLlmsText = operation({
  id: "getLlmsText",
  access: "public",
  summary: "The docs for models",
  description: "Lists every page of the docs as Markdown, in the format of https://llmstxt.org.",
  headers: copyHeaders,
  answers: () => textAnswers("The page.", "text/markdown"),
});

const getDocsPage = operation({
  id: "getDocsPage",
  access: "public",
  summary: "Read a page of the docs",
  description:
    "One page of the docs as HTML, or as Markdown when the name ends in `.md`. `api` lists all operations of this description; `api-tools` and similar pages list those of one tag.",
  params: z.object({
    page: z.string().meta({
      description: "The page's name in the table of contents.",
      examples: ["api", "quickstart", "quickstart.md"],
    }),
  }),
  headers: copyHeaders,
  answers: () => textAnswers("The page.", "text/html", "text/markdown"),
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
  const index = loadOnce(async () => publishPage(renderIndex(await pages())));
  const llms = loadOnce(async () => publishText(renderLlmsText(await pages()), MARKDOWN));
  return [
    route(getOpenApi, async (context) => respondWithText(context, (await getDescription(context)).document)),
    route(getLlmsText, async (context) => respondWithText(context, await llms())),
    route(getDocs, async (context) => {
      const query = (context.req.query("q") ?? "").trim().slice(0, MAX_QUERY);
      if (query === "") return respondWithText(context, await index());
      const found = (await search())(query);
      return respondWithText(context, publishPage(renderResults(await pages(), query, found)));
    }),
    route(getDocsPage, async (context) => {
      const slug = context.req.param("page") ?? "";
      const isReference = slug === "api" || slug.startsWith("api-");
      const reference = isReference ? renderApiPage((await getDescription(context)).api, slug) : undefined;
      if (reference !== undefined)
        return respondWithText(context, publishPage(reference, API_SECURITY_POLICY));
      const all = await pages();
      const found = all.find((one) => one.slug === slug.replace(/\.md$/, ""));
      const url = chooseBaseUrl(publicUrl, context);
      if (!found) {
        if (!/\btext\/html\b/.test(context.req.header("accept") ?? ""))
          throw new ServiceError("not_found", "There is no such page. See /docs for all pages.");
        return respondWithText(context, publishPage(renderMissing(all)), 404);
      }
      if (slug.endsWith(".md"))
        return respondWithText(context, publishText(toMarkdown(found, url), MARKDOWN));
      return respondWithText(context, publishPage(renderPage(all, found, url)));
    }),
  ];
}

/** Prepares a self-contained HTML page for publishing, by default one of the guide. */
function publishPage(text: string, policy = GUIDE_SECURITY_POLICY): PublishedText {
  return publishText(text, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy,
    "referrer-policy": "no-referrer",
  });
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

/** Returns a page as Markdown, with the service's address and descriptions of drawings. */
function toMarkdown({ markdown }: RenderedPage, url: string): string {
  return markdown.replace(/!\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll(DEFAULT_URL, () => url);
}
