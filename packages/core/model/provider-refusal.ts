import * as z from "zod";
import { retryAfterSeconds } from "../egress/retry-after.ts";
import type { HttpStream } from "../egress/streaming-http-client.ts";
import { AdapterError, AdapterRateLimitedError, AdapterTransientError } from "../errors/adapter-error.ts";
import { errorFromStatus } from "../errors/error-from-status.ts";

/** A refusal says what it is in its first few hundred bytes; no more than this is read. */
const MAX_BODY_BYTES = 64 * 1024;

/** Where each provider puts the id of a request. */
const REQUEST_ID_HEADERS = ["x-request-id", "request-id", "x-amzn-requestid"];

const name = z.string().optional().catch(undefined);
const body = z
  .object({
    /** OpenAI's and Anthropic's form. */
    error: z.object({ code: name, type: name }).optional().catch(undefined),
  })
  .catch({});

/**
 * What an answer other than 2xx means. Beyond the common table: 424 is a failure of the model and no mistake of ours (Bedrock,
 * ModelErrorException), and a quota that is used up is not there again after a second (OpenAI, insufficient_quota).
 */
export async function providerRefusal(answer: HttpStream, now: number): Promise<AdapterError> {
  const { status, headers } = answer;
  const providerCode = nameInHeaders(headers) ?? nameInBody(await beginning(answer));
  const detail = {
    status,
    providerCode,
    providerRequestId: REQUEST_ID_HEADERS.map((header) => headers[header]).find((id) => id !== undefined),
    retryAfterSeconds: askedWait(headers, now),
  };
  const message = `The model's provider answered ${status}.`;
  if (status === 424) return new AdapterTransientError(message, detail);
  if (status === 429 && providerCode === "insufficient_quota")
    return new AdapterRateLimitedError(message, { ...detail, permanent: true });
  return errorFromStatus(status, message, detail);
}

/** Seconds; OpenAI and Azure say milliseconds in a header of their own beside the common one. */
function askedWait(headers: HttpStream["headers"], now: number): number | undefined {
  const milliseconds = headers["retry-after-ms"] ?? "";
  if (/^\d{1,9}(\.\d+)?$/.test(milliseconds)) return Number(milliseconds) / 1000;
  return retryAfterSeconds(headers["retry-after"], now);
}

/** Bedrock's: `ThrottlingException:http://internal.amazon.com/…`. */
function nameInHeaders(headers: HttpStream["headers"]): string | undefined {
  return headers["x-amzn-errortype"]?.split(":")[0];
}

function nameInBody(text: string): string | undefined {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { error } = body.parse(json);
  return error?.code ?? error?.type;
}

/** A refusal whose body breaks off is still that refusal. */
async function beginning({ body }: HttpStream): Promise<string> {
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
