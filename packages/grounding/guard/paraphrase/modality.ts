import { isAdverb } from "./light-words.ts";
import { isPastForm } from "./past-forms.ts";
import type { ReadSentence } from "./read-sentence.ts";
import type { ReadWord } from "./sentence-parts.ts";

/** The degree of certainty or obligation of a verb. */
type Firmness = "may" | "should" | "must" | "would";

const MODALS: ReadonlyMap<string, Firmness> = new Map([
  ...(["may", "might", "could", "can"] as const).map((word) => [word, "may"] as const),
  ...(["should", "ought"] as const).map((word) => [word, "should"] as const),
  ...(["must", "shall"] as const).map((word) => [word, "must"] as const),
  ["would", "would"],
]);
/** Matches words that express each degree without a modal verb. */
const FORMS: Readonly<Record<Firmness, RegExp>> = {
  may: /\b(?:may|might|could|can|possibl[ey]|able|allow(?:s|ed)?|potential(?:ly)?|option(?:al|s)?|sometimes|often|likely|chance|risk|helps?|lets?|enables?|permit(?:s|ted)?|up to|if)\b/i,
  should:
    /\b(?:should|ought|recommend(?:s|ed|ation)?|advis(?:e|es|ed|able)|suggest(?:s|ed)?|best|important|need(?:s|ed)?|better)\b/i,
  must: /\b(?:must|shall|ha(?:s|ve|d) to|need(?:s|ed)?|requir(?:e|es|ed|ing|ement|ements)|mandatory|obliged|necessary|essential|only|obligat\w+)\b/i,
  would: /\b(?:would|will|said|plans?|planned|wants?|wanted|if|going to|promised|expects?|expected)\b/i,
};
/** Matches words that oblige someone. A statement may use them only if the evidence does. */
const OBLIGATION = /\b(?:must|shall|mandatory|oblig\w+|requir\w+)\b/i;
/** Maximum number of words between a modal verb and its main verb. */
const REACH = 4;

/**
 * Returns whether a statement presents as a fact or a duty what the evidence only permits, recommends or
 * expects, or the reverse.
 */
export function firmnessDiffers(said: ReadSentence, source: ReadSentence): boolean {
  const [ours, theirs] = [mapModalVerbs(said), mapModalVerbs(source)];
  if (OBLIGATION.test(said.text) && !FORMS.must.test(source.text)) return true;
  for (const [stem, firmness] of theirs)
    if (said.content.has(stem) && ours.get(stem) !== firmness && !FORMS[firmness].test(said.text))
      return true;
  for (const [stem, firmness] of ours)
    if (source.content.has(stem) && theirs.get(stem) !== firmness && !FORMS[firmness].test(source.text))
      return true;
  return false;
}

/** Maps the stems of verbs to their modal verb. Excludes verbs that also occur without a modal verb. */
function mapModalVerbs({ words }: ReadSentence): Map<string, Firmness> {
  const found = new Map<string, Firmness>();
  const governs = new Set<ReadWord>();
  for (const [at, { word, capital }] of words.entries()) {
    const firmness = MODALS.get(word);
    // "May" may be the month.
    if (firmness === undefined || (capital && at > 0)) continue;
    const verb = words.slice(at + 1, at + 1 + REACH).find(({ stop, word: next }) => !stop && !isAdverb(next));
    if (verb === undefined) continue;
    governs.add(verb);
    found.set(verb.stem, firmness);
  }
  for (const word of words) if (!governs.has(word)) found.delete(word.stem);
  return found;
}

const PRESENT = new Set(["is", "are"]);
const PAST = new Set(["was", "were"]);
/** Matches words with which both tenses may mean the same. */
const OTHER_TENSE =
  /\b(?:has|have|had|been|became|become|since|now|today|still|currently|no longer|until|former(?:ly)?|will)\b/i;
/** Matches words of a past that may still go on, or of a future. */
const STILL = /\b(?:has|have|since|still|will)\b/i;

/** Returns whether a statement says "is" where the evidence says "was", or the reverse. */
export function tenseDiffers(said: ReadSentence, source: ReadSentence): boolean {
  const theirs = listCopulas(source);
  if (doesNow(said, source)) return true;
  return listCopulas(said).some(({ isPast, stem }) => {
    const known = theirs.filter((one) => one.stem === stem);
    return known.length > 0 && known.every((one) => one.isPast !== isPast) && !OTHER_TENSE.test(said.text);
  });
}

/** Returns whether a statement says "edits" where the evidence only says that someone edited. */
function doesNow({ words, text }: ReadSentence, source: ReadSentence): boolean {
  if (OTHER_TENSE.test(text) || STILL.test(source.text)) return false;
  return words.some(({ word, stem, stop, capital }, at) => {
    const before = words[at - 1];
    const followsSubject = before?.word === "and" || before?.stop === false;
    // A film that starred somebody still stars them.
    if (stop || capital || stem === "star" || !/[^s]s$/.test(word) || !followsSubject) return false;
    const known = source.words.filter((one) => one.stem === stem);
    return known.length > 0 && known.every((one) => isPastForm(one.word));
  });
}

/** Returns each "is" or "was" with the next content word. */
function listCopulas({ words }: ReadSentence): { isPast: boolean; stem: string }[] {
  return words.flatMap(({ word }, at) => {
    if (!PRESENT.has(word) && !PAST.has(word)) return [];
    const next = words.slice(at + 1, at + 1 + REACH).find(({ stop, word: one }) => !stop && !isAdverb(one));
    return next === undefined ? [] : [{ isPast: PAST.has(word), stem: next.stem }];
  });
}
