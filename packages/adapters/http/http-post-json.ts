import type { Secret } from "@plumbline/core/access/secret.ts";
import { allowsUrl } from "@plumbline/core/credentials/allowed-origin.ts";
import type { OpenCredential } from "@plumbline/core/credentials/resolver.ts";
import {
  createRedirectedWriteError,
  type HttpResponse,
  isRedirect,
  mayRedirectAfterWrite,
} from "@plumbline/core/egress/http-message.ts";
import { readResponseWaitSeconds } from "@plumbline/core/egress/retry-after.ts";
import {
  AdapterError,
  AdapterValidationError,
  createErrorFromStatus,
} from "@plumbline/core/errors/adapter-error.ts";
import { parseUrl } from "@plumbline/core/text/parsed-url.ts";
import { tryParseJson } from "@plumbline/core/text/try-parse-json.ts";
import { cutText } from "@plumbline/core/text/unicode.ts";
import { createSecretArgument, findUnsafeJson } from "@plumbline/core/tool/arguments.ts";
import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import type { ActionContext, Tool } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";
import { headerName, maySetHeader } from "./header-name.ts";

/** Printable ASCII, which prevents header injection. */
const value = z.string().regex(/^[\x20-\x7e]{0,4096}$/, "must be plain ASCII on one line");

const webhookHeaders = z
  .record(headerName, value)
  // Not in the key schema, because zod would hide the reason.
  .superRefine((headers, context) => {
    for (const header of Object.keys(headers)) {
      if (maySetHeader(header)) continue;
      const message =
        header.toLowerCase() === "authorization"
          ? "may not be set; use bearer_token or credential_id"
          : "may not be set";
      context.addIssue({ code: "custom", path: [header], message });
    }
  })
  .refine((headers) => Object.keys(headers).length <= 50, "must contain at most 50 headers")
  .refine(
    (headers) =>
      new Set(Object.keys(headers).map((key) => key.toLowerCase())).size === Object.keys(headers).length,
    "must not repeat a header",
  )
  .optional()
  .describe("Except authorization, cookie, host, content-type, user-agent, proxy and framing headers.");

const MAX_BODY_BYTES = 1_048_576;
/** Maximum size of the returned response, in bytes. */
const MAX_ANSWER_BYTES = 65_536;
/** Limits for the body of an error response, and for its excerpt in the message. */
const MAX_REFUSAL_CHARACTERS = 2_000;
const MAX_EXCERPT_CHARACTERS = 200;

/**
 * Defines `http_post_json`, which posts JSON to a webhook. `parseDestination` is the guard's check of a URL
 * (egress/guard.ts).
 */
