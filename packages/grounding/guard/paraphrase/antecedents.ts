import { scoreWord } from "./cover.ts";
import { isLight } from "./light-words.ts";
import { isPastForm } from "./past-forms.ts";
import type { ReadSentence } from "./read-sentence.ts";

type Word = ReadSentence["words"][number];

/** A clause after a comma about what precedes it: "a law, which was rejected in 1924". */
interface RelativeClause {
  start: number;
  end: number;
  /** The words for the thing that the clause is about. */
  antecedent: readonly Word[];
}

const RELATIVE = /(?<=,\s)(?:who|which|whose)\s/g;
const CLAUSE_END = /[,;:()]|$/g;
/** Maximum number of content words before a clause to search for what the clause is about. */
const MAX_ANTECEDENT_WORDS = 3;
const IS = /^(?:is|are|was|were|has|have|had)$/;

/**
 * Returns whether the evidence makes a statement only in a relative clause about something else: "Vance was
 * rejected" of "Vance proposed a law, which was rejected". `meant` holds the words of the name that the
 * statement's pronoun refers to.
 */
export function refersToAntecedent(
  said: ReadSentence,
  source: ReadSentence,
  meant: readonly string[],
): boolean {
  return findRelativeClauses(source).some((clause) => {
    const isInside = ({ start }: { start: number }) => start >= clause.start && start < clause.end;
    const elsewhere = new Set(source.words.filter((word) => !isInside(word)).map(({ stem }) => stem));
    const only = source.words.filter(
      (word) => isInside(word) && isContent(word) && !elsewhere.has(word.stem),
    );
    const taken = only.some(({ stem }) => said.content.has(stem));
    return (
      taken && !clause.antecedent.some((word) => meant.includes(word.word) || scoreWord(word, [said]) > 0)
    );
  });
}

const isContent = ({ stop, capital, stem }: Word) => !stop && !capital && !isLight(stem);

function findRelativeClauses(source: ReadSentence): RelativeClause[] {
  if (!/, (?:who|which)/.test(source.text)) return [];
  return Array.from(source.text.matchAll(RELATIVE), ({ index: start, 0: word }): RelativeClause => {
    CLAUSE_END.lastIndex = start;
    const end = CLAUSE_END.exec(source.text)?.index ?? source.text.length;
    return { start, end, antecedent: antecedentOf(source, start, word.startsWith("who")) };
  }).filter(({ antecedent }) => antecedent.length > 0);
}

/** Returns the nearest name before a clause about a person, or otherwise the nearest words. */
function antecedentOf({ words, facts }: ReadSentence, before: number, isOfPerson: boolean): readonly Word[] {
  const ahead = words.filter(({ start }) => start < before);
  const verb = ahead.findLastIndex(({ word, capital }) => !capital && (isPastForm(word) || IS.test(word)));
  const all = ahead.filter(({ stop }) => !stop);
  const afterVerb = ahead.slice(verb + 1).filter(({ stop }) => !stop);
  const nearest = (afterVerb.length > 0 ? afterVerb : all).slice(-MAX_ANTECEDENT_WORDS);
  const [first] = nearest;
  const name = facts.names.findLast(({ end }) => first !== undefined && end <= before && end > first.start);
  if (!isOfPerson || name === undefined) return nearest;
  return words.filter(({ start, end }) => start >= name.end - name.written.length && end <= name.end);
}
