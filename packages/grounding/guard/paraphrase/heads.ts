import { scoreWord } from "./cover.ts";
import { isAdverb } from "./light-words.ts";
import { isPastForm } from "./past-forms.ts";
import type { ReadSentence } from "./read-sentence.ts";
import { areSynonyms } from "./replaced.ts";
import type { ReadWord } from "./sentence-parts.ts";

const AUXILIARY = new Set("is are was were be been being get got has have had".split(" "));
const PASSIVE = new Set("is are was were be been being get got".split(" "));
/** Words followed by a modifier of a noun rather than the subject of a verb. */
const INSIDE = new Set(
  "of to for at in on with from by about against near under over between who which that whose where".split(
    " ",
  ),
);
/** Words for a thing of any kind, which may stand for its name. */
const KINDS = new Set(
  (
    "company firm group band team club organization organisation institution museum university school college hospital " +
    "study paper report trial survey author researcher book novel film movie album song series show play game city town " +
    "village country state region people person man woman men women scientist writer artist product device machine drug " +
    "medicine law act agency court bridge building ship island one two both"
  ).split(" "),
);

interface Deed {
  stem: string;
  isPassive: boolean;
  /** The words before it in its clause, back to the joint at the clause's start. */
  ahead: readonly ReadWord[];
  /**
   * The words after it, up to a preposition or the end of its clause. `beyond` is the words right after
   * those.
   */
  object: readonly ReadWord[];
  beyond: readonly ReadWord[];
  /** The words right after "by" in a passive. Empty if there is no "by". */
  by: readonly ReadWord[];
}

/**
 * Returns whether an action of the statement has another agent or object than the same action in the
 * evidence, by the noun that belongs to the verb.
 */
export function headDiffers(said: ReadSentence, source: ReadSentence): boolean {
  const theirs = deedsOf(source);
  return deedsOf(said).some((ours) => {
    if (didAnother(ours, theirs, source)) return true;
    const [known, ...others] = theirs.filter(({ stem }) => stem === ours.stem);
    if (known === undefined || others.length > 0) return false;
    if (ours.by.length > 0 && !sharesWord(ours.by, [...known.by, ...known.ahead])) return true;
    if (ours.isPassive !== known.isPassive) return known.isPassive && !isDoneBy(ours, known, source);
    return nameDiffers(ours, known) || nounDiffers(known, said) || objectDiffers(ours, known, said);
  });
}

/**
 * Returns whether the evidence has the agent only after the "by" of another action and no word for this one.
 * A person who filmed a novel did not write it.
 */
function didAnother(ours: Deed, theirs: readonly Deed[], { content, words }: ReadSentence): boolean {
  const doer = (ours.isPassive ? ours.by : ours.ahead).filter(({ stop, capital }) => !stop && capital);
  if (doer.length === 0 || content.has(ours.stem)) return false;
  const other = theirs.find(({ by }) => sharesWord(doer, by));
  if (other === undefined || areSynonyms(ours.stem, other.stem)) return false;
  const last = doer.at(-1)?.stem;
  return words.filter(({ stem }) => stem === last).length === 1;
}

/**
 * Returns whether the agent of an active verb is after "by" in the evidence. Without a "by" there, an agent
 * that the sentence names for something else did not do it.
 */
function isDoneBy(ours: Deed, known: Deed, { words }: ReadSentence): boolean {
  const doer = ours.ahead.filter(({ stop }) => !stop);
  if (doer.length === 0) return true;
  if (known.by.length > 0) return sharesWord(doer, known.by);
  return sharesWord(doer, known.ahead) || !sharesWord(doer, words);
}

function sharesWord(ours: readonly ReadWord[], theirs: readonly ReadWord[]): boolean {
  return ours.some(({ stem, stop }) => !stop && theirs.some((other) => other.stem === stem));
}

/** Returns whether both verbs have a name right before them, and neither is a part of the other. */
function nameDiffers(ours: Deed, known: Deed): boolean {
  const [one, other] = [nameBefore(ours), nameBefore(known)];
  if (one.length === 0 || other.length === 0) return false;
  const lacks = (name: readonly string[], from: readonly string[]) =>
    from.some((word) => !name.includes(word));
  return lacks(one, other) && lacks(other, one);
}

/** Returns the capitalised words right before a verb, skipping auxiliaries and adverbs. */
function nameBefore({ ahead }: Deed): string[] {
  const before = ahead.filter(({ word }) => !AUXILIARY.has(word) && !isAdverb(word));
  const run: string[] = [];
  for (const { word, capital, stop } of before.toReversed()) {
    if (!capital || stop) break;
    run.push(word);
  }
  return run;
}

