import { createHash } from "node:crypto";
import type { Service } from "@plumbline/service/service.ts";
import type { Context } from "hono";
import * as z from "zod";
import { docsPage, PAGE_SECURITY_POLICY } from "../docs/page.ts";
import { describeApi } from "../openapi/describe-api.ts";
import type { OpenApiDocument } from "../openapi/open-api-document.ts";
import { type AppTypes, chooseBaseUrl } from "../request.ts";
import { type Answer, jsonAnswer, type Operation, operation, type Route, route } from "./endpoint.ts";

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
  summary: "This description as a page",
  description: "The same description for people: one page without scripts, which loads nothing else.",
  headers,
  answers: {
    200: { description: "The page.", content: { "text/html": z.string() }, headers: ["etag"] },
    304: notModified,
  },
});

interface Publication {
  url: string;
  document: PublishedText;
  page: PublishedText;
}

/** The description of the API (`operations` are all its operations), and a page to read it. */
export function docsRoutes(
  { publicUrl }: Pick<Service, "publicUrl">,
  operations: readonly Operation[],
): readonly Route[] {
  let last: Publication | undefined;
  // One is kept and no more: without PUBLIC_URL there is one for each name that a client calls the service
  // by.
  const publicationOf = async (url: string) => {
    const { TOOL_DESCRIPTIONS } = await import("../openapi/built/tool-descriptions.ts");
    last = last?.url === url ? last : publish(url, describeApi(url, operations, TOOL_DESCRIPTIONS));
    return last;
  };
  return [
    route(getOpenApi, async (context) =>
      answerPublished(context, (await publicationOf(chooseBaseUrl(publicUrl, context))).document),
    ),
    route(getDocs, async (context) =>
      answerPublished(context, (await publicationOf(chooseBaseUrl(publicUrl, context))).page),
    ),
  ];
}

function publish(url: string, description: OpenApiDocument): Publication {
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

type HeaderFields = Readonly<Record<string, string>>;

/** A text that everybody may have, and keep for five minutes where its headers do not say otherwise. */
export interface PublishedText {
  text: string;
  /** Strong: of this very text. */
  etag: string;
  /** Of the text: its type, and what a page may do. */
  headers: HeaderFields;
}

export function publishText(text: string, headers: HeaderFields): PublishedText {
  const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
  return { text, etag, headers: { ...headers, "x-content-type-options": "nosniff" } };
}

/** The text, or 304 to a client that has it (RFC 9110, sections 13.1.2 and 15.4.5). */
export function answerPublished(
  context: Context<AppTypes>,
  { text, etag, headers }: PublishedText,
): Response {
  const caching = { etag, "cache-control": headers["cache-control"] ?? "public, max-age=300" };
  const held = context.req.header("if-none-match")?.split(",") ?? [];
  const current = held
    .map((tag) => tag.trim().replace(/^W\//, ""))
    .some((tag) => tag === etag || tag === "*");
  return current ? context.body(null, 304, caching) : context.body(text, 200, { ...headers, ...caching });
}
