import type { DataKeyRecord } from "@plumbline/core/credentials/vault/data-key-store.ts";
import { type KeyService, KeyUnavailableError } from "@plumbline/core/credentials/vault/key-service.ts";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";
import type { SqliteStore } from "./sqlite-store.ts";
import { TABLES } from "./tables.ts";

const NAME = "canary";

interface Canary {
  wrapped: string;
}

interface SealedKey extends Canary {
  context?: { tenant_id: string };
}

/**
 * A data key of a store that was imported, and so has no canary yet: it was wrapped by the same master key.
 */
function importedKey(store: SqliteStore): SealedKey | undefined {
  const [key] = store.records<DataKeyRecord>(TABLES.dataKeys, { sql: "LIMIT 1", values: [] });
  return key && { wrapped: key.wrapped, context: { tenant_id: key.tenant_id } };
}

/**
 * Opens what the master key sealed when the store was new; seals it in a new store. Throws ConfigurationError
 * when the master key or the stage is another than then: no secret of the store could be opened.
 */
export async function checkCanary(store: SqliteStore, keys: KeyService, stage: string): Promise<void> {
  const opened = await openCanary(store, keys, stage);
  if (opened === "canary") return;
  const context = contextOf(stage);
  const { plaintext, wrapped } = await keys.generateDataKey(context);
  plaintext.fill(0);
  const record: Canary = { wrapped };
  await store.transact((transaction) => transaction.put(TABLES.facts, { key: [NAME], found: {}, record }));
}

/**
 * Opens what the master key sealed, and writes nothing. Returns what it was: the canary itself, a data key of
 * an imported store, or nothing in a new store. Throws as `checkCanary` does.
 */
export async function openCanary(
  store: SqliteStore,
  keys: KeyService,
  stage: string,
): Promise<"canary" | "data key" | "nothing"> {
  const sealed: SealedKey | undefined = store.record<Canary>(TABLES.facts, NAME) ?? importedKey(store);
  if (sealed === undefined) return "nothing";
  try {
    (await keys.unwrapDataKey(sealed.wrapped, { ...contextOf(stage), ...sealed.context })).fill(0);
  } catch (cause) {
    if (!(cause instanceof KeyUnavailableError)) throw cause;
    throw new ConfigurationError(
      "The file master-key, or the setting STAGE, is another than the one this store was made with, and nothing " +
        "in it could be opened; restore that file, or set STAGE as it was.",
      { cause },
    );
  }
  return sealed.context === undefined ? "canary" : "data key";
}

function contextOf(stage: string) {
  return { tenant_id: NAME, purpose: "tenant-data", stage } as const;
}
