import type { OpenStatement } from "../reader/statement-reader.ts";
import { type Judgement, reasonText } from "./judgement.ts";

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
  /** Left out where no reader may decide otherwise. */
  readonly open?: OpenStatement;
}

/** The piece of a sentence that its judgement withholds. */
export function withheldPiece(judgement: Judgement): WithheldPiece {
  const verdict = judgement.verdict === "unsupported" ? "unsupported" : "unclear";
  return { type: "withheld", text: judgement.text, verdict, reason: reasonText(judgement) };
}

/** A piece that is withheld for a reason of its place in the answer. */
export function withheldFor(text: string, reason: string): WithheldPiece {
  return { type: "withheld", text, verdict: "unclear", reason };
}
