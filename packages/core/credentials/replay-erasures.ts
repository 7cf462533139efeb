import { API_KEYS, TENANTS } from "../access/access-records.ts";
import type { AccessStore } from "../access/access-store.ts";
import type { RecordKind } from "../records/record-kind.ts";
import { STAGE } from "../records/record-state.ts";
import { RECORD_STATES } from "../records/record-states.ts";
import type { RecordStore } from "../records/record-store.ts";
import { getLastVersion } from "./credential.ts";
import { CREDENTIALS } from "./credential-store.ts";
import type { LabelClaims } from "./label-claims.ts";
import type { OpenedRecords } from "./open-records.ts";

export interface ReplayedErasures {
  tenants: number;
  api_keys: number;
  credentials: number;
  watches: number;
}

/** A deletion or revocation, identified by its record's state in the key table. */
export interface Ending {
  owner: string;
  record: string;
  /** ISO 8601 in UTC. */
  at: string;
  /** Set for an API key that expires at this time, as after a rotation with an overlap. */
  expires?: true;
}

interface ReplayErasuresOptions extends Pick<OpenedRecords, "platform" | "signed" | "access" | "states"> {
  labelClaims: LabelClaims;
  /** The deletions and revocations to repeat. Defaults to those in the key table. */
  endings?: AsyncIterable<Ending>;
  /** The record kind of watches, defined by a package that depends on this one. */
  watches: RecordKind<never>;
}

/** Yields the deletions and revocations in the key table. */
async function* readStatedEndings(platform: RecordStore): AsyncGenerator<Ending> {
  for await (const { tenant_id, record, revoked_at } of platform.withField(RECORD_STATES, "revoked_at"))
    if (revoked_at !== null) yield { owner: tenant_id, record, at: revoked_at };
}

/**
 * Returns all deletions and revocations recorded in each table, since one of the tables may be lost. Marks in
 * the main table are not signed, so use this only for a restore.
 */
export function readEndings(platform: RecordStore): AsyncIterable<Ending>[] {
  return [readStatedEndings(platform), readMarkedEndings(platform)];
}

async function* readMarkedEndings(platform: RecordStore): AsyncGenerator<Ending> {
  for await (const { tenant_id, deleted_at } of platform.withField(TENANTS, "deleted_at"))
    if (deleted_at !== null) yield { owner: STAGE, record: `tenant/${tenant_id}`, at: deleted_at };
  for await (const { hash, revoked_at } of platform.withField(API_KEYS, "revoked_at"))
    if (revoked_at !== null) yield { owner: STAGE, record: `api_key/${hash}`, at: revoked_at };
  for await (const { hash, expires_at } of platform.withField(API_KEYS, "expires_at"))
    if (expires_at !== null) yield { owner: STAGE, record: `api_key/${hash}`, at: expires_at, expires: true };
}

/**
 * Repeats the deletions and revocations that a restore undid: of tenants and watches, of API keys and
 * credentials. Updates the key table first, so that they take effect even if this is interrupted. Safe to
 * repeat.
 */
export async function replayErasures(options: ReplayErasuresOptions): Promise<ReplayedErasures> {
  const { platform, states, endings } = options;
  const replayed = { tenants: 0, api_keys: 0, credentials: 0, watches: 0 };
  for await (const ending of endings ?? readStatedEndings(platform)) {
    const { owner, record, at, expires = false } = ending;
    if (endings && !expires) await states.revoke({ owner, record }, at);
    const [type = "", id = ""] = record.split("/");
    const counter = COUNTERS[type];
    if (counter && (await END_AGAIN[counter](options, ending, id))) replayed[counter] += 1;
  }
  return replayed;
}

/** The counter of each type of record, as in `Ending.record`. */
const COUNTERS: Readonly<Record<string, keyof ReplayedErasures>> = {
  tenant: "tenants",
  api_key: "api_keys",
  credential: "credentials",
  watch: "watches",
};

/** Each function returns `false` for a record that was already deleted or revoked. */
const END_AGAIN: Readonly<
  Record<
    keyof ReplayedErasures,
    (options: ReplayErasuresOptions, ending: Ending, id: string) => Promise<boolean>
  >
> = {
  async tenants({ platform, access }, { at }, id) {
    const tenant = await platform.get(TENANTS, [id]);
    // Even if the tenant is marked as deleted, its restored records must be deleted.
    await access.deleteTenant(id, at);
    return tenant?.deleted_at === null;
  },
  api_keys: ({ platform, access }, { at, expires }, hash) =>
    expires ? restoreExpiry(access, hash, at) : revokeKeyAgain(platform, hash, at),
  credentials: revokeCredentialAgain,
  watches: ({ platform, watches }, { owner }, id) => platform.delete(watches, [owner, id]),
};

/** Sets a key's expiry to the time that it had before the restore. */
async function restoreExpiry(access: AccessStore, hash: string, expires_at: string): Promise<boolean> {
  const key = await access.findKey(hash);
  if (!key || key.revoked_at !== null || (key.expires_at !== null && key.expires_at <= expires_at))
    return false;
  return access.changeKey({ ...key, expires_at }, key);
}

/** Marks a key as revoked in its record. The key table already lists it as revoked. */
async function revokeKeyAgain(platform: RecordStore, hash: string, at: string): Promise<boolean> {
  const key = await platform.get(API_KEYS, [hash]);
  if (key?.revoked_at !== null) return false;
  return platform.change(API_KEYS, [hash], { revoked_at: at }, { revoked_at: null });
}

/** Marks a credential as revoked, deletes its tokens and frees its label. */
async function revokeCredentialAgain(
  { platform, signed, states, labelClaims }: ReplayErasuresOptions,
  { owner, record, at }: Ending,
  id: string,
): Promise<boolean> {
  const found = await platform.get(CREDENTIALS, [owner, id]);
  if (!found || found.revoked_at !== null) return false;
  const { version = 0 } = (await states.get({ owner, record })) ?? {};
  const next = Math.max(version, getLastVersion(found) + 1);
  const tokens = { token_cipher: "", refresh_token_cipher: undefined };
  const revoked = { ...found, ...tokens, revoked_at: at, updated_at: at, version: next };
  if (!(await signed.replace(CREDENTIALS, revoked, { version: found.version }))) return false;
  await labelClaims.free(found, next);
  return true;
}
