import { existsSync, renameSync, rmSync } from "node:fs";
import type { ApiKeyRecord, TenantRecord } from "@plumbline/core/access/access-store.ts";
import type { CredentialRecord } from "@plumbline/core/credentials/credential.ts";
import type { IdempotencyRecord } from "@plumbline/core/dispatch/idempotency/idempotency-store.ts";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";
import type { Logger } from "@plumbline/core/log/logger.ts";
import { foldText } from "@plumbline/core/text/unicode.ts";
import type { WatchEventRecord, WatchRecord, WatchState } from "@plumbline/watches/service/watch.ts";
import type { Heartbeat } from "@plumbline/watches/service/watch-store.ts";
import { commitMarkPath, openCommitMark } from "./commit-mark.js";
import { immediateCommitter } from "./commit-queue.ts";
import { type EarlierItem, readEarlierItems } from "./earlier-items.ts";
import { openDatabase } from "./open-store.ts";
import { putApiKey, putTenant } from "./sqlite-access-store.ts";
import { putCredential } from "./sqlite-credential-store.ts";
import { putCall } from "./sqlite-idempotency-store.ts";
import { SqliteStore } from "./sqlite-store.ts";
import { putWatch, putWatchState } from "./sqlite-watch-store.ts";
import { earlierStorePath, hasEarlierStore, holdDataFolder, storePath, syncToDisk } from "./store-files.ts";
import { countCommits, inspectStore } from "./store-inspection.ts";
import { TABLES } from "./tables.ts";
import type { Transaction } from "./transaction.ts";
import { putEventRow } from "./watch-event-rows.ts";
import { putHeartbeatRow } from "./watch-wheel-rows.ts";

export interface ImportProgress {
  /** Items of the earlier store that were read so far. */
  read(items: number): void;
  /** A label that had to be changed, as another credential has it in another letter case. */
  renamed(from: string, to: string): void;
}

/**
 * Brings the data of an earlier version, which kept it with LevelDB, into a SQLite store; the old files stay.
 * The new store gets its name once all of it is there and verified, so an import that was cut off can be
 * repeated. Returns how many records each table has. Throws ConfigurationError when there is nothing to
 * import, or something is unknown.
 */
export async function importStore(
  folder: string,
  logger: Logger,
  progress: ImportProgress,
): Promise<Record<string, number>> {
  if (!hasEarlierStore(folder)) {
    const why = existsSync(storePath(folder))
      ? "it has a store of this version"
      : "it has none of an earlier version";
    throw new ConfigurationError(`There is nothing to import in ${folder}: ${why}.`);
  }
  const letGo = holdDataFolder(folder);
  const aside = `${storePath(folder)}.importing`;
  try {
    removeFile(aside);
    const counts = await fill(aside, earlierStorePath(folder), logger, progress);
    renameSync(aside, storePath(folder));
    syncToDisk(folder);
    return counts;
  } finally {
    removeFile(aside);
    letGo();
  }
}

async function fill(path: string, earlier: string, logger: Logger, progress: ImportProgress) {
  const database = openDatabase(path);
  // One file in one piece, put on the disk at the end: nobody reads it before.
  database.exec("PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF");
  try {
    const store = new SqliteStore(database, immediateCommitter(database), logger);
    const labels = new Labels(progress);
    let read = 0;
    for await (const items of readEarlierItems(earlier)) {
      await store.transact((transaction) => {
        for (const item of items) put(transaction, item, labels);
      });
      read += items.length;
      progress.read(read);
    }
    database.exec("PRAGMA journal_mode = WAL");
    const { counts, problems } = inspectStore(database);
    if (problems.length > 0)
      throw new ConfigurationError(`The import failed: ${problems.slice(0, 5).join("; ")}.`);
    const mark = commitMarkPath(path.replace(/\.importing$/, ""));
    openCommitMark(mark, { count: countCommits(database) }).close();
    return counts;
  } finally {
    database.close();
    syncToDisk(path);
  }
}

/** Labels that earlier versions took for different, and that differ in letter case alone. */
class Labels {
  readonly #taken = new Set<string>();
  readonly #progress: ImportProgress;

  constructor(progress: ImportProgress) {
    this.#progress = progress;
  }

