/** A sentence that may leave as text, or one that may be shown only as what it is. */
export type GuardedPiece = PassedPiece | WithheldPiece;

export interface PassedPiece {
  readonly type: "passed";
  readonly text: string;
  readonly outcome: number | null;
  readonly citations: readonly number[];
  /** The sentence of the evidence that a paraphrase rests on. */
  readonly quote?: string;
  /** Why it may leave; all but `paraphrase` and `form` are the evidence's own words. */
  readonly how: "verbatim" | "paraphrase" | "selected" | "repaired" | "form" | "answer";
}

export interface WithheldPiece {
  readonly type: "withheld";
  readonly text: string;
  readonly verdict: "unclear" | "unsupported";
  readonly reason: string;
}
