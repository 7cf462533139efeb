import { sampleCalendarToken } from "@plumbline/sandbox/calendar/sample-accounts.ts";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { sampleCrmToken } from "@plumbline/sandbox/crm/sample-portal.ts";
import { sampleSmtpLogin } from "@plumbline/sandbox/mail/smtp-server.ts";
import { sampleMicroblogToken } from "@plumbline/sandbox/microblog/sample-timeline.ts";
import { sampleMemberUrn, sampleNetworkToken } from "@plumbline/sandbox/network/sample-feed.ts";
import { sampleNotesToken } from "@plumbline/sandbox/notes/sample-workspace.ts";
import { sampleApiKey } from "@plumbline/sandbox/tracker/sample-workspace.ts";
import { type AgentUnderTest, startAgent } from "../agent-under-test.ts";

/** The agent of a tenant that has a connection to every provider of the sandbox. */
export interface ConnectedAgent extends AgentUnderTest {
  mailId: string;
  calendarId: string;
  /** Forgets what every server was sent. */
  clear(): void;
  /** Lists the writes that the providers were sent, and the watches there are. */
  written(): Promise<string[]>;
}

/** The path of the sandbox's webhook that a reading tool asks, which is no write. */
export const ANSWERING = "/answers";

export async function startConnectedAgent(): Promise<ConnectedAgent> {
  const agent = await startAgent({ mostWatches: 500 });
  const { sandbox } = agent;
  const metadata = { username: sampleSmtpLogin.user };
  await agent.connect({ kind: "chatapp_bot", token: sampleBotToken });
  await agent.connect({ kind: "notes", token: sampleNotesToken });
  await agent.connect({ kind: "crm", token: sampleCrmToken });
  await agent.connect({ kind: "tracker", token: sampleApiKey });
  await agent.connect({ kind: "microblog", token: sampleMicroblogToken });
  await agent.connect({ kind: "network", token: sampleNetworkToken, metadata: { urn: sampleMemberUrn } });
  const mailId = await agent.connect({ kind: "mail_oauth_b", token: sampleSmtpLogin.token, metadata });
  const calendar = { token: sampleCalendarToken, label: "Calendar", metadata };
  const calendarId = await agent.connect({ kind: "mail_oauth_a", ...calendar });
  let deliveredBefore = 0;
  return {
    ...agent,
    mailId,
    calendarId,
    clear() {
      const { chatapp, notes, crm, tracker, microblog, network, feeds } = sandbox;
      for (const server of [chatapp, notes, crm, tracker, microblog, network, sandbox.calendar, feeds])
        server.clear();
      agent.clear();
      deliveredBefore = sandbox.smtp.delivered.length;
    },
    async written() {
      const { chatapp, notes, crm, tracker, microblog, network, webhook, feeds } = sandbox;
      const servers = [chatapp, notes, crm, tracker, microblog, network, sandbox.calendar, webhook, feeds];
      const requests = servers.flatMap((server) =>
        server.requests
          .map(({ method, path }) => `${method} ${path}`)
          .filter((line) => !/^GET (?!\/evil)|\/query$/.test(line) && line !== `POST ${ANSWERING}`)
          .map((line) => `${server.name}: ${line}`),
      );
      const mails = sandbox.smtp.delivered.slice(deliveredBefore).map(() => "a mail");
      const { json } = await agent.call("GET", "/api/v1/watches?limit=100");
      const watches = Array.isArray(json.items) ? json.items.map(({ id }) => `watch ${id}`) : [];
      return [...requests, ...mails, ...watches.toSorted()];
    },
  };
}
