import { stemEnglish } from "../../lexicon/stems.ts";
import { SMALL_NUMBERS } from "../number-words.ts";
import { isAdverb, isDeterminer } from "./light-words.ts";
import { isParticiple, isPastForm } from "./past-forms.ts";
import type { ReadSentence } from "./read-sentence.ts";
import type { ReadWord } from "./sentence-parts.ts";
import { readNameWords, type Subject } from "./subject.ts";

/** The words of one name. */
export type Name = readonly string[];

/** A verb of a sentence, with who did it and what it was done to. */
export interface Action {
  verb: ReadWord;
  /** The stem of the verb. Verbs for taking someone's place have the same one. */
  stem: string;
  /** Index of the verb among the words of the sentence. */
  at: number;
  isPassive: boolean;
  /** True for a verb after "and" or "but" whose voice is known only from the verb before it. */
  isJoined: boolean;
  /** The words before the verb, back to the start of its clause. */
  ahead: readonly ReadWord[];
  /** The words after the verb, up to a preposition or the end of its clause. */
  object: readonly ReadWord[];
  /** The words right after that preposition. */
  beyond: readonly ReadWord[];
  /** The words after the "by" of a passive. Empty if there is no "by". */
  by: readonly ReadWord[];
}

const AUXILIARY = new Set("is are was were be been being get got has have had".split(" "));
const SUBJECT_PRONOUNS = new Set("he she they it".split(" "));
const PASSIVE = new Set("is are was were be been being get got".split(" "));
/** Words followed by a modifier of a noun rather than the subject of a verb. */
export const INSIDE = new Set(
  "of to for at in on with from by about against near under over between who which that whose where".split(
    " ",
  ),
);
/** Verbs for taking someone's place, also in a form other than the past: "succeeding Ballmer". */
const SUCCESSION = new Set(
  ["succeed", "succeeded", "replace", "replaced", "supplant", "follow", "followed"].map(stemEnglish),
);
export const SUCCEED = "succeed";
const TAKES = new Set("took takes taking".split(" "));
const JOINS = new Set(
  "and but or while whereas because although though until before after when that".split(" "),
);
/** Words after which a verb without a subject has that of the verb before it. */
const COORDINATORS = new Set("and but or then yet".split(" "));
/** Words between such a word and its verb. */
const BETWEEN = new Set("then later now also even still again soon".split(" "));
/** Verbs whose past has no form of its own. */
const UNCHANGED = new Set("beat cut hit hurt put quit read set shut".split(" "));
/** Words that belong to the verb before them: "took over Vela". */
const PARTICLES = new Set("over up out down off".split(" "));
const MARK = /[;:,()–—]/;

const known = new WeakMap<ReadSentence, readonly Action[]>();

/**
 * Returns the actions of a sentence, in order. Each is a verb in a past form, one with its object right after
 * it, or one for succession.
 */
export function readActions(sentence: ReadSentence): readonly Action[] {
  const before = known.get(sentence);
  if (before !== undefined) return before;
  const actions = findActions(sentence);
  known.set(sentence, actions);
  return actions;
}

function findActions(sentence: ReadSentence): Action[] {
  const { words } = sentence;
  const actions: Action[] = [];
  for (const [at, verb] of words.entries()) {
    const stem = stemOfVerb(at, sentence);
    if (stem === undefined) continue;
    const from = findClauseStart(at, sentence);
    const own = words.slice(from, at);
    // "Was designed by … and opened".
    const shared = sharesSubject(at, from, words) ? actions.at(-1) : undefined;
    const hasVoice = own.some(({ word }) => AUXILIARY.has(word)) || opensNounPhrase(words[at + 1]);
    const isJoined = shared !== undefined && !hasVoice;
    const isPassive =
      isPastForm(verb.word) &&
      (isJoined
        ? shared.isPassive
        : own.slice(-2).some(({ word }) => PASSIVE.has(word)) || isReduced(at, words));
    const by = isPassive ? readAgentPhrase(at, sentence) : [];
    const ahead = shared?.ahead ?? own;
    actions.push({ verb, stem, at, isPassive, isJoined, ahead, by, ...readObject(at, sentence) });
  }
  return actions;
}

