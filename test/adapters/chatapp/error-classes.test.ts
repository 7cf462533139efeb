import { chatappFailure } from "@plumbline/sandbox/chatapp/failures.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { refused, startChatappUnderTest } from "../../core/dispatch/chatapp-under-test.ts";
import { startedForFile } from "../../support/started.ts";

const under = startedForFile(startChatappUnderTest);

beforeEach(() => {
  under.chatapp.clear();
  under.clock.waits.length = 0;
});

/**
 * The error strings of the provider's method documentation, by class (chat.postMessage, conversations.open,
 * users.lookupByEmail).
 */
const AUTHENTICATION = `not_authed invalid_auth account_inactive token_revoked token_expired missing_scope no_permission
  not_allowed_token_type org_login_required two_factor_setup_required ekm_access_denied access_denied accesslimited
  enterprise_is_restricted app_access_restricted team_access_not_granted invalid_refresh_token bad_client_secret
  invalid_client_id send_on_behalf_not_allowed`;
const RATE_LIMIT = "ratelimited rate_limited message_limit_exceeded";
const TRANSIENT = "service_unavailable internal_error request_timeout team_added_to_org";
const VALIDATION = `channel_not_found not_in_channel is_archived no_text msg_too_long invalid_blocks too_many_attachments
  restricted_action restricted_action_read_only_channel duplicate_message_not_found users_not_found user_disabled
  invalid_arguments unknown_method method_deprecated an_error_nobody_has_heard_of Authentication`;

describe.each([
  ["authentication", AUTHENTICATION, 1],
  ["rate_limit", RATE_LIMIT, 3],
  ["transient", TRANSIENT, 3],
  ["validation", VALIDATION, 1],
])("%s", (error_code, strings, attempts) => {
  test.each(strings.split(/\s+/))("%s under 200", async (error) => {
    under.chatapp.scriptAlways("", chatappFailure(error));
    const result = refused(await under.post());
    expect(result).toMatchObject({ error_code, attempts });
    expect(result.refusal_reason).toContain(error);
    // Of these two the provider says itself that something may have been done before.
    const inDoubt = ["internal_error", "service_unavailable"].includes(error);
    expect(result.outcome_unknown).toBe(inDoubt || undefined);
    expect(under.chatapp.requests).toHaveLength(attempts);
    expect(under.callLines().at(-1)).toMatchObject({
      error_code,
      provider_code: error,
      provider_status: 200,
    });
  });
});

test("the refusal says when somebody must reconnect", async () => {
  under.chatapp.script("", chatappFailure("token_expired"));
  expect(refused(await under.post())).toMatchObject({
    refusal_reason: "The token has expired. (token_expired)",
    next_step: expect.stringMatching(/^Reconnect "/),
  });
});
