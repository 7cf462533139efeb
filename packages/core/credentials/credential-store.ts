import type { Page, PageRequest } from "../records/page.ts";
import type { AccountNotes, CredentialRecord, NotedFields } from "./credential.ts";
import type { CredentialKind } from "./kinds.ts";

/**
 * Why a write was not made. `label_taken`: of the records of a (tenant, kind) that are not revoked, one has a
 * label, whatever its letter case (`foldText`). `stale`: the record changed since it was read.
 * `tenant_deleted`: the tenant was deleted meanwhile, and nothing of the write is left.
 */
export type CredentialConflict = "label_taken" | "stale" | "tenant_deleted";

/** A turn to renew a credential's tokens, that ends by itself where its holder does not come back. */
export interface CredentialLease {
  /** Unique to the process and the turn. */
  holder: string;
  /** ISO 8601 in UTC. */
  now: string;
  until: string;
}

/**
 * Where credential records are kept. Every key starts with the tenant, so another tenant's id is simply not
 * found. Reads after an acknowledged write see it.
 */
export interface CredentialStore {
  create(record: CredentialRecord): Promise<CredentialConflict | undefined>;
  get(tenantId: string, id: string): Promise<CredentialRecord | undefined>;
  /** Ordered by id. */
  list(
    tenantId: string,
    page: PageRequest & { kind?: CredentialKind | undefined },
  ): Promise<Page<CredentialRecord>>;
  /**
   * Reads the records of these kinds that are not revoked, in any order, and only as far as the reader goes.
   * What else the tenant has costs nothing: an index by kind finds them.
   */
  ofKinds(tenantId: string, kinds: readonly CredentialKind[]): AsyncIterable<readonly CredentialRecord[]>;
  /**
   * Finds the records of these kinds that have the label in any letter case and are not revoked; ordered by
   * id.
   */
  findByLabel(
    tenantId: string,
    label: string,
    kinds: readonly CredentialKind[],
  ): Promise<readonly CredentialRecord[]>;
  /**
   * Writes `record` in place of the version `from`, by default the one before its own. Moves the reservation
   * of (kind, label) when the label changed, frees it when revoked.
   */
  update(record: CredentialRecord, from?: number): Promise<CredentialConflict | undefined>;
  /** Notes what came of a use, without a new version; nothing when the record is gone. */
  noteUse(tenantId: string, id: string, notes: NotedFields): Promise<void>;
  /**
   * Takes the turn to renew this version of the record, and returns the record as it was when the turn
   * began: with what the turn before it noted. `held`: another has it. `changed`: the record has another
   * version, or is gone.
   */
  takeLease(record: CredentialRecord, lease: CredentialLease): Promise<CredentialRecord | "held" | "changed">;
  /** Gives the turn back where this holder still has it. A new version of the record ends it too. */
  freeLease(record: CredentialRecord, holder: string): Promise<void>;
  /** Notes what a test of this version of the record showed; nothing when it changed or is gone. */
  noteAccount(record: CredentialRecord, notes: AccountNotes): Promise<void>;
}
