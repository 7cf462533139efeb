import {
  type Action,
  hasUnclearVoice,
  INSIDE,
  listWordsBefore,
  type Name,
  type Roles,
  readActions,
  readRoles,
  SUCCEED,
} from "./actions.ts";
import { scoreWord } from "./cover.ts";
import { areEquivalent } from "./equivalents.ts";
import { isAdverb } from "./light-words.ts";
import { isPastForm } from "./past-forms.ts";
import type { Source } from "./read-evidence.ts";
import type { ReadSentence } from "./read-sentence.ts";
import type { ReadWord } from "./sentence-parts.ts";
import { maySameName } from "./subject.ts";

/** Stems of verbs for which the order of the participants does not matter. */
const MUTUAL = new Set(
  "marri wed met meet divorc friend collabor rival join share sign fought fight negoti".split(" "),
);

/** Returns whether an action is the same for all who take part: "married", "worked with". */
function isMutual({ verb, at }: Action, { words }: ReadSentence): boolean {
  return MUTUAL.has(verb.stem) || words[at + 1]?.word === "with";
}

/**
 * Returns whether the evidence has agent and object of an action the other way round: "Ballmer succeeded
 * Nadella" of "He is the CEO, succeeding Ballmer in 2014".
 */
export function areRolesExchanged(said: ReadSentence, source: Source): boolean {
  const theirs = readActions(source.read).map((action) => ({
    action,
    ...readRoles(action, source.read, source.subject),
  }));
  if (theirs.length === 0) return false;
  return readActions(said).some((action) => {
    const exact = theirs.filter((one) => one.action.verb.stem === action.verb.stem);
    const same = exact.length > 0 ? exact : theirs.filter((one) => one.action.stem === action.stem);
    if (same.length === 0 || isMutual(action, said) || hasUnclearVoice(action)) return false;
    const ours = readRoles(action, said, source.subjectOf(said));
    const known: Roles = {
      agents: same.flatMap(({ agents }) => agents),
      patients: same.flatMap(({ patients }) => patients),
    };
    return (
      ours.agents.some((name) => isOneOf(name, known.patients) && !isOneOf(name, known.agents)) ||
      ours.patients.some((name) => isOneOf(name, known.agents) && !isOneOf(name, known.patients))
    );
  });
}

const isOneOf = (name: Name, names: readonly Name[]) =>
  name.length > 0 && names.some((one) => one.length > 0 && maySameName(one, name));

/** Returns the names of those who were succeeded according to a sentence. */
export function findPredecessors(source: ReadSentence): readonly Name[] {
  return readActions(source)
    .filter(({ stem }) => stem === SUCCEED)
    .flatMap((action) => readRoles(action, source, { kind: "none", words: [] }).patients);
}

/**
 * Returns whether an action of the statement has another agent or object than the same action in the
 * evidence.
 */
export function roleDiffers(said: ReadSentence, source: ReadSentence): boolean {
  const theirs = readActions(source);
  const ours = readActions(said);
  return (
    (ours[0] !== undefined && isOnOtherSide(ours[0], theirs, said, source)) ||
    ours.some((action) => {
      if (didAnother(action, theirs, source)) return true;
      const [same, ...others] = theirs.filter(({ verb }) => verb.stem === action.verb.stem);
      if (same === undefined || others.length > 0) return false;
      const named = [...same.by, ...same.ahead];
      const isNamed = named.length > 0 || isPastForm(same.verb.word);
      const isByName = action.by.some(({ stop }) => !stop);
      if (isByName && isNamed && !sharesName(action.by, named)) return true;
      if (action.isPassive !== same.isPassive) return same.isPassive && !isDoneBy(action, same, source);
      return nameDiffers(action, same) || nounDiffers(same, said) || objectDiffers(action, same, said);
    })
  );
}

/** Returns whether the statement's subject is on the other side of the verb, or the verb in another voice. */
function isOnOtherSide(
  ours: Action,
  theirs: readonly Action[],
  said: ReadSentence,
  source: ReadSentence,
): boolean {
  if (isMutual(ours, said) && said.facts.names.length > 1) return false;
  const [same, ...others] = theirs.filter(({ verb }) => verb.stem === ours.verb.stem);
  if (same === undefined || others.length > 0) return false;
  const isContent = ({ stop }: ReadWord) => !stop;
  const own = listWordsBefore(ours).filter(isContent);
  const subject = own.length > 0 ? own : said.words.slice(0, ours.at).filter(isContent);
  const isSubject = (word: ReadWord) => !/^\d/.test(word.word) && sharesWord([word], subject);
  const isBefore = source.words.slice(0, same.at).some(isSubject);
  const isBehind = source.words.slice(same.at + 1).some(isSubject);
  if (!isBefore && !isBehind) return false;
  if (hasUnclearVoice(same)) return false;
  return ours.isPassive === same.isPassive ? !isBefore : !isBehind;
}

