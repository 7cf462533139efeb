import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import { Secret } from "../../access/secret.ts";
import { KeyServiceBusyError } from "../../credentials/vault/key-service.ts";
import type { SealedPlace, Vault } from "../../credentials/vault/vault.ts";
import { ServiceError } from "../../errors/service-error.ts";
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
  return createHash("sha256").update(JSON.stringify(value, inOrder)).digest("hex");
}

function inOrder(_name: string, value: unknown): unknown {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/**
 * Characters of a packed result. Sealing makes a third more of them: 350 KB, which leaves room for the rest
 * of an item of at most 400 KB (docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html).
 */
const MAX_PACKED = 262_144;

/**
 * A result as the vault takes it: compressed, in base64. `undefined` when even so it is too large to be
 * stored.
 */
async function packResult(result: DispatchResult): Promise<Secret | undefined> {
  const packed = (await deflate(JSON.stringify(result))).toString("base64");
  return packed.length > MAX_PACKED ? undefined : new Secret(packed);
}

/**
 * Unpacks a result. The vault returns exactly the text that was sealed, so its shape is not checked again.
 */
async function unpackResult(packed: Secret): Promise<DispatchResult> {
  const json = await inflate(Buffer.from(packed.reveal(), "base64"));
  return JSON.parse(json.toString("utf8")) as DispatchResult;
}

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
