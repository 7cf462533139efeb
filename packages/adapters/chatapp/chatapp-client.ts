import type { OpenCredential } from "@plumbline/core/credentials/resolver.ts";
import { joinUrl } from "@plumbline/core/egress/http-message.ts";
import {
  AdapterAuthError,
  type AdapterError,
  type AdapterErrorDetail,
  AdapterRateLimitedError,
  AdapterTransientError,
  AdapterValidationError,
  createErrorFromStatus,
} from "@plumbline/core/errors/adapter-error.ts";
import type { ActionContext } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";
import { optionalText, toOptionalField, toReadableItems } from "../answer-fields.ts";
import { parseSuccessBody, readJsonAnswer } from "../json-exchange.ts";
import { chatapp } from "./provider.ts";

/** Fields of any response. A failed one has an `error`, and scopes or messages that explain it. */
const envelope = z.lazy(() =>
  z.looseObject({
    ok: toOptionalField(z.boolean()),
    error: optionalText,
    /** Scopes required, for `missing_scope`, and those granted. */
    needed: optionalText,
    provided: optionalText,
    response_metadata: toOptionalField(
      z.looseObject({ messages: toOptionalField(toReadableItems(z.string())) }),
    ),
  }),
);
type Refusal = z.output<typeof envelope> & { error: string };

export type ChatappContext = Pick<ActionContext<OpenCredential>, "http" | "clock" | "credential">;

export interface ChatappCall<Answer extends z.ZodType> {
  /** Web API method such as `chat.postMessage`. */
  method: string;
  /** `read` for methods that only look up or open something, which can safely be repeated. */
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
  { http, clock, credential }: ChatappContext,
  baseUrl: string,
  { method, effect, fields, answer: schema }: ChatappCall<Answer>,
): Promise<z.output<Answer>> {
  const response = await http.send({
    method: "POST",
    url: joinUrl(baseUrl, method),
    headers: {
      authorization: `Bearer ${credential.token.reveal()}`,
      "content-type": "application/x-www-form-urlencoded; charset=utf-8",
    },
    body: new URLSearchParams(fields).toString(),
    effect,
  });
  const answer = readJsonAnswer(response, effect, clock.now(), chatapp.requestIdHeader);
  const { status, detail } = answer;
  const body = envelope.safeParse(answer.body).data;
  if (body && body.ok !== true && body.error !== undefined) {
    if (status === 429) throw new AdapterRateLimitedError("The chat app (Slack) is limiting calls.", detail);
    throw chatappError({ ...body, error: body.error }, effect, detail);
  }
  if (!answer.ok)
    throw createErrorFromStatus(status, `The chat app (Slack) responded with ${status}.`, detail);
  const success = body?.ok === false ? undefined : body;
  return parseSuccessBody({ ...answer, body: success }, schema, "the chat app (Slack)");
}

const TOKEN_REFUSED = new Set(["token_expired", "invalid_auth"]);
/**
 * Most failures come as status 200 with an `error` string, so the string determines the error class (Slack
 * Web API method documentation, "Errors"). An unlisted string means invalid input, unless the status says
 * otherwise.
 */
const AUTHENTICATION = new Set([
  "not_authed",
  "invalid_auth",
  "account_inactive",
  "token_revoked",
  "token_expired",
  "missing_scope",
  "no_permission",
  "not_allowed_token_type",
  "org_login_required",
  "two_factor_setup_required",
  "ekm_access_denied",
  "access_denied",
  "accesslimited",
  "enterprise_is_restricted",
  "app_access_restricted",
  "team_access_not_granted",
  "invalid_refresh_token",
  "bad_client_secret",
  "invalid_client_id",
  "send_on_behalf_not_allowed",
]);
const RATE_LIMIT = new Set(["ratelimited", "rate_limited", "message_limit_exceeded"]);
const TRANSIENT = new Set([
  "service_unavailable",
  "internal_error",
  "request_timeout",
  "team_added_to_org",
  "fatal_error",
]);

/** The provider failed, and "some aspect of the operation" may have succeeded before that. */
const OUTCOME_UNKNOWN = new Set(["internal_error", "service_unavailable"]);

const MESSAGES: Readonly<Record<string, string>> = {
  channel_not_found: "The channel does not exist, or this connection cannot see it.",
  not_in_channel: "The bot is not in this channel.",
  is_archived: "The channel is archived.",
  no_text: "The message is empty.",
  msg_too_long: "The message is too long for the chat app (Slack).",
  users_not_found: "Nobody in the workspace has this e-mail address.",
  user_not_found: "There is no such user in the workspace.",
  user_disabled: "This user's account is disabled.",
  missing_scope: "The connection lacks a permission.",
  token_revoked: "The token has been revoked.",
  token_expired: "The token has expired.",
  invalid_auth: "The token is not valid.",
  fatal_error: "The chat app (Slack) failed partway; some of it may have been done.",
};

const NEXT_STEPS: Readonly<Record<string, string>> = {
  not_in_channel: "Invite the bot to the channel, or grant the scope chat:write.public.",
  channel_not_found:
    "Give an existing channel, such as #general or its id (C…), and invite the bot if it is private.",
  users_not_found: "Check the address, or use the user's id (U…).",
};

/** Converts a failed response to an error. `effect` is that of the failed call. */
function chatappError(refusal: Refusal, effect: "read" | "write", detail: AdapterErrorDetail): AdapterError {
  const { error } = refusal;
  const full = { ...detail, providerCode: error, nextStep: chooseNextStep(refusal) };
  const message = formatMessage(refusal);
  if (AUTHENTICATION.has(error))
    return new AdapterAuthError(message, { ...full, tokenRefused: TOKEN_REFUSED.has(error) });
  if (RATE_LIMIT.has(error)) return new AdapterRateLimitedError(message, full);
  if (TRANSIENT.has(error)) {
    const outcomeUnknown = error === "fatal_error" && effect === "write";
    const mayHaveWritten = effect === "write" && OUTCOME_UNKNOWN.has(error);
    return new AdapterTransientError(message, { ...full, outcomeUnknown, mayHaveWritten });
  }
  // The provider's own errors come with status 200. With another status, an unlisted error comes from its
  // infrastructure.
  const { status = 200 } = detail;
  return status === 200
    ? new AdapterValidationError(message, full)
    : createErrorFromStatus(status, message, full);
}

function formatMessage({ error, response_metadata }: Refusal): string {
  const messages = response_metadata?.messages?.items ?? [];
  const said = MESSAGES[error];
  if (said) return `${said} (${error})`;
  const explained = messages.length > 0 ? ` ${messages.slice(0, 3).join(" ")}` : "";
  return `The chat app (Slack) refused the call: ${error}.${explained}`;
}

function chooseNextStep({ error, needed, provided }: Refusal): string | undefined {
  if (error === "missing_scope" && needed !== undefined) {
    return `Reconnect with the scope ${needed}${provided ? ` (granted now: ${provided})` : ""}.`;
  }
  return NEXT_STEPS[error];
}
