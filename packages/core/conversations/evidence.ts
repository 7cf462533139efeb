import type { EvidenceEntry } from "./conversation-records.ts";
import type { LedgerEntries } from "./ledger-entries.ts";

/** Research outcomes for a question. A conversation stores those of its last grounded turn. */
export interface KeptResearch {
  /** The question as sent to the search. */
  question: string;
  /** The outcomes, oldest first. */
  outcomes: readonly unknown[];
}

/**
 * Limit of the stored evidence in characters of JSON. It is read on every turn, so anything larger is
 * searched again.
 */
const MOST_CHARACTERS = 50_000;

/**
 * Returns the stored outcomes for this question. Returns an empty list if those of another question are
 * stored.
 */
export async function openKeptResearch(
  entries: LedgerEntries,
  question: string,
): Promise<readonly unknown[]> {
  const entry = entries.all.find((one): one is EvidenceEntry => one.type === "evidence");
  if (!entry) return [];
  const kept = await entries.open<KeptResearch>(entry.id, "evidence", entry.evidence_cipher);
  return kept.question === question ? kept.outcomes : [];
}

/**
 * Returns the entry to write, which replaces the previous one. Returns an empty list if it would be too
 * large.
 */
export async function sealKeptResearch(
  entries: LedgerEntries,
  evidence: KeptResearch | undefined,
): Promise<EvidenceEntry[]> {
  if (!evidence || JSON.stringify(evidence).length > MOST_CHARACTERS) return [];
  const made = entries.made("evidence");
  const evidence_cipher = await entries.seal(made.id, "evidence", evidence);
  return [{ ...made, type: "evidence", evidence_cipher }];
}
