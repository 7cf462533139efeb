import { createHash } from "node:crypto";
import type { Context } from "hono";
import type { AppTypes } from "./request.ts";

type HeaderFields = Readonly<Record<string, string>>;

/** A public text. It may be cached for five minutes unless its headers state otherwise. */
export interface PublishedText {
  text: string;
  /** Strong ETag of exactly this text. */
  etag: string;
  /** Headers of the text: its type and security policy. */
  headers: HeaderFields;
}

/** Prepares a text for publishing. */
export function publishText(text: string, headers: HeaderFields): PublishedText {
  const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
  return { text, etag, headers };
}

/** Responds with the text, or with 304 if the client has it (RFC 9110, sections 13.1.2 and 15.4.5). */
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
