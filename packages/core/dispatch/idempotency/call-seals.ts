import { Secret } from "../../access/secret.ts";
import { KeyServiceBusyError } from "../../credentials/vault/key-service.ts";
import type { SealedPlace, Vault } from "../../credentials/vault/vault.ts";
import { ServiceError } from "../../errors/service-error.ts";
import type { DispatchResult } from "../dispatch-result.ts";
import type { IdempotencyRecord } from "./idempotency-store.ts";
import { packResult, unpackResult } from "./packed-result.ts";

type Place = Pick<IdempotencyRecord, "tenant_id" | "id">;

/**
 * Seals and opens the fields of an idempotency record with the tenant's data key. Throws ServiceError
 * `unavailable` while the key service is busy.
 */
export class CallSeals {
  readonly #vault: Vault;

  constructor(vault: Vault) {
    this.#vault = vault;
  }

  sealFingerprint(place: Place, fingerprint: string): Promise<string> {
    return unlessBusy(this.#vault.seal(placeOf(place, "fingerprint"), new Secret(fingerprint)));
  }

  async openFingerprint(record: IdempotencyRecord): Promise<string> {
    const opened = this.#vault.open(placeOf(record, "fingerprint"), record.fingerprint_cipher);
    return (await unlessBusy(opened)).reveal();
  }

  /** `undefined` when the result is too large to be kept. */
  async sealResult(place: Place, result: DispatchResult): Promise<string | undefined> {
    const packed = await packResult(result);
    return packed && unlessBusy(this.#vault.seal(placeOf(place, "result"), packed));
  }

  async openResult(place: Place, cipher: string): Promise<DispatchResult> {
    return unpackResult(await unlessBusy(this.#vault.open(placeOf(place, "result"), cipher)));
  }
}

function placeOf({ tenant_id, id }: Place, field: "fingerprint" | "result"): SealedPlace {
  return { tenantId: tenant_id, recordId: id, kind: "idempotent_call", field };
}

async function unlessBusy<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof KeyServiceBusyError)) throw error;
    const busy = new ServiceError("unavailable", "The key service is busy; try again shortly.");
    busy.cause = error;
    throw busy;
  }
}
