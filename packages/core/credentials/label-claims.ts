import { createHash } from "node:crypto";
import { foldText } from "../text/unicode.ts";
import type { CredentialRecord } from "./credential.ts";
import type { CredentialKind } from "./kinds.ts";

/**
 * Ensures that labels are unique per tenant and kind, ignoring case. Every active credential has a claim, so
 * claims are also the index by label and kind.
 */
export interface LabelClaims {
  /** Claims the label of `record` for the version to be written. Returns `false` if it is taken. */
  claim(record: CredentialRecord): Promise<boolean>;
  /** Frees the label that `record` had before version `left`. Keeps claims for later versions. */
  free(record: CredentialRecord, left: number): Promise<void>;
  /**
   * Returns the IDs of credentials of these kinds that claim a label. Check their records, because claims may
   * be outdated.
   */
  claimants(tenantId: string, label: string, kinds: readonly CredentialKind[]): Promise<readonly string[]>;
  /**
   * Yields the IDs of credentials that claim any label of these kinds, each once. Reads only as far as the
   * consumer iterates.
   */
  claimantsOfKinds(tenantId: string, kinds: readonly CredentialKind[]): AsyncIterable<readonly string[]>;
}

/** Number of claims per read: two more than an error lists, so that a list is known to be complete. */
export const CLAIMS_PER_READ = 22;

/** Returns true if both records have the same label, ignoring case. A revoked record has no label. */
export function hasSameLabel(one: CredentialRecord, other: CredentialRecord): boolean {
  const held = one.revoked_at === null && other.revoked_at === null;
  return held && one.kind === other.kind && foldText(one.label) === foldText(other.label);
}

/** Hashes a label to a fixed-length key. Labels are free text, and case folding can make one much longer. */
export function hashLabel(label: string): string {
  return createHash("sha256").update(foldText(label)).digest("base64url");
}
