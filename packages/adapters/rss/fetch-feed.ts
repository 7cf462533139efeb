import type { HttpResponse } from "@plumbline/core/egress/http-message.ts";
import { readResponseWaitSeconds } from "@plumbline/core/egress/retry-after.ts";
import {
  type AdapterError,
  AdapterValidationError,
  createErrorFromStatus,
} from "@plumbline/core/errors/adapter-error.ts";
import { parseUrl } from "@plumbline/core/text/parsed-url.ts";
import type { ActionContext } from "@plumbline/core/tool/tool.ts";

/** Maximum size of a feed, both compressed and uncompressed. */
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const PERMANENT = new Set([301, 308]);
const ACCEPT =
  "application/rss+xml, application/atom+xml, application/rdf+xml, application/feed+json, application/xml;q=0.9, text/xml;q=0.8, */*;q=0.1";

/**
 * Checks an untrusted URL. Returns it if the egress guard permits it (egress/guard.ts). `what` starts the
 * error message.
 */
export type ParseDestination = (url: string, what?: string) => URL;

/** Validators of a feed from its last response, sent back unchanged, even if weak. */
export interface FeedValidators {
  etag?: string | undefined;
  lastModified?: string | undefined;
}

export interface FeedResponse {
  /** URL of the response after all redirects. */
  url: URL;
  /** Base of its relative links, if given by Content-Location (RFC 9110, 8.7). */
  base?: string | undefined;
  /**
   * The feed's new address if it has moved permanently: the target of the permanent redirects with which the
   * chain starts.
   */
  movedTo: URL | undefined;
  validators: FeedValidators;
  /** The body. Omitted if the feed has not changed since the given validators. */
  body?: Buffer;
  contentType?: string | undefined;
}

/**
 * Fetches a feed. Follows at most five redirects, each checked by the egress guard and none from https to
 * http. Throws AdapterError.
 */
export async function fetchFeed(
  url: URL,
  { http, clock }: Pick<ActionContext, "http" | "clock">,
  destination: ParseDestination,
  validators: FeedValidators = {},
): Promise<FeedResponse> {
  const headers = { accept: ACCEPT, "accept-encoding": "gzip, deflate, br", ...createConditions(validators) };
  let at = url;
  let movedTo: URL | undefined;
  let permanent = true;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const request = { method: "GET", url: at, headers, effect: "read", maxResponseBytes: MAX_BYTES } as const;
    const response = await http.send(request);
    if (!REDIRECTS.has(response.status)) {
      return { url: at, movedTo, ...readResponse(response, at, validators, clock.now()) };
    }
    at = resolveRedirect(response, at, destination);
    permanent &&= PERMANENT.has(response.status);
    if (permanent) movedTo = at;
  }
  throw new AdapterValidationError(`${url.host} redirects more than ${MAX_REDIRECTS} times.`);
}

function createConditions({ etag, lastModified }: FeedValidators): Record<string, string> {
  return {
    ...(etag === undefined ? {} : { "if-none-match": etag }),
    ...(lastModified === undefined ? {} : { "if-modified-since": lastModified }),
  };
}

function readResponse(response: HttpResponse, from: URL, validators: FeedValidators, now: number) {
  const { status, headers } = response;
  if (status === 304 && Object.keys(createConditions(validators)).length > 0) return { validators };
  if (!response.ok) throw toFeedError(response, from.host, now);
  return {
    validators: { etag: headers.etag, lastModified: headers["last-modified"] },
    body: response.body,
    contentType: headers["content-type"],
    base: parseUrl(headers["content-location"] ?? "", from.href)?.href,
  };
}

function resolveRedirect({ status, headers }: HttpResponse, from: URL, destination: ParseDestination): URL {
  const { location } = headers;
  const leadsTo = location === undefined ? undefined : parseUrl(location, from.href);
  if (leadsTo === undefined) {
    throw new AdapterValidationError(
      `${from.host} responded with ${status}, a redirect without a valid target.`,
    );
  }
  const target = destination(leadsTo.href, `The redirect of ${from.host}`);
  if (from.protocol === "https:" && target.protocol === "http:") {
    throw new AdapterValidationError(`${from.host} redirects from https to http, which is not followed.`, {
      nextStep: `Use http://${target.host} directly if an unencrypted feed is acceptable.`,
    });
  }
  return target;
}

const MEANINGS: Readonly<Record<number, [message: string, nextStep: string]>> = {
  401: ["This feed is private", "Use a feed that can be read without logging in."],
  403: [
    "This feed is private, or its host blocks automated requests",
    "Use a feed that can be read without logging in.",
  ],
  404: ["There is no feed at this URL", "Look up the feed's address on its site."],
  410: ["This feed has been removed permanently", "Unsubscribe from it."],
};

/** Converts a response that is not a feed to an adapter error. */
function toFeedError(response: HttpResponse, host: string, now: number): AdapterError {
  const { status } = response;
  const [message, nextStep] = MEANINGS[status] ?? [];
  const detail = { nextStep, retryAfterSeconds: readResponseWaitSeconds(response, now) };
  return createErrorFromStatus(
    status,
    message ? `${message}: ${host} responded with ${status}.` : `${host} responded with ${status}.`,
    detail,
  );
}
