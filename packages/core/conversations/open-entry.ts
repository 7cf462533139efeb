import type { Vault } from "../credentials/vault/vault.ts";
import type { LedgerEntry } from "./conversation-records.ts";
import { sealContextOf } from "./stored-entries.ts";

const CIPHER = /_cipher$/;

/**
 * Decrypts an entry of a conversation: each `…_cipher` becomes a field with its content. Throws
 * SealBrokenError. Rethrows errors of the key service.
 */
export async function openEntry(entry: LedgerEntry, vault: Vault): Promise<Record<string, unknown>> {
  const fields = Object.entries(entry).map(async ([name, value]) => {
    if (!CIPHER.test(name) || typeof value !== "string") return [name, value];
    const field = name.replace(CIPHER, "");
    const text = await vault.open(sealContextOf(entry.tenant_id, entry.id, field), value);
    return [field, JSON.parse(text.reveal())];
  });
  return Object.fromEntries(await Promise.all(fields));
}
