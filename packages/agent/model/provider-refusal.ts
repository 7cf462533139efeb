import { askedWaitSeconds } from "@plumbline/core/egress/retry-after.ts";
import type { HttpStream } from "@plumbline/core/egress/streaming-http-client.ts";
import {
  AdapterError,
  AdapterRateLimitedError,
  AdapterTransientError,
} from "@plumbline/core/errors/adapter-error.ts";
import { errorFromStatus } from "@plumbline/core/errors/error-from-status.ts";
import * as z from "zod";

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
  const said = parsedJson(await beginning(answer));
  const providerCode = nameInHeaders(headers) ?? nameInBody(said);
  const detail = {
    status,
    providerCode,
    providerRequestId: REQUEST_ID_HEADERS.map((header) => headers[header]).find((id) => id !== undefined),
    retryAfterSeconds: askedWaitSeconds({ headers, body: said }, now),
  };
  const message = `The model's provider answered ${status}.`;
  if (status === 424) return new AdapterTransientError(message, detail);
  if (status === 429 && providerCode === "insufficient_quota")
    return new AdapterRateLimitedError(message, { ...detail, permanent: true });
  return errorFromStatus(status, message, detail);
}

/** Bedrock's: `ThrottlingException:http://internal.amazon.com/…`. */
function nameInHeaders(headers: HttpStream["headers"]): string | undefined {
  return headers["x-amzn-errortype"]?.split(":")[0];
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function nameInBody(json: unknown): string | undefined {
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
