import type { ResearchOutcome } from "../research/outcome.ts";
import { words } from "../text/tokens.ts";
import type { Evidence } from "./evidence.ts";
import { judgeSentence } from "./judge-sentence.ts";
import { proseSentences } from "./prose-sentences.ts";

/** What makes a statement of words; without it they are a name or a heading. */
const STATES = /(?<!\p{L})(?:is|are|was|were|has|had|did|does|will|\p{L}{2,}ed)(?!\p{L})/iu;

/**
 * The first sentence of a write's prose that stands in a source, but as a part of a longer one: a source bears all its words out and
 * not its sense. "He won" is in "He denied that he won", and what a page orders a model to write is in the order. The user's own words are
 * not torn out of anything.
 */
export function tornSentence(
  prose: unknown,
  outcomes: readonly ResearchOutcome[],
  said: readonly string[],
  evidence: Evidence,
): string | undefined {
  const texts = outcomes.flatMap(({ citations }) =>
    citations.flatMap(({ title, snippet }) => [title, snippet]),
  );
  const [sources, own] = [texts.map(wordsApart), said.map(wordsApart)];
  for (const sentence of proseSentences(prose)) {
    const told = wordsApart(sentence);
    const stands = (text: string) => text.includes(told);
    if (!STATES.test(sentence) || !sources.some(stands) || own.some(stands)) continue;
    const { verdict } = judgeSentence(sentence, evidence);
    if (verdict !== "supported" && verdict !== "exempt") return sentence;
  }
  return undefined;
}

/** With a space round each word, so that no part of one is found. */
function wordsApart(text: string): string {
  return ` ${words(text).join(" ")} `;
}
