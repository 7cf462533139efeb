import { type Action, listNames, type Name, readActions } from "./actions.ts";
import { isDeterminer } from "./light-words.ts";
import { isPastForm } from "./past-forms.ts";
import type { ReadSentence } from "./read-sentence.ts";
import type { ReadWord } from "./sentence-parts.ts";
import { maySameName } from "./subject.ts";

/** Who did something: the subject or agent of a verb, or the bearer of a role such as "the founder". */
interface Doer {
  word: ReadWord;
  isRole: boolean;
  names: readonly Name[];
}

/**
 * Returns whether a role or its verb belongs to someone else in the evidence: "Maersk founded the line" of
 * "Erik Halvorsen, the founder of the line, sells to Maersk".
 */
export function roleHolderDiffers(said: ReadSentence, source: ReadSentence): boolean {
  const theirs = listDoers(source);
  return listDoers(said).some((ours) => {
    const same = theirs.filter((one) => (one.isRole || ours.isRole) && isSameDeed(one.word, ours.word));
    if (same.length === 0 || ours.names.length === 0 || same.some(({ names }) => names.length === 0))
      return false;
    const known = same.flatMap(({ names }) => names);
    return ours.names.every(
      (name) =>
        source.words.some(({ word }) => word === name.at(-1)) &&
        !known.some((other) => maySameName(other, name)),
    );
  });
}

/** Returns whether two words are of one verb: "founder" and "founded", "winner" and "won". */
function isSameDeed(one: ReadWord, other: ReadWord): boolean {
  const [root, stem] = [readRoot(one), readRoot(other)].toSorted((a, b) => a.length - b.length);
  return root !== undefined && stem?.startsWith(root) === true && stem.length - root.length < 2;
}

const ROLE = /(?<=.{3})[eo]r$/;

function readRoot({ word, stem }: ReadWord): string {
  return ROLE.test(word) ? word.replace(ROLE, "").replace(/(.)\1$/, "$1") : stem;
}

function listDoers(sentence: ReadSentence): Doer[] {
  const verbs = readActions(sentence).map((action) => ({
    word: action.verb,
    isRole: false,
    names: listNames(findAgent(action), sentence),
  }));
  const roles = sentence.words.flatMap((word, at): Doer[] => {
    if (word.stop || !ROLE.test(word.word) || (word.capital && at > 0)) return [];
    const names = [findNameBefore(at, sentence), findNameAfter(at, sentence)].flatMap((one) =>
      one === undefined ? [] : listNames([one], sentence),
    );
    return names.length > 0 ? [{ word, isRole: true, names }] : [];
  });
  return [...verbs, ...roles];
}

const findAgent = ({ isPassive, by, ahead }: Action) => (isPassive ? by : ahead);

const BE = new Set("is was are were".split(" "));
/** Maximum number of words that describe a role: "the first female director". */
const MAX_DESCRIBING = 3;

/** Returns the last word of the name in "Anna Berg, the director" and "Anna Berg is the first director". */
function findNameBefore(at: number, { words, text }: ReadSentence): ReadWord | undefined {
  let from = at;
  const isDescribing = (word: ReadWord | undefined) =>
    word !== undefined && !word.stop && !isPastForm(word.word) && (!word.capital || /['’]s?$/.test(word.raw));
  while (at - from < MAX_DESCRIBING && isDescribing(words[from - 1]) && !isMarked(from, words, text))
    from -= 1;
  if (isDeterminer(words[from - 1]?.word) && !isMarked(from, words, text)) from -= 1;
  if (BE.has(words[from - 1]?.word ?? "")) from -= 1;
  else if (!isMarked(from, words, text)) return undefined;
  const name = words[from - 1];
  return name?.capital ? name : undefined;
}

/**
 * Returns the first word of the name in "the director Anna Berg", "the founder of Vantor, Rosa Klein," and
 * "whose director is Anna Berg".
 */
function findNameAfter(at: number, { words, text }: ReadSentence): ReadWord | undefined {
  const after = text.slice(words[at]?.end);
  const gap = /^(?:(?:\sof\s[^,;.()]+?)?(?:,|\s(?:is|was|are|were)))?\s(?=\p{Lu})/u.exec(after)?.[0];
  const start = (words[at]?.end ?? 0) + (gap?.length ?? 0);
  return gap === undefined ? undefined : words.find((word) => word.start === start);
}

/** Returns whether a comma is before a word. */
const isMarked = (at: number, words: readonly ReadWord[], text: string) =>
  text.slice(words[at - 1]?.end, words[at]?.start).includes(",");
