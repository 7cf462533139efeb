import { sampleCalendarToken } from "@plumbline/sandbox/calendar/sample-accounts.ts";
import { sampleBotToken, sampleUserToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { sampleCrmToken } from "@plumbline/sandbox/crm/sample-portal.ts";
import { sampleMailToken } from "@plumbline/sandbox/mail/imap-server.ts";
import { sampleMicroblogToken } from "@plumbline/sandbox/microblog/sample-timeline.ts";
import { sampleNetworkToken } from "@plumbline/sandbox/network/sample-feed.ts";
import { sampleNotesToken } from "@plumbline/sandbox/notes/sample-workspace.ts";
import { sandboxCertificate } from "@plumbline/sandbox/tls/sandbox-certificate.ts";
import { sampleOauthToken } from "@plumbline/sandbox/tracker/sample-workspace.ts";
import { readSettings } from "@plumbline/service/settings/read-settings.ts";
import { type Answer, type ApiUnderTest, startApi } from "../../http/api-under-test.ts";
import type { TestTenant } from "../../support/service-under-test.ts";
import { type AuthorizationServer, startAuthorizationServer } from "./authorization-server.ts";
import { Browser, type Visited } from "./browser.ts";

/** Where the service under test is reached. */
export const BASE = "https://plumbline.test";
export const CALLBACK = `${BASE}/oauth/callback`;

/** A token that the sandbox knows, for each kind. */
export const SANDBOX_TOKENS: Readonly<Record<string, string>> = {
  chatapp_bot: sampleBotToken,
  chatapp_user: sampleUserToken,
  notes: sampleNotesToken,
  crm: sampleCrmToken,
  tracker: sampleOauthToken,
  microblog: sampleMicroblogToken,
  network: sampleNetworkToken,
  mail_oauth_a: sampleCalendarToken,
  mail_oauth_b: sampleMailToken,
};

/** The API in front of the sandbox, and one authorization server that plays every provider. */
export interface ConnectUnderTest extends ApiUnderTest {
  server: AuthorizationServer;
  browser(): Browser;
  /** Starts a connect as the tenant. */
  start(kind: string, body: Record<string, unknown>, tenant?: TestTenant): Promise<Answer>;
  link(kind: string, body?: Record<string, unknown>, tenant?: TestTenant): Promise<string>;
  /** Opens a link, presses its button, signs in, agrees, and comes back. */
  connect(url: string, browser?: Browser): Promise<Visited>;
  /** The same until the provider leads back: the callback's address, not yet opened. */
  callbackOf(url: string, browser: Browser): Promise<string>;
  credentials(tenant?: TestTenant): Promise<Record<string, unknown>[]>;
}

export async function startConnect(): Promise<ConnectUnderTest> {
  const server = await startAuthorizationServer(CALLBACK);
  const api = await startApi((sandbox) => ({
    endpoints: readSettings(sandbox.settings).providers,
    extraCertificates: sandboxCertificate().cert,
    oauth: server.clients,
  }));
  for (const [kind, token] of Object.entries(SANDBOX_TOKENS)) server.tokens.set(kind, token);
  const platform = { baseUrl: BASE };
  const reach = async (request: Request) =>
    request.url.startsWith(BASE) ? api.fetch(request, platform) : fetch(request);
  const call = (method: string, path: string, tenant: TestTenant, body?: unknown) => {
    const asked = api.request(method, path, { key: tenant.apiKey.reveal(), ...(body ? { body } : {}) });
    return Promise.resolve(api.fetch(asked, platform)).then(async (response): Promise<Answer> => {
      const text = await response.text();
      api.bodies.push(text);
      return { status: response.status, headers: response.headers, text, json: JSON.parse(text) };
    });
  };
  const start: ConnectUnderTest["start"] = (kind, body, tenant = api.tenant) =>
    call("POST", `/api/v1/connections/${kind}`, tenant, body);
  const callbackOf: ConnectUnderTest["callbackOf"] = async (url, browser) =>
    (await browser.submit(url, { stop: CALLBACK })).url;
  return {
    ...api,
    server,
    browser: () => new Browser(reach),
    start,
    async link(kind, body = {}, tenant) {
      const { json } = await start(kind, { label: "made by a link", ...body, link: true }, tenant);
      return String(json.connect_url);
    },
    async connect(url, browser = new Browser(reach)) {
      return browser.go(await callbackOf(url, browser));
    },
    callbackOf,
    async credentials(tenant = api.tenant) {
      const { json } = await call("GET", "/api/v1/credentials", tenant);
      return json.items as Record<string, unknown>[];
    },
    async close() {
      await api.close();
      await server.close();
    },
  };
}
