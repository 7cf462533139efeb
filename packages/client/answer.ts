import { PlumblineError } from "./plumbline-error.ts";

/**
 * Yields the body of a response as it arrives. Throws PlumblineError `broken_off` if the body stops early, or
 * the signal's reason if the signal aborted. A reader that leaves closes the connection.
 */
export async function* streamBody(
  { body, status }: Response,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  if (!body) return;
  // Not every browser supports iterating a stream.
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw signal?.aborted ? signal.reason : createCutOffError(status, cause);
      });
      if (done) return;
      yield value;
    }
  } finally {
    // If the connection broke, its error has already been thrown.
    await reader.cancel().catch(() => undefined);
  }
}

/** Returns the text of a response's body. Throws as `readBody` does. */
export async function readResponseText(response: Response, signal?: AbortSignal): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of streamBody(response, signal)) text += decoder.decode(bytes, { stream: true });
  return text + decoder.decode();
}

/**
 * Returns the JSON object in a response's body. Throws PlumblineError `unreadable` if the body is anything
 * else, and throws as `readBody` does.
 */
export async function readResponseJson(response: Response): Promise<Record<string, unknown>> {
  return parseResponseObject(await readResponseText(response), response.status);
}

/**
 * Parses the text of a response as a JSON object. Throws PlumblineError `unreadable` if the text is not a
 * JSON object.
 */
export function parseResponseObject(text: string, status: number): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new PlumblineError(`The response (${status}) is not JSON.`, status, { cause });
  }
  if (value !== null && typeof value === "object" && !Array.isArray(value)) return { ...value };
  throw new PlumblineError(`The response (${status}) is not a JSON object.`, status);
}

function createCutOffError(status: number, cause: unknown): PlumblineError {
  return new PlumblineError("The connection to the service was lost in the middle of its response.", status, {
    code: "broken_off",
    cause,
  });
}
