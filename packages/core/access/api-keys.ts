import type * as z from "zod";
import { type Clock, type Random, timestamp } from "../clock/clock.ts";
import { PLUMBLINE } from "../errors/command-name.ts";
import { ServiceError } from "../errors/service-error.ts";
import { hashText } from "../records/hash-text.ts";
import type { ApiKeyRecord, ApiKeyRole } from "./access-records.ts";
import { DEFAULT_SCOPES, type Grants } from "./caller.ts";
import type { newKeySchema } from "./request-bodies.ts";
import { Secret } from "./secret.ts";

const PREFIX: Record<ApiKeyRole, string> = { tenant: "plk_", operator: "plo_" };
const KEY_BYTES = 32;
const KEY_FORMAT = /^pl[ko]_[A-Za-z0-9_-]{43}$/;

export function hashApiKey(key: Secret): string {
  return hashText(key.reveal());
}

/**
 * Returns true if a text has the format of an API key. Other texts are rejected without reading the store.
 */
export function looksLikeApiKey(text: string): boolean {
  return KEY_FORMAT.test(text);
}

/** Tells callers without a valid key where to get one and how to send it. */
export const HOW_TO_GET_A_KEY =
  "Send a key in the header `Authorization: Bearer plk_…`. A service on this machine keeps its keys in its data folder, " +
  `such as .plumbline/agent-key. The operator can create more: \`${PLUMBLINE} key create TENANT NAME\`.`;

export type NewKey = z.output<typeof newKeySchema>;

/** A new key: its record, and its secret, which is shown only once. */
export interface CreatedKey {
  secret: Secret;
  record: ApiKeyRecord;
}

/** Creates a key without storing it. Throws ServiceError `bad_request` if the expiry time is in the past. */
export function createApiKey(
  role: ApiKeyRole,
  tenantId: string | null,
  input: NewKey,
  { clock, random }: { clock: Clock; random: Random },
): CreatedKey {
  const expiresAt = input.expires_at === undefined ? null : Date.parse(input.expires_at);
  if (expiresAt !== null && expiresAt <= clock.now()) {
    throw new ServiceError("bad_request", "expires_at is in the past.", {
      issues: [{ path: "expires_at", message: "must be in the future" }],
    });
  }
  const secret = new Secret(PREFIX[role] + random.bytes(KEY_BYTES).toString("base64url"));
  const record: ApiKeyRecord = {
    key_id: random.uuid(),
    role,
    hash: hashApiKey(secret),
    tenant_id: tenantId,
    name: input.name,
    scopes: role === "operator" ? [] : (input.scopes ?? DEFAULT_SCOPES),
    allowed_tools: input.allowed_tools,
    allowed_credentials: input.allowed_credentials?.map((id) => id.toLowerCase()),
    read_only: input.read_only || undefined,
    requests_per_minute: input.requests_per_minute,
    created_at: timestamp(clock.now()),
    expires_at: expiresAt === null ? null : timestamp(expiresAt),
    revoked_at: null,
    last_used_at: null,
  };
  return { secret, record };
}

/** Returns true if a key is valid at this time. */
export function isKeyValid({ revoked_at, expires_at }: ApiKeyRecord, now: number): boolean {
  return revoked_at === null && (expires_at === null || Date.parse(expires_at) > now);
}

/** Returns the grants in a key's record. */
export function readGrants(key: ApiKeyRecord): Grants {
  return {
    tools: key.allowed_tools && new Set(key.allowed_tools),
    credentials: key.allowed_credentials && new Set(key.allowed_credentials),
    readOnly: key.read_only ?? false,
    requestsPerMinute: key.requests_per_minute,
  };
}
