import type { RewrappedPage, SealedRecords } from "@plumbline/core/credentials/rewrap.ts";
import { KeyUnavailableError } from "@plumbline/core/credentials/vault/key-service.ts";
import { SealBrokenError } from "@plumbline/core/credentials/vault/vault.ts";
import type { WatchRecord } from "../service/watch.ts";
import type { WatchStore } from "../service/watch-store.ts";
import type { SigningSecrets } from "./signing-secrets.ts";

/** Maximum number of consecutive concurrent changes to a watch. */
const MAX_TURNS = 5;

/** Re-encrypts the signing secrets of watches with their tenant's latest data key. */
export function sealedSigningSecrets({
  store,
  secrets,
}: {
  store: WatchStore;
  secrets: SigningSecrets;
}): SealedRecords {
  /** Returns `false` if there is nothing to do. Retries after a concurrent change. */
  async function rewrapWatch(found: WatchRecord, newest: number): Promise<boolean> {
    let record: WatchRecord | undefined = found;
    for (let turn = 0; turn < MAX_TURNS; turn++) {
      if (!record?.delivery) return false;
      const resealed = await secrets.resealed(record, record.delivery.secrets, newest);
      if (!resealed) return false;
      const delivery = { ...record.delivery, secrets: resealed };
      if (await store.update({ ...record, delivery }, record)) return true;
      record = (await store.get(found.tenant_id, found.id))?.record;
    }
    throw new Error("The watch was changed again and again.");
  }

  return {
    async rewrap(tenantId, newest, page) {
      const { items, next } = await store.list(tenantId, page);
      const progress: RewrappedPage = { seen: items.length, rewrapped: 0, unreadable: [], next };
      for (const { record } of items) {
        try {
          if (await rewrapWatch(record, newest)) progress.rewrapped += 1;
        } catch (error) {
          if (!(error instanceof SealBrokenError || error instanceof KeyUnavailableError)) throw error;
          progress.unreadable.push(record.id);
        }
      }
      return progress;
    },
  };
}
