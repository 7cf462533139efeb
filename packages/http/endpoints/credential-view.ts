import { credentialKinds } from "@plumbline/adapters/credential-kinds.ts";
import { findMissingScopes } from "@plumbline/adapters/oauth-facts.ts";
import { listOauthFacts } from "@plumbline/connections/oauth-client.ts";
import {
  type CredentialRecord,
  fitsNeed,
  getCredentialStatus,
  listMissingMetadata,
} from "@plumbline/core/credentials/credential.ts";
import type { TokenRefresher } from "@plumbline/core/credentials/token-refresher.ts";
import { listInputIssues } from "@plumbline/core/errors/service-error.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";

/**
 * Describes a credential without its tokens: its fields, the tools that can use it, and warnings for its
 * owner.
 */
export function describeCredential(
  record: CredentialRecord,
  { tools, now, canRenew }: { tools: readonly Tool[]; now: number; canRenew: TokenRefresher["canRenew"] },
) {
  const {
    token_cipher: _token,
    refresh_token_cipher: _refresh,
    version: _version,
    lease_holder: _holder,
    lease_until: _until,
    renewal_doubt: _doubt,
    account,
    ...kept
  } = record;
  const shown = { ...kept, account: account?.name ?? null, health: record.health ?? null };
  const status = getCredentialStatus(record, now, canRenew);
  if (status === "revoked") return { ...shown, status, usable_for: [], warnings: [] };
  const usableFor = tools
    .filter(({ credential }) => credential.use !== "none" && fitsNeed(record, credential))
    .map(({ name }) => name);
  return { ...shown, status, usable_for: usableFor, warnings: listWarnings(record, tools, usableFor) };
}

function listWarnings(record: CredentialRecord, tools: readonly Tool[], usableFor: readonly string[]) {
  const warnings: string[] = [];
  const checked = credentialKinds.metadataSchema(record.kind).safeParse(record.metadata);
  // Metadata stored by an earlier version may be invalid.
  const problems = checked.success ? [] : listInputIssues(checked.error, ["metadata"]);
  warnings.push(...problems.map(({ path, message }) => `${path} ${message}.`));
  if (usableFor.length === 0)
    warnings.push(`No tool can use this credential: ${describeMissing(record, tools)}.`);
  warnings.push(...listScopeWarnings(record, usableFor));
  return warnings;
}

/** Lists the scopes that tools need but the provider did not grant. */
function listScopeWarnings({ kind, scope }: CredentialRecord, usableFor: readonly string[]): string[] {
  const facts = listOauthFacts().get(kind);
  const lacking = facts ? findMissingScopes(facts, scope, usableFor) : [];
  return [...lacking].map(
    ([missing, tools]) =>
      `The scope ${missing} is missing. ${tools.join(" and ")} ${tools.length > 1 ? "need" : "needs"} it: grant it and reconnect.`,
  );
}

/** Describes what the tools of the credential's kind still need. */
function describeMissing(record: CredentialRecord, tools: readonly Tool[]): string {
  const needs = tools.flatMap(({ name, credential }) => {
    if (credential.use === "none" || !credential.kinds.includes(record.kind)) return [];
    const missing = listMissingMetadata(record, credential).map((key) => `metadata.${key}`);
    return missing.length > 0 ? [`${name} needs ${missing.join(" and ")}`] : [];
  });
  return needs.join("; ") || `no tool accepts the kind ${record.kind}`;
}
