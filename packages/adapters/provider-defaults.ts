import type { CredentialRecord } from "@plumbline/core/credentials/credential.ts";
import type { CredentialKind } from "@plumbline/core/credentials/kinds.ts";
import type { MailServer } from "./provider-endpoints.ts";

/** One neutral word of SPEC.md, the setting that points it elsewhere, and whom it speaks to by default. */
export interface ProviderDefault {
  word: string;
  setting: string;
  /** `null`: there is none, the operator must name one. */
  baseUrl: string | null;
  /** The service behind the default base URL, for the README's table. */
  speaksTo: string;
}

/** Every provider with a base URL. The only place that says which neutral word is which service. */
export const PROVIDER_DEFAULTS = [
  {
    word: "search_a",
    setting: "SEARCH_A_BASE_URL",
    baseUrl: "https://api.search.brave.com/res/v1",
    speaksTo: "Brave Search API",
  },
  { word: "search_b", setting: "SEARCH_B_BASE_URL", baseUrl: "https://api.tavily.com", speaksTo: "Tavily" },
  {
    word: "search_c",
    setting: "SEARCH_C_INSTANCE_URL",
    baseUrl: null,
    speaksTo: "a SearXNG instance of your own",
  },
  {
    word: "search_d",
    setting: "SEARCH_D_BASE_URL",
    baseUrl: "https://html.duckduckgo.com/html/",
    speaksTo: "DuckDuckGo's HTML page",
  },
  { word: "chatapp", setting: "CHATAPP_BASE_URL", baseUrl: "https://slack.com/api/", speaksTo: "Slack" },
  { word: "notes", setting: "NOTES_BASE_URL", baseUrl: "https://api.notion.com", speaksTo: "Notion" },
  { word: "crm", setting: "CRM_BASE_URL", baseUrl: "https://api.hubapi.com", speaksTo: "HubSpot" },
  {
    word: "tracker",
    setting: "TRACKER_BASE_URL",
    baseUrl: "https://api.linear.app/graphql",
    speaksTo: "Linear",
  },
  { word: "microblog", setting: "MICROBLOG_BASE_URL", baseUrl: "https://api.x.com", speaksTo: "X" },
  {
    word: "microblog media",
    setting: "MICROBLOG_UPLOAD_BASE_URL",
    baseUrl: "https://upload.x.com",
    speaksTo: "X",
  },
  { word: "network", setting: "NETWORK_BASE_URL", baseUrl: "https://api.linkedin.com", speaksTo: "LinkedIn" },
  {
    word: "calendar",
    setting: "CALENDAR_BASE_URL",
    baseUrl: "https://www.googleapis.com/calendar/v3",
    speaksTo: "Google Calendar",
  },
] as const satisfies readonly ProviderDefault[];

/** The mail servers of the two OAuth kinds, by the beginning of their settings (`…_HOST`, `…_PORT`). */
export const MAIL_DEFAULTS = {
  MAIL_OAUTH_A_SMTP: { host: "smtp.gmail.com", port: 465 },
  MAIL_OAUTH_A_IMAP: { host: "imap.gmail.com", port: 993 },
  MAIL_OAUTH_B_SMTP: { host: "smtp.office365.com", port: 587 },
  MAIL_OAUTH_B_IMAP: { host: "outlook.office365.com", port: 993 },
} as const satisfies Readonly<Record<string, MailServer>>;

/** The provider that each kind of credential opens, by the name that people know. */
const PROVIDER_OF_KIND = {
  chatapp_bot: speaksTo("chatapp"),
  chatapp_user: speaksTo("chatapp"),
  notes: speaksTo("notes"),
  crm: speaksTo("crm"),
  tracker: speaksTo("tracker"),
  microblog: speaksTo("microblog"),
  network: speaksTo("network"),
  mail_oauth_a: "Gmail and Google Calendar",
  mail_oauth_b: "Microsoft 365 mail",
  generic_api_key: "webhook",
} as const satisfies Record<CredentialKind, string>;

/** Names the provider of a credential; a password is one of a mail server where its metadata names one. */
export function providerName({ kind, metadata }: Pick<CredentialRecord, "kind" | "metadata">): string {
  const ofMail = metadata.smtp_host !== undefined || metadata.imap_host !== undefined;
  return kind === "generic_api_key" && ofMail ? "mail server" : PROVIDER_OF_KIND[kind];
}

function speaksTo(word: (typeof PROVIDER_DEFAULTS)[number]["word"]): string {
  return PROVIDER_DEFAULTS.find((provider) => provider.word === word)?.speaksTo ?? word;
}
