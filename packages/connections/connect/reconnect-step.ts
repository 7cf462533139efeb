import { providerName } from "@plumbline/adapters/credential-kinds.ts";
import type { CredentialRecord, ReconnectStep } from "@plumbline/core/credentials/credential.ts";
import { PLUMBLINE } from "@plumbline/core/errors/command-name.ts";
import type { OAuthClients } from "../oauth-client.ts";
import { findAccountName } from "./account.ts";

/**
 * Returns how a connection is renewed: at its provider if a client is configured, otherwise by storing a new
 * token.
 */
export function createReconnectStep(clients: OAuthClients): ReconnectStep {
  return (record, advice) => {
    const whose = [providerName(record), findAccountName(record)]
      .filter((part) => part !== undefined)
      .join(", ");
    const account = `"${record.label}" (${whose})`;
    const how = describeRenewal(record, clients.has(record.kind));
    return advice === undefined
      ? `Reconnect ${account}: ${how}.`
      : `${advice} The account is ${account}; to reconnect it, ${how}.`;
  };
}

function describeRenewal({ id, kind, label, revoked_at }: CredentialRecord, hasClient: boolean): string {
  if (hasClient) {
    // A revoked credential cannot be renewed, only replaced by a new connection.
    const what = revoked_at === null ? `--renew ${id}` : `--kind ${kind} --label ${quoteForShell(label)}`;
    return `run "${PLUMBLINE} connection link ${what}"`;
  }
  return revoked_at === null
    ? `store a new token with "${PLUMBLINE} credential update ${id} --token-stdin"`
    : `store its token again with "${PLUMBLINE} credential add --kind ${kind} --label ${quoteForShell(label)}"`;
}

/** Quotes a word for a POSIX shell. */
function quoteForShell(word: string): string {
  return /^[\w.@%+=:,][\w.@%+=:,-]*$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
