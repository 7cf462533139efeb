import { expect, test } from "vitest";
import { listOauthVariables } from "../../packages/adapters/setting-names.ts";
import type { FunctionName } from "../../stacks/routes.ts";
import { listSecrets, settingsFor } from "../../stacks/settings.ts";

const CALLERS = ["research", "agent", "tools", "mcp", "credentials", "tenants", "watches"] as const;
const CALLING = ["agent", "tools", "mcp", "credentials", "watches", "poll"] as const;
/** Those that send mails or messages too: deliveries do, of notices about waiting calls. */
const SENDING = [...CALLING, "deliver"] as const;
const RESEARCHING = ["research", "agent", "tools", "mcp"] as const;
const NAMES = [...CALLERS, "health", "docs", "tick", "poll", "deliver"] as const;

/** The functions in which the code that reads a setting runs. */
const READ_BY: Record<string, readonly FunctionName[]> = {
  // The log of each function that has one.
  LOG_LEVEL: NAMES.filter((name) => name !== "tick"),
  // createApp, in each function with routes.
  CORS_ORIGINS: [...CALLERS, "health", "docs"],
  // The authenticator.
  AUTH_ISSUER: CALLERS,
  AUTH_AUDIENCE: CALLERS,
  AUTH_TENANT_CLAIM: CALLERS,
  AUTH_CLIENT_ID: CALLERS,
  REQUESTS_PER_MINUTE: CALLERS,
  // The places of a tenant's runs.
  RUNS_PER_TENANT: ["agent"],
  // The log of calls, which keeps each call so long; research logs its own.
  CALL_DAYS: ["research", ...CALLING],
  // Conversations, which are kept so long after each of their events.
  CONVERSATION_HOURS: ["research", "agent", "tools", "mcp"],
  // The agent's runs, which are kept so long as chats.
  CHAT_DAYS: ["agent"],
  // Retries, which wait for a provider that a caller waits for too.
  LONGEST_WAIT_SECONDS: CALLERS.filter((name) => name !== "tenants"),
  // The guard of addresses that callers choose: webhooks, feeds, receivers of deliveries.
  EGRESS_ALLOW: SENDING,
  // Adapters, and the renewal of tokens before a call.
  CHATAPP_BASE_URL: SENDING,
  CRM_BASE_URL: SENDING,
  MAIL_OAUTH_A_IMAP_HOST: SENDING,
  OAUTH_CRM_CLIENT_ID: SENDING,
  // The keeping of watches, by routes, tools and polls.
  WATCH_EVENT_DAYS: ["agent", "tools", "mcp", "watches", "poll"],
  WATCHES_PER_TENANT: ["agent", "tools", "mcp", "watches", "poll"],
  // The search backends, and the model.
  SEARCH_A_BASE_URL: RESEARCHING,
  SEARCH_C_INSTANCE_URL: RESEARCHING,
  ALLOW_HTML_SEARCH_FALLBACK: RESEARCHING,
  MODEL_PROVIDER: [...RESEARCHING, "credentials"],
  MODEL_ID: [...RESEARCHING, "credentials"],
  MODEL_CHOICES: ["agent", "credentials"],
  MODEL_BASE_URL: [...RESEARCHING, "credentials"],
  READER: RESEARCHING,
  // Links to pages of the service.
  PUBLIC_URL: ["docs", "agent", "tools", "mcp", "credentials"],
};

const SECRETS: Record<string, readonly FunctionName[]> = {
  SEARCH_A_API_KEY: RESEARCHING,
  SEARCH_B_API_KEY: RESEARCHING,
  MODEL_API_KEY: RESEARCHING,
  ...Object.fromEntries(listOauthVariables().map(({ clientSecret }) => [clientSecret, SENDING])),
};

const environment = {
  ...Object.fromEntries(listOauthVariables().map(({ clientId }) => [clientId, "id"])),
  ...Object.fromEntries(Object.keys(READ_BY).map((name) => [name, "1"])),
};

const sorted = (names: readonly string[]) => names.toSorted();

test.each(Object.entries(READ_BY))(
  "%s goes to the functions that read it, and to no others",
  (setting, by) => {
    expect(sorted(NAMES.filter((name) => setting in settingsFor(name, environment)))).toEqual(sorted(by));
  },
);

test.each(Object.entries(SECRETS))("%s may be read by the functions that use it alone", (secret, by) => {
  expect(sorted(NAMES.filter((name) => listSecrets(name, environment).includes(secret)))).toEqual(sorted(by));
});
