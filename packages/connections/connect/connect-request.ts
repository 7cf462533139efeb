import { chooseScopes } from "@plumbline/adapters/oauth-facts.ts";
import { listOauthVariables } from "@plumbline/adapters/setting-names.ts";
import type { CredentialRecord } from "@plumbline/core/credentials/credential.ts";
import { adviseListing } from "@plumbline/core/credentials/credential-refusals.ts";
import type { Credentials } from "@plumbline/core/credentials/credentials.ts";
import type { CredentialKind } from "@plumbline/core/credentials/kinds.ts";
import { PLUMBLINE } from "@plumbline/core/errors/command-name.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { foldText } from "@plumbline/core/text/unicode.ts";
import { type OAuthClient, type OAuthClients, providerOfKind } from "../oauth-client.ts";
import type { PendingConnect } from "./pending-connect.ts";

/** A caller's request to connect an account. */
export interface ConnectRequest {
  kind: CredentialKind;
  /** The connection's label. A renewal keeps its label if omitted. */
  label?: string | undefined;
  /** The credential to renew. */
  credential_id?: string | undefined;
  /** Scopes in addition to the minimal ones. */
  scopes?: readonly string[] | undefined;
}

/** The part of a valid request that is stored. */
export type CheckedRequest = Pick<PendingConnect, "kind" | "label" | "credential_id" | "scopes">;

/**
 * Returns the operator's client for a kind. Throws `connect_not_configured`, or `not_supported` for a kind
 * without OAuth.
 */
export function requireClient(clients: OAuthClients, kind: CredentialKind): OAuthClient {
  const client = clients.get(kind);
  if (client) return client;
  const names = listOauthVariables().find((one) => one.kind === kind);
  if (names)
    throw new ServiceError(
      "connect_not_configured",
      `This service has no OAuth client for ${providerOfKind(kind)}. Its operator can set ${names.clientId} and ` +
        `${names.clientSecret}. You can store a token with \`${PLUMBLINE} credential add --kind ${kind}\`.`,
    );
  throw new ServiceError(
    "not_supported",
    `A credential of kind ${kind} is a key or a password and is not connected by OAuth. Store it with ` +
      `\`${PLUMBLINE} credential add --kind ${kind}\`.`,
    { issues: [{ path: "kind", message: "must be a kind that is connected by OAuth" }] },
  );
}

/**
 * Checks a request against the tenant's credentials. Throws ServiceError `not_found` (unknown credential),
 * `conflict` (revoked, label taken) or `bad_request` (no label, different kind).
 */
export async function checkConnectRequest(
  tenantId: string,
  request: ConnectRequest,
  { facts }: Pick<OAuthClient, "facts">,
  credentials: Credentials,
): Promise<CheckedRequest> {
  const renewed =
    request.credential_id === undefined ? undefined : await credentials.get(tenantId, request.credential_id);
  if (renewed) requireRenewable(renewed, request.kind);
  const label = request.label ?? renewed?.label;
  if (label === undefined) throw createInvalidFieldError("label", "is required for a new connection");
  if (!renewed || foldText(label) !== foldText(renewed.label))
    await requireFreeLabel(tenantId, label, request.kind, credentials);
  // Request again the additional scopes that were granted before.
  const extra = (renewed?.scope.split(" ") ?? []).filter((scope) => facts.scopes.more?.includes(scope));
  const scopes = [...new Set([...chooseScopes(facts), ...extra, ...(request.scopes ?? [])])];
  return { kind: request.kind, label, credential_id: renewed?.id ?? null, scopes };
}

function requireRenewable(record: CredentialRecord, kind: CredentialKind): void {
  if (record.kind !== kind)
    throw createInvalidFieldError("credential_id", `is of kind ${record.kind}; use that kind in the path`);
  if (record.revoked_at !== null)
    throw new ServiceError(
      "conflict",
      "This credential has been revoked. Connect the account again without credential_id.",
    );
}

async function requireFreeLabel(
  tenantId: string,
  label: string,
  kind: CredentialKind,
  credentials: Credentials,
): Promise<void> {
  const { items } = await credentials.listByLabel(tenantId, label, { kind, limit: 1 });
  const [taken] = items;
  if (!taken) return;
  throw new ServiceError(
    "conflict",
    `There is already a credential of kind ${kind} with the label "${taken.label}". Choose another label, or renew ` +
      `that one by sending its id as credential_id (${taken.id}). ${adviseListing(kind)}`,
  );
}

function createInvalidFieldError(path: string, message: string): ServiceError {
  return new ServiceError("bad_request", `The body is not valid: ${path} ${message}.`, {
    issues: [{ path, message }],
  });
}
