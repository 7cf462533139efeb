import type { CredentialRecord } from "@plumbline/core/credentials/credential.ts";
import { getCredentialStatus } from "@plumbline/core/credentials/credential.ts";
import { isRenewalDue, noRefresher } from "@plumbline/core/credentials/token-refresher.ts";
import { expect, test } from "vitest";

const NOW = Date.parse("2026-01-01T00:00:00.000Z");
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const at = (ms: number) => new Date(NOW + ms).toISOString();

function recordOf(fields: Partial<CredentialRecord>): CredentialRecord {
  return {
    id: "c1",
    tenant_id: "t1",
    kind: "notes",
    label: "Notes",
    token_cipher: "v2",
    scope: "",
    metadata: {},
    expires_at: null,
    revoked_at: null,
    version: 1,
    created_at: at(-DAY),
    updated_at: at(-DAY),
    last_used_at: null,
    last_error: null,
    ...fields,
  };
}

const refused = { error_code: "authentication", message: "invalid token", at: at(-1) } as const;
const forbidden = { ...refused, error_code: "validation" } as const;

test.each<[string, Partial<CredentialRecord>]>([
  ["active", {}],
  ["active", { expires_at: at(DAY + 1) }],
  ["expiring", { expires_at: at(DAY) }],
  ["expiring", { expires_at: at(1) }],
  ["expired", { expires_at: at(0) }],
  ["expired", { expires_at: at(0), last_error: refused }],
  ["needs_reconnect", { expires_at: at(1), last_error: refused }],
  ["active", { last_error: forbidden }],
  ["revoked", { revoked_at: at(-1), expires_at: at(0) }],
])("a credential is %s with %j", (status, fields) => {
  expect(getCredentialStatus(recordOf(fields), NOW, noRefresher.canRenew)).toBe(status);
});

test("a credential that renews itself neither expires nor is about to", () => {
  for (const ms of [-DAY, 0, 1, DAY])
    expect(getCredentialStatus(recordOf({ expires_at: at(ms) }), NOW, () => true)).toBe("active");
});

test.each<[boolean, string, string | null, string]>([
  [false, "without an end", null, at(-DAY)],
  [false, "more than five minutes before the end of a long life", at(5 * MINUTE + 1), at(-DAY)],
  [true, "five minutes before the end of a long life", at(5 * MINUTE), at(-DAY)],
  [false, "before the last fifth of ten minutes", at(2 * MINUTE + 1), at(2 * MINUTE + 1 - 10 * MINUTE)],
  [true, "in the last fifth of ten minutes", at(2 * MINUTE), at(-8 * MINUTE)],
  [false, "before an end that lies before its record was stored", at(1), at(2)],
  [true, "at an end that lies before its record was stored", at(0), at(1)],
])("renewal is due: %s, %s", (isDue, _when, expires_at, updated_at) => {
  expect(isRenewalDue(recordOf({ expires_at, updated_at }), NOW)).toBe(isDue);
});
