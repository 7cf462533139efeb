import { createHash } from "node:crypto";
import { Secret } from "@plumbline/core/access/secret.ts";
import type { Random } from "@plumbline/core/clock/clock.ts";

const TENANT_BYTES = 16;
const RANDOM_BYTES = 32;
const SHAPE = /^[A-Za-z0-9_-]{64}$/;
const TENANT_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Makes the token of a connect link, or a state: the tenant's id and 256 random bits. A callback brings
 * nothing else, and the id says in which tenant's records to look; only the record with the whole token's
 * hash counts.
 */
export function makeConnectToken(tenantId: string, random: Random): Secret {
  if (!TENANT_ID.test(tenantId)) throw new Error("The tenant's id is not a UUID.");
  const tenant = Buffer.from(tenantId.replaceAll("-", ""), "hex");
  return new Secret(Buffer.concat([tenant, random.bytes(RANDOM_BYTES)]).toString("base64url"));
}

/** The tenant that a token names and the id of its record; `undefined` for a text that is no token. */
export function readConnectToken(text: string): { tenantId: string; id: string } | undefined {
  if (!SHAPE.test(text)) return undefined;
  const tenant = Buffer.from(text, "base64url").subarray(0, TENANT_BYTES).toString("hex");
  const tenantId = tenant.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return { tenantId, id: hashOf(text) };
}

/** Hexadecimal SHA-256, under which a token or a cookie is stored. */
export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
