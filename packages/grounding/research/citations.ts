import { createHash } from "node:crypto";
import { offsetTimestamp } from "@plumbline/core/clock/clock.ts";
import type { Evidence } from "./evidence/collect-evidence.ts";
import type { Citation } from "./outcome.ts";

const HASH_LENGTH = 16;

/** The first 16 hex characters of the SHA-256 of a snippet (UTF-8): an audit recomputes it to see a silent rewrite. */
export function snippetHash(snippet: string): string {
  return createHash("sha256").update(snippet, "utf8").digest("hex").slice(0, HASH_LENGTH);
}

/** Citations in the order of the evidence, ranked from 1, stamped with when it was retrieved (milliseconds since the epoch). */
export function citeEvidence(evidence: readonly Evidence[], retrievedAt: number): Citation[] {
  return evidence.map(({ url, title, text, domain }, index) => ({
    url,
    title,
    snippet: text,
    retrieved_at: offsetTimestamp(retrievedAt),
    snippet_hash: snippetHash(text),
    rank: index + 1,
    domain,
  }));
}
