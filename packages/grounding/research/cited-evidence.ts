import type { PickedClaim } from "./answer-claims.ts";
import { type Evidence, limitEvidence } from "./evidence/collect-evidence.ts";

/** The evidence that becomes citations, in the order in which it was found. */
export interface CitedEvidence {
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