export function httpPostJson(parseDestination: (url: string) => URL): Tool {
  return defineTool({
    name: "http_post_json",
    title: "Post JSON to a webhook",
    sentence: "Post|Posted JSON to {url}",
    description:
      "Posts JSON to a webhook on the public internet and returns its status and body. " +
      "Not for services that have their own tool, nor for reading pages. " +
      "credential_id only for a generic_api_key connection made for that host.",
    input: z.object({
      url: z.string().min(1).max(8192).describe("Full URL, http or https."),
      body: z
        .unknown()
        .refine((value) => value !== undefined, "is required")
        .describe("Any JSON value, at most 1 MiB."),
      headers: webhookHeaders,
      bearer_token: createSecretArgument(
        "Sent as `Authorization: Bearer`; not with credential_id.",
      ).optional(),
    }),
    example: { url: "https://hooks.example.com/deploys", body: { version: "2.0.0" } },
    output: z.object({
      status: z.int(),
      body: z.unknown().describe("The response: parsed if it is JSON, otherwise its text."),
      truncated: z.boolean().describe("The response was truncated or cut off."),
      page: z
        .object({ url: z.string(), status: z.int() })
        .optional()
        .describe(
          "After a redirect: its target, without the query; the body is that page's if it was a 2xx.",
        ),
    }),
    credential: {
      use: "optional",
      kinds: ["generic_api_key"],
      metadata: { generic_api_key: ["allowed_hosts"] },
      // A mail password must not be sent to a webhook.
      excludedMetadata: { generic_api_key: ["smtp_host", "imap_host"] },
    },
    effect: "write",
    idempotency: "none",
    reach: { to: "caller_chosen", argument: "url" },
    reads: "outside",
    destinations: ({ url, headers = {} }) => [
      { kind: "url", value: url, argument: "url" },
      ...Object.entries(headers).map(
        ([header, value]) => ({ kind: "header", value, argument: `headers.${header}` }) as const,
      ),
    ],
    identifiers: ["url", "bearer_token"],
    async run(input, context) {
      const url = parseDestination(input.url);
      const body = JSON.stringify(input.body);
      if (Buffer.byteLength(body) > MAX_BODY_BYTES)
        throw new AdapterValidationError(
          `body: is ${Buffer.byteLength(body)} bytes as JSON; at most 1 MiB (${MAX_BODY_BYTES} bytes) can be posted.`,
        );
      const headers = lowerCaseNames(input.headers ?? {});
      const token = chooseBearerToken(input.bearer_token, context.credential, url);
      const header = tokenHeader(context.credential, headers);
      const response = await context.http.send({
        method: "POST",
        url,
        headers: {
          "idempotency-key": context.idempotencyKey,
          ...headers,
          "content-type": "application/json",
          ...(token && { [header ?? "authorization"]: `${header ? "" : "Bearer "}${token.reveal()}` }),
        },
        body,
        effect: "write",
        maxResponseBytes: MAX_ANSWER_BYTES,
        acceptPartialBody: true,
      });
      if (response.ok) {
        return { status: response.status, body: answerBody(response), truncated: response.truncated };
      }
      if (mayRedirectAfterWrite(response.status))
        return readRedirectedPost(response, url, context, parseDestination);
      throw createStatusError(response, url, context);
    },
  });
}

function chooseBearerToken(
  argument: Secret | undefined,
  credential: OpenCredential | undefined,
  url: URL,
): Secret | undefined {
  if (argument && credential)
    throw new AdapterValidationError("Use either bearer_token or credential_id, not both.");
  if (argument && /[^\x21-\x7e]/.test(argument.reveal()))
    throw new AdapterValidationError("bearer_token: must be plain ASCII without spaces.");
  if (!credential) return argument;
  const { allowed_hosts: hosts, smtp_host, imap_host } = credential.metadata;
  if (smtp_host !== undefined || imap_host !== undefined) {
    throw new AdapterValidationError(
      `The credential "${credential.label}" is a mail password and is never sent to a webhook.`,
    );
  }
  if (allowsUrl(hosts, url)) return credential.token;
  throw new AdapterValidationError(`The credential "${credential.label}" may not be sent to ${url.origin}.`, {
    nextStep: `If the key is meant for this host, add ${url.origin} to metadata.allowed_hosts and store the token again.`,
  });
}

/** Returns the header for a stored key, or `undefined` for `Authorization`. */
function tokenHeader(
  credential: OpenCredential | undefined,
  headers: Readonly<Record<string, string>>,
): string | undefined {
  const { header } = credential?.metadata ?? {};
  if (typeof header !== "string") return undefined;
  if (headers[header] === undefined) return header;
  throw new AdapterValidationError(`headers.${header}: may not be set; credential_id sets it.`);
}

