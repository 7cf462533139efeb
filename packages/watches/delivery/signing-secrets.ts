import { Secret } from "@plumbline/core/access/secret.ts";
import { type Clock, type Random, timestamp } from "@plumbline/core/clock/clock.ts";
import type { RewrappedPage, SealedRecords } from "@plumbline/core/credentials/rewrap.ts";
import { KeyUnavailableError } from "@plumbline/core/credentials/vault/key-service.ts";
import { readKeyVersion, SealBrokenError, type Vault } from "@plumbline/core/credentials/vault/vault.ts";
import type { SealedSigningSecret, WatchDelivery, WatchRecord } from "../service/watch.ts";
import type { WatchStore } from "../service/watch-store.ts";
import { formatSigningSecret } from "./signature.ts";

const SECRET_BYTES = 32;
/** Time for which a replaced secret keeps signing. */
const REPLACED_MS = 24 * 60 * 60_000;

type WatchName = Pick<WatchRecord, "id" | "tenant_id">;

/** The secrets that sign a watch's deliveries, encrypted in its record, newest first. */
export class SigningSecrets {
  readonly #vault: Vault;
  readonly #clock: Clock;
  readonly #random: Random;

  constructor(vault: Vault, clock: Clock, random: Random) {
    this.#vault = vault;
    this.#clock = clock;
    this.#random = random;
  }

  /** Adds a new secret to the front. The previous secret stays valid for a day; older ones are dropped. */
  async addSecret(
    watch: WatchName,
    before: readonly SealedSigningSecret[],
  ): Promise<{ secret: Secret; secrets: readonly SealedSigningSecret[] }> {
    const secret = new Secret(formatSigningSecret(this.#random.bytes(SECRET_BYTES)));
    const id = this.#random.uuid();
    const cipher = await this.#vault.seal(placeOf(watch, id), secret);
    const until = timestamp(this.#clock.now() + REPLACED_MS);
    const replaced = before.slice(0, 1).map((old) => ({ ...old, expires_at: until }));
    return { secret, secrets: [{ id, cipher, expires_at: null }, ...replaced] };
  }

  /** Points deliveries at a new URL. Keeps the existing secrets, because the owner has not changed. */
  async changeReceiver(watch: WatchName, url: URL, before?: WatchDelivery): Promise<WatchDelivery> {
    const secrets = before?.secrets ?? (await this.addSecret(watch, [])).secrets;
    return { url: url.href, secrets, stopped_at: null };
  }

  /** Decrypts the currently valid secrets. */
  open(watch: WatchName, secrets: readonly SealedSigningSecret[]): Promise<Secret[]> {
    const valid = this.#listValid(secrets);
    return Promise.all(valid.map(({ id, cipher }) => this.#vault.open(placeOf(watch, id), cipher)));
  }

  /**
   * Re-encrypts the valid secrets with the tenant's latest key and drops the others. Returns `undefined` if
   * all secrets already use this key version. Throws SealBrokenError if one cannot be decrypted. Rethrows
   * errors of the key service.
   */
  async resealed(
    watch: WatchName,
    secrets: readonly SealedSigningSecret[],
    newest: number,
  ): Promise<readonly SealedSigningSecret[] | undefined> {
    if (secrets.every(({ cipher }) => readKeyVersion(cipher) === newest)) return undefined;
    const reseal = async (sealed: SealedSigningSecret) => {
      const place = placeOf(watch, sealed.id);
      return {
        ...sealed,
        cipher: await this.#vault.seal(place, await this.#vault.open(place, sealed.cipher)),
      };
    };
    return Promise.all(this.#listValid(secrets).map(reseal));
  }

  #listValid(secrets: readonly SealedSigningSecret[]): SealedSigningSecret[] {
    const now = timestamp(this.#clock.now());
    return secrets.filter(({ expires_at: until }) => until === null || until > now);
  }
}

function placeOf({ tenant_id, id }: WatchName, secretId: string) {
  return { tenantId: tenant_id, recordId: id, kind: "watch_signing_secret", field: secretId };
}

/** Maximum number of attempts to save a watch that is being changed concurrently. */
const MAX_TURNS = 5;

/** Re-encrypts the signing secrets of watches with their tenant's latest data key. */
export function createSealedSecrets({
  store,
  secrets,
}: {
  store: WatchStore;
  secrets: SigningSecrets;
}): SealedRecords {
  /** Re-encrypts one watch. Returns `false` if nothing had to change. Retries on a version conflict. */
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
    throw new Error("Other changes to the watch kept interfering.");
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
