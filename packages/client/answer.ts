import { PlumblineError } from "./plumbline-error.ts";

/**
 * The body of an answer as it comes. Throws PlumblineError `broken_off` when it stops before its end, and the
 * signal's reason when that has aborted. A reader that leaves hangs up.
 */
export async function* wholeBody(
  { body, status }: Response,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  if (!body) return;
  // Not every browser lets a stream be iterated.
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw signal?.aborted ? signal.reason : brokenOff(status, cause);
      });
      if (done) return;
      yield value;
    }
  } finally {
    // Of a connection that broke, all there is to say has been thrown.
    await reader.cancel().catch(() => undefined);
  }
}

/** The text of an answer's body. Throws as `wholeBody` does. */
export async function wholeText(response: Response, signal?: AbortSignal): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of wholeBody(response, signal)) text += decoder.decode(bytes, { stream: true });
  return text + decoder.decode();
}

/**
 * The object that an answer holds. Throws PlumblineError `unreadable` for anything else, and as `wholeBody`
 * does.
 */
export async function jsonOf(response: Response): Promise<Record<string, unknown>> {
  return objectIn(await wholeText(response), response.status);
}

/**
 * Parses the JSON object in the text of an answer. Throws PlumblineError `unreadable` when the text is not a
 * JSON object.
 */
export function objectIn(text: string, status: number): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new PlumblineError(`The answer (${status}) is not JSON.`, status, { cause });
  }
  if (value !== null && typeof value === "object" && !Array.isArray(value)) return { ...value };
  throw new PlumblineError(`The answer (${status}) is not a JSON object.`, status);
}

function brokenOff(status: number, cause: unknown): PlumblineError {
  return new PlumblineError("The connection to the service broke in the middle of its answer.", status, {
    code: "broken_off",
    cause,
  });
}
