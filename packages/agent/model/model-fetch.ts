import { Readable } from "node:stream";
import type { Clock, Deadline } from "@plumbline/core/clock/clock.ts";
import { readRequestedWaitSeconds } from "@plumbline/core/egress/retry-after.ts";
import type { HttpStream, StreamingHttpClient } from "@plumbline/core/egress/streaming-http-client.ts";
import {
  AdapterError,
  AdapterRateLimitedError,
  AdapterTransientError,
  AdapterValidationError,
  createErrorFromStatus,
} from "@plumbline/core/errors/adapter-error.ts";
import { tryParseJson } from "@plumbline/core/text/try-parse-json.ts";
import { formatTraceparent, type SpanContext } from "@plumbline/core/tracing/tracer.ts";
import * as z from "zod";
import { ModelError } from "./model-error.ts";
import type { ModelFetch } from "./provider-call.ts";

/**
 * Maximum time without data. A model may think for a long time before it answers. The run's deadline also
 * applies.
 */
const IDLE_TIMEOUT_MS = 120_000;

/** Limits of one model request: which host it may reach and how long it may take. */
export interface FetchBounds {
  http: StreamingHttpClient;
  clock: Clock;
  /** The only host that may be reached. */
  baseUrl: string;
  deadline: Deadline;
  signal: AbortSignal | undefined;
  /** Span of the request, if it is traced. */
  span?: SpanContext | undefined;
}

/**
 * Creates a `fetch` for provider packages that uses our own connections. It resolves only for an event
 * stream. Otherwise it throws AdapterError, for the retry policy to handle, or ModelError if the response
 * does not come from a model.
 */
export function createModelFetch({ http, clock, baseUrl, deadline, signal, span }: FetchBounds): ModelFetch {
  const { origin } = new URL(baseUrl);
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin !== origin)
      throw new AdapterValidationError("Calling the model at this address is not allowed.");
    const timeoutMs = deadline.remainingMs();
    if (timeoutMs <= 0) {
      throw new AdapterTransientError("The time limit passed before the model was called.", {
        permanent: true,
        providerCode: "timeout",
      });
    }
    const answer = await http.openStream({
      method: "POST",
      url,
      headers: { ...removeUserAgent(init?.headers), ...formatTraceparent(span) },
      body: toText(init?.body),
      effect: "read",
      timeoutMs,
      idleTimeoutMs: IDLE_TIMEOUT_MS,
      signal,
    });
    if (answer.status < 200 || answer.status > 299) throw await toProviderError(answer, clock.now());
    return new Response(requireEventStream(answer), { headers: { ...answer.headers } });
  };
}

/** Removes the packages' user agent, which would reveal the version of Node. The HTTP client sets its own. */
function removeUserAgent(headers: RequestInit["headers"]): Record<string, string> {
  const own = new Headers(headers);
  own.delete("user-agent");
  return Object.fromEntries(own);
}

function toText(body: RequestInit["body"]): string {
  if (typeof body !== "string") throw new TypeError("A model can only be called with text.");
  return body;
}

/**
 * Returns the response body as events. A complete page or JSON document comes not from a model but from a
 * gateway or a wrong path.
 */
function requireEventStream({ status, headers, body }: HttpStream) {
  const type = headers["content-type"] ?? "";
  if (/\b(?:html|json)\b/.test(type) && !/event-?stream/.test(type)) {
    const message = "The server at the model's address did not respond in the provider's format.";
    body.destroy();
    throw new ModelError("model_bad_answer", message, { status });
  }
  return Readable.toWeb(body);
}

/** Maximum size of an error body to read. Its first few hundred bytes suffice. */
const MAX_BODY_BYTES = 64 * 1024;

/** Headers in which providers return the request ID. */
const REQUEST_ID_HEADERS = ["x-request-id", "request-id", "x-amzn-requestid"];

const name = z.string().optional().catch(undefined);
const body = z
  .object({
    /** Error format of OpenAI and Anthropic. */
    error: z.object({ code: name, type: name }).optional().catch(undefined),
  })
  .catch({});

/**
 * Converts a response other than 2xx to an error, with two rules in addition to the common table: 424 is a
 * failure of the model, not of our request (Bedrock, ModelErrorException), and an exhausted quota does not
 * recover within seconds (OpenAI, insufficient_quota).
 */
export async function toProviderError(answer: HttpStream, now: number): Promise<AdapterError> {
  const { status, headers } = answer;
  const said = tryParseJson(await readStart(answer));
  const providerCode = readHeaderName(headers) ?? readBodyName(said);
  const detail = {
    status,
    providerCode,
    providerRequestId: REQUEST_ID_HEADERS.map((header) => headers[header]).find((id) => id !== undefined),
    retryAfterSeconds: readRequestedWaitSeconds({ headers, body: said }, now),
  };
  const message = `The model's provider responded with ${status}.`;
  if (status === 424) return new AdapterTransientError(message, detail);
  if (status === 429 && providerCode === "insufficient_quota")
    return new AdapterRateLimitedError(message, { ...detail, permanent: true });
  return createErrorFromStatus(status, message, detail);
}

/** Reads the error name from Bedrock's header: `ThrottlingException:http://internal.amazon.com/…`. */
function readHeaderName(headers: HttpStream["headers"]): string | undefined {
  return headers["x-amzn-errortype"]?.split(":")[0];
}

function readBodyName(json: unknown): string | undefined {
  const { error } = body.parse(json);
  return error?.code ?? error?.type;
}

/** Reads the start of an error body. If the body is cut off, uses what arrived. */
async function readStart({ body }: HttpStream): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const piece of body) {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes >= MAX_BODY_BYTES) break;
    }
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error;
  }
  return Buffer.concat(pieces).toString("utf8");
}
