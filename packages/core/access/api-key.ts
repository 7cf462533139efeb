import { createHash } from "node:crypto";
import type { Random } from "../clock/random.ts";
import type { Scope } from "./caller.ts";
import { Secret } from "./secret.ts";

/** `plk_` opens one tenant, `plo_` administers tenants. */
export type ApiKeyRole = "tenant" | "operator";

const PREFIX: Record<ApiKeyRole, string> = { tenant: "plk_", operator: "plo_" };
const KEY_BYTES = 32;
const SHAPE = /^pl[ko]_[A-Za-z0-9_-]{43}$/;

/** A key as it is stored: the secret only as its SHA-256, which is enough for 256 random bits. */
export interface ApiKeyRecord {
  key_id: string;
  role: ApiKeyRole;
  /** Hexadecimal SHA-256 of the key. */
  hash: string;
  /** `null` for an operator key. */
  tenant_id: string | null;
  name: string;
  scopes: readonly Scope[];
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
}

export function generateApiKey(role: ApiKeyRole, random: Random): Secret {
  return new Secret(PREFIX[role] + random.bytes(KEY_BYTES).toString("base64url"));
}

export function hashApiKey(key: Secret): string {
  return createHash("sha256").update(key.reveal()).digest("hex");
}

/**
 * Returns true when a text has the form of a key. Any other text is refused without a look into the store.
 */
export function looksLikeApiKey(text: string): boolean {
  return SHAPE.test(text);
}
