import { conditionDiffers, timeDiffers } from "./conditions.ts";
import { countsOtherwise } from "./counted-things.ts";
import { crossesParts } from "./crossings.ts";
import { describesOther, doneByOther, ofOwnedThing } from "./doers.ts";
import { wordsExchanged } from "./exchanged.ts";
import { genderDiffers, headDiffers } from "./heads.ts";
import { listsMore } from "./listed.ts";
import { firmnessDiffers, tenseDiffers } from "./modality.ts";
import { opinionAsFact, workYearDiffers } from "./opinions.ts";
import { objectNameDiffers, ownerDiffers, roleOfOther } from "./owners.ts";
import { pairedOtherwise } from "./paired-values.ts";
import { qualifierDiffers, saidAsDone } from "./qualifiers.ts";
import { quantityDiffers } from "./quantities.ts";
import type { Source } from "./read-evidence.ts";
import type { ReadSentence } from "./read-sentence.ts";
import { wordReplaced } from "./replaced.ts";
import { saidOfAnother } from "./said-of-another.ts";
import { dateBehindVerb, perfectDiffers, takesAllowed, widensNegation } from "./scope.ts";
import { reportDiffers } from "./speech.ts";
import { maySameName } from "./subject.ts";
import { successionDiffers } from "./succession.ts";
import { certaintyDiffers, negationDiffers, oppositeStands, statusDiffers } from "./turning-words.ts";
import { valueTurned } from "./value-words.ts";
import { dateOfOther, numberOfOther } from "./values.ts";
import { addsWeight } from "./weighty-words.ts";
import { attachedToOther, orderDiffers, subjectDiffers } from "./who-did-what.ts";

/** Stable codes for how a statement disagrees with the closest sentence. */
export const DISAGREEMENTS = {
  negation: "It says that something is so, or not so, and the evidence says the opposite.",
  certainty: "The evidence only plans, claims, doubts or denies it.",
  quantity: "It says it of more or fewer than the evidence.",
  condition: "The evidence gives another condition, cause or time for it, or it gives none.",
  status: "It says first, only, last, former or the like otherwise than the evidence.",
  opposite: "It has the opposite of a word of the evidence.",
  date_of: "The evidence gives its date to something else.",
  number_of: "The evidence counts or measures something else by its number.",
  paired: "The evidence says it of another of its numbers or dates.",
  doer: "The evidence says it of somebody or something else that it names beside it.",
  order: "The evidence has who did it and to whom the other way round.",
  attached: "The evidence has another name or number in its place.",
  subject: "The evidence says it of somebody or something else.",
  one_more: "It lists one thing more than the evidence.",
  report: "The evidence only reports that somebody says so.",
  weight: "It says of somebody or something what the evidence has no such word for.",
  value: "Another sentence of the evidence says it with another number or date.",
  lacking: "The sentence of the evidence that is closest to it lacks words that it hangs on.",
  replaced: "It has another word where the evidence has one.",
  cut: "The sentence of the evidence is cut off.",
  list: "The evidence is a list, which does not say what belongs to what.",
} as const;
export type Disagreement = keyof typeof DISAGREEMENTS;

/**
 * Disagreements in which the evidence says the opposite, or something else about the same thing, rather than
 * merely less. They come first for the reader.
 */
export const CONTRADICTIONS: ReadonlySet<Disagreement> = new Set<Disagreement>([
  "negation",
  "opposite",
  "order",
  "number_of",
  "date_of",
]);

/** Matches separators of a page's table or list that was written on one line. */
const LIST_MARK = /\s[-–—•·♦|*]\s/u;
const MOST_ITEMS = 3;
const CUT = /(?:…|\.\.\.)["'”’)\]]*$/;

/**
 * Returns how a statement disagrees with a source. `meant` holds the words of the name that its opening
 * pronoun refers to, if it is known.
 */
export function disagreementsOf(
  said: ReadSentence,
  source: Source,
  meant: readonly string[],
): Disagreement[] {
  const near = source.previous === null ? [source.read] : [source.read, source.previous.read];
  const holds: Readonly<Record<Disagreement, () => boolean>> = {
    negation: () => negationDiffers(said, source.read),
    certainty: () =>
      certaintyDiffers(said, source.read) ||
      saidAsDone(said, source.read) ||
      takesAllowed(said, source.read) ||
      firmnessDiffers(said, source.read),
    quantity: () => quantityDiffers(said, near),
    condition: () =>
      conditionDiffers(said, source.read) ||
      timeDiffers(said, source.read) ||
      widensNegation(said, source.read),
    status: () =>
      statusDiffers(said, near) ||
      qualifierDiffers(said, near) ||
      tenseDiffers(said, source.read) ||
      perfectDiffers(said, source.read),
    opposite: () => oppositeStands(said, source.read),
    date_of: () => dateOfOther(said, near),
    number_of: () => numberOfOther(said, near) || countsOtherwise(said, source.read),
    paired: () =>
      pairedOtherwise(said, source.read) ||
      valueTurned(said, source.read) ||
      dateBehindVerb(said, source.read) ||
      workYearDiffers(said, source.read),
    doer: () =>
      doneByOther(said, source) ||
      crossesParts(said, source.read, sharedSubject(said, source)) ||
      describesOther(said, source.read) ||
      ofOwnedThing(said, source.read) ||
      headDiffers(said, source.read) ||
      ownerDiffers(said, source.read) ||
      objectNameDiffers(said, source.read) ||
      roleOfOther(said, source.read),
    order: () =>
      orderDiffers(said, source.read) ||
      wordsExchanged(said, source.read) ||
      successionDiffers(said, source.read),
    attached: () => attachedToOther(said, source.read),
    subject: () =>
      subjectDiffers(said, source, meant) ||
      saidOfAnother(said, source, meant) ||
      genderDiffers(said, source.read),
    one_more: () => listsMore(said, source.held.titled),
    report: () => reportDiffers(said.text, source.read.text) || opinionAsFact(said, source.read),
    weight: () => addsWeight(said, near),
    replaced: () => wordReplaced(said, source.read, source.held.titled),
    // Detected where all close sentences are compared.
    value: () => false,
    lacking: () => false,
    cut: () => CUT.test(source.read.text),
    list: () => source.read.text.split(LIST_MARK).length > MOST_ITEMS,
  };
  return (Object.keys(DISAGREEMENTS) as Disagreement[]).filter((rule) => holds[rule]());
}

/** Returns the words of a statement's subject if the source has the same subject, or an empty set. */
function sharedSubject(said: ReadSentence, source: Source): ReadonlySet<string> {
  const { words } = source.subjectOf(said);
  const isSame = words.length > 0 && maySameName(words, source.subject.words);
  return new Set(isSame ? words : []);
}