/**
 * Returns whether the evidence says it about a noun that the statement lacks: "a bill on the act was
 * rejected".
 */
function nounDiffers({ ahead }: Deed, said: ReadSentence): boolean {
  const until = ahead.findIndex(({ word }, at) => at > 0 && INSIDE.has(word));
  if (until < 0) return false;
  const head = ahead.slice(0, until).filter(({ stop, word }) => !stop && !isAdverb(word));
  const noun = head.at(-1);
  if (noun === undefined || head.some(({ capital, start }) => capital && start > 0)) return false;
  if (/^\d/.test(noun.word) || KINDS.has(noun.word) || isPastForm(noun.word)) return false;
  const read = said.content.get(noun.stem);
  return read === undefined && scoreWord(noun, [said]) === 0;
}

/** Words for a part or a form of a thing, which may stand for it. */
const PARTS = new Set(
  "version copy edition form kind type sort series number set piece part half most".split(" "),
);

/**
 * Returns whether the object is something that the statement lacks: "rejected the act" of "rejected a bill on
 * the act".
 */
function objectDiffers(ours: Deed, { object, beyond }: Deed, said: ReadSentence): boolean {
  const noun = object.findLast(({ stop, word }) => !stop && !isAdverb(word));
  if (noun === undefined || noun.capital || /^\d/.test(noun.word) || isPastForm(noun.word)) return false;
  if (KINDS.has(noun.word) || PARTS.has(noun.word) || scoreWord(noun, [said]) > 0) return false;
  return sharesWord(ours.object, beyond);
}

/** Returns the verbs in a past form, each with the words before it in its clause. */
function deedsOf({ words, text, facts }: ReadSentence): Deed[] {
  let before: Deed | undefined;
  return words.flatMap((verb, at): Deed[] => {
    const isName = facts.names.some(
      ({ written, end }) => verb.start >= end - written.length && verb.end <= end,
    );
    if (verb.stop || verb.capital || isName || !isPastForm(verb.word)) return [];
    let from = at;
    while (from > 0 && !isJoint(text.slice(words[from - 1]?.end, words[from]?.start), words[from - 1]))
      from -= 1;
    const own = words.slice(from, at);
    // "Was designed by … and opened": a verb after "and" shares subject and voice with the one before it.
    const shares = own.length === 0 && words[at - 1]?.word === "and" ? before : undefined;
    const ahead = shares?.ahead ?? own;
    const isPassive = shares?.isPassive ?? own.slice(-2).some(({ word }) => PASSIVE.has(word));
    const by = isPassive ? byBehind(at, words) : -1;
    const doer = by > 0 ? untilVerb(words.slice(by + 1, by + 8)) : [];
    before = { stem: verb.stem, isPassive, ahead, by: doer, ...objectBehind(at, { words, text }) };
    return [before];
  });
}

/** Returns the object of a verb, and the words after the preposition there. */
function objectBehind(
  at: number,
  { words, text }: Pick<ReadSentence, "words" | "text">,
): Pick<Deed, "object" | "beyond"> {
  let end = at + 1;
  while (end < words.length && !isJoint(text.slice(words[end - 1]?.end, words[end]?.start), words[end - 1]))
    end += 1;
  const own = words.slice(at + 1, end);
  const until = own.findIndex(({ word }) => INSIDE.has(word));
  return until < 0
    ? { object: own, beyond: [] }
    : { object: own.slice(0, until), beyond: own.slice(until + 1, until + 5) };
}

/** Returns the words up to the next action, which has another agent: "By Otto Brandt and opened by …". */
function untilVerb(words: readonly ReadWord[]): readonly ReadWord[] {
  const verb = words.findIndex(({ word, capital, stop }) => !capital && !stop && isPastForm(word));
  return verb < 0 ? words : words.slice(0, verb);
}

/** Returns the position of a verb's "by", or -1: "founded in Aarhus in 1952 by …". */
function byBehind(at: number, words: readonly ReadWord[]): number {
  const behind = words.slice(at + 1, at + 9);
  const by = behind.findIndex(({ word }) => word === "by");
  const isOwn =
    by >= 0 && (by < 3 || !behind.slice(0, by).some(({ word, capital }) => !capital && isPastForm(word)));
  return isOwn ? at + 1 + by : -1;
}

const JOINS = new Set(
  "and but or while whereas because although though until before after when that".split(" "),
);

function isJoint(between: string, word: ReadWord | undefined): boolean {
  return /[;:,()–—]/.test(between) || (word !== undefined && JOINS.has(word.word));
}
