import { createHash } from "node:crypto";
import { offsetTimestamp } from "@plumbline/core/clock/clock.ts";
import type { ScoredSentence } from "./answerability/rank-sentences.ts";
import { type Evidence, limitEvidence } from "./evidence/collect-evidence.ts";
import { type EvidencePage, yearTold } from "./evidence-pages.ts";
import type { Citation } from "./outcome.ts";

/** A sentence that is claimed: `text` is verbatim from the piece of evidence at `piece`. */
interface PickedClaim {
  text: string;
  piece: number;
  score: number;
}

/** Lower ones are left out, unless they are among the best three. */
const LEAST_SCORE = 0.05;
const ALWAYS_KEPT = 3;

/** The claims that answer best, best first: what is said twice, or only within another claim, is claimed once. */
export function pickClaims(
  ranked: readonly ScoredSentence[],
  pages: readonly EvidencePage[],
  most: number,
): PickedClaim[] {
  const picked: PickedClaim[] = [];
  for (const { page, sentence, score, contradictions } of ranked) {
    if (picked.length >= most) break;
    if (contradictions.length > 0 || (score < LEAST_SCORE && picked.length >= ALWAYS_KEPT)) continue;
    const found = pages[page]?.sentences[sentence];
    if (found?.quote == null) continue;
    const { quote: text, piece } = found;
    const same = picked.findIndex((other) => saysTheSame(other.text, text));
    if (same < 0) picked.push({ text, piece, score });
    // A pronoun's sentence brings the one before it: where that one is claimed already, the two become one claim.
    else if (picked[same]?.piece === piece && text.includes(picked[same]?.text ?? ""))
      picked[same] = { text, piece, score: picked[same]?.score ?? score };
  }
  return picked;
}

/** The pieces of evidence with a sentence that bears on the question. */
export function bearingPieces(ranked: readonly ScoredSentence[], pages: readonly EvidencePage[]): number[] {
  return ranked
    .filter(({ score, contradictions }) => score >= LEAST_SCORE && contradictions.length === 0)
    .flatMap(({ page, sentence }) => pages[page]?.sentences[sentence]?.piece ?? []);
}

/** For a biography: who the person is, then the rest in the order of the years they tell of. */
export function inOrderOfTime([lead, ...facts]: readonly PickedClaim[]): PickedClaim[] {
  if (lead === undefined) return [];
  return [lead, ...facts.toSorted((one, other) => compare(yearTold(one.text), yearTold(other.text)))];
}

function compare(one: number, other: number): number {
  return one === other ? 0 : one - other;
}

function saysTheSame(one: string, other: string): boolean {
  const [a, b] = [plain(one), plain(other)];
  return a.includes(b) || b.includes(a);
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** The evidence that becomes citations, in the order in which it was found. */
interface CitedEvidence {
  cited: readonly Evidence[];
  /** The citation's index of a piece of evidence that is cited. */
  citationOf(piece: number): number;
}

/** What is claimed is cited, and as far as citations go the other pieces that bear on the question. */
export function citeClaimed(
  evidence: readonly Evidence[],
  bearing: readonly number[],
  claims: readonly PickedClaim[],
): CitedEvidence {
  const claimed = new Set(claims.map(({ piece }) => piece));
  const pieces = [...new Set([...claimed, ...bearing])].toSorted((one, other) => one - other);
  const room = new Set(limitEvidence(pieces.flatMap((piece) => evidence[piece] ?? [])));
  const others = pieces.filter((piece) => !claimed.has(piece) && isIn(room, evidence[piece]));
  const kept = new Set([...claimed, ...others.slice(0, Math.max(0, room.size - claimed.size))]);
  const order = pieces.filter((piece) => kept.has(piece));
  return {
    cited: order.flatMap((piece) => evidence[piece] ?? []),
    citationOf: (piece) => order.indexOf(piece),
  };
}

function isIn(room: ReadonlySet<Evidence>, piece: Evidence | undefined): boolean {
  return piece !== undefined && room.has(piece);
}

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
