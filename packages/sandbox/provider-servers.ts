import { startCalendar } from "./calendar/calendar.ts";
import { sampleCalendarToken } from "./calendar/sample-accounts.ts";
import { startChatapp } from "./chatapp/chatapp.ts";
import { sampleBotToken } from "./chatapp/sample-workspace.ts";
import { startCrm } from "./crm/crm.ts";
import { sampleCrmToken } from "./crm/sample-portal.ts";
import { sampleMailToken, sampleMailUser } from "./mail/imap-server.ts";
import { startMicroblog } from "./microblog/microblog.ts";
import { sampleMicroblogToken, sampleOAuth1 } from "./microblog/sample-timeline.ts";
import { startNetwork } from "./network/network.ts";
import { sampleMemberUrn, sampleNetworkToken } from "./network/sample-feed.ts";
import { startNotes } from "./notes/notes.ts";
import { sampleNotesToken } from "./notes/sample-workspace.ts";
import { sampleApiKey } from "./tracker/sample-workspace.ts";
import { startTracker } from "./tracker/tracker.ts";

interface Closing {
  close(): Promise<void>;
}

/** A credential that a server of the sandbox accepts. */
export interface SampleAccount {
  readonly kind: string;
  readonly token: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/**
 * Start function of one provider's server, the settings that point the product at it, and accounts by name.
 */
interface ProviderServer<Server extends Closing, Settings extends Readonly<Record<string, string>>> {
  start(options: { port: number }): Promise<Server>;
  settings(server: Server): Settings;
  readonly accounts: Readonly<Record<string, SampleAccount>>;
}

/** Preserves the exact types of a server and its settings. */
function provider<Server extends Closing, Settings extends Readonly<Record<string, string>>>(
  start: ProviderServer<Server, Settings>["start"],
  settings: ProviderServer<Server, Settings>["settings"],
  accounts: ProviderServer<Server, Settings>["accounts"],
): ProviderServer<Server, Settings> {
  return { start, settings, accounts };
}

/** Providers with a base URL, by name. A new provider is one line here. */
export const PROVIDER_SERVERS = {
  chatapp: provider(startChatapp, ({ url }) => ({ CHATAPP_BASE_URL: `${url}/api/` }), {
    chatapp: { kind: "chatapp_bot", token: sampleBotToken },
  }),
  notes: provider(startNotes, ({ url }) => ({ NOTES_BASE_URL: url }), {
    notes: { kind: "notes", token: sampleNotesToken },
  }),
  crm: provider(startCrm, ({ url }) => ({ CRM_BASE_URL: url }), {
    crm: { kind: "crm", token: sampleCrmToken },
  }),
  tracker: provider(startTracker, ({ graphqlUrl }) => ({ TRACKER_BASE_URL: graphqlUrl }), {
    tracker: { kind: "tracker", token: sampleApiKey },
  }),
  microblog: provider(
    startMicroblog,
    ({ url }) => ({ MICROBLOG_BASE_URL: url, MICROBLOG_UPLOAD_BASE_URL: url }),
    {
      microblog: { kind: "microblog", token: sampleMicroblogToken },
      signed: { kind: "microblog", token: JSON.stringify(sampleOAuth1), metadata: { auth_form: "oauth1" } },
    },
  ),
  network: provider(startNetwork, ({ url }) => ({ NETWORK_BASE_URL: url }), {
    network: { kind: "network", token: sampleNetworkToken, metadata: { urn: sampleMemberUrn } },
  }),
  calendar: provider(startCalendar, ({ url }) => ({ CALENDAR_BASE_URL: `${url}/calendar/v3` }), {
    calendar: { kind: "mail_oauth_a", token: sampleCalendarToken },
  }),
};

/** Accounts of the sandbox by name: those of the providers, and a mailbox. */
export const SAMPLE_ACCOUNTS: Readonly<Record<string, SampleAccount>> = Object.assign(
  {},
  ...Object.values(PROVIDER_SERVERS).map(({ accounts }) => accounts),
  { mail: { kind: "mail_oauth_b", token: sampleMailToken, metadata: { username: sampleMailUser } } },
);

type Servers = typeof PROVIDER_SERVERS;
export type ProviderWord = keyof Servers;

/** The started servers, by name. */
export type ProviderServers = {
  readonly [Word in ProviderWord]: Awaited<ReturnType<Servers[Word]["start"]>>;
};

/** The names of the settings that point the product at these servers. */
export type ProviderSetting = {
  [Word in ProviderWord]: keyof ReturnType<Servers[Word]["settings"]>;
}[ProviderWord];

/**
 * Starts the servers one after another. Passes each to `keep` as it starts, so that the caller can close
 * those that run.
 */
export async function startProviderServers(
  port: (word: ProviderWord) => number,
  keep: <Server extends Closing>(starting: Promise<Server>) => Promise<Server>,
): Promise<ProviderServers> {
  const started: [string, Closing][] = [];
  for (const [word, { start }] of entries()) started.push([word, await keep(start({ port: port(word) }))]);
  // One server for each name, of the type that its `start` returns.
  return Object.fromEntries(started) as unknown as ProviderServers;
}

/** Returns all settings that point the product at the servers. */
export function providerSettings(servers: ProviderServers): Record<ProviderSetting, string> {
  const settings = entries().map(([word, { settings }]) => settings(servers[word]));
  return Object.assign({}, ...settings);
}

function entries(): [ProviderWord, ProviderServer<Closing, Record<string, string>>][] {
  // `settings` receives only the server that `start` of the same entry created.
  return Object.entries(PROVIDER_SERVERS) as unknown as [
    ProviderWord,
    ProviderServer<Closing, Record<string, string>>,
  ][];
}
