import type {
  Reader,
  ReaderCandidate,
  ReaderChoice,
  ReaderPage,
  ReaderStatement,
  ReaderVerdict,
} from "@plumbline/grounding/reader";

/** Returns a reader's choices among the candidates. Anything but choices is a malformed answer. */
export type Script = (candidates: readonly ReaderCandidate[], question: string) => unknown;

/** Returns a reader that answers immediately from a script and reports fixed usage. */
export function scriptReader(id: string, script: Script): Reader {
  return {
    id,
    async select({ text }, candidates) {
      const usage = { calls: 1, inputTokens: 900, outputTokens: 200 };
      return { choices: script(candidates, text), usage };
    },
  };
}

/** Returns a script that says yes to the candidates that `isAnswer` accepts, and no to all others. */
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

/** Groups the pages about a name by person. Anything but groups of page numbers is a malformed answer. */
export type PersonScript = (pages: readonly ReaderPage[]) => unknown;

/** Returns a reader that also tells people apart, immediately and from a script. */
export function withPersons(reader: Reader, script: PersonScript): Reader {
  return {
    ...reader,
    async samePerson(_name, pages) {
      return { groups: script(pages), usage: { calls: 1, inputTokens: 400, outputTokens: 50 } };
    },
  };
}

/** Returns a script that groups the pages for which `personOf` returns the same value. Decoys stay alone. */
export function grouping(personOf: (page: ReaderPage) => string | number): PersonScript {
  return (pages) => {
    const groups = new Map<string, number[]>();
    for (const page of pages) {
      const key = page.url.includes(".example") ? `person ${personOf(page)}` : `decoy ${page.number}`;
      groups.set(key, [...(groups.get(key) ?? []), page.number]);
    }
    return [...groups.values()];
  };
}

/** Returns verdicts on the statements. Anything but verdicts is a malformed answer. */
export type SupportScript = (
  statements: readonly ReaderStatement[],
  evidence: readonly ReaderCandidate[],
) => unknown;

/**
 * Returns a reader that judges statements immediately from a script, chooses no sentence and reports fixed
 * usage.
 */
export function scriptSupport(id: string, script: SupportScript): Reader {
  return {
    ...scriptReader(id, sayNo),
    async support(statements, evidence) {
      const usage = { calls: 1, inputTokens: 700, outputTokens: 100 };
      return { verdicts: script(statements, evidence), usage };
    },
  };
}

/**
 * Returns a script that finds the statements accepted by `isTrue` supported by the sentences that share most
 * words with them, and says nothing about the others. Recognizes the decoys.
 */
export function supporting(isTrue: (statement: ReaderStatement) => boolean): SupportScript {
  return (statements, evidence) =>
    statements.map((statement): ReaderVerdict => {
      const { number } = statement;
      if (!isTrue(statement)) return { statement: number, verdict: "neither", evidence: [] };
      const words = new Set(statement.text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
      const shared = ({ text }: ReaderCandidate) =>
        (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => words.has(word)).length;
      const found = evidence.filter(({ url }) => url.includes(".example"));
      const nearest = found.toSorted((one, other) => shared(other) - shared(one)).slice(0, 2);
      const rests = nearest.filter((one) => shared(one) > 2).map((one) => one.number);
      return { statement: number, verdict: rests.length > 0 ? "supported" : "neither", evidence: rests };
    });
}
