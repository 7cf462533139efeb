import { type AccessStore, API_KEYS, TENANTS } from "../access/access-store.ts";
import type { RecordKind } from "../records/record-kind.ts";
import { STAGE } from "../records/record-state.ts";
import { RECORD_STATES } from "../records/record-states.ts";
import type { RecordStore } from "../records/record-store.ts";
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

/** One thing that ended, under the name of its state in the key table. */
export interface Ending {
  owner: string;
  record: string;
  /** When: ISO 8601 in UTC. */
  at: string;
  /** An API key that ends at this time by itself, as after a rotation with an overlap. */
  expires?: true;
}

export interface ReplayErasuresOptions
  extends Pick<OpenedRecords, "platform" | "signed" | "access" | "states"> {
  labelClaims: LabelClaims;
  /** Everything that ended; if left out, as the key table says it. */
  ledger?: AsyncIterable<Ending>;
  /** The record kind of watches, defined by a package that depends on this one. */
  watches: RecordKind<never>;
}

/** Everything that ended, as the key table says it. */
async function* statedEndings(platform: RecordStore): AsyncGenerator<Ending> {
  for await (const { tenant_id, record, revoked_at } of platform.withField(RECORD_STATES, "revoked_at"))
    if (revoked_at !== null) yield { owner: tenant_id, record, at: revoked_at };
}

/**
 * Reads the ledger that travels with the data: everything that ended, as each table says it by itself, since
 * one of them may be lost. Marks of the main table are not signed, so use it for a restore alone.
 */
export function ledgersOf(platform: RecordStore): AsyncIterable<Ending>[] {
  return [statedEndings(platform), markedEndings(platform)];
}

async function* markedEndings(platform: RecordStore): AsyncGenerator<Ending> {
  for await (const { tenant_id, deleted_at } of platform.withField(TENANTS, "deleted_at"))
    if (deleted_at !== null) yield { owner: STAGE, record: `tenant/${tenant_id}`, at: deleted_at };
  for await (const { hash, revoked_at } of platform.withField(API_KEYS, "revoked_at"))
    if (revoked_at !== null) yield { owner: STAGE, record: `api_key/${hash}`, at: revoked_at };
  for await (const { hash, expires_at } of platform.withField(API_KEYS, "expires_at"))
    if (expires_at !== null) yield { owner: STAGE, record: `api_key/${hash}`, at: expires_at, expires: true };
}

/**
 * Erases again what a restore brought back: tenants and watches that were deleted, keys and credentials that
 * were revoked. Each ends in the key table first, so nothing of it counts should this be cut off. Repeating
 * it does no harm.
 */
export async function replayErasures(options: ReplayErasuresOptions): Promise<ReplayedErasures> {
  const { platform, states, ledger } = options;
  const replayed = { tenants: 0, api_keys: 0, credentials: 0, watches: 0 };
  for await (const ending of ledger ?? statedEndings(platform)) {
    const { owner, record, at, expires = false } = ending;
    if (ledger && !expires) await states.revoke({ owner, record }, at);
    const [type = "", id = ""] = record.split("/");
    const name = COUNTED[type];
    if (name && (await END_AGAIN[name](options, ending, id))) replayed[name] += 1;
  }
  return replayed;
}

const COUNTED: Readonly<Record<string, keyof ReplayedErasures>> = {
  tenant: "tenants",
  api_key: "api_keys",
  credential: "credentials",
  watch: "watches",
};

/** Each returns `false` for a record that had ended already. */
const END_AGAIN: Readonly<
  Record<
    keyof ReplayedErasures,
    (options: ReplayErasuresOptions, ending: Ending, id: string) => Promise<boolean>
  >
> = {
  async tenants({ platform, access }, { at }, id) {
    const tenant = await platform.get(TENANTS, [id]);
    // Also when it is marked as deleted: what was restored of it goes.
    await access.deleteTenant(id, at);
    return tenant?.deleted_at === null;
  },
  api_keys: ({ platform, access }, { at, expires }, hash) =>
    expires ? endsAgain(access, hash, at) : keyRevokedAgain(platform, hash, at),
  credentials: revokedAgain,
  watches: ({ platform, watches }, { owner }, id) => platform.delete(watches, [owner, id]),
};

/** Gives a key the end that it was given since. */
async function endsAgain(access: AccessStore, hash: string, expires_at: string): Promise<boolean> {
  const key = await access.findKey(hash);
  if (!key || key.revoked_at !== null || (key.expires_at !== null && key.expires_at <= expires_at))
    return false;
  return access.changeKey({ ...key, expires_at }, key);
}

async function keyRevokedAgain(platform: RecordStore, hash: string, at: string): Promise<boolean> {
  const key = await platform.get(API_KEYS, [hash]);
  if (key?.revoked_at !== null) return false;
  return platform.change(API_KEYS, [hash], { revoked_at: at }, { revoked_at: null });
}

async function revokedAgain(
  { platform, signed, states, labelClaims }: ReplayErasuresOptions,
  { owner, record, at }: Ending,
  id: string,
): Promise<boolean> {
  const found = await platform.get(CREDENTIALS, [owner, id]);
  if (!found || found.revoked_at !== null) return false;
  const { version = 0 } = (await states.get(owner, record)) ?? {};
  const next = Math.max(version, lastVersionOf(found) + 1);
  const tokens = { token_cipher: "", refresh_token_cipher: undefined };
  const revoked = { ...found, ...tokens, revoked_at: at, updated_at: at, version: next };
  if (!(await signed.replace(CREDENTIALS, revoked, { version: found.version }))) return false;
  await labelClaims.free(found, next);
  return true;
}
