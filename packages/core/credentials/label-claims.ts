import { createHash } from "node:crypto";
import { foldText } from "../text/unicode.ts";
import type { CredentialRecord } from "./credential.ts";
import type { CredentialKind } from "./kinds.ts";

/**
 * Ensures that labels are unique per tenant and kind, ignoring case. Every active credential has a claim, so
 * claims also serve as the index by label and kind.
 */
export interface LabelClaims {
  /**
   * Claims the label of `record` for the version about to be written. Returns `false` if another credential
   * has it.
   */
  claim(record: CredentialRecord): Promise<boolean>;
  /** Frees the label that `record` held before version `left`. A claim for a later version is kept. */
  free(record: CredentialRecord, left: number): Promise<void>;
  /**
   * Returns the IDs of the credentials of these kinds that claim a label. A claim may be outdated, so check
   * the record.
   */
  claimants(tenantId: string, label: string, kinds: readonly CredentialKind[]): Promise<readonly string[]>;
  /**
   * Yields the IDs of the credentials that claim any label of these kinds, each once, and reads only as far
   * as the consumer iterates.
   */
  claimantsOfKinds(tenantId: string, kinds: readonly CredentialKind[]): AsyncIterable<readonly string[]>;
}

/** Claims read at once: two more than a refusal lists, so that the list is known to be complete. */
export const CLAIMS_TOGETHER = 22;

/** Returns true if both records hold the same label, ignoring case. A revoked record holds no label. */
export function holdsSameLabel(one: CredentialRecord, other: CredentialRecord): boolean {
  const held = one.revoked_at === null && other.revoked_at === null;
  return held && one.kind === other.kind && foldText(one.label) === foldText(other.label);
}

/**
 * Returns a fixed-length key for a label. Labels are free text, and case folding can make one much longer.
 */
export function labelKey(label: string): string {
  return createHash("sha256").update(foldText(label)).digest("base64url");
}
