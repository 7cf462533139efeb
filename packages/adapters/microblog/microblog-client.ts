import { joinUrl } from "@plumbline/core/egress/http-message.ts";
import type { ActionContext } from "@plumbline/core/tool/tool.ts";
import type * as z from "zod";
import { parseSuccessBody, readJsonAnswer } from "../json-exchange.ts";
import type { Authorization } from "./authorization.ts";
import { carriesError, toMicroblogError } from "./microblog-errors.ts";
import { microblog } from "./provider.ts";

/** A request body in one of the provider's three encodings. */
type Body =
  | { json: unknown }
  | { form: Readonly<Record<string, string>> }
  | { fields: Readonly<Record<string, string>>; media: Buffer };

export interface MicroblogCall<Answer extends z.ZodType> {
  method: "GET" | "POST";
  baseUrl: string;
  /** Path and optional query, appended to the base URL. */
  path: string;
  body?: Body;
  /** Uploads also count as `read`, because an unused duplicate expires by itself. */
  effect: "read" | "write";
  /** Schema of a successful response's body. */
  answer: Answer;
  /** Advice for error statuses, used if the body is not more specific. */
  nextSteps?: Readonly<Record<number, string>> | undefined;
}

/** Makes one authorized call of the microblog's API. Throws one of the four adapter errors. */
export async function callMicroblog<Answer extends z.ZodType>(
  context: Pick<ActionContext, "http" | "clock" | "idempotencyKey">,
  authorization: Authorization,
  call: MicroblogCall<Answer>,
): Promise<z.output<Answer>> {
  const { method, effect, body } = call;
  const url = joinUrl(call.baseUrl, call.path);
  const form = body && "form" in body ? body.form : undefined;
  const encoded = body && encodeBody(body, `plumbline-${context.idempotencyKey}`);
  const response = await context.http.send({
    method,
    url,
    headers: {
      accept: "application/json",
      authorization: authorization.header({ method, url, form }),
      ...(encoded && { "content-type": encoded.contentType }),
    },
    ...(encoded && { body: encoded.body }),
    effect,
  });
  const now = context.clock.now();
  const answer = readJsonAnswer(response, effect, now, microblog.requestIdHeader);
  // X returns 200 for a failed upload. For a post, however, such a response does not mean that nothing was
  // posted.
  if (!answer.ok || (effect === "read" && carriesError(answer.body)))
    throw toMicroblogError(answer, now, call.nextSteps);
  return parseSuccessBody(answer, call.answer, "the microblog (X)");
}

/**
 * Encodes a body. `boundary` contains a UUID created for this call, so a caller's media cannot contain it.
 */
function encodeBody(body: Body, boundary: string): { contentType: string; body: string | Buffer } {
  if ("json" in body) return { contentType: "application/json", body: JSON.stringify(body.json) };
  if ("form" in body) {
    return {
      contentType: "application/x-www-form-urlencoded",
      body: new URLSearchParams(body.form).toString(),
    };
  }
  const disposition = `--${boundary}\r\ncontent-disposition: form-data; name=`;
  const fields = Object.entries(body.fields).map(
    ([name, value]) => `${disposition}"${name}"\r\n\r\n${value}\r\n`,
  );
  const media = `${disposition}"media"; filename="media"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([
      Buffer.from(fields.join("") + media),
      body.media,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  };
}
