import type { OpenStatement } from "../reader/statement-reader.ts";
import { getReasonText, type Judgement } from "./judgement.ts";

/** A sentence that may be sent as text, or one that may only be shown as withheld. */
export type GuardedPiece = PassedPiece | WithheldPiece;

export interface PassedPiece {
  readonly type: "passed";
  readonly text: string;
  readonly outcome: number | null;
  readonly citations: readonly number[];
  /** The sentence of the evidence that a paraphrase is based on. */
  readonly quote?: string;
  /** The reason why it may be sent. All except `paraphrase` and `form` are the evidence's own words. */
  readonly how: "verbatim" | "paraphrase" | "selected" | "repaired" | "form" | "answer";
}

interface WithheldPiece {
  readonly type: "withheld";
  readonly text: string;
  readonly verdict: "unclear" | "unsupported";
  readonly reason: string;
  /** Omitted if no reader may overrule the verdict. */
  readonly open?: OpenStatement;
}

/** Returns a sentence as withheld by its judgement. */
export function createWithheldPiece(judgement: Judgement): WithheldPiece {
  const verdict = judgement.verdict === "unsupported" ? "unsupported" : "unclear";
  return { type: "withheld", text: judgement.text, verdict, reason: getReasonText(judgement) };
}

/** Returns a text withheld for another reason, such as its position in the answer. */
export function withholdText(text: string, reason: string): WithheldPiece {
  return { type: "withheld", text, verdict: "unclear", reason };
}
