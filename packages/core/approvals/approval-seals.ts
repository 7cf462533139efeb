import { packJson, unpackJson } from "../credentials/vault/packed-json.ts";
import type { SealContext, Vault } from "../credentials/vault/vault.ts";
import { canonicalJson } from "../records/canonical-json.ts";
import type { RecordStore } from "../records/record-store.ts";
import { APPROVAL_TEXTS, type ApprovalRecord } from "./approval-record.ts";

/** Maximum length of a packed text, in characters. A tool call has up to 1 MiB, which its preview repeats. */
const MAX_PACKED = 4 * 1024 * 1024;

/** Fields of a record that never change. Encryption binds them. */
type Fixed = Pick<
  ApprovalRecord,
  "tenant_id" | "id" | "key_id" | "session_id" | "tool" | "created_at" | "expires_at"
>;

/**
 * Encrypts the readable content of an approval with the tenant's data key. Rethrows errors of the key
 * service. Throws SealBrokenError for values that were modified in the store.
 */
export class ApprovalSeals {
  readonly #vault: Vault;
  readonly #records: RecordStore;

  constructor(vault: Vault, records: RecordStore) {
    this.#vault = vault;
    this.#records = records;
  }

  async seal(record: Fixed, field: string, value: unknown): Promise<string> {
    return this.#vault.seal(sealContext(record, field), await packJson(value));
  }

  async open<T>(record: Fixed, field: string, cipher: string): Promise<T> {
    return unpackJson<T>(await this.#vault.open(sealContext(record, field), cipher));
  }

  /** Encrypts a value and stores it as a text of the approval. Stores nothing if it returns `too_large`. */
  async keep(
    record: Fixed & Pick<ApprovalRecord, "kept_until">,
    name: string,
    value: unknown,
  ): Promise<"kept" | "too_large" | "tenant_deleted"> {
    const packed = await packJson(value);
    if (packed.reveal().length > MAX_PACKED) return "too_large";
    const text = await this.#vault.seal(sealContext(record, name), packed);
    const { tenant_id, id: approval_id, kept_until } = record;
    const kept = { tenant_id, approval_id, name, text, kept_until };
    const answer = await this.#records.put(APPROVAL_TEXTS, kept);
    return answer === "written" ? "kept" : answer;
  }

  /** Returns a text, or `undefined` if it is missing or incomplete. */
  async read<T>(record: Fixed, name: string): Promise<T | undefined> {
    const kept = await this.#records.get(APPROVAL_TEXTS, [record.tenant_id, record.id, name]);
    return kept && this.open<T>(record, name, kept.text);
  }
}

function sealContext(record: Fixed, field: string): SealContext {
  const { tenant_id, id, key_id, session_id, tool, created_at, expires_at } = record;
  const bound = canonicalJson({ key_id, session_id, tool, created_at, expires_at });
  return { tenantId: tenant_id, recordId: id, kind: "approval", field, bound };
}
