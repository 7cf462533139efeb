import type { Question } from "../question/question.ts";
import { type JudgeOptions, judgeAnswer } from "./judge-answer.ts";
import { finderOf, mergeAnswers, mostQuoted } from "./merge-answers.ts";
import type { ResearchOutcome } from "./outcome.ts";
import type { BackendAnswer } from "./provider-chain.ts";

import { summarise } from "./summary.ts";

/**
 * Judges what one or two backends found, as one body of evidence. `provider_used` names the backend that gave most of the quotes
 * that are cited, in a refusal most of those found.
 */
export function judgeFound(
  question: Question,
  tried: ResearchOutcome,
  found: readonly [BackendAnswer, ...BackendAnswer[]],
  options: JudgeOptions,
): ResearchOutcome {
  const answer = mergeAnswers(found);
  const quoted = answer.hits.flatMap(({ backend, quotes }) => quotes.map(() => backend));
  const backend = mostQuoted(found, quoted);
  const outcome = judgeAnswer(question, tried, { backend, answer }, options);
  if (!outcome.ok) return outcome;
  const cited = outcome.citations.flatMap((citation) => finderOf(citation, answer.hits) ?? []);
  const provider_used = mostQuoted(found, cited);
  if (provider_used === outcome.provider_used) return outcome;
  return { ...outcome, provider_used, summary: summarise(outcome.citations, provider_used) };
}
