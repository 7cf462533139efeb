import { createHash } from "node:crypto";
import { Secret } from "../../access/secret.ts";
import { packJson, unpackJson } from "../../credentials/vault/packed-json.ts";
import type { SealedPlace, Vault } from "../../credentials/vault/vault.ts";
import { canonicalJson } from "../../records/canonical-json.ts";
import type { DispatchResult } from "../dispatch-result.ts";
import type { IdempotencyRecord } from "./idempotency-store.ts";

/** The id of a key's record, 64 hexadecimal digits: bounded whatever the key, and of one tenant alone. */
export function keyDigest(tenantId: string, key: string): string {
  return digest([tenantId, key]);
}

/**
 * Returns the digest by which two calls count as the same: of the tool and its arguments as they were read,
 * whatever the order of their fields. It is sealed before it is stored, because a short secret among the
 * arguments could be guessed from a bare digest.
 */
export function callFingerprint(toolName: string, args: unknown): string {
  return digest([toolName, args]);
}

function digest(value: unknown): string {
  return createHash("sha256").update(canonicalJson(value)).digest("hex");
}

/**
 * Characters of a packed result. Sealing makes a third more of them: 350 KB, which leaves room for the rest
 * of an item of at most 400 KB (docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html).
 */
const MAX_PACKED = 262_144;

type Place = Pick<IdempotencyRecord, "tenant_id" | "id">;

/**
 * Seals and opens the fields of an idempotency record with the tenant's data key. Throws what the key service
 * throws.
 */
export class CallSeals {
  readonly #vault: Vault;

  constructor(vault: Vault) {
    this.#vault = vault;
  }

  sealFingerprint(place: Place, fingerprint: string): Promise<string> {
    return this.#vault.seal(placeOf(place, "fingerprint"), new Secret(fingerprint));
  }

  async openFingerprint(record: IdempotencyRecord): Promise<string> {
    return (await this.#vault.open(placeOf(record, "fingerprint"), record.fingerprint_cipher)).reveal();
  }

  /** `undefined` when the result is too large to be kept. */
  async sealResult(place: Place, result: DispatchResult): Promise<string | undefined> {
    const packed = await packJson(result);
    if (packed.reveal().length > MAX_PACKED) return undefined;
    return this.#vault.seal(placeOf(place, "result"), packed);
  }

  async openResult(place: Place, cipher: string): Promise<DispatchResult> {
    return unpackJson(await this.#vault.open(placeOf(place, "result"), cipher));
  }
}

function placeOf({ tenant_id, id }: Place, field: "fingerprint" | "result"): SealedPlace {
  return { tenantId: tenant_id, recordId: id, kind: "idempotent_call", field };
}
