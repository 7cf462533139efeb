import { Readable } from "node:stream";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import type { HttpStream, StreamingHttpClient } from "@plumbline/core/egress/streaming-http-client.ts";
import { AdapterTransientError, AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import { ModelError } from "./model-error.ts";
import type { ModelFetch } from "./provider-model.ts";
import { providerRefusal } from "./provider-refusal.ts";

/** A model that thinks before it speaks may be silent for long; the deadline of the run bounds it anyway. */
const IDLE_TIMEOUT_MS = 120_000;

/** What one call of a model may reach and how long it may take. */
export interface FetchBounds {
  http: StreamingHttpClient;
  clock: Clock;
  /** The one host that may be reached. */
  baseUrl: string;
  /** On the clock's monotonic scale. */
  deadline: number;
  signal: AbortSignal | undefined;
}

/**
 * `fetch` as the provider packages call it, over our own connections. It resolves for a stream of events alone and throws for all
 * else: AdapterError for what the retry policy decides on, ModelError for what is no answer of a model.
 */
export function modelFetch({ http, clock, baseUrl, deadline, signal }: FetchBounds): ModelFetch {
  const { origin } = new URL(baseUrl);
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin !== origin) throw new AdapterValidationError("The model may not be asked there.");
    const timeoutMs = deadline - clock.monotonic();
    if (timeoutMs <= 0) {
      throw new AdapterTransientError("The time was over before the model was asked.", {
        permanent: true,
        providerCode: "timeout",
      });
    }
    const answer = await http.openStream({
      method: "POST",
      url,
      headers: ownHeaders(init?.headers),
      body: bodyOf(init?.body),
      effect: "read",
      timeoutMs,
      idleTimeoutMs: IDLE_TIMEOUT_MS,
      signal,
    });
    if (answer.status < 200 || answer.status > 299) throw await providerRefusal(answer, clock.now());
    return new Response(eventStream(answer), { headers: { ...answer.headers } });
  };
}

/** The packages' own user agent tells the provider the version of Node; ours is set by the client. */
function ownHeaders(headers: RequestInit["headers"]): Record<string, string> {
  const own = new Headers(headers);
  own.delete("user-agent");
  return Object.fromEntries(own);
}

function bodyOf(body: RequestInit["body"]): string {
  if (typeof body !== "string") throw new TypeError("A model is asked with a text.");
  return body;
}

/** A whole page or JSON document where events were asked for comes from something that is no model: a gateway, a wrong path. */
function eventStream({ status, headers, body }: HttpStream) {
  const type = headers["content-type"] ?? "";
  if (/\b(?:html|json)\b/.test(type) && !/event-?stream/.test(type)) {
    const message = "What answered in the model's place does not speak its language.";
    body.destroy();
    throw new ModelError("model_bad_answer", message, { status });
  }
  return Readable.toWeb(body);
}
