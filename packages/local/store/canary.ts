import { type KeyService, KeyUnavailableError } from "@plumbline/core/credentials/vault/key-service.ts";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";
import type { SqliteStore } from "./sqlite-store.ts";
import { TABLES } from "./tables.ts";

const NAME = "canary";

interface Canary {
  wrapped: string;
}

/**
 * Decrypts a value that the master key encrypted when the store was created, or encrypts it in a new store.
 * Throws ConfigurationError if the master key or the stage has changed, because no secret in the store could
 * then be decrypted.
 */
export async function checkCanary(store: SqliteStore, keys: KeyService, stage: string): Promise<void> {
  if (await openCanary(store, keys, stage)) return;
  const context = buildContext(stage);
  const { plaintext, wrapped } = await keys.generateDataKey(context);
  plaintext.fill(0);
  const record: Canary = { wrapped };
  await store.transact((transaction) => transaction.put(TABLES.facts, { key: [NAME], found: {}, record }));
}

/** Decrypts this value without writing. Returns `false` for a new store. Throws as `checkCanary` does. */
export async function openCanary(store: SqliteStore, keys: KeyService, stage: string): Promise<boolean> {
  const sealed = store.record<Canary>(TABLES.facts, NAME);
  if (sealed === undefined) return false;
  try {
    (await keys.unwrapDataKey(sealed.wrapped, buildContext(stage))).fill(0);
  } catch (cause) {
    if (!(cause instanceof KeyUnavailableError)) throw cause;
    throw new ConfigurationError(
      "The file master-key, or the setting STAGE, is not the one this store was created with, so nothing " +
        "in it can be decrypted. Restore that file, or set STAGE back.",
      { cause },
    );
  }
  return true;
}

function buildContext(stage: string) {
  return { tenant_id: NAME, purpose: "tenant-data", stage } as const;
}
