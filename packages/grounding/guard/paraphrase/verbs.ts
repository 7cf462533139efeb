import { isAdverb } from "./light-words.ts";
import { NUMBER, type ReadWord, type Tokens } from "./tokens.ts";
import { isBaseForm, isPastVerb, isPresentForm, isSaying } from "./verb-forms.ts";
import { AUXILIARIES, BE, DETERMINERS, PASSIVES, PERSONAL, PREPOSITIONS } from "./word-classes.ts";

/** Where a verb and its auxiliaries stand. */
export interface VerbGroup {
  from: number;
  at: number;
  /** A form of "be" with a noun or an adjective behind it. */
  isCopula: boolean;
  isPassive: boolean;
}

/** The reading of what stands before the part whose verb is sought. */
interface Before {
  /** A noun phrase waits for its verb. */
  isPending: boolean;
  /** The clause before it only describes something. */
  isRelative: boolean;
  isPassive: boolean;
  /** The verb of the clause before it; empty without one. */
  verb: string;
}

/**
 * The verb of a part of a sentence: one behind an auxiliary, else a past form, else what looks like a
 * present.
 */
export function findVerb(tokens: Tokens, from: number, to: number, before: Before): VerbGroup | undefined {
  let past: VerbGroup | undefined;
  for (let at = from; at < to; at += 1) {
    const word = tokens.words[at];
    if (word === undefined) break;
    // "May" may be the month.
    if (AUXILIARIES.has(word.raw) || (at === from && AUXILIARIES.has(word.word))) {
      const isKept = past && (isSaying(tokens.wordAt(past.at)) || /^(?:having|being|been)$/.test(word.word));
      return isKept ? past : behindAuxiliary(tokens, at, to);
    }
    if (at === from && isGerund(tokens, at)) return plain(from, at);
    if (!isPast(tokens, at, from, before)) continue;
    past ??= {
      ...plain(at, at),
      isPassive: word.word === "born" || isReducedPassive(tokens, at, from, before),
    };
  }
  return past ?? findPresent(tokens, from, to, before);
}

const plain = (from: number, at: number): VerbGroup => ({ from, at, isCopula: false, isPassive: false });

/** ", succeeding Steve Ballmer": said of what the clause before is about. */
function isGerund(tokens: Tokens, at: number): boolean {
  const word = tokens.words[at];
  if (word === undefined || word.stop || word.capital) return false;
  return /[a-z]{2}ing$/.test(word.word) && /,/.test(tokens.gap(at));
}

function isPast(tokens: Tokens, at: number, from: number, { isPending }: Before): boolean {
  const [before, word] = [tokens.words[at - 1], tokens.words[at]];
  if (word === undefined || word.capital || word.word === "aged" || tokens.isName(word)) return false;
  const says = isSaying(word.word) && (at > from || isPending);
  if (!says && (word.stop || !isPastVerb(word.word))) return false;
  return at === from || !(DETERMINERS.has(before?.word ?? "") || PREPOSITIONS.has(before?.word ?? ""));
}

/** ", released in May 2022," and "Founded in 1974, …": a participle without its subject. */
function isReducedPassive(tokens: Tokens, at: number, from: number, before: Before): boolean {
  if (at !== from) return false;
  const next = tokens.wordAt(at + 1);
  // "Was designed by Brandt and opened by Holt" shares its voice too.
  if (/^(?:and|or)$/.test(tokens.wordAt(at - 1)) && before.isPassive)
    return PREPOSITIONS.has(next) || next === "";
  return /^(?:by|in|at|from)$/.test(next) && (at === 0 || tokens.hasMark(at));
}

const BETWEEN = /^(?:not|never|also|only|then|later|still|now|first|already|once|to)$/;

function behindAuxiliary(tokens: Tokens, from: number, to: number): VerbGroup {
  let at = from;
  let isBare = isModal(tokens.wordAt(from));
  for (let next = from + 1; next < to && !tokens.hasMark(next); next += 1) {
    const word = tokens.words[next];
    if (word === undefined) break;
    if (AUXILIARIES.has(word.word)) {
      at = next;
      isBare = false;
    } else if (isBare && DETERMINERS.has(word.word)) {
      // "Might one day compose".
      next += 1;
    } else if (BETWEEN.test(word.word) || isAdverb(word.word) || (isBare && word.stop))
      isBare ||= word.word === "to";
    else if (isVerbal(word, isBare)) {
      const isPassive = PASSIVES.has(tokens.wordAt(at)) && isPastVerb(word.word);
      return { from, at: next, isCopula: false, isPassive };
    } else break;
  }
  return { from, at, isCopula: BE.has(tokens.wordAt(at)), isPassive: false };
}

