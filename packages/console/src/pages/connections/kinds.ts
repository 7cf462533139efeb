import type { Schemas } from "@plumbline/client/schemas.ts";

export type ConnectionKind = Schemas["CredentialKind"];

interface KindFacts {
  name: string;
  /** True if an account can be connected by signing in at the provider. */
  byOAuth: boolean;
  /** Label of the pasted secret. */
  token: string;
  /** An example of metadata that the kind requires. */
  metadata?: string;
}

/** Names of the kinds as people know them. */
export const CONNECTION_KINDS: Readonly<Record<ConnectionKind, KindFacts>> = {
  chatapp_bot: { name: "Chat app (Slack), bot", byOAuth: true, token: "Bot token" },
  chatapp_user: { name: "Chat app (Slack), user", byOAuth: true, token: "User token" },
  notes: { name: "Notes (Notion)", byOAuth: true, token: "Integration secret" },
  crm: { name: "CRM (HubSpot)", byOAuth: true, token: "Access token" },
  tracker: { name: "Issue tracker (Linear)", byOAuth: true, token: "API key" },
  microblog: { name: "Microblog (X)", byOAuth: true, token: "OAuth 2 user token" },
  network: {
    name: "Professional network (LinkedIn)",
    byOAuth: true,
    token: "OAuth token",
    metadata: '{"urn": "urn:li:person:…"}',
  },
  mail_oauth_a: {
    name: "Gmail and Google Calendar",
    byOAuth: true,
    token: "OAuth token",
    metadata: '{"username": "ada@example.com"}',
  },
  mail_oauth_b: {
    name: "Microsoft 365",
    byOAuth: true,
    token: "OAuth token",
    metadata: '{"username": "ada@example.com"}',
  },
  generic_api_key: {
    name: "Mail server or webhook key",
    byOAuth: false,
    token: "Password or key",
    metadata: '{"allowed_hosts": ["hooks.example.com"]}',
  },
};

/** Returns the title of an account. Accounts of several providers may have the same label. */
export function accountTitle({ kind, label }: { kind: string; label: string }): string {
  const { name } = CONNECTION_KINDS[kind as ConnectionKind] ?? { name: kind };
  return `${name}: ${label}`;
}

/** Every kind with its name, in the order of the menu. */
export const KIND_CHOICES = Object.entries(CONNECTION_KINDS).map(
  ([kind, { name }]) => [kind as ConnectionKind, name] as const,
);
