import type { TenantCaller } from "@plumbline/core/access/caller.ts";
import { newCredentialSchema } from "@plumbline/core/credentials/credential-input.ts";
import type { DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import type { ScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import { startWebhook } from "@plumbline/sandbox/webhook/webhook.ts";
import { type ServiceUnderTest, startServiceUnderTest } from "../../support/service-under-test.ts";
import { storeMetadataUnchecked } from "../../support/stored-earlier.ts";

/** A webhook on loopback that the guard lets through, and a tenant that posts to it. */
export interface WebhookUnderTest extends ServiceUnderTest {
  webhook: ScriptedServer;
  caller: TenantCaller;
  /** Posts `{"note": "hello"}` to the webhook unless told otherwise. */
  send(args?: Record<string, unknown>): Promise<DispatchResult>;
  /** Stores a generic_api_key and answers its id. */
  store(token: string, metadata: Record<string, unknown>): Promise<string>;
  /** The same with metadata that only an earlier version would have stored. */
  storeUnchecked(token: string, metadata: Record<string, unknown>): Promise<string>;
}

export async function startWebhookUnderTest(): Promise<WebhookUnderTest> {
  const webhook = await startWebhook();
  const under = await startServiceUnderTest({ egressAllow: `127.0.0.1:${webhook.port}` });
  const { caller } = await under.createTenant("first");
  const { credentials, dispatcher } = under.service;
  const store: WebhookUnderTest["store"] = async (token, metadata) => {
    const input = { kind: "generic_api_key", label: `Key ${Object.keys(metadata)}`, token, metadata };
    return (await credentials.create(caller.tenantId, newCredentialSchema.parse(input))).id;
  };
  return {
    ...under,
    webhook,
    caller,
    send: (args = {}) =>
      dispatcher.call(caller, "http_post_json", {
        url: `${webhook.url}/hook`,
        body: { note: "hello" },
        ...args,
      }),
    store,
    async storeUnchecked(token, metadata) {
      const id = await store(token, {});
      await storeMetadataUnchecked(under, caller.tenantId, id, metadata);
      return id;
    },
    async close() {
      await webhook.close();
      await under.close();
    },
  };
}
