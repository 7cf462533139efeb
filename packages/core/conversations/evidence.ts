import type { EvidenceEntry } from "./conversation-records.ts";
import type { LedgerEntries } from "./ledger-entries.ts";

/** Research outcomes that a conversation stores. */
export interface KeptResearch {
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
const MOST_CHARACTERS = 50_000;

/** Returns what is stored; `undefined` if nothing was researched. */
export async function openKeptResearch(entries: LedgerEntries): Promise<KeptResearch | undefined> {
  const entry = entries.all.find((one): one is EvidenceEntry => one.type === "evidence");
  return entry && entries.open<KeptResearch>(entry.id, "evidence", entry.evidence_cipher);
}

/**
 * Returns the entry to write, which replaces the previous one. The oldest outcomes are left out until it is
 * small enough; returns an empty list if the last turn's alone are too large.
 */
export async function sealKeptResearch(
  entries: LedgerEntries,
  evidence: KeptResearch | undefined,
): Promise<EvidenceEntry[]> {
  if (!evidence) return [];
  const earlier = [...(evidence.earlier ?? [])];
  const isLarge = () => JSON.stringify({ ...evidence, earlier }).length > MOST_CHARACTERS;
  while (earlier.length > 0 && isLarge()) earlier.pop();
  if (isLarge()) return [];
  const made = entries.made("evidence");
  const evidence_cipher = await entries.seal(made.id, "evidence", { ...evidence, earlier });
  return [{ ...made, type: "evidence", evidence_cipher }];
}
