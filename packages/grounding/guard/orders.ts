import { isOrder, speaksToReader } from "../lexicon/orders.ts";
import { parseQuestion } from "../question/parse-question.ts";
import type { ResearchOutcome } from "../research/outcome.ts";

type Finder = (sentence: string) => boolean;

const finders = new WeakMap<object, Finder>();

/**
 * Returns a function that finds the sentences of an outcome's pages that state nothing about the world, even
 * if they are verbatim there: orders, and sentences with a web or mail address. If the question was about a
 * person, they include everything that addresses the reader. Instructions for use do that as well, so it
 * counts only for people.
 */
export function createOrderFinder(outcome: Pick<ResearchOutcome, "query">): Finder {
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
