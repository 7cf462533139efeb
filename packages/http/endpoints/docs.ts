import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { loadOnce } from "@plumbline/core/loading/load-once.ts";
import type { Service } from "@plumbline/service/service.ts";
import type { Context } from "hono";
import * as z from "zod";
import { GUIDE_SECURITY_POLICY, guideIndex, guidePage, guideResults } from "../docs/guide.ts";
import { apiPage, PAGE_SECURITY_POLICY } from "../docs/page.ts";
import { describeApi } from "../openapi/describe-api.ts";
import type { OpenApiDocument } from "../openapi/open-api-document.ts";
import { answerPublished, type PublishedText, publishText } from "../published-text.ts";
import { type AppTypes, chooseBaseUrl } from "../request.ts";
import { type Answer, jsonAnswer, type Operation, operation, type Route, route } from "./endpoint.ts";

/** Characters of a search that are read. */
const MAX_QUERY = 200;

const page: Answer = {
  description: "The page.",
  content: { "text/html": z.string() },
  headers: ["etag"],
};

const notModified: Answer = {
  description: "The copy that `if-none-match` names is the current one.",
  headers: ["etag"],
};

const headers = z.object({
  "if-none-match": z.string().optional().describe("The `etag` of a copy the client has."),
});

export const getOpenApi = operation({
  id: "getOpenApi",
  access: "public",
  tag: "Service",
  summary: "This description",
  description: "The OpenAPI 3.1 description of the API, made from the schemas that requests are read with.",
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
  summary: "The docs, and a search in them",
  description: "The pages of the docs by group; with `q` those that hold the words. Without scripts.",
  query: z.object({
    q: z.string().optional().describe(`Words to look for; the first ${MAX_QUERY} characters count.`),
  }),
  headers,
  answers: { 200: page, 304: notModified },
});

export const getDocsPage = operation({
  id: "getDocsPage",
  access: "public",
  tag: "Service",
  summary: "A page of the docs",
  description:
    "One page of the docs for people, without scripts. `api` lists the calls of this description, `api-tools` and the like have them by tag.",
  params: z.object({
    page: z.string().meta({ description: "As the contents name it.", examples: ["api", "quickstart"] }),
  }),
  headers,
  answers: { 200: page, 304: notModified },
  refusals: { not_found: "There is no such page; /docs lists all." },
});

/** The description of the API (`operations` are all its operations), and the docs. */
export function docsRoutes(
  { publicUrl }: Pick<Service, "publicUrl">,
  operations: readonly Operation[],
): readonly Route[] {
  let last: { url: string; api: OpenApiDocument; document: PublishedText } | undefined;
  // One is kept and no more: without PUBLIC_URL there is one for each name that a client calls the service
  // by.
  const descriptionFor = async (context: Context<AppTypes>) => {
    const url = chooseBaseUrl(publicUrl, context);
    if (last?.url === url) return last;
    const { TOOL_DESCRIPTIONS } = await import("../openapi/built/tool-descriptions.ts");
    const api = describeApi(url, operations, TOOL_DESCRIPTIONS);
    last = { url, api, document: publishText(JSON.stringify(api), { "content-type": "application/json" }) };
    return last;
  };
  const pages = loadOnce(async () => (await import("../docs/built/pages.ts")).GUIDE_PAGES);
  const search = loadOnce(async () => (await import("../docs/search-pages.ts")).searcherOf(await pages()));
  const index = loadOnce(async () => published(guideIndex(await pages()), GUIDE_SECURITY_POLICY));
  return [
    route(getOpenApi, async (context) => answerPublished(context, (await descriptionFor(context)).document)),
    route(getDocs, async (context) => {
      const query = (context.req.query("q") ?? "").trim().slice(0, MAX_QUERY);
      if (query === "") return answerPublished(context, await index());
      const found = (await search())(query);
      return answerPublished(
        context,
        published(guideResults(await pages(), query, found), GUIDE_SECURITY_POLICY),
      );
    }),
    route(getDocsPage, async (context) => {
      const slug = context.req.param("page") ?? "";
      const reference =
        slug === "api" || slug.startsWith("api-")
          ? apiPage((await descriptionFor(context)).api, slug)
          : undefined;
      if (reference !== undefined)
        return answerPublished(context, published(reference, PAGE_SECURITY_POLICY));
      const all = await pages();
      const found = all.find((one) => one.slug === slug);
      if (!found) throw new ServiceError("not_found", "There is no such page; /docs lists all.");
      return answerPublished(context, published(guidePage(all, found), GUIDE_SECURITY_POLICY));
    }),
  ];
}

/** Publishes HTML that needs nothing else. */
function published(text: string, policy: string): PublishedText {
  return publishText(text, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy,
    "referrer-policy": "no-referrer",
  });
}
