import { API_KEYS, TENANTS } from "../access/access-store.ts";
import type { RecordKind } from "../records/record-kind.ts";
import type { RecordState } from "../records/record-state.ts";
import { RECORD_STATES } from "../records/record-states.ts";
import { lastVersionOf } from "./credential.ts";
import { CREDENTIALS } from "./credential-store.ts";
import type { LabelClaims } from "./label-claims.ts";
import type { OpenedRecords } from "./open-records.ts";

export interface ReplayedErasures {
  tenants: number;
  api_keys: number;
  credentials: number;
  watches: number;
}

export interface ReplayErasuresOptions extends Pick<OpenedRecords, "platform" | "signed" | "access"> {
  labelClaims: LabelClaims;
  /** The record kind of watches, defined by a package that depends on this one. */
  watches: RecordKind<never>;
}

/**
 * Repeats deletions and revocations after the main table was restored from a backup: deleted tenants and
 * watches, revoked keys and credentials. The key table, which was not restored, lists them. Safe to repeat.
 */
export async function replayErasures(options: ReplayErasuresOptions): Promise<ReplayedErasures> {
  const { platform, access, watches } = options;
  const replayed = { tenants: 0, api_keys: 0, credentials: 0, watches: 0 };
  for await (const state of platform.withField(RECORD_STATES, "revoked_at")) {
    const { tenant_id, record, revoked_at } = state;
    const at = revoked_at ?? "";
    const [type, id = ""] = record.split("/");
    if (type === "tenant") {
      const tenant = await platform.get(TENANTS, [id]);
      if (tenant?.deleted_at === null) replayed.tenants += 1;
      // Also if the tenant is marked as deleted, because its other records may have been restored.
      await access.deleteTenant(id, at);
    } else if (type === "api_key") {
      if (await keyRevokedAgain(options, id, at)) replayed.api_keys += 1;
    } else if (type === "credential") {
      if (await revokedAgain(options, state, id)) replayed.credentials += 1;
    } else if (type === "watch" && (await platform.delete(watches, [tenant_id, id]))) replayed.watches += 1;
  }
  return replayed;
}

async function keyRevokedAgain(
  { platform }: ReplayErasuresOptions,
  hash: string,
  at: string,
): Promise<boolean> {
  const key = await platform.get(API_KEYS, [hash]);
  if (key?.revoked_at !== null) return false;
  return platform.change(API_KEYS, [hash], { revoked_at: at }, { revoked_at: null });
}

async function revokedAgain(
  { platform, signed, labelClaims }: ReplayErasuresOptions,
  { tenant_id, version, revoked_at }: RecordState,
  id: string,
): Promise<boolean> {
  const found = await platform.get(CREDENTIALS, [tenant_id, id]);
  if (!found || found.revoked_at !== null) return false;
  const at = revoked_at ?? "";
  const next = Math.max(version, lastVersionOf(found) + 1);
  const tokens = { token_cipher: "", refresh_token_cipher: undefined };
  const revoked = { ...found, ...tokens, revoked_at: at, updated_at: at, version: next };
  if (!(await signed.replace(CREDENTIALS, revoked, { version: found.version }))) return false;
  await labelClaims.free(found, next);
  return true;
}
