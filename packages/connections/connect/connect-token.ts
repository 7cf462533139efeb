import { Secret } from "@plumbline/core/access/secret.ts";
import type { Random } from "@plumbline/core/clock/clock.ts";
import { hashText } from "@plumbline/core/records/hash-text.ts";

const TENANT_BYTES = 16;
const RANDOM_BYTES = 32;
const TOKEN_FORMAT = /^[A-Za-z0-9_-]{64}$/;
const TENANT_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Creates a connect link's token or a state from the tenant's ID and 256 random bits. A callback contains
 * nothing else, so the ID is needed to find the tenant. Only a record with the hash of the whole token is
 * accepted.
 */
export function createConnectToken(tenantId: string, random: Random): Secret {
  if (!TENANT_ID.test(tenantId)) throw new Error("The tenant's id is not a UUID.");
  const tenant = Buffer.from(tenantId.replaceAll("-", ""), "hex");
  return new Secret(Buffer.concat([tenant, random.bytes(RANDOM_BYTES)]).toString("base64url"));
}

/** Parses a token into its tenant and record ID; `undefined` if the text is not a token. */
export function parseConnectToken(text: string): { tenantId: string; id: string } | undefined {
  if (!TOKEN_FORMAT.test(text)) return undefined;
  const tenant = Buffer.from(text, "base64url").subarray(0, TENANT_BYTES).toString("hex");
  const tenantId = tenant.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return { tenantId, id: hashText(text) };
}
