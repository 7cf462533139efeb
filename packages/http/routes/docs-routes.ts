import type { Service } from "@plumbline/service/service.ts";
import { getDocs, getOpenApi } from "../api/docs-operations.ts";
import { baseUrl } from "../base-url.ts";
import { docsPage, PAGE_SECURITY_POLICY } from "../docs/page.ts";
import { describeApi } from "../openapi/describe-api.ts";
import { answerPublished, type PublishedText, publishText } from "../published-text.ts";
import { type Route, route } from "../route.ts";

interface Publication {
  url: string;
  document: PublishedText;
  page: PublishedText;
}

/** The description of the API, and a page to read it. */
export function docsRoutes({ publicUrl }: Pick<Service, "publicUrl">): readonly Route[] {
  let last: Publication | undefined;
  // One is kept and no more: without PUBLIC_URL there is one for each name that a client calls the service by.
  const publicationOf = (url: string) => {
    last = last?.url === url ? last : publish(url);
    return last;
  };
  return [
    route(getOpenApi, (context) =>
      answerPublished(context, publicationOf(baseUrl(publicUrl, context)).document),
    ),
    route(getDocs, (context) => answerPublished(context, publicationOf(baseUrl(publicUrl, context)).page)),
  ];
}

function publish(url: string): Publication {
  const description = describeApi(url);
  return {
    url,
    document: publishText(JSON.stringify(description), { "content-type": "application/json" }),
    page: publishText(docsPage(description), {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": PAGE_SECURITY_POLICY,
      "referrer-policy": "no-referrer",
    }),
  };
}
