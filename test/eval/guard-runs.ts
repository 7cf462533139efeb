import type { GuardedPiece } from "@plumbline/grounding/guard";
import type { LabelledAnswer, LabelledSentence } from "./guard-sets.ts";
import { bearsSameFacts, type Guard, type GuardInput, guardOver } from "./product.ts";

/** One sentence with the guard's judgement of it. */
export interface GuardedSentence extends LabelledSentence {
  group: string;
  /** The lowest score of what is judged in it, in [0, 1]. */
  score: number;
  /** Its worst verdict. */
  verdict: "supported" | "exempt" | "unclear" | "unsupported";
  /** It leaves in the model's own words. */
  passes: boolean;
  /** It passes, or a quote stands in its place that holds every name, number and date of it. */
  kept: boolean;
}

export interface GuardedAnswer {
  id: string;
  group: string;
  sentences: readonly GuardedSentence[];
  /** Nothing that a citation supports was left of it. */
  emptied: boolean;
}

const WORST_FIRST = ["unsupported", "unclear", "exempt", "supported"] as const;

/** Judges answers as they would leave; a guard is prepared once for answers over the same evidence. */
export function guardAnswers(answers: readonly LabelledAnswer[]): GuardedAnswer[] {
  const guards = new Map<GuardInput, Guard>();
  return answers.map((answer) => {
    const guard = guards.get(answer.input) ?? guardOver(answer.input);
    guards.set(answer.input, guard);
    return guardAnswer(answer, guard);
  });
}

function guardAnswer({ id, group, sentences }: LabelledAnswer, guard: Guard): GuardedAnswer {
  const pieces = piecesOf(sentences, guard);
  const said = pieces.flat().filter((piece) => piece.type === "passed");
  const guarded = sentences.map((sentence, index): GuardedSentence => {
    const verified = guard.verify(sentence.written);
    const verdicts = verified.map(({ verdict }) => verdict);
    const own = pieces[index] ?? [];
    const passes = own.length > 0 && own.every(isOwnWords);
    return {
      ...sentence,
      group,
      score: Math.min(1, ...verified.map(({ score, verdict }) => (verdict === "exempt" ? 1 : score))),
      verdict: WORST_FIRST.find((verdict) => verdicts.includes(verdict)) ?? "exempt",
      passes,
      kept:
        passes ||
        isTaken(sentence, own) ||
        // No quote is said twice: one that stands in the answer already has taken its place.
        verified.some(({ nearest, quote = nearest }) =>
          said.some(
            (piece) => quote !== undefined && piece.text.includes(quote) && isTaken(sentence, [piece]),
          ),
        ),
    };
  });
  const left = said.filter(({ citations }) => citations.length > 0);
  return { id, group, sentences: guarded, emptied: left.length === 0 };
}

/** Returns whether quotes stand in for a sentence: together they hold every name, number and date of it. */
function isTaken({ written }: LabelledSentence, pieces: readonly GuardedPiece[]): boolean {
  const said = pieces.flatMap((piece) => (piece.type === "passed" ? [piece.text] : []));
  return said.length > 0 && bearsSameFacts(written, said.join(" "));
}

/** Returns the guard's pieces of each sentence. The guard gives them out when the next sentence has come. */
function piecesOf(sentences: readonly LabelledSentence[], guard: Guard): GuardedPiece[][] {
  const text = guard.text();
  const told = sentences.map(({ written }) => text.push(written));
  return [...told.slice(1), text.end()];
}

function isOwnWords(piece: GuardedPiece): boolean {
  return (
    piece.type === "passed" &&
    (piece.how === "verbatim" || piece.how === "paraphrase" || piece.how === "form")
  );
}
