import type { EvidenceEntry } from "./conversation-records.ts";
import type { LedgerEntries } from "./ledger-entries.ts";

/** Research outcomes that a conversation stores. */
export interface StoredResearch {
  /** The question of the last grounded turn, as sent to the search. */
  question: string;
  /** The outcomes of that turn, oldest first. */
  outcomes: readonly unknown[];
  /** The outcomes of earlier turns, latest first. */
  earlier?: readonly unknown[];
}

/**
 * Maximum length of the stored evidence, in characters of JSON. It is read on every turn, so anything larger
 * is searched again.
 */
const MAX_CHARACTERS = 50_000;

/** Returns the stored research, or `undefined` if nothing is stored. */
export async function openStoredResearch(entries: LedgerEntries): Promise<StoredResearch | undefined> {
  const entry = entries.all.find((one): one is EvidenceEntry => one.type === "evidence");
  return entry && entries.open<StoredResearch>(entry.id, "evidence", entry.evidence_cipher);
}

/**
 * Creates the entry that replaces the stored research. Omits the oldest outcomes until it is small enough.
 * Returns an empty list if the last turn's outcomes alone are too large.
 */
export async function sealStoredResearch(
  entries: LedgerEntries,
  evidence: StoredResearch | undefined,
): Promise<EvidenceEntry[]> {
  if (!evidence) return [];
  const earlier = [...(evidence.earlier ?? [])];
  const isLarge = () => JSON.stringify({ ...evidence, earlier }).length > MAX_CHARACTERS;
  while (earlier.length > 0 && isLarge()) earlier.pop();
  if (isLarge()) return [];
  const fields = entries.fieldsOf("evidence");
  const evidence_cipher = await entries.seal(fields.id, "evidence", { ...evidence, earlier });
  return [{ ...fields, type: "evidence", evidence_cipher }];
}
