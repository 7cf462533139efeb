import type { Clock } from "@plumbline/core/clock/clock.ts";
import type { CredentialStore } from "@plumbline/core/credentials/credential-store.ts";
import type { Egress } from "@plumbline/core/egress/egress.ts";
import type { EgressAllow } from "@plumbline/core/egress/egress-allow.ts";
import { parseDestination } from "@plumbline/core/egress/guard.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import { calendarCreateEvent } from "./calendar/calendar-create-event.ts";
import { calendarListEvents } from "./calendar/calendar-list-events.ts";
import { chatappDm } from "./chatapp/chatapp-dm.ts";
import { chatappPostChannel } from "./chatapp/chatapp-post-channel.ts";
import { connectionsList } from "./connections/connections-list.ts";
import { crmUpsertContact } from "./crm/crm-upsert-contact.ts";
import { httpPostJson } from "./http/http-post-json.ts";
import { emailSearch } from "./mail/email-search.ts";
import { emailSend } from "./mail/email-send.ts";
import { socialPostMicroblog } from "./microblog/social-post-microblog.ts";
import { socialPostNetwork } from "./network/social-post-network.ts";
import { notesCreatePage } from "./notes/notes-create-page.ts";
import { notesQuery } from "./notes/notes-query.ts";
import type { ProviderEndpoints } from "./provider-endpoints.ts";
import { trackerCreateIssue } from "./tracker/tracker-create-issue.ts";

export interface AdapterDependencies {
  endpoints: ProviderEndpoints;
  egress: Pick<Egress, "socketOptions">;
  egressAllow: EgressAllow;
  credentials: CredentialStore;
  clock: Clock;
}

/** Every adapter's actions, in the order they are listed. */
export function adapterTools({
  endpoints,
  egress,
  egressAllow,
  credentials,
  clock,
}: AdapterDependencies): Tool[] {
  const destination = (url: string, what?: string) => parseDestination(url, egressAllow, what);
  const mail = { endpoints, socketOptions: egress.socketOptions };
  return [
    connectionsList(credentials, clock),
    chatappDm(endpoints.chatapp.baseUrl),
    chatappPostChannel(endpoints.chatapp.baseUrl),
    notesQuery(endpoints.notes.baseUrl),
    notesCreatePage(endpoints.notes.baseUrl),
    crmUpsertContact(endpoints.crm.baseUrl),
    trackerCreateIssue(endpoints.tracker.baseUrl),
    socialPostMicroblog(endpoints.microblog, destination),
    socialPostNetwork(endpoints.network.baseUrl),
    emailSend(mail),
    emailSearch(mail),
    calendarCreateEvent(endpoints.calendar.baseUrl),
    calendarListEvents(endpoints.calendar.baseUrl),
    httpPostJson(destination),
  ];
}
