import { createHash } from "node:crypto";
import { foldText } from "../text/unicode.ts";
import type { CredentialRecord } from "./credential.ts";
import type { CredentialKind } from "./kinds.ts";

/**
 * Holds that of a tenant's kind only one credential has a label, in any letter case. Every credential that is
 * not revoked has a claim, so claims are also the index by label and by kind.
 */
export interface LabelClaims {
  /**
   * Claims the label of `record` for the version it is about to be written at. `false`: another credential
   * keeps it.
   */
  claim(record: CredentialRecord): Promise<boolean>;
  /** Frees the label that `record` held until its version `left`. A claim for a later version stays. */
  free(record: CredentialRecord, left: number): Promise<void>;
  /**
   * Lists the ids of the credentials of these kinds that claim a label; only the record itself tells whether
   * its claim still holds.
   */
  claimants(tenantId: string, label: string, kinds: readonly CredentialKind[]): Promise<readonly string[]>;
  /** Lists the ids of the credentials that claim any label of these kinds, each once, as far as wanted. */
  claimantsOfKinds(tenantId: string, kinds: readonly CredentialKind[]): AsyncIterable<readonly string[]>;
}

/** Claims read at once: two more than a refusal lists, so that a list of all is known to be whole. */
export const CLAIMS_TOGETHER = 22;

/** Returns true when both records hold the same label, in any letter case; a revoked record holds none. */
export function holdsSameLabel(one: CredentialRecord, other: CredentialRecord): boolean {
  const held = one.revoked_at === null && other.revoked_at === null;
  return held && one.kind === other.kind && foldText(one.label) === foldText(other.label);
}

/** Names a label in keys and columns. Labels are free text, and folding may make one many times longer. */
export function labelKey(label: string): string {
  return createHash("sha256").update(foldText(label)).digest("base64url");
}
