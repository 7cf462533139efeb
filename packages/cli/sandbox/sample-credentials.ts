import type { Schemas } from "@plumbline/client/schemas.ts";
import { sampleCalendarToken } from "@plumbline/sandbox/calendar/sample-accounts.ts";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { sampleCrmToken } from "@plumbline/sandbox/crm/sample-portal.ts";
import { sampleMailToken, sampleMailUser } from "@plumbline/sandbox/mail/imap-server.ts";
import { sampleMicroblogToken } from "@plumbline/sandbox/microblog/sample-timeline.ts";
import { sampleMemberUrn, sampleNetworkToken } from "@plumbline/sandbox/network/sample-feed.ts";
import { sampleNotesToken } from "@plumbline/sandbox/notes/sample-workspace.ts";
import { sampleApiKey } from "@plumbline/sandbox/tracker/sample-workspace.ts";

/** Credentials for the sandbox's providers, one for each tool that needs one. */
export const sampleCredentials: readonly Schemas["CreateCredential"][] = [
  { kind: "chatapp_bot", label: "sandbox", token: sampleBotToken },
  { kind: "notes", label: "sandbox", token: sampleNotesToken },
  { kind: "crm", label: "sandbox", token: sampleCrmToken },
  { kind: "tracker", label: "sandbox", token: sampleApiKey },
  { kind: "microblog", label: "sandbox", token: sampleMicroblogToken },
  { kind: "network", label: "sandbox", token: sampleNetworkToken, metadata: { urn: sampleMemberUrn } },
  { kind: "mail_oauth_a", label: "sandbox calendar", token: sampleCalendarToken },
  {
    kind: "mail_oauth_b",
    label: "sandbox mailbox",
    token: sampleMailToken,
    metadata: { username: sampleMailUser },
  },
];