/**
 * Returns whether the evidence has the agent only after the "by" of another action and no word for this one.
 * A person who filmed a novel did not write it.
 */
function didAnother(ours: Action, theirs: readonly Action[], { content, words }: ReadSentence): boolean {
  const agent = (ours.isPassive ? ours.by : ours.ahead).filter(({ stop, capital }) => !stop && capital);
  if (agent.length === 0 || content.has(ours.verb.stem)) return false;
  const other = theirs.find(({ by }) => sharesWord(agent, by));
  if (other === undefined || areEquivalent(ours.verb.stem, other.verb.stem)) return false;
  const last = agent.at(-1)?.stem;
  return words.filter(({ stem }) => stem === last).length === 1;
}

/**
 * Returns whether the agent of an active verb is after "by" in the evidence. Without a "by" there, an agent
 * that the sentence names for something else did not do it.
 */
function isDoneBy(ours: Action, known: Action, { words }: ReadSentence): boolean {
  const agent = ours.ahead.filter(({ stop }) => !stop);
  if (agent.length === 0) return true;
  if (known.by.length > 0) return sharesName(agent, known.by);
  return sharesWord(agent, known.ahead) || !sharesWord(agent, words);
}

/** Returns whether phrases share a word, or one of their names if both have one. */
function sharesName(ours: readonly ReadWord[], theirs: readonly ReadWord[]): boolean {
  const [own, other] = [ours, theirs].map((words) =>
    words.filter(({ capital, start }) => capital && start > 0),
  );
  return own?.length && other?.length ? sharesWord(own, other) : sharesWord(ours, theirs);
}

function sharesWord(ours: readonly ReadWord[], theirs: readonly ReadWord[]): boolean {
  return ours.some(({ stem, stop }) => !stop && theirs.some((other) => other.stem === stem));
}

/** Returns whether both verbs have a name right before them, and neither is a part of the other. */
function nameDiffers(ours: Action, known: Action): boolean {
  const [one, other] = [nameBefore(ours), nameBefore(known)];
  if (one.length === 0 || other.length === 0) return false;
  const lacks = (name: Name, from: Name) => from.some((word) => !name.includes(word));
  return lacks(one, other) && lacks(other, one);
}

/**
 * Returns the name that is the subject of a verb, without what describes it: "The Louvre in Paris". Otherwise
 * returns the last name before the verb.
 */
function nameBefore(action: Action): Name {
  const before = listWordsBefore(action);
  const until = before.findIndex(({ word }, at) => at > 0 && INSIDE.has(word));
  const own = until < 0 ? [] : endingName(before.slice(0, until));
  return own.length > 0 ? own : endingName(before);
}

/** Returns the capitalised words at the end of a phrase. */
function endingName(words: readonly ReadWord[]): Name {
  const from = words.findLastIndex(({ capital, stop }) => !capital || stop);
  return words.slice(from + 1).map(({ word }) => word);
}

/** Words for a thing of any kind, which may stand for its name. */
const KINDS = new Set(
  (
    "company firm group band team club organization organisation institution museum university school college hospital " +
    "study paper report trial survey author researcher book novel film movie album song series show play game city town " +
    "village country state region people person man woman men women scientist writer artist product device machine drug " +
    "medicine law act agency court bridge building ship island one two both"
  ).split(" "),
);
/** Words for a part or a form of a thing, which may stand for it. */
const PARTS = new Set(
  "version copy edition form kind type sort series number set piece part half most".split(" "),
);

/**
 * Returns whether the evidence says it about a noun that the statement lacks: "a bill on the act was
 * rejected".
 */
function nounDiffers({ ahead }: Action, said: ReadSentence): boolean {
  const until = ahead.findIndex(({ word }, at) => at > 0 && INSIDE.has(word));
  if (until < 0) return false;
  const head = ahead.slice(0, until).filter(({ stop, word }) => !stop && !isAdverb(word));
  const noun = head.at(-1);
  if (noun === undefined || head.some(({ capital, start }) => capital && start > 0)) return false;
  return !KINDS.has(noun.word) && isMissingNoun(noun, said);
}

/**
 * Returns whether the object is something that the statement lacks: "rejected the act" of "rejected a bill on
 * the act", "acquired Castor" of "acquired Vela from Castor".
 */
function objectDiffers(ours: Action, { object, beyond }: Action, said: ReadSentence): boolean {
  const noun = object.findLast(({ stop, word }) => !stop && !isAdverb(word));
  if (noun === undefined || KINDS.has(noun.word) || PARTS.has(noun.word)) return false;
  return isMissingNoun(noun, said) && sharesWord(ours.object, beyond);
}

function isMissingNoun(noun: ReadWord, said: ReadSentence): boolean {
  return !/^\d/.test(noun.word) && !isPastForm(noun.word) && scoreWord(noun, [said]) === 0;
}
