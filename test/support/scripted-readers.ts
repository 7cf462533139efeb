import type { Reader, ReaderCandidate, ReaderChoice } from "@plumbline/grounding/reader";

/** Says something of the candidates; anything else than choices is a malformed answer. */
export type Script = (candidates: readonly ReaderCandidate[], question: string) => unknown;

/** Makes a reader that answers at once by a script and reports fixed usage. */
export function scriptReader(id: string, script: Script): Reader {
  return {
    id,
    async select({ text }, candidates) {
      const usage = { calls: 1, inputTokens: 900, outputTokens: 200 };
      return { choices: script(candidates, text), usage };
    },
  };
}

/** Says yes to the candidates that `isAnswer` holds for, and no to all others. */
export function choosing(isAnswer: (candidate: ReaderCandidate) => boolean): Script {
  return (candidates) =>
    candidates.map((candidate): ReaderChoice => {
      const { number, text } = candidate;
      return isAnswer(candidate)
        ? { number, answers: "yes", span: text, about: "asked" }
        : { number, answers: "no", span: "", about: "unknown" };
    });
}

export const sayYes: Script = choosing(() => true);
export const sayNo: Script = choosing(() => false);
