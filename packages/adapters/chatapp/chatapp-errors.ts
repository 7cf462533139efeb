import {
  AdapterAuthError,
  type AdapterError,
  type AdapterErrorDetail,
  AdapterRateLimitedError,
  AdapterTransientError,
  AdapterValidationError,
  errorFromStatus,
} from "@plumbline/core/errors/adapter-error.ts";

/**
 * The provider answers most failures with status 200 and an `error` string, so the string is classified
 * (Slack Web API method documentation, "Errors"). An unlisted string means invalid input, unless the status
 * indicates otherwise.
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

/** The provider failed, and "some aspect of the operation" may have succeeded before. */
const LEAVES_OPEN = new Set(["internal_error", "service_unavailable"]);

const SENTENCES: Readonly<Record<string, string>> = {
  channel_not_found: "The channel does not exist or this connection cannot see it.",
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
  fatal_error: "The chat app (Slack) failed midway; part of it may have been done.",
};

const NEXT_STEPS: Readonly<Record<string, string>> = {
  not_in_channel: "Invite the bot to the channel, or grant the scope chat:write.public.",
  channel_not_found:
    "Name a channel that is there, as #general or by its id (C…), and invite the bot if it is private.",
  users_not_found: "Check the address, or use the user's id (U…).",
};

/** The used fields of a body with `ok: false`. */
export interface ChatappRefusal {
  error: string;
  /** Scopes required, for `missing_scope`. */
  needed?: string | undefined;
  provided?: string | undefined;
  /** The provider's explanations of invalid arguments. */
  messages?: readonly string[] | undefined;
}

/** Converts a refusal to an error. `effect` is that of the refused call. */
export function chatappError(
  refusal: ChatappRefusal,
  effect: "read" | "write",
  detail: AdapterErrorDetail,
): AdapterError {
  const { error } = refusal;
  const full = { ...detail, providerCode: error, nextStep: nextStep(refusal) };
  const message = sentence(refusal);
  if (AUTHENTICATION.has(error)) return new AdapterAuthError(message, full);
  if (RATE_LIMIT.has(error)) return new AdapterRateLimitedError(message, full);
  if (TRANSIENT.has(error)) {
    const outcomeUnknown = error === "fatal_error" && effect === "write";
    const mayHaveWritten = effect === "write" && LEAVES_OPEN.has(error);
    return new AdapterTransientError(message, { ...full, outcomeUnknown, mayHaveWritten });
  }
  // The provider's own errors come with status 200. With another status, an unlisted error comes from its
  // infrastructure.
  const { status = 200 } = detail;
  return status === 200 ? new AdapterValidationError(message, full) : errorFromStatus(status, message, full);
}

function sentence({ error, messages = [] }: ChatappRefusal): string {
  const said = SENTENCES[error];
  if (said) return `${said} (${error})`;
  const explained = messages.length > 0 ? ` ${messages.slice(0, 3).join(" ")}` : "";
  return `The chat app (Slack) refused the call: ${error}.${explained}`;
}

function nextStep({ error, needed, provided }: ChatappRefusal): string | undefined {
  if (error === "missing_scope" && needed !== undefined) {
    return `Reconnect with the scope ${needed}${provided ? ` (granted now: ${provided})` : ""}.`;
  }
  return NEXT_STEPS[error];
}