const isModal = (word: string) => !BE.has(word) && !/^(?:has|have|had)$/.test(word);

function isVerbal({ stop, capital, word }: ReadWord, isBare: boolean): boolean {
  return !stop && !capital && (isBare || isPastVerb(word) || /ing$/.test(word));
}

/** "Owns", "lives", "remain": what looks like a verb behind a noun, where a part has no other. */
function findPresent(tokens: Tokens, from: number, to: number, before: Before): VerbGroup | undefined {
  const joint = tokens.wordAt(from - 1);
  if (from > 0 && joint === "or") return undefined;
  const isJoined =
    /^(?:who|which|that)$/.test(joint) || (/^(?:and|but)$/.test(joint) && /(?:s|^)$/.test(before.verb));
  const place = { from, isJoined: from > 0 && isJoined };
  for (let at = from; at < to; at += 1)
    if (isOrder(tokens, at, from) || isPresent(tokens, at, place, before)) return plain(at, at);
  return undefined;
}

function isPresent(
  tokens: Tokens,
  at: number,
  { from, isJoined }: { from: number; isJoined: boolean },
  { isPending, isRelative }: Before,
): boolean {
  if (!mayBePresent(tokens, at)) return false;
  const isFirst = at === from;
  if (isFirst && from > 0 && isPending && isRelative) return true;
  const opens = isFirst && isJoined;
  // "Karl Thorn, the founder, wants to sell …"
  const isAwaited = isFirst && isPending && tokens.words[at + 1]?.stop === true;
  if (!opens && !isAwaited && !isBehindNoun(tokens, at, from)) return false;
  const isVerb = isPresentForm(tokens.wordAt(at)) ? isSingularVerb : isPluralVerb;
  return isVerb(tokens, at, { from, opens });
}

/** "Fold the corner", "soothes the senses": no noun stands right before an article. */
function isOrder(tokens: Tokens, at: number, from: number): boolean {
  const word = tokens.words[at];
  if (word === undefined || at !== from || word.stop || tokens.isName(word)) return false;
  return /^(?:a|an|the|your|it|them)$/.test(tokens.wordAt(at + 1)) && !tokens.hasMark(at + 1);
}

function mayBePresent(tokens: Tokens, at: number): boolean {
  const word = tokens.words[at];
  if (word === undefined || word.stop || word.capital || NUMBER.test(word.word)) return false;
  return !tokens.isName(word) && !isAdverb(word.word);
}

function isBehindNoun(tokens: Tokens, at: number, from: number): boolean {
  const noun = tokens.words[at - 1];
  if (noun === undefined || at === from || tokens.hasMark(at) || NUMBER.test(noun.word)) return false;
  if (/['’]s?$/.test(noun.raw) || PREPOSITIONS.has(tokens.wordAt(from))) return false;
  return !noun.stop || PERSONAL.has(noun.word);
}

interface Place {
  from: number;
  /** The verb opens its part, behind a joint. */
  opens: boolean;
}

const opensObject = (next: ReadWord | undefined) =>
  next === undefined || next.stop || next.capital || NUMBER.test(next.word);

function isSingularVerb(tokens: Tokens, at: number, { from, opens }: Place): boolean {
  const [noun, next] = [tokens.words[at - 1], tokens.words[at + 1]];
  const isNamed =
    noun !== undefined &&
    (noun.capital || tokens.words.slice(from, at).some(({ word }) => DETERMINERS.has(word)));
  if (noun !== undefined && !opens && !noun.capital && isPresentForm(noun.word)) return false;
  if (next === undefined) return opens || isNamed;
  return isNamed || (opens && !PREPOSITIONS.has(next.word)) || opensObject(next);
}

function isPluralVerb(tokens: Tokens, at: number, { opens }: Place): boolean {
  const [noun, word, next] = [tokens.words[at - 1], tokens.words[at], tokens.words[at + 1]];
  if (noun === undefined || word === undefined) return false;
  if (opens) return isBaseForm(word.word);
  const isName = tokens.isName(noun) || (noun.capital && word.word === "remain");
  const isPlural = /s$/.test(noun.word) || /^(?:they|we|you|i|people)$/.test(noun.word);
  if (!isPlural && !(isName && next !== undefined && !tokens.hasMark(at + 1))) return false;
  if (isBaseForm(word.word)) return true;
  return (
    next !== undefined &&
    opensObject(next) &&
    !/(?:ing|ed|ly)$/.test(word.word) &&
    !/^(?:of|and)$/.test(next.word)
  );
}
