import { type CorpusText, loadCorpus } from "./corpus/corpus.ts";
import { type FeedsServer, startFeeds } from "./feeds/feeds.ts";
import { type ImapServer, sampleMailToken, sampleMailUser, startImap } from "./mail/imap-server.ts";
import { Mailbox } from "./mail/mailbox.ts";
import { type SmtpServer, startSmtpServer } from "./mail/smtp-server.ts";
import { type ModelServer, modelSandboxKey, startModel } from "./model/model.ts";
import {
  type AuthorizationServer,
  type OAuthSetting,
  oauthSettings,
  startAuthorizationServer,
} from "./oauth/authorization-server.ts";
import { tokenPlaces } from "./oauth/token-places.ts";
import {
  type ProviderServers,
  type ProviderSetting,
  providerSettings,
  startProviderServers,
} from "./provider-servers.ts";
import { searchASandboxKey, startSearchA } from "./search/search-a.ts";
import { searchBSandboxKey, startSearchB } from "./search/search-b.ts";
import { startSearchC } from "./search/search-c.ts";
import { startSearchD } from "./search/search-d.ts";
import type { ScriptedServer } from "./server/scripted-server.ts";
import { sandboxCertificate } from "./tls/sandbox-certificate.ts";
import { startWebhook } from "./webhook/webhook.ts";

/** The sandbox's servers by name. */
export interface SandboxServers extends ProviderServers {
  /** Mail server that delivers every message to the inbox of `imap`, whoever the recipient is. */
  readonly smtp: SmtpServer;
  readonly imap: ImapServer;
  readonly feeds: FeedsServer;
  readonly searchA: ScriptedServer;
  readonly searchB: ScriptedServer;
  readonly searchC: ScriptedServer;
  readonly searchD: ScriptedServer;
  readonly webhook: ScriptedServer;
  /** Issues tokens that the servers above accept, for every kind connected through OAuth. */
  readonly oauth: AuthorizationServer;
  /** Its models are named after their behaviour: `truthful`, `lying`, … (`sandboxModels`). */
  readonly model: ModelServer;
}

/** All servers, and the settings that point the product at them. */
export interface Sandbox extends SandboxServers {
  /** Setting name → value: base URLs, search keys, mail servers and their certificate. */
  readonly settings: Readonly<Record<SandboxSetting, string>>;
  /** The settings that select one of the sandbox's models, in addition to `settings`. */
  modelSettings(id: string): Readonly<Record<ModelSetting, string>>;
  close(): Promise<void>;
}

export type SandboxSetting =
  | ProviderSetting
  | OAuthSetting
  | `SEARCH_${"A" | "B" | "D"}_BASE_URL`
  | "SEARCH_C_INSTANCE_URL"
  | `SEARCH_${"A" | "B"}_API_KEY`
  | `MAIL_OAUTH_${"A" | "B"}_${"SMTP" | "IMAP"}_${"HOST" | "PORT"}`
  | "EXTRA_CA_FILE";

export type ModelSetting = `MODEL_${"PROVIDER" | "ID" | "BASE_URL" | "API_KEY"}` | "READER";

/**
 * Starts every sandbox server on 127.0.0.1. The search backends search `texts`, which defaults to the bundled
 * corpus. Ports are free ones by default, `ports` sets them by server, and `firstPort` numbers them
 * consecutively. `tokensFile` keeps issued OAuth tokens across restarts. If a server cannot start, closes the
 * others and throws its error.
 */
export async function startSandbox(
  options: {
    texts?: readonly CorpusText[];
    ports?: Partial<Record<keyof SandboxServers, number>>;
    firstPort?: number;
    tokensFile?: string;
  } = {},
): Promise<Sandbox> {
  const { texts = loadCorpus(), ports = {}, firstPort, tokensFile } = options;
  const started: { close(): Promise<void> }[] = [];
  const close = async () => {
    await Promise.all(started.map((server) => server.close()));
  };
  const keep = async <Server extends { close(): Promise<void> }>(
    starting: Promise<Server>,
  ): Promise<Server> => {
    const server = await starting;
    started.push(server);
    return server;
  };
  // Called once for each server, always in the same order.
  let asked = 0;
  const port = (name: keyof SandboxServers) =>
    ports[name] ?? (firstPort === undefined ? 0 : firstPort + asked++);
  const mailTokens = new Set([sampleMailToken]);
  const logins = { tokens: { [sampleMailUser]: mailTokens } };
  try {
    const imap = await keep(
      startImap({ implicitTls: false, port: port("imap"), mailboxes: [new Mailbox("Sent")], logins }),
    );
    const onDelivered = ({ raw }: { raw: string }) => void imap.inbox.add(Buffer.from(raw));
    const smtp = await keep(startSmtpServer({ port: port("smtp"), onDelivered }));
    smtp.behaviour.logins = { ...smtp.behaviour.logins, ...logins };
    const providers = await startProviderServers(port, keep);
    const places = tokenPlaces(providers, mailTokens);
    const servers: SandboxServers = {
      ...providers,
      smtp,
      imap,
      feeds: await keep(startFeeds({ port: port("feeds") })),
      searchA: await keep(startSearchA({ texts, port: port("searchA") })),
      searchB: await keep(startSearchB({ texts, port: port("searchB") })),
      searchC: await keep(startSearchC({ texts, port: port("searchC") })),
      searchD: await keep(startSearchD({ texts, port: port("searchD") })),
      webhook: await keep(startWebhook({ port: port("webhook") })),
      oauth: await keep(startAuthorizationServer({ places, port: port("oauth"), tokensFile })),
      model: await keep(startModel({ port: port("model") })),
    };
    const modelSettings = (id: string) => ({
      MODEL_PROVIDER: "openai-compatible",
      MODEL_ID: id,
      MODEL_BASE_URL: servers.model.apiUrl,
      MODEL_API_KEY: modelSandboxKey,
      // The scripted models cannot act as the reader.
      READER: "off",
    });
    return { ...servers, settings: settingsFor(servers), modelSettings, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function settingsFor(servers: SandboxServers): Record<SandboxSetting, string> {
  const { searchA, searchB, searchC, searchD, smtp, imap } = servers;
  const smtpPort = String(smtp.port);
  const imapPort = String(imap.port);
  return {
    ...providerSettings(servers),
    ...oauthSettings(servers.oauth),
    MAIL_OAUTH_A_SMTP_HOST: smtp.host,
    MAIL_OAUTH_A_SMTP_PORT: smtpPort,
    MAIL_OAUTH_A_IMAP_HOST: imap.host,
    MAIL_OAUTH_A_IMAP_PORT: imapPort,
    MAIL_OAUTH_B_SMTP_HOST: smtp.host,
    MAIL_OAUTH_B_SMTP_PORT: smtpPort,
    MAIL_OAUTH_B_IMAP_HOST: imap.host,
    MAIL_OAUTH_B_IMAP_PORT: imapPort,
    EXTRA_CA_FILE: sandboxCertificate().certFile,
    SEARCH_A_API_KEY: searchASandboxKey,
    SEARCH_A_BASE_URL: `${searchA.url}/res/v1`,
    SEARCH_B_API_KEY: searchBSandboxKey,
    SEARCH_B_BASE_URL: searchB.url,
    SEARCH_C_INSTANCE_URL: searchC.url,
    SEARCH_D_BASE_URL: `${searchD.url}/html/`,
  };
}
