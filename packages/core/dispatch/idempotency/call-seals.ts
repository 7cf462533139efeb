import { Secret } from "../../access/secret.ts";
import { packJson, unpackJson } from "../../credentials/vault/packed-json.ts";
import type { SealContext, Vault } from "../../credentials/vault/vault.ts";
import { canonicalJson } from "../../records/canonical-json.ts";
import { hashText } from "../../records/hash-text.ts";
import type { DispatchResult } from "../dispatch-result.ts";
import type { IdempotencyRecord } from "./idempotency-record.ts";

/** Hashes a key and its tenant to the ID of the key's record, 64 hexadecimal digits. */
export function hashKey(tenantId: string, key: string): string {
  return digest([tenantId, key]);
}

/**
 * Hashes the tool and its parsed arguments, regardless of field order. Calls with the same hash count as
 * equal. The hash is stored encrypted, because a short secret in the arguments could be guessed from it.
 */
export function hashCall(toolName: string, args: unknown): string {
  return digest([toolName, args]);
}

function digest(value: unknown): string {
  return hashText(canonicalJson(value));
}

/**
 * Maximum length of a packed result, in characters. Encryption adds a third, which makes 350 KB. That leaves
 * room for the other fields of a DynamoDB item, whose limit is 400 KB
 * (docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html).
 */
const MAX_PACKED = 262_144;

type Place = Pick<IdempotencyRecord, "tenant_id" | "id">;

/**
 * Encrypts and decrypts the fields of an idempotency record with the tenant's data key. Rethrows errors of
 * the key service.
 */
export class CallSeals {
  readonly #vault: Vault;

  constructor(vault: Vault) {
    this.#vault = vault;
  }

  sealFingerprint(place: Place, fingerprint: string): Promise<string> {
    return this.#vault.seal(sealContext(place, "fingerprint"), new Secret(fingerprint));
  }

  async openFingerprint(record: IdempotencyRecord): Promise<string> {
    return (await this.#vault.open(sealContext(record, "fingerprint"), record.fingerprint_cipher)).reveal();
  }

  /** Returns `undefined` if the result is too large to store. */
  async sealResult(place: Place, result: DispatchResult): Promise<string | undefined> {
    const packed = await packJson(result);
    if (packed.reveal().length > MAX_PACKED) return undefined;
    return this.#vault.seal(sealContext(place, "result"), packed);
  }

  async openResult(place: Place, cipher: string): Promise<DispatchResult> {
    return unpackJson(await this.#vault.open(sealContext(place, "result"), cipher));
  }
}

function sealContext({ tenant_id, id }: Place, field: "fingerprint" | "result"): SealContext {
  return { tenantId: tenant_id, recordId: id, kind: "idempotent_call", field };
}