/** Returns the stem of a word if it is the verb of an action. */
function stemOfVerb(at: number, sentence: ReadSentence): string | undefined {
  const { words, facts } = sentence;
  const verb = words[at];
  if (verb === undefined || verb.stop || verb.capital) return undefined;
  const isName = facts.names.some(
    ({ written, end }) => verb.start >= end - written.length && verb.end <= end,
  );
  if (isName) return undefined;
  const isTakeover = TAKES.has(verb.word) && words[at + 1]?.word === "over" && words[at + 2]?.word === "from";
  if (SUCCESSION.has(verb.stem) || isTakeover) return SUCCEED;
  const before = words[at - 1];
  // "Harbour City beat Linden United".
  const isSameAsBase = UNCHANGED.has(verb.word) && before?.capital === true && !before.stop;
  return isPastForm(verb.word) || isSameAsBase || isPresentForm(at, sentence) ? verb.stem : undefined;
}

/** Returns whether a word is a verb with its object after it: "stars Bo Keller", "while sparing the hall". */
function isPresentForm(at: number, sentence: ReadSentence): boolean {
  const { words } = sentence;
  const before = words[at - 1];
  const verb = words[at]?.word ?? "";
  if (before === undefined || !/ing$|[^s]s$/.test(verb)) return false;
  // "And now belongs to".
  const isAfterAdverb = BETWEEN.has(before.word);
  if (!isAfterAdverb && !opensNounPhrase(words[at + 1])) return false;
  if (isAfterAdverb || JOINS.has(before.word)) return true;
  const isAfterPronoun = SUBJECT_PRONOUNS.has(before.word) || /^(?:who|which)$/.test(before.word);
  if (verb.endsWith("ing") || (before.stop && !isAfterPronoun)) return false;
  // A clause has one verb, so "patients" is not a verb in "treats 400 patients a day".
  const from = findClauseStart(at, sentence);
  return words
    .slice(from, at)
    .every(({ word }, place) => !AUXILIARY.has(word) && stemOfVerb(from + place, sentence) === undefined);
}

function opensNounPhrase(word: ReadWord | undefined): boolean {
  if (word === undefined) return false;
  return word.capital || isDeterminer(word.word) || SMALL_NUMBERS.has(word.word) || /^\d/.test(word.word);
}

/** Returns whether a verb has no subject between a word such as "and" and itself. */
function sharesSubject(at: number, clauseStart: number, words: readonly ReadWord[]): boolean {
  const isBetween = ({ word }: ReadWord) =>
    COORDINATORS.has(word) || BETWEEN.has(word) || AUXILIARY.has(word) || isAdverb(word);
  const from = words.slice(0, at).findLastIndex((word) => !isBetween(word)) + 1;
  return from <= clauseStart && words.slice(from, at).some(({ word }) => COORDINATORS.has(word));
}

function findClauseStart(at: number, { words, text }: ReadSentence): number {
  let from = at;
  while (from > 0 && !isJoint(text.slice(words[from - 1]?.end, words[from]?.start), words[from - 1]))
    from -= 1;
  return from;
}

function isJoint(between: string, word: ReadWord | undefined): boolean {
  return MARK.test(between) || (word !== undefined && JOINS.has(word.word));
}

/** Returns whether a verb is a passive without its auxiliary: "a play staged by Vall", "written in Rust". */
function isReduced(at: number, words: readonly ReadWord[]): boolean {
  const next = words[at + 1]?.word ?? "";
  return (
    /^(?:by|under)$/.test(next) ||
    (isParticiple(words[at]?.word ?? "") && /^(?:in|on|at|for|from)$/.test(next))
  );
}

