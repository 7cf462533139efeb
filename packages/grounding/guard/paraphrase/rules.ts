import { conditionDiffers, timeDiffers } from "./conditions.ts";
import { countsOtherwise } from "./counted-things.ts";
import { yearOfAnother } from "./dated-pairs.ts";
import { wordsExchanged } from "./exchanged.ts";
import { listsMore } from "./listed.ts";
import { firmnessDiffers, tenseDiffers } from "./modality.ts";
import { opinionAsFact } from "./opinions.ts";
import { ownerDiffers } from "./owners.ts";
import { pairedOtherwise } from "./paired-values.ts";
import { qualifierDiffers, saidAsDone } from "./qualifiers.ts";
import { quantityDiffers } from "./quantities.ts";
import type { Source } from "./read-evidence.ts";
import type { ReadSentence } from "./read-sentence.ts";
import { mismatchOf } from "./relations.ts";
import { wordReplaced } from "./replaced.ts";
import { perfectDiffers, takesAllowed, widensNegation } from "./scope.ts";
import { reportDiffers } from "./speech.ts";
import { certaintyDiffers, negationDiffers, statusDiffers } from "./turning-words.ts";
import { valueTurned } from "./value-words.ts";
import { numberOfOther } from "./values.ts";
import { addsWeight } from "./weighty-words.ts";

/** A sentence of the evidence, and what it does not say, or says. */
export interface Example {
  evidence: string;
  /** The rule speaks against it. */
  wrong?: string;
  /** It is supported. */
  right?: string;
}

/** A way in which a statement disagrees with the sentence of the evidence that is closest to it. */
export interface Rule {
  /** A stable word. */
  code: string;
  /** The reason as a person reads it. */
  sentence: string;
  /**
   * The evidence says the opposite, or something else about the same thing, and not merely less. Such a rule
   * comes first in what the reader sees.
   */
  contradicts?: true;
  /**
   * `meant` holds the words of the name that the statement's opening pronoun stands for, where that is
   * known.
   */
  when(said: ReadSentence, source: Source, meant: readonly string[]): boolean;
  examples: readonly Example[];
}

