import { type Clause, readClauses } from "./clause-subjects.ts";
import { scoreWord } from "./cover.ts";
import { isLight } from "./light-words.ts";
import { isPastForm } from "./past-forms.ts";
import type { Source } from "./read-evidence.ts";
import type { ReadSentence } from "./read-sentence.ts";
import { maySameName, readNameWords } from "./subject.ts";

/** Words whose actions may be ascribed to their owner: "Intel's board appointed Tan". */
const ACTS_FOR_OWNER = new Set(
  (
    "board boards directors management team company group firm council committee government army navy forces troops police " +
    "party cabinet ministry office staff crew life career work works research rule reign term tenure presidency leadership " +
    "name surname birth birthday death childhood education headquarters subsidiary division unit city town village state " +
    "country kingdom republic county district province island university college school number majority members rest half part " +
    "studies study paper report survey review trial"
  ).split(" "),
);
const BE = new Set("is are was were be been being".split(" "));

/**
 * Returns whether a statement ascribes to its subject what the evidence says about another subject: what
 * Holt's producer did, what a film about Holt won, what happened to a law that Holt proposed, or what someone
 * did in a clause that only mentions Holt.
 * `meant` holds the words of the name that the statement's opening pronoun refers to.
 */
export function saidOfAnother(said: ReadSentence, source: Source, meant: readonly string[]): boolean {
  const clauses = readClauses(source.read);
  if (clauses.length === 0) return false;
  const ours = findSubject(said, source, meant);
  const others = clauses.filter((clause) => isAnother(ours, clause, source));
  if (others.length === 0) return false;
  const theirs = new Set(others.flatMap(({ deed }) => deed));
  return said.words.some((word) => {
    if (word.stop || isLight(word.stem) || ours.name.includes(word.word)) return false;
    if (ours.headStems.includes(word.stem)) return false;
    const places = source.read.words.filter(({ stem }) => stem === word.stem);
    return places.length > 0 && places.every((place) => theirs.has(place));
  });
}

interface StatementSubject {
  said: ReadSentence;
  /** The words of the name that the statement is about. */
  name: readonly string[];
  clause: Clause | undefined;
  /** The stems of its subject, or of its first word. */
  headStems: readonly string[];
}

function findSubject(said: ReadSentence, source: Source, meant: readonly string[]): StatementSubject {
  const [clause] = readClauses(said);
  const subject = source.subjectOf(said);
  const own = clause?.kind === "owned" ? listNameWords(clause) : subject.words;
  const head = clause?.head ?? said.words.filter(({ stop }) => !stop).slice(0, 1);
  return {
    said,
    clause,
    headStems: head.map(({ stem }) => stem),
    name: subject.kind === "pronoun" && clause?.kind !== "owned" ? meant : own,
  };
}

const listNameWords = ({ head }: Clause) =>
  head.filter(({ capital, stop }) => capital && !stop).map(({ word }) => word);

function isAnother(ours: StatementSubject, clause: Clause, source: Source): boolean {
  const name = listNameWords(clause);
  if (isSameAs(ours.name, name, source)) return false;
  if (clause.kind === "object")
    return !clause.head.some((word) => ours.name.includes(word.word) || scoreWord(word, [ours.said]) > 0);
  const isDeed = isSameDeed(ours, clause);
  if (clause.kind === "plain") {
    if (name.length === 0 || ours.name.length === 0) return isOfOtherClause(ours, clause, source);
    const own = ours.name.filter((word) => !name.includes(word));
    const isAside = clause.aside.some(({ word }) => own.includes(word));
    // A bare surname is that of the page's own subject unless it belongs to another person.
    const isThere = name.length === 1 || source.read.words.some(({ word }) => own.includes(word));
    const isRelative = ours.name.at(-1) === name.at(-1) && isThere;
    const isInDeed = clause.deed.some(({ word }) => ours.name.includes(word));
    return isAside || isRelative || (!isInDeed && isOfOtherClause(ours, clause, source));
  }
  if (clause.head.some(({ word }) => ACTS_FOR_OWNER.has(word))) return false;
  if (clause.kind === "about" && !clause.aside.some(({ word }) => ours.name.includes(word))) return false;
  if (isDeed && name.length > 0 && ours.clause?.kind === "plain" && ours.name.length > 0) return true;
  return !clause.head.some((word) => !word.capital && scoreWord(word, [ours.said]) > 0);
}

/**
 * Returns whether a clause has a subject that the statement lacks, and the statement has that of another
 * clause: "the hall shows drawings" of "the hall shows vases, while the cellar holds drawings".
 */
function isOfOtherClause({ said, headStems }: StatementSubject, { head }: Clause, { read }: Source): boolean {
  return (
    !said.content.has(head.at(-1)?.stem ?? "") &&
    !head.some(({ stem }) => headStems.includes(stem)) &&
    readClauses(read).some((other) => other.head.some(({ stem }) => headStems.includes(stem)))
  );
}

/** Returns whether a bare surname is that of the page's subject and not of a relative with the same name. */
function isSameAs(name: readonly string[], other: readonly string[], { subject, title }: Source): boolean {
  if (name.length === 0 || other.length === 0 || !maySameName(name, other)) return false;
  const [shorter, longer] = name.length < other.length ? [name, other] : [other, name];
  const [only] = shorter;
  if (shorter.length > 1 || longer.length < 2 || only === undefined) return true;
  return ![readNameWords(title.text), subject.words].some(
    (words) => words.includes(only) && words.length > 1 && !maySameName(words, longer),
  );
}

/** Returns whether both clauses describe the same action, in the active voice. */
function isSameDeed({ clause }: StatementSubject, { verb, deed }: Clause): boolean {
  if (clause === undefined || clause.verb.stem !== verb.stem || BE.has(verb.word)) return false;
  return isPastForm(verb.word) && deed[0] === verb;
}

/** Matches signs that a statement has two clauses itself. */
const OWN_JOINT =
  /[,;:()–—]|\b(?:which|who|whose|that|while|whereas|although|though|but|because|when|after|before)\b/;

/**
 * Returns whether a statement of one clause takes words from two clauses of the evidence that have different
 * subjects: "Karr developed the engine" of "Tamm developed the engine, although Karr holds the patent".
 */
export function joinsClauses(said: ReadSentence, source: ReadSentence): boolean {
  const clauses = readClauses(source);
  if (clauses.length < 2 || OWN_JOINT.test(said.text)) return false;
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
