import { type Clause, readClauses } from "./clause-subjects.ts";
import type { ReadSentence } from "./read-sentence.ts";

/** Matches signs that a statement has two clauses itself. */
const JOINT =
  /[,;:()–—]|\b(?:which|who|whose|that|while|whereas|although|though|but|because|when|after|before)\b/;

/**
 * Returns whether a statement of one clause takes words from two clauses of the evidence that have different
 * subjects: "Karr developed the engine" of "Tamm developed the engine, although Karr holds the patent".
 */
export function joinsClauses(said: ReadSentence, source: ReadSentence): boolean {
  const clauses = readClauses(source);
  if (clauses.length < 2 || JOINT.test(said.text)) return false;
  const subjects = [...new Set(clauses.map(({ head }) => head))];
  if (subjects.length < 2) return false;
  const stems = subjects.map(
    (subject) => new Set(clauses.filter(({ head }) => head === subject).flatMap(listStems)),
  );
  const homes = new Set<number>();
  for (const stem of said.content.keys()) {
    const [home, ...others] = stems.flatMap((held, at) => (held.has(stem) ? [at] : []));
    if (home !== undefined && others.length === 0) homes.add(home);
  }
  return homes.size > 1;
}

const listStems = ({ head, aside, deed }: Clause) =>
  [...head, ...aside, ...deed].flatMap(({ stop, stem }) => (stop ? [] : [stem]));