function lowerCaseNames(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function answerBody(response: HttpResponse): unknown {
  const answer = response.json();
  return answer === undefined || findUnsafeJson(answer) ? response.text() : answer;
}

const PAGE_ACCEPT = "application/json, text/plain;q=0.9, */*;q=0.1";

/**
 * Handles a redirected post. Receivers such as Google Apps Script carry out the request, answer 302 and
 * return their result on the linked page, so the result includes that page. A 303 states that the request was
 * carried out. Throws AdapterTransientError for other redirects, which leave it open.
 */
async function readRedirectedPost(
  response: HttpResponse,
  from: URL,
  context: ActionContext,
  parseDestination: (url: string) => URL,
) {
  const { status } = response;
  const target = redirectTarget(response.headers.location, from);
  const page = target && (await readPage(target, from, context, parseDestination));
  const shown = page?.ok ? page : response;
  const url = target === undefined ? "" : `${target.origin}${target.pathname}`;
  const result = {
    status,
    body: answerBody(shown),
    truncated: shown.truncated,
    ...(page && { page: { url, status: page.status } }),
  };
  if (status === 303) return result;
  throw createRedirectedWriteError(from.host, status, url && ` to ${url}`, result);
}

/**
 * Reads the page of a redirect once, with a guarded GET that omits the post's key, headers and body. Returns
 * `undefined` if it cannot be read, which does not affect the post.
 */
async function readPage(
  target: URL,
  from: URL,
  { http }: ActionContext,
  parseDestination: (url: string) => URL,
): Promise<HttpResponse | undefined> {
  if (from.protocol === "https:" && target.protocol === "http:") return undefined;
  try {
    return await http.send({
      method: "GET",
      url: parseDestination(target.href),
      headers: { accept: PAGE_ACCEPT },
      effect: "read",
      maxResponseBytes: MAX_ANSWER_BYTES,
      acceptPartialBody: true,
    });
  } catch (error) {
    if (error instanceof AdapterError) return undefined;
    throw error;
  }
}

/**
 * Returns the error for a response other than 2xx. A 4xx often explains the problem, so its text is passed to
 * the caller.
 */
function createStatusError(response: HttpResponse, url: URL, { clock, redact }: ActionContext) {
  const { status, headers } = response;
  const detail = { retryAfterSeconds: readResponseWaitSeconds(response, clock.now()) };
  if (isRedirect(status)) {
    const target = redirectTarget(headers.location, url);
    const to = target === undefined ? "" : ` to ${target.origin}${target.pathname}`;
    return createErrorFromStatus(
      status,
      `${url.host} responded with ${status}, a redirect${to}; redirects are not followed.`,
      target === undefined ? detail : { ...detail, nextStep: "Use the URL the webhook redirects to." },
    );
  }
  const refused = status >= 400 && status < 500;
  if (!refused) return createErrorFromStatus(status, `${url.host} responded with ${status}.`, detail);
  const whole = redact(response.text());
  const shown = cutText(whole, MAX_REFUSAL_CHARACTERS);
  const truncated = response.truncated || shown.length < whole.length;
  const parsed = truncated ? undefined : parseSafeJson(shown);
  const excerpt = cutExcerpt(shown);
  return createErrorFromStatus(
    status,
    `${url.host} responded with ${status}${excerpt && `: ${excerpt}`}`.replace(/[^.!?…]$/, "$&."),
    {
      ...detail,
      result: { status, body: parsed === undefined ? shown : parsed, truncated },
    },
  );
}

/**
 * Returns the target of a redirect; `undefined` if it is not a URL. Its query may contain a key, so it is not
 * shown.
 */
function redirectTarget(location: string | undefined, from: URL): URL | undefined {
  const target = location === undefined ? undefined : parseUrl(location, from.href);
  return target && /^https?:$/.test(target.protocol) ? target : undefined;
}

function parseSafeJson(text: string): unknown {
  const value = tryParseJson(text);
  return findUnsafeJson(value) === undefined ? value : undefined;
}

/** Returns the start of a refusal on one line. Returns "" for HTML, whose start is not informative. */
function cutExcerpt(shown: string): string {
  const line = shown.replace(/\s+/g, " ").trim();
  if (line.startsWith("<")) return "";
  const excerpt = cutText(line, MAX_EXCERPT_CHARACTERS);
  return excerpt.length < line.length ? `${excerpt}…` : excerpt;
}
