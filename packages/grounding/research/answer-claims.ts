import { yearTold } from "./answerability/life-story.ts";
import type { ScoredSentence } from "./answerability/rank-sentences.ts";
import type { EvidencePage } from "./evidence-pages.ts";

/** A sentence that is claimed: `text` is verbatim from the piece of evidence at `piece`. */
export interface PickedClaim {
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
