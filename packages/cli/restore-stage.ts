import {
  dropLedger,
  isSameTable,
  type RawItem,
  readLedger,
  replaceItems,
  saveLedger,
} from "@plumbline/aws/dynamodb/copy-table.ts";
import type { TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import { rewrapDataKey } from "@plumbline/aws/keys/rewrap-data-key.ts";
import type { GateReport } from "@plumbline/aws/stage/stage-gate.ts";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import {
  type Ending,
  type ReplayedErasures,
  readEndings,
  replayErasures,
} from "@plumbline/core/credentials/replay-erasures.ts";
import { KeyUnavailableError } from "@plumbline/core/credentials/vault/key-service.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { WATCHES } from "@plumbline/watches/service/stored-watches.ts";
import { type DeployedStage, explainAwsRefusal, type OpenStage, openStage } from "./bootstrap-stage.ts";
import { UsageError } from "./exit.ts";

export interface RestoreOptions {
  from: DeployedStage;
  /** Tables that AWS restored, used instead of those of `from`. */
  fromTables: { main?: string | undefined; keys?: string | undefined };
  to: DeployedStage;
  /** Allows existing data of the stage to be lost. */
  replaces: boolean;
  /** Accepts that tenants and watches return to their state in the copy. */
  acceptsEarlier: boolean;
  /** Waits until requests in progress have ended. */
  waitsForRunning: boolean;
}

/** Reports what a restore did, as proof for those who have to show it. */
export interface RestoreReport {
  stage: string;
  closed: GateReport;
  /** Number of items written. An omitted table was not changed. */
  copied: { main?: number; keys?: number };
  /** IDs of tenants with data keys that can no longer be opened, such as one that disabled its own key. */
  unreadable_keys: string[];
  replayed: ReplayedErasures;
  accepted_tenants?: string[];
  opened: GateReport;
}

/** Closes and opens the stage that is restored. */
export interface Gate {
  close(options: { waitsForRunning: boolean }): Promise<GateReport>;
  open(): Promise<GateReport>;
}

/**
 * Replaces a stage's records with those of another stage, or of tables that AWS restored. Closes the stage
 * meanwhile. If this fails, the stage stays closed: run it again. Deletions in either stage are kept in a
 * ledger and repeated after the copy. Throws UsageError, ConfigurationError, and the errors of AWS.
 */
export async function restoreStage(
  options: RestoreOptions,
  gate: Gate,
  clock: Clock,
): Promise<RestoreReport> {
  const { from, fromTables, to } = options;
  const isSame = isSameStage(options);
  if (isSame && fromTables.main === undefined && fromTables.keys === undefined)
    throw new UsageError(
      "A stage cannot be restored from itself: give --from-table, --from-key-table or both.",
    );
  const source = openStage(from, clock, fromTables);
  const [live, target] = [openStage(from, clock), openStage(to, clock)];
  const copiesMain = !isSame || fromTables.main !== undefined;
  const copiesKeys = !isSame || fromTables.keys !== undefined;
  try {
    if (copiesMain) await rejectSameTable(source.table, target.table);
    if (copiesKeys) await rejectSameTable(source.keyTable, target.keyTable);
    if (!isSame && !options.replaces) await rejectTenants(target);
    const closed = await gate.close(options);
    // Contains the deletions of the copy, of the source stage as it is now, and of the target stage.
    const ledger = mergeLedgers([source, live, target]);
    await saveLedger(target.keyTable, ledger, clock);
    const unreadable_keys: string[] = [];
    const copied: RestoreReport["copied"] = {};
    if (copiesMain) copied.main = await replaceItems(source.table, target.table, { clock });
    if (copiesKeys) {
      const convert = (item: RawItem) => rewrapItem(item, { source, target, options, unreadable_keys });
      copied.keys = await replaceItems(source.keyTable, target.keyTable, { clock, convert });
    }
    // Opened again, because the signing key may have changed.
    const restored = openStage(to, clock);
    try {
      const { labelClaims } = restored.stores;
      const erasureStores = {
        labelClaims,
        watches: WATCHES as never,
        endings: readLedger(restored.keyTable),
      };
      const replayed = await replayErasures({ ...restored.records, ...erasureStores });
      const accepted = options.acceptsEarlier
        ? { accepted_tenants: await restored.records.access.acceptEarlierTenants(WATCHES as never) }
        : {};
      await dropLedger(restored.keyTable, clock);
      const opened = await gate.open();
      return { stage: to.stage, closed, copied, unreadable_keys, replayed, ...accepted, opened };
    } finally {
      restored.close();
    }
  } catch (error) {
    throw explainAwsRefusal(error, to.stage);
  } finally {
    for (const one of [source, live, target]) one.close();
  }
}

function isSameStage({ from, to }: RestoreOptions): boolean {
  return from.stage === to.stage && from.profile === to.profile && from.region === to.region;
}

/** Throws UsageError for a table that would replace itself, and ConfigurationError for a missing one. */
async function rejectSameTable(source: TableClient, target: TableClient): Promise<void> {
  if (await isSameTable(source, target))
    throw new UsageError(
      `${target.tableName} would be its own source: change --from-table, --from-profile or --from-region.`,
    );
}

/** Throws UsageError for a stage that has tenants. */
async function rejectTenants({ records: { access } }: OpenStage): Promise<void> {
  const { items } = await access.listTenants({ limit: 1 });
  if (items.length > 0)
    throw new UsageError("The stage has tenants, which would be lost. If that is intended, add --replace.");
}

/** Merges the ledgers of several stages. A table that was lost has no ledger. */
async function* mergeLedgers(stages: readonly OpenStage[]): AsyncGenerator<Ending> {
  const ledgers = stages.flatMap(({ stores, keyTable }) => [
    readLedger(keyTable),
    ...readEndings(stores.records),
  ]);
  for (const ledger of ledgers) {
    try {
      yield* ledger;
    } catch (error) {
      const cause = error instanceof ServiceError ? error.cause : error;
      if (!(cause instanceof Error && cause.name === "ResourceNotFoundException")) throw error;
    }
  }
}

async function rewrapItem(
  item: RawItem,
  moved: {
    source: OpenStage;
    target: OpenStage;
    options: RestoreOptions;
    unreadable_keys: string[];
  },
): Promise<RawItem> {
  const { source, target, options, unreadable_keys } = moved;
  const [wrapped, tenantId] = [item.wrapped?.S, item.tenant_id?.S];
  if (isSameStage(options) || wrapped === undefined || tenantId === undefined) return item;
  const from = { client: source.kms, stage: options.from.stage };
  const to = { client: target.kms, stage: options.to.stage };
  try {
    return { ...item, wrapped: { S: await rewrapDataKey(wrapped, tenantId, { from, to }) } };
  } catch (error) {
    if (!(error instanceof KeyUnavailableError) || error.owner !== "tenant") throw error;
    unreadable_keys.push(tenantId);
    return item;
  }
}
