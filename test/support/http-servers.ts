import type { Sandbox } from "@plumbline/sandbox";
import { PROVIDER_SERVERS, type ProviderWord } from "@plumbline/sandbox/provider-servers.ts";
import type { ScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";

/** Returns the servers of receivers, feeds and providers in a sandbox, in this order. */
export function httpServersOf(sandbox: Sandbox): ScriptedServer[] {
  const providers = Object.keys(PROVIDER_SERVERS) as ProviderWord[];
  return [sandbox.webhook, sandbox.feeds, ...providers.map((word) => sandbox[word])];
}
