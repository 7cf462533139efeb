import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import { Secret } from "../access/secret.ts";
import { KeyServiceBusyError } from "../credentials/vault/key-service.ts";
import type { SealedPlace, Vault } from "../credentials/vault/vault.ts";
import { ServiceError } from "../errors/service-error.ts";
import { canonicalJson } from "../records/canonical-json.ts";
import type { ApprovalRecord, ApprovalStore, TextOwner } from "./approval-store.ts";

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Characters of a packed text. A tool call's body has at most 1 MiB, and its preview repeats it. */
const MAX_PACKED = 4 * 1024 * 1024;

/** The fields of a record that never change; what is sealed opens only while they are as they were. */
type Fixed = Pick<
  ApprovalRecord,
  "tenant_id" | "id" | "key_id" | "session_id" | "tool" | "created_at" | "expires_at"
>;

/**
 * Seals what can be read of an approval with the tenant's data key. Throws ServiceError `unavailable` while
 * the key service is busy, and SealBrokenError for what was changed in the store.
 */
export class ApprovalSeals {
  readonly #vault: Vault;
  readonly #store: ApprovalStore;

  constructor(vault: Vault, store: ApprovalStore) {
    this.#vault = vault;
    this.#store = store;
  }

  async seal(record: Fixed, field: string, value: unknown): Promise<string> {
    const packed = await pack(value);
    return unlessBusy(this.#vault.seal(placeOf(record, field), new Secret(packed)));
  }

  async open<T>(record: Fixed, field: string, cipher: string): Promise<T> {
    return unpack<T>(await unlessBusy(this.#vault.open(placeOf(record, field), cipher)));
  }

  /**
   * Seals a value and keeps it as a text of the approval. `too_large`: it was not kept, nor was anything of
   * it.
   */
  async keep(
    record: Fixed & TextOwner,
    name: string,
    value: unknown,
  ): Promise<"kept" | "too_large" | "tenant_deleted"> {
    const packed = await pack(value);
    if (packed.length > MAX_PACKED) return "too_large";
    const cipher = await unlessBusy(this.#vault.seal(placeOf(record, name), new Secret(packed)));
    return (await this.#store.putText(record, name, cipher)) ?? "kept";
  }

  /** `undefined` when there is no such text. */
  async read<T>(record: Fixed, name: string): Promise<T | undefined> {
    const cipher = await this.#store.getText(record.tenant_id, record.id, name);
    return cipher === undefined ? undefined : this.open<T>(record, name, cipher);
  }
}

async function pack(value: unknown): Promise<string> {
  return (await deflate(JSON.stringify(value))).toString("base64");
}

/** The vault returns exactly the text that was sealed, so its shape is not checked again. */
async function unpack<T>(packed: Secret): Promise<T> {
  const json = await inflate(Buffer.from(packed.reveal(), "base64"));
  return JSON.parse(json.toString("utf8")) as T;
}

function placeOf(record: Fixed, field: string): SealedPlace {
  const { tenant_id, id, key_id, session_id, tool, created_at, expires_at } = record;
  const bound = canonicalJson({ key_id, session_id, tool, created_at, expires_at });
  return { tenantId: tenant_id, recordId: id, kind: "approval", field, bound };
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
