import { providerName } from "@plumbline/adapters/credential-kinds.ts";
import type { CredentialRecord, ReconnectStep } from "@plumbline/core/credentials/credential.ts";
import { PLUMBLINE } from "@plumbline/core/errors/command-name.ts";
import type { OAuthClients } from "../oauth-client.ts";
import { accountName } from "./account.ts";

/** Says how a connection is renewed here: at its provider where there is a client, else by another token. */
export function reconnectStepFor(clients: OAuthClients): ReconnectStep {
  return (record, advice) => {
    const whose = [providerName(record), accountName(record)].filter((part) => part !== undefined).join(", ");
    const account = `"${record.label}" (${whose})`;
    const how = wayToRenew(record, clients.has(record.kind));
    return advice === undefined
      ? `Reconnect ${account}: ${how}.`
      : `${advice} The account is ${account}; to reconnect it, ${how}.`;
  };
}

function wayToRenew({ id, kind, label, revoked_at }: CredentialRecord, hasClient: boolean): string {
  if (hasClient) {
    // What is revoked stays so: only a new connection takes its place.
    const what = revoked_at === null ? `--renew ${id}` : `--kind ${kind} --label ${quoteForShell(label)}`;
    return `run "${PLUMBLINE} connection link ${what}"`;
  }
  return revoked_at === null
    ? `store a new token, by "${PLUMBLINE} credential update ${id} --token-stdin"`
    : `store its token anew, by "${PLUMBLINE} credential add --kind ${kind} --label ${quoteForShell(label)}"`;
}

/** A word as it is typed in a POSIX shell. */
function quoteForShell(word: string): string {
  return /^[\w.@%+=:,][\w.@%+=:,-]*$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
