import type { EvidenceEntry } from "./conversation-records.ts";
import type { LedgerEntries } from "./ledger-entries.ts";

/** Research outcomes for a question, as a conversation keeps those of its last grounded turn. */
export interface KeptResearch {
  /** The question as it was searched. */
  question: string;
  /** Oldest first. */
  outcomes: readonly unknown[];
}

/** Characters of evidence as JSON. Every turn reads it, so more is not kept and has to be searched again. */
const MOST_CHARACTERS = 50_000;

/** Returns the outcomes that are kept for this question; none where those of another one are kept. */
export async function openKeptResearch(
  entries: LedgerEntries,
  question: string,
): Promise<readonly unknown[]> {
  const entry = entries.all.find((one): one is EvidenceEntry => one.type === "evidence");
  if (!entry) return [];
  const kept = await entries.open<KeptResearch>(entry.id, "evidence", entry.evidence_cipher);
  return kept.question === question ? kept.outcomes : [];
}

/** Returns the entry to be written, which replaces the one before it; none where it would be too large. */
export async function sealKeptResearch(
  entries: LedgerEntries,
  evidence: KeptResearch | undefined,
): Promise<EvidenceEntry[]> {
  if (!evidence || JSON.stringify(evidence).length > MOST_CHARACTERS) return [];
  const made = entries.made("evidence");
  const evidence_cipher = await entries.seal(made.id, "evidence", evidence);
  return [{ ...made, type: "evidence", evidence_cipher }];
}
