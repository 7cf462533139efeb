import { startCalendar } from "./calendar/calendar.ts";
import { startChatapp } from "./chatapp/chatapp.ts";
import { startCrm } from "./crm/crm.ts";
import { startMicroblog } from "./microblog/microblog.ts";
import { startNetwork } from "./network/network.ts";
import { startNotes } from "./notes/notes.ts";
import { startTracker } from "./tracker/tracker.ts";

interface Closing {
  close(): Promise<void>;
}

/** Start function of one provider's server, and the settings that point the product at it. */
interface ProviderServer<Server extends Closing, Settings extends Readonly<Record<string, string>>> {
  start(options: { port: number }): Promise<Server>;
  settings(server: Server): Settings;
}

/** Preserves the exact types of a server and its settings. */
function provider<Server extends Closing, Settings extends Readonly<Record<string, string>>>(
  start: ProviderServer<Server, Settings>["start"],
  settings: ProviderServer<Server, Settings>["settings"],
): ProviderServer<Server, Settings> {
  return { start, settings };
}

/** Providers with a base URL, by name. A new provider is one line here. */
export const PROVIDER_SERVERS = {
  chatapp: provider(startChatapp, ({ url }) => ({ CHATAPP_BASE_URL: `${url}/api/` })),
  notes: provider(startNotes, ({ url }) => ({ NOTES_BASE_URL: url })),
  crm: provider(startCrm, ({ url }) => ({ CRM_BASE_URL: url })),
  tracker: provider(startTracker, ({ graphqlUrl }) => ({ TRACKER_BASE_URL: graphqlUrl })),
  microblog: provider(startMicroblog, ({ url }) => ({
    MICROBLOG_BASE_URL: url,
    MICROBLOG_UPLOAD_BASE_URL: url,
  })),
  network: provider(startNetwork, ({ url }) => ({ NETWORK_BASE_URL: url })),
  calendar: provider(startCalendar, ({ url }) => ({ CALENDAR_BASE_URL: `${url}/calendar/v3` })),
};

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