/** Returns the object of a verb, and the words after the preposition there. */
function readObject(at: number, { words, text }: ReadSentence): Pick<Action, "object" | "beyond"> {
  let from = at + 1;
  while (PARTICLES.has(words[from]?.word ?? "")) from += 1;
  let end = from;
  while (end < words.length && !isJoint(text.slice(words[end - 1]?.end, words[end]?.start), words[end - 1]))
    end += 1;
  const own = words.slice(from, end);
  const until = own.findIndex(({ word }) => INSIDE.has(word));
  return until < 0
    ? { object: own, beyond: [] }
    : { object: own.slice(0, until), beyond: own.slice(until + 1, until + 5) };
}

/** Prepositions after an agent: "captured by the duke from the fleet", "painted by Maas for the banker". */
const BEYOND_AGENT = new Set("from for to against after".split(" "));

/**
 * Returns the words after a verb's "by", up to the next verb or one of these prepositions: "founded in Aarhus
 * in 1952 by …".
 */
function readAgentPhrase(at: number, sentence: ReadSentence): readonly ReadWord[] {
  const { words } = sentence;
  const behind = words.slice(at + 1, at + 9);
  const by = behind.findIndex(({ word }) => word === "by");
  if (by < 0 || (by > 2 && behind.slice(0, by).some(({ word, capital }) => !capital && isPastForm(word))))
    return [];
  const from = at + by + 2;
  const agent = words.slice(from, from + 7);
  const next = agent.findIndex(
    ({ word }, place) =>
      AUXILIARY.has(word) || BEYOND_AGENT.has(word) || stemOfVerb(from + place, sentence) !== undefined,
  );
  return next < 0 ? agent : agent.slice(0, next);
}

/** Returns the words before a verb, without its auxiliaries and adverbs. */
export function listWordsBefore({ ahead }: Action): readonly ReadWord[] {
  return ahead.filter(({ word }) => !AUXILIARY.has(word) && !isAdverb(word));
}

const OBJECT_PRONOUNS = new Set("him her them it".split(" "));

/** The names of those who did something and of those who it was done to. */
export interface Roles {
  agents: readonly Name[];
  patients: readonly Name[];
}

/** Returns whether nothing shows a verb's voice: "was passed in 2017 and came into force". */
export function hasUnclearVoice({ isPassive, isJoined, by }: Action): boolean {
  return isPassive && isJoined && by.length === 0;
}

/** Returns the names in the roles of an action. A pronoun stands for the subject of the sentence. */
export function readRoles(action: Action, sentence: ReadSentence, subject: Subject): Roles {
  const { ahead, object, beyond, by, isPassive } = action;
  const subjects = listSubjects(action, sentence, subject);
  if (hasUnclearVoice(action)) return { agents: subjects, patients: subjects };
  if (isPassive) return { agents: listNames(by, sentence), patients: subjects };
  if (ahead[0]?.word === "who" && object.some(({ word }) => OBJECT_PRONOUNS.has(word)))
    return { agents: subjects, patients: [subject.words] };
  return { agents: subjects, patients: listNames(object.length > 0 ? object : beyond, sentence) };
}

/** Returns the names before a verb in its clause, or the one that a pronoun there stands for. */
function listSubjects({ ahead, at }: Action, sentence: ReadSentence, subject: Subject): readonly Name[] {
  const stated = listNames(ahead, sentence);
  if (stated.length > 0) return stated;
  if (ahead.some(({ word }) => SUBJECT_PRONOUNS.has(word))) return [subject.words];
  return ahead[0]?.word === "who" ? listNames(sentence.words.slice(0, at), sentence).slice(-1) : [];
}

/** Returns the names among some words, and the capitalised word that opens the sentence. */
export function listNames(words: readonly ReadWord[], { facts }: ReadSentence): Name[] {
  const found = facts.names
    .filter(({ written, end }) => words.some(({ start }) => start >= end - written.length && start < end))
    .map(({ written }) => readNameWords(written));
  const [first] = words;
  const isOpener = found.length === 0 && first?.start === 0 && first.capital && !first.stop;
  return isOpener ? [[first.word]] : found;
}
