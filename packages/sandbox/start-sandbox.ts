import { type ChatappServer, startChatapp } from "./chatapp/chatapp.ts";
import { type CorpusText, loadCorpus } from "./corpus/corpus.ts";
import { searchASandboxKey, startSearchA } from "./search/search-a.ts";
import { searchBSandboxKey, startSearchB } from "./search/search-b.ts";
import { startSearchC } from "./search/search-c.ts";
import { startSearchD } from "./search/search-d.ts";
import type { ScriptedServer } from "./server/scripted-server.ts";
import { startWebhook } from "./webhook/webhook.ts";

/** The sandbox's servers by name. */
export interface SandboxServers {
  readonly chatapp: ChatappServer;
  readonly searchA: ScriptedServer;
  readonly searchB: ScriptedServer;
  readonly searchC: ScriptedServer;
  readonly searchD: ScriptedServer;
  readonly webhook: ScriptedServer;
}

/** All servers, and the settings that point the product at them. */
export interface Sandbox extends SandboxServers {
  /** Setting name → base URL. */
  readonly urls: Readonly<Record<SandboxUrlSetting, string>>;
  /** Setting name → the key that the server takes. */
  readonly apiKeys: Readonly<Record<"SEARCH_A_API_KEY" | "SEARCH_B_API_KEY", string>>;
  close(): Promise<void>;
}

export type SandboxUrlSetting =
  | "CHATAPP_BASE_URL"
  | "SEARCH_A_BASE_URL"
  | "SEARCH_B_BASE_URL"
  | "SEARCH_C_INSTANCE_URL"
  | "SEARCH_D_BASE_URL";

/**
 * Starts every sandbox server on 127.0.0.1, the search backends over `texts` (the bundled corpus by default), on free
 * ports unless told. When one cannot start, the others are closed and its error is thrown.
 */
export async function startSandbox(
  options: { texts?: readonly CorpusText[]; ports?: Partial<Record<keyof SandboxServers, number>> } = {},
): Promise<Sandbox> {
  const { texts = loadCorpus(), ports = {} } = options;
  const started: ScriptedServer[] = [];
  const close = async () => {
    await Promise.all(started.map((server) => server.close()));
  };
  const keep = async <Server extends ScriptedServer>(starting: Promise<Server>): Promise<Server> => {
    const server = await starting;
    started.push(server);
    return server;
  };
  try {
    const chatapp = await keep(startChatapp({ port: ports.chatapp ?? 0 }));
    const searchA = await keep(startSearchA({ texts, port: ports.searchA ?? 0 }));
    const searchB = await keep(startSearchB({ texts, port: ports.searchB ?? 0 }));
    const searchC = await keep(startSearchC({ texts, port: ports.searchC ?? 0 }));
    const searchD = await keep(startSearchD({ texts, port: ports.searchD ?? 0 }));
    const webhook = await keep(startWebhook({ port: ports.webhook ?? 0 }));
    const urls = {
      CHATAPP_BASE_URL: `${chatapp.url}/api/`,
      SEARCH_A_BASE_URL: `${searchA.url}/res/v1`,
      SEARCH_B_BASE_URL: searchB.url,
      SEARCH_C_INSTANCE_URL: searchC.url,
      SEARCH_D_BASE_URL: `${searchD.url}/html/`,
    };
    const apiKeys = { SEARCH_A_API_KEY: searchASandboxKey, SEARCH_B_API_KEY: searchBSandboxKey };
    return { chatapp, searchA, searchB, searchC, searchD, webhook, urls, apiKeys, close };
  } catch (error) {
    await close();
    throw error;
  }
}
