import { openSync, writeSync } from "node:fs";
import { Secret } from "@plumbline/core/access/secret.ts";
import { chatappPostChannel } from "@plumbline/core/adapters/chatapp/chatapp-post-channel.ts";
import { systemClock } from "@plumbline/core/clock/clock.ts";
import { systemRandom } from "@plumbline/core/clock/random.ts";
import type { CredentialStore } from "@plumbline/core/credentials/credential-store.ts";
import { Credentials } from "@plumbline/core/credentials/credentials.ts";
import { CredentialResolver } from "@plumbline/core/credentials/resolver.ts";
import type { DataKeyStore } from "@plumbline/core/credentials/vault/data-key-store.ts";
import { DataKeys } from "@plumbline/core/credentials/vault/data-keys.ts";
import { Vault } from "@plumbline/core/credentials/vault/vault.ts";
import { CredentialNotes } from "@plumbline/core/dispatch/credential-notes.ts";
import { Dispatcher } from "@plumbline/core/dispatch/dispatcher.ts";
import { openEgress } from "@plumbline/core/egress/egress.ts";
import { parseEgressAllow } from "@plumbline/core/egress/egress-allow.ts";
import { createLogger } from "@plumbline/core/log/logger.ts";
import { ToolRegistry } from "@plumbline/core/tool/registry.ts";
import { CountingKeyService } from "./counting-key-service.ts";
import { MemoryCredentialStore, MemoryDataKeyStore } from "./memory-credential-store.ts";

export interface Candidate {
  call: () => Promise<unknown>;
  /** Key operations so far, where there are any. */
  keyOperations?: () => number;
}

const TOKEN = "xoxb-benchmark-token";
const MESSAGE = { channel: "C0GENERAL", text: "The build is green." };
const TIMEOUT_MS = 30_000;
const TENANT = { tenantId: "00000000-0000-4000-8000-000000000001" };

async function dispatcherOver(
  baseUrl: string,
  stores: { credentials: CredentialStore; dataKeys: DataKeyStore },
): Promise<Candidate> {
  const keys = new CountingKeyService();
  const clock = systemClock;
  const random = systemRandom;
  const vault = new Vault(new DataKeys({ store: stores.dataKeys, keys, clock, stage: "bench" }), random);
  const credentials = new Credentials(stores.credentials, vault, clock, random);
  const { id } = await credentials.create(TENANT.tenantId, {
    kind: "chatapp_bot",
    label: "bench",
    token: new Secret(TOKEN),
    scope: "",
    metadata: {},
    expires_at: null,
  });
  // As standard error does it to a file or a pipe: one synchronous write a line.
  const sink = openSync("/dev/null", "w");
  const logger = createLogger((line) => void writeSync(sink, `${line}\n`), clock, "info");
  const dispatcher = new Dispatcher({
    registry: new ToolRegistry([chatappPostChannel(baseUrl)]),
    resolver: new CredentialResolver(stores.credentials, vault, clock),
    notes: new CredentialNotes(stores.credentials, clock, logger),
    egress: openEgress({ clock, allow: parseEgressAllow("") }),
    clock,
    random,
    logger,
  });
  return {
    async call() {
      const result = await dispatcher.call(TENANT, "chatapp_post_channel", { credential_id: id, ...MESSAGE });
      if (!result.ok) throw new Error(result.refusal_reason);
    },
    keyOperations: () => keys.operations,
  };
}

/** What is compared, by name: each posts the same message to the same server. */
export const candidates: Record<string, (baseUrl: string) => Promise<Candidate>> = {
  /** The HTTP client alone, with the same time-out and the answer parsed. */
  async "bare request"(baseUrl) {
    const { Agent, request } = await import("undici");
    const dispatcher = new Agent({ connections: 64 });
    const body = new URLSearchParams(MESSAGE).toString();
    const headers = {
      authorization: `Bearer ${TOKEN}`,
      "content-type": "application/x-www-form-urlencoded; charset=utf-8",
    };
    return {
      async call() {
        const signal = AbortSignal.timeout(TIMEOUT_MS);
        const answer = await request(`${baseUrl}chat.postMessage`, {
          method: "POST",
          headers,
          body,
          dispatcher,
          signal,
        });
        const parsed = (await answer.body.json()) as { ok: boolean };
        if (!parsed.ok) throw new Error("not ok");
      },
    };
  },
  /** A warm dispatch: validation, resolution, decryption, retry policy, redaction and log line included. */
  dispatch: (baseUrl) =>
    dispatcherOver(baseUrl, { credentials: new MemoryCredentialStore(), dataKeys: new MemoryDataKeyStore() }),
  /** The same on the embedded store: its cost is the difference. */
  async "dispatch, embedded store"(baseUrl) {
    const { EMBEDDED_TABLE, openEmbeddedStore } = await import("@plumbline/local/store/embedded-store.ts");
    const { DynamoCredentialStore } = await import("@plumbline/aws/dynamodb/dynamo-credential-store.ts");
    const { DynamoDataKeyStore } = await import("@plumbline/aws/dynamodb/dynamo-data-key-store.ts");
    const { TableClient } = await import("@plumbline/aws/dynamodb/table-client.ts");
    const table = new TableClient((await openEmbeddedStore()).client, EMBEDDED_TABLE);
    return dispatcherOver(baseUrl, {
      credentials: new DynamoCredentialStore(table),
      dataKeys: new DynamoDataKeyStore(table),
    });
  },
  /** The provider's own SDK, its retries off. */
  async "@slack/web-api"(baseUrl) {
    const { WebClient, LogLevel } = await import("@slack/web-api");
    const client = new WebClient(TOKEN, {
      slackApiUrl: baseUrl,
      timeout: TIMEOUT_MS,
      retryConfig: { retries: 0 },
      logLevel: LogLevel.ERROR,
    });
    return {
      async call() {
        const answer = await client.chat.postMessage(MESSAGE);
        if (!answer.ok) throw new Error("not ok");
      },
    };
  },
};
