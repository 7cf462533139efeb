import { type Action, hasUnclearVoice, INSIDE, listWordsBefore, readActions } from "./actions.ts";
import { areEquivalent } from "./equivalents.ts";
import type { ReadSentence } from "./read-sentence.ts";
import type { ReadWord } from "./sentence-parts.ts";

/** A verb with its object, and all words that may name its object. */
interface Predicate {
  action: Action;
  /** The words after the verb up to the next one, and those before a passive verb. */
  reach: readonly ReadWord[];
  /** Its object, by the main word. Undefined where a pronoun or another clause names it. */
  object: ReadWord | undefined;
}

/**
 * Returns whether a verb of the statement has the object of another verb in the evidence: "convicted Ida" of
 * "The court cleared Ida but convicted her brother".
 */
export function exchangesObject(said: ReadSentence, source: ReadSentence): boolean {
  const theirs = readPredicates(source);
  if (theirs.length < 2) return false;
  return readPredicates(said).some(({ action: { verb }, object }) => {
    if (object === undefined) return false;
    const exact = theirs.filter(({ action }) => action.verb.stem === verb.stem);
    const same =
      exact.length > 0 ? exact : theirs.filter(({ action }) => areEquivalent(action.verb.stem, verb.stem));
    if (same.length === 0 || same.some((one) => one.object === undefined)) return false;
    const isObject = ({ stem }: ReadWord) => stem === object.stem;
    const places = source.words.filter(isObject);
    const others = theirs.filter((one) => !same.includes(one)).flatMap(({ reach }) => reach);
    return (
      places.length > 0 &&
      !same.some(({ reach }) => reach.some(isObject)) &&
      places.every((place) => others.includes(place))
    );
  });
}

function readPredicates(sentence: ReadSentence): readonly Predicate[] {
  const actions = readActions(sentence);
  return actions.map((action, place) => {
    const { isPassive, ahead, at, object: after } = action;
    const next = actions[place + 1];
    const end = next && next.at - (next.ahead === ahead ? 0 : next.ahead.length);
    const behind = sentence.words.slice(at + 1, end);
    return {
      action,
      reach: isPassive ? [...ahead, ...behind] : behind,
      object: hasUnclearVoice(action) ? undefined : findMainWord(isPassive ? listWordsBefore(action) : after),
    };
  });
}

/** Returns the last noun or name before a preposition. */
function findMainWord(words: readonly ReadWord[]): ReadWord | undefined {
  const until = words.findIndex(({ word }, at) => at > 0 && INSIDE.has(word));
  return words
    .slice(0, until < 0 ? undefined : until)
    .findLast(({ stop, word }) => !stop && !/^\d/.test(word));
}
