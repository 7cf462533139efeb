import { isAdverb } from "./light-words.ts";
import { isPastForm } from "./past-forms.ts";
import type { ReadSentence } from "./read-sentence.ts";
import type { ReadWord } from "./sentence-parts.ts";

/** A clause with the noun or name that is the subject of its verb. */
export interface Clause extends NounPhrase {
  verb: ReadWord;
  /** From its verb to its end. */
  deed: ReadWord[];
}

interface NounPhrase {
  /** The subject, with other names for it: "producer" in "Holt's producer stole …". */
  head: ReadWord[];
  /** Words before its verb that only describe the head, such as "Holt" in "Holt's producer". */
  aside: ReadWord[];
  /**
   * `owned`: the head belongs to someone, as in "Holt's producer". `about`: a phrase describes the head.
   * `object`: what the verb before was done to, as in "proposed a law, which was rejected".
   */
  kind: "owned" | "about" | "object" | "plain";
}

const OWNERS = new Set("his her its their whose".split(" "));
const DETERMINERS = new Set("a an the one some both two three several many another this that".split(" "));
const AUXILIARY = new Set(
  "is are was were has have had will would does did can could may might should must".split(" "),
);
const PREPOSITIONS = new Set(
  "of about by on in at with to from for against after before under over near during between since until as into behind".split(
    " ",
  ),
);
const JOINTS = new Set(
  "and but or while whereas although though because when before after that said if as where".split(" "),
);
const RELATIVE = /^(?:who|which|whose)$/;
const MARK = /[,;:()–—]/;
/** Stands for a joint in the mark before a part. */
const JOINT = "&";

/** The words between two marks or joints. */
interface Part {
  /** The text between the previous part and this one. */
  mark: string;
  words: readonly ReadWord[];
}

const known = new WeakMap<ReadSentence, readonly Clause[]>();

/** Returns the clauses with an unambiguous subject. */
export function readClauses(sentence: ReadSentence): readonly Clause[] {
  const clauses = known.get(sentence) ?? findClauses(splitParts(sentence));
  known.set(sentence, clauses);
  return clauses;
}

/** Splits a sentence at its marks, and at each joint that another clause follows. */
function splitParts({ words, text }: ReadSentence): Part[] {
  const parts: Part[] = [];
  let rest = words;
  let mark = "";
  while (rest.length > 0) {
    const isMarked = (word: ReadWord, at: number) => MARK.test(readGap(text, rest[at - 1], word));
    const end = rest.findIndex((word, at) => at > 0 && isMarked(word, at));
    const own = end < 0 ? rest : rest.slice(0, end);
    const verb = findVerb({ mark, words: own });
    const joint = own.findIndex(
      ({ word }, at) =>
        JOINTS.has(word) &&
        (at === 0 || (verb >= 0 && at > verb)) &&
        // "Though his deputy, Milla Fonte, voted": commas may part a subject from its verb.
        opensClause(at === 0 && !/^(?:and|or)$/.test(word) ? rest.slice(1) : own.slice(at + 1)),
    );
    const from = joint === 0 ? 0 : joint + 1;
    if (joint !== 0) parts.push({ mark, words: joint < 0 ? own : own.slice(0, from) });
    const next = joint < 0 ? own.length : joint + 1;
    mark = joint < 0 ? readGap(text, own.at(-1), rest[next]) : `${JOINT}${mark}`;
    rest = rest.slice(next);
  }
  return parts;
}

const readGap = (text: string, one: ReadWord | undefined, other: ReadWord | undefined) =>
  text.slice(one?.end ?? 0, other?.start);

/** Returns whether a noun phrase or a pronoun with a verb after it starts here. */
function opensClause(words: readonly ReadWord[]): boolean {
  const verb = findVerb({ mark: "", words });
  return verb > 0 && (isPronoun(words[0]) || readNounPhrase(words.slice(0, verb)) !== undefined);
}

