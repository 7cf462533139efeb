import type { ShownSentence } from "../../reader/build-candidates.ts";
import {
  MAX_EVIDENCE,
  MAX_STATEMENTS,
  type OpenStatement,
  type SupportReading,
} from "../../reader/statement-reader.ts";
import { splitWords } from "../../text/tokens.ts";
import type { Evidence } from "../evidence.ts";
import type { EvidenceSentence } from "../evidence-sentences.ts";

/** Asks a reader whether the evidence supports statements. Returns undefined if there is no reader. */
export type AskSupport = (
  statements: readonly OpenStatement[],
  evidence: readonly ShownSentence[],
) => Promise<SupportReading | undefined>;

/**
 * Asks a reader once about all statements that the rules leave unclear. Returns the evidence with its choice,
 * by which everything is then judged again. Returns undefined if there was nothing to ask, or if the reader
 * found nothing supported or failed.
 */
export async function askReader(
  open: readonly OpenStatement[],
  evidence: Evidence,
  ask: AskSupport,
): Promise<Evidence | undefined> {
  const asked = [...new Map(open.map((one) => [one.text, one])).values()].slice(0, MAX_STATEMENTS);
  if (asked.length === 0 || evidence.sentences.length === 0) return undefined;
  const shown = selectNearest(asked, evidence.sentences);
  const reading = await ask(
    asked,
    shown.map(({ text, title, page }) => ({ text, title, url: page })),
  );
  if (!reading?.used || reading.restsOn.size === 0) return undefined;
  const restsOn = Array.from(
    reading.restsOn,
    ([index, numbers]) =>
      [asked[index]?.text ?? "", numbers.flatMap((number) => shown[number] ?? [])] as const,
  );
  return { ...evidence, restsOn: new Map(restsOn) };
}

/** Returns the sentences of the evidence that share the most words with any of the statements, in order. */
function selectNearest(
  statements: readonly OpenStatement[],
  sentences: readonly EvidenceSentence[],
): readonly EvidenceSentence[] {
  if (sentences.length <= MAX_EVIDENCE) return sentences;
  const asked = statements.map(({ text, about = "" }) => new Set(splitWords(`${about} ${text}`)));
  const shared = new Map(
    sentences.map((sentence) => {
      const words = [...new Set(splitWords(`${sentence.title} ${sentence.text}`))];
      return [sentence, Math.max(...asked.map((one) => words.filter((word) => one.has(word)).length))];
    }),
  );
  const order = sentences.toSorted((one, other) => (shared.get(other) ?? 0) - (shared.get(one) ?? 0));
  const kept = new Set(order.slice(0, MAX_EVIDENCE));
  return sentences.filter((sentence) => kept.has(sentence));
}
