import type { ApiKeyRecord, TenantRecord } from "@plumbline/core/access/access-records.ts";
import type { CredentialRecord } from "@plumbline/core/credentials/credential.ts";

export function sampleCredential(
  changes: Partial<CredentialRecord> & { id: string; tenant_id: string },
): CredentialRecord {
  return {
    kind: "chatapp_bot",
    label: "team",
    token_cipher: "v1.k1.sealed",
    scope: "chat:write",
    metadata: {},
    expires_at: null,
    revoked_at: null,
    version: 1,
    created_at: "2026-01-01T00:00:00.000Z",
    updated_at: "2026-01-01T00:00:00.000Z",
    last_used_at: null,
    last_error: null,
    ...changes,
  };
}

export function sampleTenant(tenantId: string): TenantRecord {
  return {
    tenant_id: tenantId,
    name: `name of ${tenantId}`,
    created_at: "2026-01-01T00:00:00.000Z",
    deleted_at: null,
  };
}

export function sampleKey(tenantId: string | null, keyId: string): ApiKeyRecord {
  return {
    key_id: keyId,
    role: tenantId === null ? "operator" : "tenant",
    hash: `hash-of-${tenantId}-${keyId}`,
    tenant_id: tenantId,
    name: keyId,
    scopes: ["research"],
    created_at: "2026-01-01T00:00:00.000Z",
    expires_at: null,
    revoked_at: null,
    last_used_at: null,
  };
}
