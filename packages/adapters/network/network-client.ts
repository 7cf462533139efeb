import type { CredentialMetadata } from "@plumbline/core/credentials/kinds.ts";
import type { OpenCredential } from "@plumbline/core/credentials/resolver.ts";
import {
  AdapterAuthError,
  type AdapterError,
  AdapterRateLimitedError,
  AdapterValidationError,
  createErrorFromStatus,
} from "@plumbline/core/errors/adapter-error.ts";
import { cutText } from "@plumbline/core/text/unicode.ts";
import type { ActionContext } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";
import { optionalText, toOptionalField, toReadableItems } from "../answer-fields.ts";
import { exchangeJson, type JsonAnswer, type JsonRequest } from "../json-exchange.ts";
import { createNetworkMetadata, network } from "./provider.ts";

/** Sends one request to the professional network. Throws only the HTTP client's errors. */
export async function callNetwork(
  context: ActionContext<OpenCredential>,
  request: Pick<JsonRequest, "method" | "baseUrl" | "path" | "body" | "effect">,
): Promise<JsonAnswer> {
  const answer = await exchangeJson(context, {
    ...request,
    headers: {
      authorization: `Bearer ${context.credential.token.reveal()}`,
      "x-restli-protocol-version": "2.0.0",
    },
  });
  const providerRequestId = answer.headers[network.requestIdHeader] ?? answer.headers["x-li-request-id"];
  return { ...answer, detail: { ...answer.detail, providerRequestId } };
}

const metadataSchema = createNetworkMetadata();

const DAY_MS = 86_400_000;
const MAX_MESSAGE = 500;

// Codes seen in the provider's responses (LinkedIn, "Error handling"). They vary, so the status is used too.
const TOKEN_CODES = new Set([
  "EMPTY_ACCESS_TOKEN",
  "INVALID_ACCESS_TOKEN",
  "EXPIRED_ACCESS_TOKEN",
  "REVOKED_ACCESS_TOKEN",
]);
const TOKEN_NUMBERS = new Set([65_600, 65_601, 65_602]);
/** The daily quota of the member or of the application is exhausted. */
const DAY_QUOTA_NUMBER = 101;

const refusalSchema = z.lazy(() =>
  z.object({
    message: optionalText,
    serviceErrorCode: toOptionalField(z.number()),
    code: optionalText,
    errorDetails: toOptionalField(
      z.object({ inputErrors: toReadableItems(z.object({ code: optionalText })) }),
    ),
  }),
);

/**
 * Converts a response other than 2xx to an adapter error. `now` is in milliseconds since the epoch, needed
 * because a daily quota is reset at midnight UTC.
 */
export function toNetworkError(answer: JsonAnswer, now: number): AdapterError {
  const { status } = answer;
  const { message: said, serviceErrorCode: number, code } = readErrorFields(answer);
  const message = `The professional network (LinkedIn) responded with ${status}${said ? `: ${cutText(said, MAX_MESSAGE)}` : "."}`;
  const detail = { ...answer.detail, providerCode: code ?? number?.toString() };
  if (number === DAY_QUOTA_NUMBER) {
    const { retryAfterSeconds: asked } = detail;
    return new AdapterRateLimitedError(message, {
      ...detail,
      retryAfterSeconds: asked ?? Math.ceil((DAY_MS - (now % DAY_MS)) / 1_000),
      permanent: asked === undefined,
      nextStep: "The network's daily limits reset at midnight UTC.",
    });
  }
  if (status === 429) return new AdapterRateLimitedError(message, detail);
  if (status === 401 || isTokenRefused(answer)) return new AdapterAuthError(message, detail);
  if (status === 403 || code === "ACCESS_DENIED") {
    const nextStep =
      "Reconnect with the scope w_member_social (for an organization: w_organization_social), and check that metadata.urn belongs to the token.";
    return new AdapterAuthError(message, { ...detail, nextStep });
  }
  if (isDuplicate(answer)) {
    const urn = findDuplicate(answer);
    return new AdapterValidationError(
      `The professional network (LinkedIn) already has this post${urn === undefined ? "." : `: ${urn}, ${buildPostUrl(urn)}`}`,
      { ...detail, nextStep: "Change the text to post it again." },
    );
  }
  return createErrorFromStatus(status, message, detail);
}

/** Returns whether the provider refused the token rather than the request. */
export function isTokenRefused(answer: JsonAnswer): boolean {
  const { code = "", serviceErrorCode = 0 } = readErrorFields(answer);
  return TOKEN_CODES.has(code) || TOKEN_NUMBERS.has(serviceErrorCode);
}

/** Returns the URN of the existing post, if the response refuses a duplicate and contains the URN. */
export function findDuplicate(answer: JsonAnswer): string | undefined {
  return isDuplicate(answer) ? findPostUrn(readErrorFields(answer).message ?? "") : undefined;
}

function isDuplicate(answer: JsonAnswer): boolean {
  const { code, message = "" } = readErrorFields(answer);
  return code === "DUPLICATE_POST" || (answer.status === 422 && /duplicate/i.test(message));
}

/** Returns the error fields of a response. If it has no code, uses the code of its first input error. */
function readErrorFields({ body }: JsonAnswer) {
  const { message, serviceErrorCode, code, errorDetails } = refusalSchema.safeParse(body).data ?? {};
  return { message, serviceErrorCode, code: code ?? errorDetails?.inputErrors.items[0]?.code };
}

const POST_URN = /urn:li:[A-Za-z]+:[A-Za-z0-9_-]+/;

/**
 * Returns the first URN in a text (`urn:li:share:7…`, `urn:li:ugcPost:7…`). Its colons may be percent-encoded
 * in a Rest.li header.
 */
export function findPostUrn(text: string): string | undefined {
  return POST_URN.exec(text.replaceAll(/%3a/gi, ":"))?.[0];
}

export function buildPostUrl(urn: string): string {
  return `https://www.linkedin.com/feed/update/${urn}`;
}

/**
 * Returns the author URN of a connection (`urn:li:person:…`, `urn:li:organization:…`). Validates it again,
 * because the value may have been stored before the rule existed.
 */
export function readAuthorUrn(metadata: CredentialMetadata): string {
  const parsed = metadataSchema.safeParse(metadata);
  if (parsed.success) return parsed.data.urn;
  throw new AdapterValidationError(
    "The connection's metadata.urn must be an author URN such as urn:li:person:AbC123.",
    { nextStep: "Set metadata.urn of the connection to the URN of the person or organization that posts." },
  );
}