  /** The record, under another label if its own is taken. */
  settle(record: CredentialRecord): CredentialRecord {
    if (record.revoked_at !== null) return record;
    let label = record.label;
    for (let number = 2; this.#taken.has(nameOf(record, label)); number++)
      label = `${record.label} (${number})`;
    this.#taken.add(nameOf(record, label));
    if (label !== record.label) this.#progress.renamed(record.label, label);
    return { ...record, label };
  }
}

function nameOf({ tenant_id, kind }: CredentialRecord, label: string): string {
  return JSON.stringify([tenant_id, kind, foldText(label)]);
}

/**
 * Beginning of each kind of item's keys, and the function that writes its record. Pointers and claims are
 * indexes now, so they are left out.
 */
const KINDS: readonly [
  RegExp,
  (transaction: Transaction, record: object, item: EarlierItem, labels: Labels) => void,
][] = [
  [/^TENANT#[^ ]* META$/, (transaction, record) => putTenant(transaction, record as TenantRecord)],
  [/^APIKEY#[^ ]* META$/, (transaction, record) => putApiKey(transaction, record as ApiKeyRecord)],
  [/^(TENANTS|OPERATORS) /, () => undefined],
  [/^TENANT#[^ ]* (KEY|CREDLABEL|CREDKEY)#/, () => undefined],
  [/^TENANT#[^ ]* CRED#/, putEarlierCredential],
  [/^TENANT#[^ ]* DEK#/, putEarlierDataKey],
  [/^TENANT#[^ ]* IDEM#/, (transaction, record) => putCall(transaction, record as IdempotencyRecord)],
  [/^TENANT#[^ ]* WATCH#/, (transaction, record) => putWatch(transaction, record as WatchRecord)],
  [/^TENANT#[^ ]* WSTATE#/, (transaction, record) => putWatchState(transaction, record as WatchState)],
  [/^TENANT#[^ ]* WEVENT#/, (transaction, record) => putEventRow(transaction, record as WatchEventRecord)],
  [/^TENANT#[^ ]* WSUB#/, putEarlierSubscription],
  [/^SLOT#.* AT#/, () => undefined],
  [/^SLOT#.* BEAT#/, putEarlierHeartbeat],
  [/^TICK#.* TICK$/, putEarlierTick],
];

function put(transaction: Transaction, item: EarlierItem, labels: Labels): void {
  const { pk, sk, ttl: _ttl, gsi1pk: _gsi1pk, gsi1sk: _gsi1sk, ...record } = item;
  const [, write] = KINDS.find(([pattern]) => pattern.test(`${pk} ${sk}`)) ?? [];
  if (!write)
    throw new ConfigurationError(
      `The earlier store has an item of an unknown kind (${sk}); nothing was imported.`,
    );
  write(transaction, record, item, labels);
}

function putEarlierCredential(
  transaction: Transaction,
  record: object,
  item: EarlierItem,
  labels: Labels,
): void {
  // In the place of a record that was never finished.
  if (item.never_finished === true) return;
  putCredential(transaction, labels.settle(record as CredentialRecord));
}

function putEarlierDataKey(transaction: Transaction, record: object, item: EarlierItem): void {
  const key = { tenant_id: String(item.tenant_id), version: Number(item.version) };
  transaction.put(TABLES.dataKeys, { key, found: {}, record });
}

function putEarlierSubscription(transaction: Transaction, _record: object, item: EarlierItem): void {
  const key = { tenant_id: item.pk.slice("TENANT#".length), subscription: item.sk.slice("WSUB#".length) };
  transaction.put(TABLES.subscriptions, { key, found: {}, record: { watch_id: item.watch_id } });
}

function putEarlierHeartbeat(transaction: Transaction, record: object, item: EarlierItem): void {
  const [slot, from] = [item.pk.slice("SLOT#".length), item.sk.slice("BEAT#".length)];
  putHeartbeatRow(transaction, { ...(record as Omit<Heartbeat, "slot" | "from">), slot, from });
}

function putEarlierTick(transaction: Transaction, record: object, item: EarlierItem): void {
  transaction.put(TABLES.ticks, { key: { wheel: item.pk.slice("TICK#".length) }, found: {}, record });
}

function removeFile(path: string): void {
  for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(path + end, { force: true });
}
