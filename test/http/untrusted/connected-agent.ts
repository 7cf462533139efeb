import { SAMPLE_ACCOUNTS } from "@plumbline/sandbox/provider-servers.ts";
import { httpServersOf } from "../../support/http-servers.ts";
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
  const servers = httpServersOf(sandbox);
  const ids: Record<string, string> = {};
  for (const [name, account] of Object.entries(SAMPLE_ACCOUNTS))
    if (name !== "signed") ids[name] = await agent.connect({ ...account });
  const { mail: mailId = "", calendar: calendarId = "" } = ids;
  let deliveredBefore = 0;
  const clearAgent = agent.clear;
  return Object.assign(agent, {
    mailId,
    calendarId,
    clear() {
      for (const server of servers) server.clear();
      clearAgent();
      deliveredBefore = sandbox.smtp.delivered.length;
    },
    async written() {
      const requests = servers.flatMap((server) =>
        server.requests
          .map(({ method, path }) => `${method} ${path}`)
          .filter(
            (line) => !/^GET (?!\/evil)|\/(?:query|batch\/read)$/.test(line) && line !== `POST ${ANSWERING}`,
          )
          .map((line) => `${server.name}: ${line}`),
      );
      const mails = sandbox.smtp.delivered.slice(deliveredBefore).map(() => "a mail");
      const { json } = await agent.call("GET", "/api/v1/watches?limit=100");
      const watches = Array.isArray(json.items) ? json.items.map(({ id }) => `watch ${id}`) : [];
      return [...requests, ...mails, ...watches.toSorted()];
    },
  });
}
