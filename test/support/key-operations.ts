import type { KeyService } from "@plumbline/core/credentials/vault/key-service.ts";
import { json } from "@plumbline/sandbox/server/reply.ts";
import { startScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import { startApi } from "../http/api-under-test.ts";

/** Numbers of key operations caused by calls, in one process. */
export interface KeyOperations {
  total: number;
  /** Operations of the calls alone, without those for creating tenants and storing tokens. */
  ofCalls: number;
  /** Maximum number of operations of any one key owner in any five minutes. The stage is also a key owner. */
  mostInFiveMinutes: number;
}

const FIVE_MINUTES = 5 * 60_000;

/**
 * Calls a tool over the HTTP API for one tenant after another, spread evenly over `spanMs` of the service's
 * clock. Each call checks its API key, decrypts its token and reads the state of its record.
 */
export async function countKeyOperations(load: {
  tenants: number;
  calls: number;
  spanMs: number;
}): Promise<KeyOperations> {
  const { tenants, calls, spanMs } = load;
  const provider = await startScriptedServer({ name: "chatapp", handle: () => ({ status: 404 }) });
  const message = { type: "message", user: "U0BOT", text: "Green.", ts: "1770000000.000100" };
  const posted = json({ ok: true, channel: "C0GENERAL", ts: message.ts, message });
  const answerAlways = () => provider.scriptAlways("POST /api/chat.postMessage", posted);
  answerAlways();
  const operations: { owner: string; at: number }[] = [];
  let now = () => 0;
  const counted = (keys: KeyService): KeyService => ({
    generateDataKey(context) {
      operations.push({ owner: context.tenant_id, at: now() });
      return keys.generateDataKey(context);
    },
    unwrapDataKey(wrapped, context) {
      operations.push({ owner: context.tenant_id, at: now() });
      return keys.unwrapDataKey(wrapped, context);
    },
  });
  const api = await startApi({
    endpoints: { chatapp: { baseUrl: `${provider.url}/api/` } },
    wrapKeyService: counted,
  });
  now = () => api.clock.now();
  // Drops the operations of the process that creates the first tenant.
  operations.splice(0);
  try {
    const keys: string[] = [];
    for (let index = 0; index < tenants; index++) {
      const key = (await api.service.tenants.create({ name: `tenant ${index}` })).key.reveal();
      const body = { kind: "chatapp_bot", label: "team", token: `xoxb-${index}` };
      await api.call("POST", "/api/v1/credentials", { key, body });
      keys.push(key);
    }
    const before = operations.length;
    const args = { channel: "C0GENERAL", text: "Green." };
    for (let index = 0; index < calls; index++) {
      const options = { key: keys[index % tenants] ?? "", body: { arguments: args } };
      const { json: answer, text } = await api.call("POST", "/api/v1/tools/chatapp_post_channel", options);
      if (answer.ok !== true) throw new Error(text);
      api.clock.advance(spanMs / calls);
      if (index % 500 === 0) {
        provider.clear();
        answerAlways();
      }
    }
    const ofCalls = operations.length - before;
    return { total: operations.length, ofCalls, mostInFiveMinutes: mostInAnyFiveMinutes(operations) };
  } finally {
    await api.close();
    await provider.close();
  }
}

function mostInAnyFiveMinutes(operations: readonly { owner: string; at: number }[]): number {
  const counts = operations.map(
    ({ owner, at }) =>
      operations.filter((other) => other.owner === owner && other.at >= at && other.at < at + FIVE_MINUTES)
        .length,
  );
  return Math.max(0, ...counts);
}
