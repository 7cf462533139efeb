import { conditionDiffers, usesOpposite } from "./conditions.ts";
import { countedThingDiffers } from "./counted-things.ts";
import { directionDiffers } from "./directions.ts";
import { addsDecisiveWord } from "./equivalents.ts";
import { exchangesObject } from "./joined-predicates.ts";
import { addsListItem } from "./listed.ts";
import { firmnessDiffers, tenseDiffers } from "./modality.ts";
import { presentsOpinionAsFact, workYearDiffers } from "./opinions.ts";
import { describedPersonDiffers, gappedNameDiffers, ownerDiffers } from "./owners.ts";
import { pairingDiffers } from "./paired-values.ts";
import { movesAdverb, presentsPlanAsDone, qualifierDiffers } from "./qualifiers.ts";
import { quantifierDiffers } from "./quantifiers.ts";
import { quantityDiffers } from "./quantities.ts";
import type { Source } from "./read-evidence.ts";
import type { ReadSentence } from "./read-sentence.ts";
import { isRearranged } from "./rearranged.ts";
import { replacesWord } from "./replaced.ts";
import { roleHolderDiffers } from "./role-holders.ts";
import { areRolesExchanged, roleDiffers } from "./roles.ts";
import { joinsClauses, saidOfAnother } from "./said-of-another.ts";
import { presentsLimitAsFact, presentsPastAsPresent, verbDateDiffers, widensNegation } from "./scope.ts";
import { reportDiffers } from "./speech.ts";
import { certaintyDiffers, negationDiffers, statusDiffers } from "./turning-words.ts";
import { affirmsDenied, presentsAimAsDone } from "./unasserted.ts";
import { valueWordDiffers } from "./value-words.ts";
import { numberedThingDiffers } from "./values.ts";
import { attachmentDiffers, isOfOpenPronoun, subjectDiffers } from "./who-did-what.ts";

/** A statement and a sentence of the evidence, as a rule compares them. */
interface Compared {
  said: ReadSentence;
  source: ReadSentence;
  /** The sentence with its page. */
  from: Source;
  /** The sentence, and the one before it in its snippet. */
  near: readonly ReadSentence[];
  /** Words of the name that the statement's opening pronoun refers to, if it is known. */
  meant: readonly string[];
}

/** One way in which a statement disagrees with a sentence of the evidence. */
interface Rule {
  /** A sentence for people. It is true whenever the rule holds, also where an honest statement is refused. */
  sentence: string;
  /** True if the evidence says the opposite or exchanges something, rather than saying less. */
  contradicts?: true;
  /** Returns whether the rule holds. Omitted where all close sentences are compared, in `compare.ts`. */
  when?: (compared: Compared) => boolean;
  /** Sentences of the evidence, each with a statement that the rule withholds. The tests run them. */
  examples: readonly (readonly [evidence: string, said: string])[];
}

