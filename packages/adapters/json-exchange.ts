import { type HttpResponse, joinUrl } from "@plumbline/core/egress/http-message.ts";
import { readRequestedWaitSeconds } from "@plumbline/core/egress/retry-after.ts";
import { type AdapterErrorDetail, AdapterTransientError } from "@plumbline/core/errors/adapter-error.ts";
import type { ActionContext, ActionRequest } from "@plumbline/core/tool/tool.ts";
import type * as z from "zod";

/** One JSON request to a provider. */
export interface JsonRequest {
  method: ActionRequest["method"];
  baseUrl: string;
  /** Appended to the base URL. May contain a query. "" stands for the base URL itself. */
  path: string;
  headers: Readonly<Record<string, string>>;
  /** Omitted if the request has no body. */
  body?: unknown;
  effect: "read" | "write";
  /** Response header with the provider's ID of the request. */
  requestIdHeader?: string;
}

/** A provider's parsed response, before the adapter interprets it. */
export interface JsonAnswer {
  ok: boolean;
  status: number;
  /** Names are in lower case. */
  headers: Readonly<Record<string, string>>;
  /** The parsed body, or `undefined` if it is not JSON (an HTML error page or an empty body). */
  body: unknown;
  effect: "read" | "write";
  /** Status, request ID and requested wait, for any error that results from the response. */
  detail: AdapterErrorDetail;
}

/**
 * Sends one request with a JSON body. Throws only the HTTP client's errors. The adapter interprets the
 * response.
 */
export async function exchangeJson(
  { http, clock }: Pick<ActionContext, "http" | "clock">,
  request: JsonRequest,
): Promise<JsonAnswer> {
  const { method, baseUrl, path, body, effect, requestIdHeader } = request;
  const response = await http.send({
    method,
    url: path === "" ? new URL(baseUrl) : joinUrl(baseUrl, path),
    headers: {
      accept: "application/json",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...request.headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    effect,
  });
  return readJsonAnswer(response, effect, clock.now(), requestIdHeader);
}

/** Reads a response. `now` is in milliseconds since the epoch. */
export function readJsonAnswer(
  response: HttpResponse,
  effect: "read" | "write",
  now: number,
  requestIdHeader?: string,
): JsonAnswer {
  const { ok, status, headers } = response;
  const body = response.json();
  const detail = {
    status,
    providerRequestId: requestIdHeader && headers[requestIdHeader],
    // A getter, because only errors need it.
    get retryAfterSeconds() {
      return readRequestedWaitSeconds({ headers, body }, now);
    },
  };
  return { ok, status, headers, body, effect, detail };
}

/**
 * Parses the body of a successful response. Throws AdapterTransientError for a 2xx that does not match the
 * schema. After a write, the error says that the outcome is unknown. `provider` is the name inside a
 * sentence: "the notes app (Notion)".
 */
export function parseSuccessBody<Schema extends z.ZodType>(
  answer: JsonAnswer,
  schema: Schema,
  provider: string,
): z.output<Schema> {
  const parsed = schema.safeParse(answer.body);
  if (parsed.success) return parsed.data;
  throw new AdapterTransientError(`The response of ${provider} could not be read.`, {
    status: answer.status,
    providerRequestId: answer.detail.providerRequestId,
    outcomeUnknown: answer.effect === "write",
  });
}
