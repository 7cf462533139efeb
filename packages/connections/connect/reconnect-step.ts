import { providerName } from "@plumbline/adapters/credential-kinds.ts";
import type { CredentialRecord, ReconnectStep } from "@plumbline/core/credentials/credential.ts";
import type { OAuthClients } from "../oauth-client.ts";
import { accountName } from "./account.ts";

/** Says how a connection is renewed here: at its provider where there is a client, else by another token. */
export function reconnectStepFor(clients: OAuthClients): ReconnectStep {
  return (record: CredentialRecord) => {
    const { id, kind, label } = record;
    const whose = [providerName(record), accountName(record)].filter((part) => part !== undefined).join(", ");
    const how = clients.has(kind)
      ? `by "plumbline connection link --renew ${id}", or add for link to do it yourself.`
      : `store a new token, by "plumbline credential update ${id} --token-stdin".`;
    return `Reconnect "${label}" (${whose}): ${how}`;
  };
}
