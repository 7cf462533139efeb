/**
 * Describes what each scope allows, for people before they grant access. Scopes with the same sentence are
 * listed once. `null` marks scopes that only identify the person or keep the connection alive.
 */
const SENTENCES: Readonly<Record<string, string | null>> = {
  // Slack (docs.slack.dev/reference/scopes)
  "chat:write": "Send messages",
  "im:write": "Start direct messages with people",
  "users:read": "See who is in the workspace",
  "users:read.email": "See the e-mail addresses of people in the workspace",
  "channels:read": "See the list of public channels",
  // HubSpot
  oauth: null,
  "crm.objects.contacts.read": "See contacts",
  "crm.objects.contacts.write": "Create and change contacts",
  // Linear
  read: "See issues, teams and projects",
  write: "Create and change issues, teams and projects",
  "issues:create": "Create issues",
  // X
  "users.read": "See your profile",
  "tweet.read": "See posts",
  "tweet.write": "Publish posts",
  "media.write": "Upload pictures and videos",
  "offline.access": null,
  // LinkedIn
  profile: "See your name and your picture",
  w_member_social: "Publish posts in your name",
  w_organization_social: "Publish posts in the name of your organizations",
  // Google
  "https://mail.google.com/": "Read, search and send your mail",
  "https://www.googleapis.com/auth/calendar.events": "See, create and change events in your calendars",
  // Microsoft
  "https://outlook.office.com/SMTP.Send": "Send mail from your address",
  "https://outlook.office.com/IMAP.AccessAsUser.All": "Read and search your mail",
  // OpenID Connect
  openid: null,
  email: "See your e-mail address",
  offline_access: null,
};

/**
 * Returns the sentences for scopes, without full stops and duplicates. Scopes without a sentence are returned
 * as they are.
 */
export function describeScopes(scopes: readonly string[]): string[] {
  const sentences = scopes.map((scope) => (scope in SENTENCES ? SENTENCES[scope] : scope));
  return [...new Set(sentences.filter((words) => words !== null && words !== undefined))];
}
