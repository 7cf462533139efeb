import { isOrder, speaksToReader } from "../lexicon/orders.ts";
import { parseQuestion } from "../question/parse-question.ts";
import type { ResearchOutcome } from "../research/outcome.ts";

type Finder = (sentence: string) => boolean;

const finders = new WeakMap<object, Finder>();

/**
 * What tells which sentences of an outcome's pages state nothing of the world, though they stand there word
 * for word: orders and addresses, and where a person was asked about also requests to the reader. How
 * something is done is told by requests.
 */
export function orderFinder(outcome: Pick<ResearchOutcome, "query">): Finder {
  const known = finders.get(outcome);
  if (known !== undefined) return known;
  const judged = new Map<string, boolean>();
  let isFound: Finder | undefined;
  const finder: Finder = (sentence) => {
    isFound ??= asksOfSomebody(outcome.query) ? (one) => speaksToReader(one) : (one) => isOrder(one);
    const found = judged.get(sentence) ?? isFound(sentence);
    judged.set(sentence, found);
    return found;
  };
  finders.set(outcome, finder);
  return finder;
}

function asksOfSomebody(query: string): boolean {
  return parseQuestion({ prompt: query }).subjects.length > 0;
}