const isPronoun = (word: ReadWord | undefined) => /^(?:he|she|they|it)$/.test(word?.word ?? "");

function findClauses(parts: readonly Part[]): Clause[] {
  const reader = new ClauseReader();
  for (const [at, part] of parts.entries())
    if (at === 0) reader.readOpening(skipOpening(part));
    else reader.read(part);
  return reader.clauses;
}

class ClauseReader {
  readonly clauses: Clause[] = [];
  /** The main subject, and its clause after its verb was found. */
  #subject: NounPhrase | undefined;
  #main: Clause | undefined;
  /** The words of the last part that is no relative clause. */
  #before: readonly ReadWord[] = [];

  readOpening(part: Part): void {
    this.read(part);
    // "After his wife died, …": another subject follows the comma.
    if (part.mark.startsWith(JOINT)) this.#main = this.#subject = undefined;
  }

  read(part: Part): void {
    const { mark, words } = part;
    const isRelative = RELATIVE.test(words[0]?.word ?? "") && mark.includes(",");
    if (isRelative) this.#readRelative(part);
    else if (/[;:&]/.test(mark)) this.#readMain(part);
    else if (this.#main !== undefined) this.#main.deed.push(...words);
    else if (this.#subject === undefined) this.#readMain(part);
    else if (findVerb(part) === 0) this.#main = this.#add(words, this.#subject);
    else describe(this.#subject, words);
    if (!isRelative) this.#before = words;
  }

  #readMain(part: Part): void {
    const { mark, words } = part;
    const verb = findVerb(part);
    const last = this.clauses.at(-1);
    // "Her assistant falsified data; he was dismissed": "he" is the previous subject.
    if (isPronoun(words[0])) this.#subject = last?.kind === "owned" && /[;,]/.test(mark) ? last : undefined;
    else this.#subject = readNounPhrase(verb < 0 ? words : words.slice(0, verb));
    this.#main = verb < 0 ? undefined : this.#add(words.slice(verb), this.#subject);
  }

  /** Reads the clause after "who" or "which", or the one after "whose" and its own subject. */
  #readRelative(part: Part): void {
    const { words } = part;
    const [pronoun] = words;
    const verb = findVerb(part);
    const isPending = this.#main === undefined && this.#subject !== undefined;
    if (isPending) this.#subject?.aside.push(...words);
    const about = (isPending && this.#subject) || readAntecedent(this.#before, pronoun?.word !== "which");
    const owned = pronoun?.word === "whose" && verb > 1 ? readNounPhrase(words.slice(1, verb)) : undefined;
    if (owned !== undefined) this.#add(words.slice(verb), { ...owned, aside: about.head, kind: "owned" });
    else if (verb < 2) this.#add(words.slice(1), { ...about, aside: [] });
  }

  #add(deed: readonly ReadWord[], phrase: NounPhrase | undefined): Clause | undefined {
    const [verb] = deed;
    if (phrase === undefined || verb === undefined) return undefined;
    const clause = { ...phrase, verb, deed: [...deed] };
    this.clauses.push(clause);
    return clause;
  }
}

/** Removes an opening date or place: "In 2016 her assistant …". */
function skipOpening(part: Part): Part {
  if (!PREPOSITIONS.has(part.words[0]?.word ?? "")) return part;
  const next = part.words.findIndex(({ word }, place) => place > 0 && !/^\d/.test(word));
  return next > 1 ? { ...part, words: part.words.slice(next) } : part;
}

/** Adds another name for a subject, ", the director Bo Krag,", or words that describe it. */
function describe({ head, aside }: NounPhrase, words: readonly ReadWord[]): void {
  const first = words[0]?.word ?? "";
  const isAside = PREPOSITIONS.has(first) || /^not$|ing$/.test(first) || isPastForm(first);
  const until = isAside ? 0 : words.findIndex(({ word }) => PREPOSITIONS.has(word));
  for (const [at, word] of words.entries())
    if (!word.stop) (until < 0 || at < until ? head : aside).push(word);
}

/** Maximum number of words for the thing that a relative clause is about. */
const MAX_ANTECEDENT_WORDS = 3;

/** Returns what a relative clause is about: the name right before it, or otherwise the last nouns. */
function readAntecedent(before: readonly ReadWord[], isPerson: boolean): NounPhrase {
  const name = before.slice(before.findLastIndex(({ capital }) => !capital) + 1);
  const verb = before.findLastIndex(({ word, capital }) => !capital && isPastForm(word));
  const nouns = before.slice(verb + 1).filter(({ stop }) => !stop);
  return {
    head: isPerson && name.length > 0 ? name : nouns.slice(-MAX_ANTECEDENT_WORDS),
    aside: [],
    kind: "object",
  };
}

/** Reads the words before a verb. Returns undefined if they are not a noun phrase and what describes it. */
function readNounPhrase(words: readonly ReadWord[]): NounPhrase | undefined {
  const [first] = words;
  if (first === undefined || isPronoun(first)) return undefined;
  const phrase: NounPhrase = { head: [], aside: [], kind: OWNERS.has(first.word) ? "owned" : "plain" };
  const from = OWNERS.has(first.word) || DETERMINERS.has(first.word) ? 1 : 0;
  const isInside = ({ capital, stop, word }: ReadWord, at: number) =>
    (capital && at > 0) || (!stop && !isAdverb(word) && (capital || !isPastForm(word)));
  const end = words.findIndex((word, at) => at >= from && !isInside(word, at));
  for (const word of words.slice(from, end < 0 ? undefined : end)) {
    phrase.head.push(word);
    if (!/['’]s?$/.test(word.raw)) continue;
    phrase.kind = "owned";
    phrase.aside.push(...phrase.head.splice(0));
  }
  if (phrase.head.length === 0) return undefined;
  const rest = end < 0 ? [] : words.slice(end).filter(({ word }) => !isAdverb(word));
  const [next] = rest;
  if (next === undefined) return phrase;
  if (/^(?:and|or)$/.test(next.word)) {
    const other = readNounPhrase(rest.slice(1));
    return (
      other && { ...phrase, head: [...phrase.head, ...other.head], aside: [...phrase.aside, ...other.aside] }
    );
  }
  if (!PREPOSITIONS.has(next.word) && !isPastForm(next.word)) return undefined;
  phrase.aside.push(...rest.filter(({ word }) => !PREPOSITIONS.has(word)));
  const isName = phrase.head.some(({ capital, start }) => capital && start > 0);
  return phrase.kind === "plain" && !isName ? { ...phrase, kind: "about" } : phrase;
}

/** Returns the position of the first verb of a part that has a tense, or -1. */
function findVerb({ words, mark }: Part): number {
  return words.findIndex(({ word, capital, stop }, at) => {
    if (capital) return false;
    if (AUXILIARY.has(word)) return true;
    if (stop) return false;
    if (isPastForm(word)) return !isReduced(words.slice(at + 1));
    // "Lives" and "owns", after a name or the comma behind what describes it.
    const next = words[at + 1]?.word ?? "";
    const isAfterFullName = words[at - 1]?.capital === true && words[at - 2]?.capital === true;
    const isAfterName =
      words[at - 1]?.capital === true && (isAfterFullName || !PREPOSITIONS.has(next)) && !AUXILIARY.has(next);
    return /[^s]s$/.test(word) && (isAfterName || (at === 0 && /[,)–—]/.test(mark)));
  });
}

/** Returns whether a verb follows a participle: "A street named after …", "a plant built by …". */
function isReduced(after: readonly ReadWord[]): boolean {
  // "May" may be the month.
  return PREPOSITIONS.has(after[0]?.word ?? "") && after.some(({ raw }) => AUXILIARY.has(raw));
}
