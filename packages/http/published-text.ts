import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Context } from "hono";
import type { AppTypes } from "./request.ts";

type HeaderFields = Readonly<Record<string, string>>;

/** A public text. It may be cached for five minutes unless its headers state otherwise. */
export interface PublishedText {
  text: string;
  /** Strong ETag of exactly this text. Each compressed form appends its name. */
  etag: string;
  /** Headers of the text: its type and security policy. */
  headers: HeaderFields;
}

/** Prepares a text for publishing. */
export function publishText(text: string, headers: HeaderFields): PublishedText {
  const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
  return { text, etag, headers };
}

/** Compression quality. Higher values take much longer and save little. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Compressed forms in order of preference. */
const ENCODERS = {
  br: (text: string) => promisify(brotliCompress)(text, BROTLI),
  gzip: (text: string) => promisify(gzip)(text),
};

/** Minimum length for compression, in characters. Shorter texts are not worth it. */
const MIN_COMPRESSED = 1_024;

/**
 * Responds with the text, compressed if the client accepts that, or with 304 if the client already has it
 * (RFC 9110, sections 8.4.1, 13.1.2 and 15.4.5).
 */
export async function respondWithText(
  context: Context<AppTypes>,
  { text, etag, headers }: PublishedText,
  status: 200 | 404 = 200,
): Promise<Response> {
  const encoding =
    text.length < MIN_COMPRESSED ? undefined : chooseEncoding(context.req.header("accept-encoding"));
  const own = encoding ? etag.replace(/"$/, `-${encoding}"`) : etag;
  context.header("vary", "accept-encoding", { append: true });
  const caching = { etag: own, "cache-control": headers["cache-control"] ?? "public, max-age=300" };
  const held = context.req.header("if-none-match")?.split(",") ?? [];
  const current = held.map((tag) => tag.trim().replace(/^W\//, "")).some((tag) => tag === own || tag === "*");
  if (current) return context.body(null, 304, caching);
  if (!encoding) return context.body(text, status, { ...headers, ...caching });
  const bytes = new Uint8Array(await ENCODERS[encoding](text));
  return context.body(bytes, status, { ...headers, ...caching, "content-encoding": encoding });
}

function chooseEncoding(header = ""): keyof typeof ENCODERS | undefined {
  const accepted = header
    .toLowerCase()
    .split(",")
    .filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one))
    .map((one) => one.split(";")[0]?.trim());
  return (["br", "gzip"] as const).find((one) => accepted.includes(one));
}
