import type { OAuthFacts } from "@plumbline/adapters/oauth-facts.ts";
import { listOauthFacts, type OAuthClients } from "@plumbline/connections/oauth-client.ts";
import { Secret } from "@plumbline/core/access/secret.ts";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { json } from "@plumbline/sandbox/server/reply.ts";
import { type ScriptedServer, startScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import { type ChatappUnderTest, startChatappUnderTest } from "../../core/dispatch/chatapp-under-test.ts";
import type { ServiceUnderTestOptions } from "../../support/service-under-test.ts";

/** The chat app's own words for a good answer: a token that the sandbox knows. */
export function issued(more: Readonly<Record<string, unknown>> = {}) {
  return json({
    ok: true,
    access_token: sampleBotToken,
    refresh_token: "refresh-2",
    expires_in: 43_200,
    ...more,
  });
}

export interface RefreshUnderTest extends ChatappUnderTest {
  /** The chat app's authorization server. */
  issuer: ScriptedServer;
  /** Connects an account whose token ends at `expiresInMs` from now. */
  connectEnding(expiresInMs: number, more?: Record<string, unknown>): Promise<string>;
  /** The stored record and its open tokens. */
  stored(
    id: string,
  ): Promise<{ token: string; refreshToken: string | undefined; status: string; version: number }>;
}

/** Clients of every kind, at one authorization server. `more`: facts that differ from the provider's. */
export function clientsAt(url: string, more: Partial<OAuthFacts> = {}): OAuthClients {
  const clients = [...listOauthFacts()].map(([kind, facts]) => {
    const revocation = facts.revocation && { ...facts.revocation, url: `${url}/${kind}/revoke` };
    const own = { ...facts, ...more, tokenUrl: `${url}/${kind}/token`, ...(revocation && { revocation }) };
    return [kind, { kind, id: "client", secret: new Secret("client-secret"), facts: own }] as const;
  });
  return new Map(clients);
}

/** A service with the chat app's sandbox and an authorization server that issues what a test scripts. */
export async function startRefreshUnderTest({
  facts,
  ...options
}: ServiceUnderTestOptions & { facts?: Partial<OAuthFacts> } = {}): Promise<RefreshUnderTest> {
  const issuer = await startScriptedServer({ name: "authorization server", handle: () => issued() });
  const under = await startChatappUnderTest({ oauth: clientsAt(issuer.url, facts), ...options });
  const { service, clock, caller } = under;
  let count = 0;
  return {
    ...under,
    issuer,
    connectEnding(expiresInMs, more = {}) {
      count += 1;
      return under.connect({
        label: `ending ${count}`,
        refresh_token: "refresh-1",
        expires_at: new Date(clock.now() + expiresInMs).toISOString(),
        ...more,
      });
    },
    async stored(id) {
      const record = await service.credentials.get(caller.tenantId, id);
      const { connections } = await service.connections(caller);
      const refreshToken =
        record.refresh_token_cipher && (await service.credentials.open(record, "refresh_token")).reveal();
      return {
        token: record.token_cipher && (await service.credentials.open(record, "token")).reveal(),
        refreshToken,
        status: connections.find((one) => one.id === id)?.status ?? "revoked",
        version: record.version,
      };
    },
    async close() {
      await issuer.close();
      await under.close();
    },
  };
}
