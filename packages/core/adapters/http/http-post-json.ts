import * as z from "zod";
import type { Secret } from "../../access/secret.ts";
import type { OpenCredential } from "../../credentials/resolver.ts";
import type { HttpResponse } from "../../egress/http-message.ts";
import { retryAfterSeconds } from "../../egress/retry-after.ts";
import { targetPort } from "../../egress/target-port.ts";
import { AdapterValidationError } from "../../errors/adapter-error.ts";
import { errorFromStatus } from "../../errors/error-from-status.ts";
import { secretArgument } from "../../tool/arguments.ts";
import { defineTool } from "../../tool/define-tool.ts";
import { dishonestJson } from "../../tool/honest-json.ts";
import type { Tool } from "../../tool/tool.ts";
import { webhookHeaders } from "./webhook-headers.ts";

const MAX_BODY_BYTES = 1_048_576;
/** So much of the answer is given back. */
const MAX_ANSWER_BYTES = 65_536;

/** `http_post_json`: a JSON POST to a webhook. `parseDestination` is the guard's word on a URL (egress/destination.ts). */
export function httpPostJson(parseDestination: (url: string) => URL): Tool {
  return defineTool({
    name: "http_post_json",
    description:
      "Posts JSON to a webhook on the public internet and answers with its status and body. " +
      "Not for services that have a tool of their own, and not for reading pages. " +
      "credential_id only for a generic_api_key connection made for that host.",
    input: z.object({
      url: z.string().min(1).max(8192).describe("Whole URL, http or https."),
      body: z
        .unknown()
        .refine((value) => value !== undefined, "is required")
        .describe("Any JSON value, at most 1 MiB."),
      headers: webhookHeaders,
      bearer_token: secretArgument("Sent as `Authorization: Bearer`; not with credential_id.").optional(),
    }),
    output: z.object({
      status: z.int(),
      body: z.unknown().describe("The answer: parsed when it is JSON, else its text."),
      truncated: z.boolean().describe("The answer was cut or broke off."),
    }),
    credential: { use: "optional", kinds: ["generic_api_key"] },
    effect: "write",
    idempotency: "none",
    reach: { to: "caller_chosen", argument: "url" },
    prose: ["body"],
    async run(input, context) {
      const url = parseDestination(input.url);
      const body = JSON.stringify(input.body);
      if (Buffer.byteLength(body) > MAX_BODY_BYTES)
        throw new AdapterValidationError("body: is larger than 1 MiB.");
      const token = bearerToken(input.bearer_token, context.credential, url);
      const response = await context.http.send({
        method: "POST",
        url,
        headers: {
          "idempotency-key": context.idempotencyKey,
          ...lowerCaseNames(input.headers ?? {}),
          "content-type": "application/json",
          ...(token ? { authorization: `Bearer ${token.reveal()}` } : {}),
        },
        body,
        effect: "write",
        maxResponseBytes: MAX_ANSWER_BYTES,
        acceptPartialBody: true,
      });
      if (response.ok) {
        return { status: response.status, body: answerBody(response), truncated: response.truncated };
      }
      throw refusal(response, url, context.clock.now());
    },
  });
}

function bearerToken(
  argument: Secret | undefined,
  credential: OpenCredential | undefined,
  url: URL,
): Secret | undefined {
  if (argument && credential)
    throw new AdapterValidationError("bearer_token and credential_id exclude each other.");
  if (argument && /[^\x21-\x7e]/.test(argument.reveal()))
    throw new AdapterValidationError("bearer_token: must be plain ASCII without spaces.");
  if (!credential) return argument;
  const { allowed_hosts: hosts, smtp_host, imap_host } = credential.metadata;
  if (smtp_host !== undefined || imap_host !== undefined) {
    throw new AdapterValidationError(
      `The credential "${credential.label}" is a mail password and is never sent to a webhook.`,
    );
  }
  const named = [url.hostname, `${url.hostname}:${targetPort(url)}`];
  if (Array.isArray(hosts) && named.some((host) => hosts.includes(host))) return credential.token;
  throw new AdapterValidationError(`The credential "${credential.label}" may not be sent to ${url.host}.`, {
    nextStep: "Add the host to the credential's metadata.allowed_hosts, if it is meant to go there.",
  });
}

function lowerCaseNames(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function answerBody(response: HttpResponse): unknown {
  const answer = response.json();
  return answer === undefined || dishonestJson(answer) ? response.text() : answer;
}

function refusal(response: HttpResponse, url: URL, now: number) {
  const { status } = response;
  const detail = { retryAfterSeconds: retryAfterSeconds(response.headers["retry-after"], now) };
  if (status >= 300 && status < 400) {
    return errorFromStatus(
      status,
      `${url.host} answered ${status}, a redirect; redirects are not followed.`,
      {
        ...detail,
        nextStep: "Use the URL the webhook redirects to.",
      },
    );
  }
  return errorFromStatus(status, `${url.host} answered ${status}.`, detail);
}