/** Matches separators of a page's table or list that was written on one line. */
const LIST_MARK = /\s[-–—•·♦|*]\s/u;
const MAX_ITEMS = 3;
const CUT = /(?:…|\.\.\.)["'”’)\]]*$/;

const RULES = {
  negation: {
    sentence: "It negates something that the closest sentence of the evidence does not, or the reverse.",
    contradicts: true,
    when: ({ said, source }) => negationDiffers(said, source) || affirmsDenied(said, source),
    examples: [
      ["The ferry does not carry lorries.", "The ferry carries lorries."],
      ["Mara Holt did not win the medal.", "Mara Holt was awarded the medal."],
      ["The drug eased pain in mice but was not tested in humans.", "The drug eased pain in humans."],
    ],
  },
  certainty: {
    sentence:
      "It states as a fact what the closest sentence plans, allows, claims, doubts or denies, or the reverse.",
    when: ({ said, source }) =>
      certaintyDiffers(said, source) ||
      presentsAimAsDone(said, source) ||
      presentsPlanAsDone(said, source) ||
      presentsLimitAsFact(said, source) ||
      firmnessDiffers(said, source),
    examples: [
      ["The dose is 5 mg, which may be increased to 20 mg.", "The dose is 20 mg."],
      ["Visitors may climb the lighthouse in summer.", "Visitors climb the lighthouse in summer."],
      ["Two men were held on suspicion of stealing the boat.", "Two men stole the boat."],
      ["The harbour is due to open in spring.", "The harbour is open."],
      ["The court will decide in June whether the sale may go ahead.", "The court decided in June."],
      ["The sale of the ferry still needs approval from Wick.", "Wick has approved the sale of the ferry."],
    ],
  },
  quantity: {
    sentence: "It says how many or how much in another way than the closest sentence.",
    when: ({ said, near }) => quantityDiffers(said, near),
    examples: [
      ["Members of the club swim in the bay.", "Most members of the club swim in the bay."],
      ["Few members of the club swim in the bay.", "Members of the club swim in the bay."],
      ["The crossing takes two hours and fifty minutes.", "The crossing takes fifty minutes."],
    ],
  },
  condition: {
    sentence:
      "It has another condition, cause, time, direction or exception than the closest sentence, or leaves one out.",
    when: ({ said, source }) =>
      conditionDiffers(said, source) || usesOpposite(said, source) || widensNegation(said, source),
    examples: [
      ["The harbour opens at dawn, unless a storm is near.", "The harbour opens at dawn."],
      ["The ferry stopped after the storm.", "The ferry stopped because of the storm."],
      ["The bridge opened before the war.", "The bridge opened after the war."],
      ["The club does not admit members in winter.", "The club does not admit members."],
    ],
  },
  status: {
    sentence:
      "It has a word such as first, only, former or often, or a tense, that the closest sentence does not have.",
    when: ({ said, source, near }) =>
      statusDiffers(said, near) ||
      qualifierDiffers(said, near) ||
      movesAdverb(said, source) ||
      tenseDiffers(said, source) ||
      presentsPastAsPresent(said, source),
    examples: [
      ["Mara Holt edited the Wick Journal.", "Mara Holt edits the Wick Journal."],
      ["The villa housed a museum until it was sold.", "The villa houses a museum."],
      ["The ferry used to carry lorries.", "The ferry carries lorries."],
      ["Anglers rarely catch salmon in the bay.", "Anglers catch salmon in the bay."],
      ["Noss is the second-largest harbour of Wick.", "Noss is the largest harbour of Wick."],
      ["Seven divers were hurt, two of them badly.", "Seven divers were badly hurt."],
    ],
  },
  number_of: {
    sentence: "The closest sentence does not count or measure the same thing by its number.",
    contradicts: true,
    when: ({ said, source, near }) => numberedThingDiffers(said, near) || countedThingDiffers(said, source),
    examples: [["The bridge has 40 lamps and is 12 metres wide.", "The bridge is 40 metres wide."]],
  },
  paired: {
    sentence: "The closest sentence does not connect its numbers, dates and places in the same way.",
    when: ({ said, source }) =>
      pairingDiffers(said, source) ||
      quantifierDiffers(said, source) ||
      valueWordDiffers(said, source) ||
      verbDateDiffers(said, source) ||
      workYearDiffers(said, source),
    examples: [
      ["Mara Holt led the club from 1941 until she was arrested in 1944.", "Mara Holt was arrested in 1941."],
      [
        "The isle was first settled in 1802 and settled again in 1910.",
        "The isle was first settled in 1910.",
      ],
      ["Tickets cost 12 marks for adults, and parking costs 8 marks.", "Tickets cost 8 marks for adults."],
      ["Some of the letters survive; most were lost in the fire.", "Most of the letters survive."],
      ["The boat left Vienna for Lindby in spring.", "The boat left Lindby for Vienna in spring."],
    ],
  },
  doer: {
    sentence: "The closest sentence may say it of somebody or something else that it mentions.",
    when: ({ said, source }) =>
      roleDiffers(said, source) ||
      describedPersonDiffers(said, source) ||
      ownerDiffers(said, source) ||
      gappedNameDiffers(said, source) ||
      roleHolderDiffers(said, source),
    examples: [
      ["Mara Holt worked with the architect Per Lund.", "Mara Holt was an architect."],
      ["Voters rejected a bill on the harbour act in 1920.", "Voters rejected the harbour act in 1920."],
      ["Mara Holt wrote the lyrics and Otto Brandt the music.", "Mara Holt wrote the music."],
      ["The film was directed by Anna Sund and stars Otto Brandt.", "Otto Brandt directed the film."],
      ["The mill was built by Per Lund and now belongs to Ida Holm.", "Ida Holm built the mill."],
      ["The film was directed by Anna Sund and stars Otto Brandt.", "Otto Brandt is the film's director."],
      ["The founder of Noss, Mara Holt, hired Otto Brandt.", "Otto Brandt is the founder of Noss."],
      ["Otto Brandt stars in the film, whose director is Anna Sund.", "Otto Brandt directed the film."],
    ],
  },
  order: {
    sentence: "It may exchange who did it, or what it was, with somebody or something else.",
    contradicts: true,
    when: ({ said, source, from }) =>
      areRolesExchanged(said, from) || isRearranged(said, source) || exchangesObject(said, source),
    examples: [
      ["Mara Holt sued Otto Brandt in 1920.", "Otto Brandt sued Mara Holt in 1920."],
      ["Mara Holt was a diver. She sued Otto Brandt in 1920.", "Otto Brandt sued Mara Holt in 1920."],
      [
        "Mara Holt taught Otto Brandt, who later followed her as editor.",
        "Mara Holt followed Otto Brandt as editor.",
      ],
      [
        "The ferry cut its fares after it lost the contract.",
        "The ferry lost the contract after it cut its fares.",
      ],
      [
        "The railway will spend 310 million on trains and 85 million on stations.",
        "The railway will spend 310 million on stations and 85 million on trains.",
      ],
      ["The court cleared Ida but convicted her brother.", "The court convicted Ida."],
      ["The court cleared Ida but convicted her brother.", "The court cleared her brother."],
      ["The judge fined the driver, then freed the guard.", "The driver was freed by the judge."],
      ["The storm wrecked the church while sparing the hall.", "The storm wrecked the hall."],
      ["Otto Brandt leads the union and chairs the board.", "Otto Brandt chairs the union."],
    ],
  },
  attached: {
    sentence: "A name or number of it is next to other words in the closest sentence.",
    when: ({ said, source }) =>
      attachmentDiffers(said, source) || directionDiffers(said, source) || joinsClauses(said, source),
    examples: [
      ["Otto Brandt moved from Bonn to Kiel.", "Otto Brandt moved to Bonn."],
      ["The comet was named by Petra Lund after her teacher.", "The comet was named after Petra Lund."],
      ["Ganz taught Ida Holm in Lindby and met Maria Sund.", "Ganz taught Maria Sund in Lindby."],
      [
        "The engine was built by Sund's team, although Ganz holds the patent.",
        "The engine was built by Ganz.",
      ],
    ],
  },
  subject: {
    sentence: "The closest sentence may be about somebody or something else.",
    when: ({ said, from, meant }) =>
      subjectDiffers(said, from, meant) || saidOfAnother(said, from, meant) || isOfOpenPronoun(said, from),
    examples: [
      ["Pia Lund married Otto Brandt when he owned a boatyard.", "Lund owned a boatyard."],
      ["The treasurer opened the bridge of Wick.", "Mara Holt opened the bridge of Wick."],
      ["Mara Holt designed the lighthouse, which burned in 1911.", "Mara Holt burned in 1911."],
    ],
  },
  one_more: {
    sentence: "It lists something that the evidence closest to it does not contain.",
    when: ({ said, from }) => addsListItem(said, from.held.titled),
    examples: [["Mara Holt was an actor in Wick.", "Mara Holt was an actor and a model in Wick."]],
  },
  report: {
    sentence: "The closest sentence attributes it to somebody, or gives it as an opinion.",
    when: ({ said, source }) => reportDiffers(said.text, source.text) || presentsOpinionAsFact(said, source),
    examples: [
      ["Critics say the harbour of Wick is unsafe.", "The harbour of Wick is unsafe."],
      ["A caller told the radio that a tiger had fled the zoo.", "A tiger had fled the zoo."],
      ["Legend holds that the plague spared Wick.", "The plague spared Wick."],
    ],
  },
  weight: {
    sentence:
      "It has a word for an office, a crime, a loss or the like that the closest sentence does not have.",
    when: ({ said, near }) => addsDecisiveWord(said, near),
    examples: [["Mara Holt worked for the bank of Wick.", "Mara Holt robbed the bank of Wick."]],
  },
  value: {
    sentence: "Another sentence of the evidence is closer to its words and has another number or date.",
    examples: [],
  },
  lacking: {
    sentence: "The closest sentence of the evidence lacks some of its main words.",
    examples: [["Mara Holt lived in Wick.", "Mara Holt repaired telescopes in Wick."]],
  },
  replaced: {
    sentence: "It has a word that the closest sentence does not have in that place.",
    when: ({ said, source, from }) => replacesWord(said, source, from.held.titled),
    examples: [
      ["Mara Holt studied mechanics in Wick.", "Mara Holt studied law in Wick."],
      ["The bridge is closed in winter.", "The bridge is open in winter."],
    ],
  },
  cut: {
    sentence: "The closest sentence of the evidence is cut off.",
    when: ({ source }) => CUT.test(source.text),
    examples: [["Mara Holt was the first woman …", "Mara Holt was the first woman."]],
  },
  list: {
    sentence: "The closest text is a list, which does not show what belongs together.",
    when: ({ source }) => source.text.split(LIST_MARK).length > MAX_ITEMS,
    examples: [["Wick · Mara Holt · Otto Brandt · engineer · pilot", "Mara Holt is a pilot."]],
  },
} satisfies Readonly<Record<string, Rule>>;

/** Stable codes for how a statement disagrees with the closest sentence. */
export type Disagreement = keyof typeof RULES;

/** The rules by which a statement is compared with a sentence of the evidence, by their codes. */
export const DISAGREEMENTS: Readonly<Record<Disagreement, Rule>> = RULES;

/**
 * Returns how a statement disagrees with a source. `meant` holds the words of the name that its opening
 * pronoun refers to, if it is known.
 */
export function findDisagreements(
  said: ReadSentence,
  source: Source,
  meant: readonly string[],
): Disagreement[] {
  const near = source.previous === null ? [source.read] : [source.read, source.previous.read];
  const compared = { said, source: source.read, from: source, near, meant };
  return (Object.keys(RULES) as Disagreement[]).filter((rule) => DISAGREEMENTS[rule].when?.(compared));
}