/** A page's table or list that was written out in one line. */
const LIST_MARK = /\s[-–—•·♦|*]\s/u;
const MOST_ITEMS = 3;
const CUT = /(?:…|\.\.\.)["'”’)\]]*$/;

/** A source and the sentence before it, which lends it its subject. */
const nearOf = ({ read, previous }: Source) => (previous === null ? [read] : [read, previous.read]);

export const RULES: readonly Rule[] = [
  {
    code: "negation",
    sentence: "It says that something is so, or not so, and the evidence says the opposite.",
    contradicts: true,
    when: (said, { read }) => negationDiffers(said, read) || widensNegation(said, read),
    examples: [
      { evidence: "The club does not admit members in winter.", wrong: "The club does not admit members." },
      { evidence: "The ferry does not carry lorries.", wrong: "The ferry carries lorries." },
      {
        evidence: "The ferry, not the bridge, opened in 1920.",
        wrong: "The bridge opened in 1920.",
        right: "The ferry opened in 1920.",
      },
      { evidence: "The ferry carries lorries.", wrong: "The ferry does not carry lorries." },
      {
        evidence: "Cyclists may cross the bridge, but pedestrians may not.",
        wrong: "Pedestrians may cross the bridge.",
        right: "Cyclists may cross the bridge.",
      },
      { evidence: "Mara Holt did not win the medal.", wrong: "Mara Holt was awarded the medal." },
      {
        evidence: "The ferry never carries lorries in winter.",
        right: "In winter the ferry never carries lorries.",
      },
      {
        evidence: "Noss is not only a harbour but also a shipyard.",
        right: "Noss is a harbour and also a shipyard.",
      },
    ],
  },
  {
    code: "certainty",
    sentence: "The evidence only plans, claims, doubts or denies it.",
    when: (said, { read }) => certaintyDiffers(said, read) || saidAsDone(said, read),
    examples: [
      { evidence: "Lena Moss denied that she stole the boat.", wrong: "Lena Moss stole the boat." },
      {
        evidence: "Lena Moss was convicted in 2013 and acquitted on appeal in 2015.",
        wrong: "Lena Moss was convicted in 2013.",
      },
    ],
  },
  {
    code: "firmness",
    sentence: "The evidence allows, advises or obliges otherwise than it.",
    when: (said, { read }) => takesAllowed(said, read) || firmnessDiffers(said, read),
    examples: [
      { evidence: "The dose is 5 mg, which may be increased to 20 mg.", wrong: "The dose is 20 mg." },
      {
        evidence: "The club fines 20 pounds, but can fine 500 pounds.",
        wrong: "The club fined Mara Holt 500 pounds.",
      },
      {
        evidence: "Visitors may climb the lighthouse in summer.",
        wrong: "Visitors climb the lighthouse in summer.",
        right: "Visitors can climb the lighthouse in summer.",
      },
      {
        evidence: "Visitors should climb the lighthouse in summer.",
        wrong: "Visitors climb the lighthouse in summer.",
      },
      {
        evidence: "Visitors climb the lighthouse in summer.",
        wrong: "Visitors should climb the lighthouse in summer.",
        right: "In summer visitors climb the lighthouse.",
      },
      {
        evidence: "Visitors climb the lighthouse in summer.",
        wrong: "Visitors must climb the lighthouse in summer.",
      },
      { evidence: "Keys may be up to 4 KB.", right: "Keys are up to 4 KB." },
      {
        evidence: "Visitors must climb the lighthouse in summer.",
        right: "Visitors have to climb the lighthouse in summer.",
      },
    ],
  },
  {
    code: "quantity",
    sentence: "It says it of more or fewer than the evidence.",
    when: (said, source) => quantityDiffers(said, nearOf(source)),
    examples: [
      {
        evidence: "The committee meets in the town hall.",
        wrong: "The committee always meets in the town hall.",
      },
      {
        evidence: "Most members of the club swim in the bay.",
        wrong: "Members of the club swim in the bay.",
        right: "The club swims in the bay.",
      },
      {
        evidence: "Most members of the club swim in the bay.",
        right: "Most members of the club swim in the bay there.",
      },
    ],
  },
  {
    code: "condition",
    sentence: "The evidence gives another condition or cause for it, or it gives none.",
    when: (said, { read }) => conditionDiffers(said, read),
    examples: [
      {
        evidence: "The harbour opens at dawn, unless a storm is near.",
        wrong: "The harbour opens at dawn.",
        right: "The harbour opens at dawn unless a storm is near.",
      },
      { evidence: "The ferry sails with weak wind.", wrong: "The ferry sails unless the wind is weak." },
      {
        evidence: "The ferry sails if the wind is weak.",
        wrong: "The ferry sails even if the wind is weak.",
      },
      {
        evidence: "If the wind is weak, the ferry sails to Orkney.",
        wrong: "The ferry sails to Orkney.",
        right: "The ferry sails to Orkney when the wind is weak.",
      },
      { evidence: "The ferry sails in weak wind.", wrong: "The ferry sails if the wind is weak." },
      { evidence: "The ferry sails to Orkney, except on Sundays.", wrong: "The ferry sails to Orkney." },
      { evidence: "The ferry stopped in the storm.", wrong: "The ferry stopped because of the storm." },
      { evidence: "The ferry stopped after the storm.", wrong: "The ferry stopped because of the storm." },
      {
        evidence: "The ferry sails even if the wind is strong.",
        right: "Even if the wind is strong, the ferry sails.",
      },
      { evidence: "The ferry sails when the wind is weak.", right: "The ferry sails if the wind is weak." },
      { evidence: "The ferry stopped because of the storm.", right: "The ferry stopped due to the storm." },
    ],
  },
  {
    code: "time",
    sentence: "The evidence puts it before, after or during something else, or in another tense.",
    when: (said, { read }) =>
      timeDiffers(said, read) || tenseDiffers(said, read) || perfectDiffers(said, read),
    examples: [
      { evidence: "Mara Holt edited the Wick Journal.", wrong: "Mara Holt edits the Wick Journal." },
      { evidence: "A ferry had run to Orkney from Wick.", wrong: "A ferry has run to Orkney from Wick." },
    ],
  },
  {
    code: "status",
    sentence: "It says first, only, former, rarely, most or the like otherwise than the evidence.",
    when: (said, source) => statusDiffers(said, nearOf(source)) || qualifierDiffers(said, nearOf(source)),
    examples: [
      { evidence: "Anglers rarely catch salmon in the bay.", wrong: "Anglers catch salmon in the bay." },
      {
        evidence: "Anglers catch salmon and, less often, trout in the bay.",
        wrong: "Anglers catch trout in the bay.",
      },
      {
        evidence: "The committee meets in the town hall.",
        wrong: "The committee meets in the town hall every month.",
      },
      { evidence: "Anglers often catch salmon in the bay.", right: "In the bay anglers often catch salmon." },
    ],
  },
  {
    code: "number_of",
    sentence: "The evidence counts, bounds or measures something else by its number.",
    contradicts: true,
    when: (said, source) => numberOfOther(said, nearOf(source)) || countsOtherwise(said, source.read),
    examples: [
      { evidence: "Of the twenty ten stayed in Wick.", wrong: "Thirty stayed in Wick." },
      { evidence: "The crew of twenty one stayed in Wick.", right: "The crew of 21 stayed in Wick." },
      { evidence: "The bridge cost two hundred and twenty pounds.", right: "The bridge cost 220 pounds." },
      { evidence: "The bridge cost one hundred thousand pounds.", right: "The bridge cost 100,000 pounds." },
    ],
  },
  {
    code: "paired",
    sentence: "The evidence says it of another of its numbers, dates or places.",
    when: (said, { read }) =>
      pairedOtherwise(said, read) || valueTurned(said, read) || yearOfAnother(said, read),
    examples: [
      {
        evidence: "The committee meets every year in the town hall.",
        wrong: "The committee meets each month in the town hall.",
        right: "The committee meets each year in the town hall.",
      },
      {
        evidence: "The boat left Vienna for Lindby in spring.",
        wrong: "The boat left Lindby for Vienna in spring.",
        right: "In spring the boat left Vienna for Lindby.",
      },
      { evidence: "The Austrian firm worked in Sweden.", wrong: "The firm worked in Austria." },
      {
        evidence: "The committee meets every year in the town hall.",
        right: "The committee meets in the town hall.",
      },
      { evidence: "The firm worked in Sweden in spring.", right: "In spring the firm worked in Sweden." },
    ],
  },
  {
    code: "owner",
    sentence: "The evidence gives it to another owner.",
    when: (said, { read }) => ownerDiffers(said, read),
    examples: [
      {
        evidence: "Lena Moss praised the sister of Carl Hein in Wick.",
        wrong: "Lena Moss praised the sister of Otto Brandt in Wick.",
      },
    ],
  },
  {
    code: "order",
    sentence: "The evidence has its words, or its doer and what it was done to, the other way round.",
    contradicts: true,
    when: (said, source, meant) =>
      mismatchOf(said, source, meant) === "order" || wordsExchanged(said, source.read),
    examples: [
      {
        evidence: "Lena Moss beat Carl Hein in the final.",
        wrong: "Carl Hein beat Lena Moss in the final.",
        right: "In the final, Lena Moss beat Carl Hein.",
      },
      {
        evidence: "Carl Hein and Lena Moss wrote the book.",
        right: "Lena Moss and Carl Hein wrote the book.",
      },
    ],
  },
  {
    code: "doer",
    sentence: "In the evidence somebody or something else did it, or it was done to something else.",
    when: (said, source, meant) => mismatchOf(said, source, meant) === "doer",
    examples: [
      { evidence: "The treasurer opened the bridge of Wick.", wrong: "Mara Holt opened the bridge of Wick." },
      { evidence: "Her brother opened the bridge of Wick.", wrong: "Mara Holt opened the bridge of Wick." },
      {
        evidence: "Mara Holt met Otto Brandt, who built the bridge of Wick.",
        wrong: "Mara Holt built the bridge of Wick.",
        right: "Otto Brandt built the bridge of Wick.",
      },
      {
        evidence: "Mara Holt met the mayor, who built the bridge of Wick.",
        wrong: "Mara Holt built the bridge of Wick.",
      },
      {
        evidence: "Mara Holt designed the lighthouse, which burned in 1911.",
        wrong: "Mara Holt burned in 1911.",
        right: "The lighthouse burned in 1911.",
      },
      { evidence: "The mayor built the bridge of Wick.", wrong: "She built the bridge of Wick." },
      {
        evidence: "The bridge was designed in the office of the mayor.",
        wrong: "The mayor designed the bridge.",
      },
      {
        evidence: "A bill on the harbour act was rejected in 1920.",
        wrong: "The harbour act was rejected in 1920.",
      },
      {
        evidence: "Voters rejected a bill on the harbour act in 1920.",
        wrong: "Voters rejected the harbour act in 1920.",
      },
      {
        evidence: "The bridge of Wick was designed by Otto Brandt and opened by Mara Holt.",
        wrong: "Mara Holt designed the bridge of Wick.",
        right: "Mara Holt opened the bridge of Wick.",
      },
      { evidence: "The novel Salt was filmed by Otto Brandt.", wrong: "Otto Brandt wrote the novel Salt." },
      { evidence: "Noss was founded in 1911 by Otto Noss.", right: "Noss was founded by Otto Noss." },
      { evidence: "During autumn Mara Holt opened the bridge.", right: "Mara Holt opened the bridge." },
    ],
  },
  {
    code: "subject",
    sentence: "The evidence says it of somebody or something else.",
    when: (said, source, meant) => mismatchOf(said, source, meant) === "subject",
    examples: [
      { evidence: "Mara Holt worked with the architect Per Lund.", wrong: "Mara Holt was an architect." },
    ],
  },
  {
    code: "crossing",
    sentence: "It puts together what the evidence says in two places.",
    when: (said, source, meant) => mismatchOf(said, source, meant) === "crossing",
    examples: [
      {
        evidence: "Mara Holt led the club from 1941 until she was arrested in 1944.",
        wrong: "Mara Holt was arrested in 1941.",
      },
      {
        evidence: "Mara Holt was born on 12 March 1871 in Wick (Scotland).",
        right: "On 12 March 1871 Mara Holt was born in Wick.",
      },
      {
        evidence: "The bridge is open in summer and closed in winter.",
        right: "The bridge is open in summer.",
      },
      {
        evidence: "Lena Moss opened a shop in Kiel and closed a mill in Lund.",
        wrong: "Lena Moss opened a shop in Lund.",
        right: "Lena Moss closed a mill in Lund.",
      },
    ],
  },
  {
    code: "one_more",
    sentence: "It lists one thing more than the evidence.",
    when: (said, { held }) => listsMore(said, held.titled),
    examples: [
      { evidence: "Mara Holt was an actor in Wick.", wrong: "Mara Holt was an actor and a model in Wick." },
    ],
  },
  {
    code: "report",
    sentence: "The evidence only reports that somebody says so.",
    when: (said, { read }) => reportDiffers(said.text, read.text) || opinionAsFact(said, read),
    examples: [
      { evidence: "Carl Hein said that Lena Moss stole the boat.", wrong: "Lena Moss stole the boat." },
    ],
  },
  {
    code: "weight",
    sentence: "It says of somebody or something what the evidence has no such word for.",
    when: (said, source) => addsWeight(said, nearOf(source)),
    examples: [],
  },
  {
    code: "replaced",
    sentence: "It has another word where the evidence has one.",
    when: (said, { read, held }) => wordReplaced(said, read, held.titled),
    examples: [
      { evidence: "Mara Holt studied mechanics in Wick.", wrong: "Mara Holt studied law in Wick." },
      { evidence: "Mara Holt wrote a play in Wick.", wrong: "Mara Holt wrote a book in Wick." },
      { evidence: "Mara Holt founded a school in Wick.", wrong: "Mara Holt founded a hospital in Wick." },
      { evidence: "The bridge is closed in winter.", wrong: "The bridge is open in winter." },
    ],
  },
  {
    code: "cut",
    sentence: "The sentence of the evidence is cut off.",
    when: (_said, { read }) => CUT.test(read.text),
    examples: [{ evidence: "Lena Moss was the first woman to …", wrong: "Lena Moss was the first woman." }],
  },
  {
    code: "list",
    sentence: "The evidence is a list, which does not say what belongs to what.",
    when: (_said, { read }) => read.text.split(LIST_MARK).length > MOST_ITEMS,
    examples: [],
  },
];

/** Found where all that is close to a statement is compared. */
export const VALUE: Pick<Rule, "code" | "sentence" | "contradicts"> = {
  code: "value",
  sentence: "Another sentence of the evidence says it with another number or date.",
};
export const LACKING: Pick<Rule, "code" | "sentence" | "contradicts"> = {
  code: "lacking",
  sentence: "The sentence of the evidence that is closest to it lacks words that it hangs on.",
};
/** Parts of a statement rest on sentences about different things. */
export const OTHER_SUBJECT: Pick<Rule, "code" | "sentence" | "contradicts"> = {
  code: "subject",
  sentence: "The evidence says it of somebody or something else.",
};

export type Disagreement = typeof VALUE;

/** Lists the rules that speak against a statement, held against a source. */
export function disagreementsOf(
  said: ReadSentence,
  source: Source,
  meant: readonly string[],
): Disagreement[] {
  return RULES.filter((rule) => rule.when(said, source, meant));
}
