import type { Secret } from "@plumbline/core/access/secret.ts";
import { type HttpResponse, joinUrl } from "@plumbline/core/egress/http-message.ts";
import { askedWaitSeconds } from "@plumbline/core/egress/retry-after.ts";
import {
  AdapterRateLimitedError,
  AdapterTransientError,
  errorFromStatus,
} from "@plumbline/core/errors/adapter-error.ts";
import type { ActionContext } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";
import { optionalField, optionalText, readableItems } from "../answer-fields.ts";
import { chatappError } from "./chatapp-errors.ts";

/** Response header with the provider's request ID. */
export const CHATAPP_REQUEST_ID = "x-slack-req-id";

const answerSchema = z.looseObject({
  ok: optionalField(z.boolean()),
  error: optionalText,
  needed: optionalText,
  provided: optionalText,
  response_metadata: optionalField(z.object({ messages: optionalField(readableItems(z.string())) })),
});

export interface ChatappCall<Answer extends z.ZodType> {
  /** Web API method such as `chat.postMessage`. */
  method: string;
  /** `read` for methods that only look something up or open it, which can safely be repeated. */
  effect: "read" | "write";
  fields: Readonly<Record<string, string>>;
  /** Schema of a successful response, even if it lacks `ok`. */
  answer: Answer;
}

/**
 * Calls a method of the chat app's Web API. Always sends a form, the only encoding that every method accepts.
 * Throws one of the four adapter errors.
 */
export async function callChatapp<Answer extends z.ZodType>(
  context: Pick<ActionContext, "http" | "clock">,
  connection: { baseUrl: string; token: Secret },
  call: ChatappCall<Answer>,
): Promise<z.output<Answer>> {
  const response = await context.http.send({
    method: "POST",
    url: joinUrl(connection.baseUrl, call.method),
    headers: {
      authorization: `Bearer ${connection.token.reveal()}`,
      "content-type": "application/x-www-form-urlencoded; charset=utf-8",
    },
    body: new URLSearchParams(call.fields).toString(),
    effect: call.effect,
  });
  const json = response.json();
  const now = context.clock.now();
  const detail = {
    status: response.status,
    providerRequestId: response.headers[CHATAPP_REQUEST_ID],
    // A getter, because it is only needed for errors.
    get retryAfterSeconds() {
      return askedWaitSeconds({ headers: response.headers, body: json }, now);
    },
  };
  const body = answerSchema.safeParse(json);
  if (body.success && body.data.ok !== true && body.data.error !== undefined) {
    const { error, needed, provided, response_metadata: more } = body.data;
    if (response.status === 429)
      throw new AdapterRateLimitedError("The chat app (Slack) asks for fewer calls.", detail);
    throw chatappError({ error, needed, provided, messages: more?.messages?.items }, call.effect, detail);
  }
  if (!response.ok)
    throw errorFromStatus(response.status, `The chat app (Slack) answered ${response.status}.`, detail);
  const answer = body.success && body.data.ok !== false ? call.answer.safeParse(body.data) : undefined;
  if (answer?.success) return answer.data;
  throw unreadable(response, call.effect, detail);
}

/** Returns the error for a 2xx that lacks the promised data. After a write, its outcome is unknown. */
function unreadable(
  response: HttpResponse,
  effect: "read" | "write",
  detail: { providerRequestId: string | undefined },
) {
  return new AdapterTransientError("The answer of the chat app (Slack) could not be read.", {
    status: response.status,
    providerRequestId: detail.providerRequestId,
    outcomeUnknown: effect === "write",
  });
}
