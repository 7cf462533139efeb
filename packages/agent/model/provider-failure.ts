import {
  AdapterError,
  AdapterRateLimitedError,
  AdapterTransientError,
} from "@plumbline/core/errors/adapter-error.ts";
import * as z from "zod";
import { ModelError } from "./model-error.ts";

const RATE_LIMIT = /rate.?limit|throttl|too.?many/i;

/** How two of the packages tell of a body that ended too soon; elsewhere it shows in a finish without a reason. */
const ENDED_EARLY =
  /^Response stream ended without a finish reason|^Incomplete Amazon Bedrock event-stream frame/;

const name = z.string().optional().catch(undefined);

/** An error as a provider tells it within an answer that had begun well. */
const told = z.object({ type: name, code: name, message: z.string() });

/** The AI SDK's APICallError, as far as it is read: thrown for an answer whose first event is an error. */
const callError = z.object({ statusCode: z.number(), responseBody: z.string() });

/** An answer that ended without saying why it ended. */
export function cutOff(providerCode = "cut_off"): AdapterTransientError {
  return new AdapterTransientError("The model's answer broke off before its end.", {
    status: 200,
    providerCode,
  });
}

/** What an error event in the middle of an answer means: the provider's own word, or that the package could not read one. */
export function failureFromPart(error: unknown): AdapterError | ModelError {
  if (error instanceof Error) return failureFromThrown(error);
  const { type, code } = told.catch({ message: "", type: undefined, code: undefined }).parse(error);
  const named = code ?? type;
  if (named === undefined || !RATE_LIMIT.test(named)) return cutOff(named);
  const message = "The model's provider asks for fewer requests.";
  return new AdapterRateLimitedError(message, { status: 200, providerCode: named });
}

/** What a provider package threw means: our own error that it carried through, or that it could not read the answer. */
export function failureFromThrown(error: unknown): AdapterError | ModelError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof AdapterError || cause instanceof ModelError) return cause;
  }
  if (error instanceof Error && ENDED_EARLY.test(error.message)) return cutOff();
  const call = callError.safeParse(error).data;
  const first = call && told.safeParse(jsonIn(call.responseBody)).data;
  if (call && first) {
    const message = "The model's provider failed before it answered.";
    return new AdapterTransientError(message, { status: call.statusCode, providerCode: first.type });
  }
  return new ModelError("model_bad_answer", "The model's answer could not be read.", {
    providerCode: error instanceof Error ? error.name : undefined,
  });
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
