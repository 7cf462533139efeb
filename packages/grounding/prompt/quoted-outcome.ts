import { RESULT_CHARS } from "@plumbline/core/tool/fit-result.ts";
import type { Citation, ResearchOutcome } from "../research/outcome.ts";
import { numberedSentences } from "./numbered-sentences.ts";
import { fitLines } from "./quoted-lines.ts";

/** A page must not close the element its words stand in. */
const OWN_TAG = /<(\s*(?:\/\s*)?research_outcome)/gi;

/**
 * A research outcome as a model reads it: every quotable sentence on a line of its own behind its number, the
 * answer first, then the sources and what is uncertain. `first` is the number of its first sentence: a run's
 * outcomes count on. A quote has no line breaks (it is clean text), so a line that begins with a number is
 * one.
 */
export function quotedOutcome(
  outcome: ResearchOutcome,
  maxChars: number = RESULT_CHARS.byDefault,
  first = 1,
): string {
  const quotes = numberedSentences(outcome, first).map(({ number, text, citations: [source] }) => ({
    line: `[[${number}]] ${text} (source ${source + 1})`,
    source,
  }));
  const sourceLine = ({ title, domain }: Citation, index: number) =>
    `source ${index + 1}: ${title}, ${domain}`;
  const fitting = fitLines(quotes, maxChars, { outcome, sourceLine });
  const left =
    fitting.leftOut === 0 ? "" : `; ${fitting.leftOut} more were left out, ask a narrower question`;
  const lines = [...fitting.quotes, "Sources:", ...fitting.sources, ...fitting.notes];
  return [
    "<research_outcome>",
    `Sentences of a public search, word for word, each behind its number${left}.`,
    ...lines.map((line) => line.replace(OWN_TAG, "<_$1")),
    "</research_outcome>",
  ].join("\n");
}
