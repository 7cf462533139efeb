import type { AdapterDependencies } from "./adapter-tools.ts";
import { calendarConnection } from "./calendar/calendar-connection.ts";
import { chatappConnection } from "./chatapp/chatapp-connection.ts";
import type { ConnectionCheck } from "./connection-check.ts";
import { crmConnection } from "./crm/crm-connection.ts";
import { imapConnection } from "./mail/imap-connection.ts";
import { smtpConnection } from "./mail/smtp-connection-check.ts";
import { microblogConnection } from "./microblog/microblog-connection.ts";
import { networkConnection } from "./network/network-connection.ts";
import { notesConnection } from "./notes/notes-connection.ts";
import { trackerConnection } from "./tracker/tracker-connection.ts";

/** How each kind of credential is tested and revoked; of several that fit a credential the first counts. */
export function connectionChecks({
  endpoints,
  egress,
}: Pick<AdapterDependencies, "endpoints" | "egress">): ConnectionCheck[] {
  const mail = { endpoints, socketOptions: egress.socketOptions };
  return [
    chatappConnection(endpoints.chatapp.baseUrl),
    notesConnection(endpoints.notes.baseUrl),
    crmConnection(endpoints.crm.baseUrl),
    trackerConnection(endpoints.tracker.baseUrl),
    microblogConnection(endpoints.microblog.baseUrl),
    networkConnection(endpoints.network.baseUrl),
    calendarConnection(endpoints.calendar.baseUrl),
    smtpConnection(mail),
    imapConnection(mail),
  ];
}
