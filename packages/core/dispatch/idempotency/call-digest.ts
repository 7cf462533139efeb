import { createHash } from "node:crypto";

/** The id of a key's record, 64 hexadecimal digits: bounded whatever the key, and of one tenant alone. */
export function keyDigest(tenantId: string, key: string): string {
  return digest([tenantId, key]);
}

/**
 * Returns the digest by which two calls count as the same: of the tool and its arguments as they were sent,
 * whatever the order of their fields. It is sealed before it is stored, because a short secret among the
 * arguments could be guessed from a bare digest.
 */
export function callFingerprint(toolName: string, args: unknown): string {
  return digest([toolName, args]);
}

function digest(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value, inOrder)).digest("hex");
}

function inOrder(_name: string, value: unknown): unknown {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
