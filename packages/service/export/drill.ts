import { API_KEYS, TENANTS } from "@plumbline/core/access/access-records.ts";
import type { Clock, Random } from "@plumbline/core/clock/clock.ts";
import type { OpenedRecords } from "@plumbline/core/credentials/open-records.ts";
import {
  type Ending,
  type ReplayedErasures,
  readEndings,
  replayErasures,
} from "@plumbline/core/credentials/replay-erasures.ts";
import { DATA_KEYS } from "@plumbline/core/credentials/vault/data-keys.ts";
import { listItems } from "@plumbline/core/records/page.ts";
import type { RecordStore } from "@plumbline/core/records/record-store.ts";
import { WATCHES } from "@plumbline/watches/service/stored-watches.ts";
import type { PlatformStores } from "../entity-stores.ts";
import { exportRecords, openTenantExport } from "./tenant-export.ts";

/** Results of a drill on a copy. */
export interface DrillReport {
  /** Numbers of deletions and revocations that the copy lacked and that were repeated in it. */
  replayed: ReplayedErasures;
  exported: { tenants: number; records: number };
  /** The tenant that was erased in the copy, or `null` if the copy has none. */
  erased: string | null;
  /** Empty if the drill succeeded. */
  problems: string[];
  elapsed_ms: number;
}

interface DrillOptions {
  /** The copy. Nobody else uses it, and it is discarded afterwards. */
  platform: PlatformStores;
  opened: OpenedRecords;
  /** The records of the original, which list all deletions and revocations in it so far. */
  original: RecordStore;
  clock: Clock;
  random: Random;
}

/**
 * Rehearses disaster recovery on a copy: repeats the deletions and revocations that a restore undid, exports
 * every tenant, and erases one. Rethrows errors of the stores and the key service.
 */
export async function runDrill(options: DrillOptions): Promise<DrillReport> {
  const { platform, opened, original, clock, random } = options;
  const began = clock.now();
  const problems: string[] = [];
  const ledger: Ending[] = [];
  for (const endings of readEndings(original)) for await (const ending of endings) ledger.push(ending);
  const streamLedger = async function* () {
    yield* ledger;
  };
  const { labelClaims } = platform;
  const watches = WATCHES as never;
  const replayed = await replayErasures({ ...opened, labelClaims, watches, endings: streamLedger() });
  for (const ending of ledger)
    if (await isStillValid(opened, ending))
      problems.push(`${ending.record} was ended at ${ending.at} but is valid again.`);
  const exporting = openTenantExport(opened, { platform, clock, random });
  const exported = { tenants: 0, records: 0 };
  let erased: string | null = null;
  for await (const { tenant_id } of listItems((page) => opened.access.listTenants(page))) {
    exported.tenants += 1;
    erased ??= tenant_id;
    for await (const { type, record } of exportRecords(exporting, tenant_id)) {
      exported.records += 1;
      if ("content" in record && record.content === null)
        problems.push(`A record of ${type} cannot be decrypted.`);
    }
  }
  if (erased !== null) {
    await opened.access.deleteTenant(erased, new Date(clock.now()).toISOString());
    const remaining = await opened.platform.count(DATA_KEYS as never, erased, 1);
    if (remaining > 0) problems.push(`The tenant ${erased} was erased, but one of its data keys remains.`);
    if ((await opened.access.getTenant(erased))?.deleted_at === null)
      problems.push(`The tenant ${erased} was erased but is still valid.`);
  }
  return { replayed, exported, erased, problems, elapsed_ms: clock.now() - began };
}

async function isStillValid({ records }: OpenedRecords, { record, expires }: Ending): Promise<boolean> {
  const [type, id = ""] = record.split("/");
  if (type === "tenant") return (await records.get(TENANTS, [id]))?.deleted_at === null;
  if (type === "api_key" && !expires) return (await records.get(API_KEYS, [id]))?.revoked_at === null;
  return false;
}
