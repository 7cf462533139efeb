import { parseResponseObject, readResponseText } from "./answer.ts";
import { PlumblineError } from "./plumbline-error.ts";
import { readRefusal } from "./refusal.ts";

/** The part of `globalThis.fetch` that the client uses. */
export type Fetch = (request: Request) => Promise<Response>;

export const EVENT_STREAM = "text/event-stream";

/**
 * Wraps `fetch` so that it returns only expected responses: complete JSON, or an event stream if the request
 * accepts one. Otherwise throws PlumblineError, or the signal's reason if the request's signal aborted.
 */
export function checkFetch(fetch: Fetch): Fetch {
  return async (request) => {
    const { signal } = request;
    const response = await fetch(request).catch((cause: unknown) => {
      throw signal.aborted ? signal.reason : createUnreachableError(request, cause);
    });
    if (!response.ok) throw await readRefusal(response, signal);
    if (response.status === 204) return response;
    if (request.headers.get("accept") === EVENT_STREAM) return requireEventStream(response);
    const text = await readResponseText(response, signal);
    parseResponseObject(text, response.status);
    return new Response(text, response);
  };
}

function requireEventStream(response: Response): Response {
  if (response.headers.get("content-type")?.startsWith(EVENT_STREAM)) return response;
  throw new PlumblineError(`The response (${response.status}) is not a stream of events.`, response.status);
}

function createUnreachableError({ url }: Request, cause: unknown): PlumblineError {
  return new PlumblineError(`${new URL(url).origin} does not respond.`, 0, { code: "unreachable", cause });
}
