import { stemEnglish } from "../../lexicon/stems.ts";
import type { ReadSentence } from "./read-sentence.ts";

/**
 * Decisive words of statements. Only words between two commas may replace each other: a nominee has not won,
 * and an arrested person is not a convict. Chosen by hand for news and biographies.
 */
const GROUPS = `
win won winner victory champion, semi semifinal semifinalist, quarter quarterfinal quarterfinalist,
nominate nominee nomination, graduate degree alumnus, dropout, convict conviction guilty,
acquit acquittal innocent exonerate, arrest, charge indict indictment,
accuse accusation allege allegation, suspect, sentence imprison prison jail incarcerate,
crime criminal felon felony, kill, murder murderer, execute execution, suicide,
assassinate assassination, die death dead deceased, injure injury wound, rape rapist, abuse abuser,
assault, harass harassment, molest, steal stole stolen theft thief rob robbed robber robbery,
fraud fraudulent fraudster, forge forger forgery counterfeit, bribe bribery, corrupt corruption,
embezzle embezzlement launder, smuggle smuggler traffic, spy espionage, treason traitor,
terrorist terrorism, nazi, racist racism, liar, plagiarize plagiarism, cheat, dope doping, drug,
addict addiction, alcoholic alcoholism, gamble gambler gambling, bankrupt bankruptcy insolvent,
lawsuit sue sued, settle settlement, divorce, affair, mistress, pregnant pregnancy, abort abortion,
cancer, aids hiv, disease illness, hoax fake, scandal disgrace, fire dismiss sack, resign resignation,
retire retirement, suspend suspension, expel expulsion, ban, exile, deport, bomb, attack,
invade invasion, marry wed wife husband spouse, engage fiance fiancee, adopt,
found founder establish cofounder, invent inventor, discover discovery discoverer, elect election,
appoint, president, minister, ceo, king, queen, emperor, own owner, buy bought acquire acquisition,
sell sold, merge merger, patent, knight, dead, cure, poison poisonous toxic, lethal fatal deadly,
illegal unlawful, secret secretly
`;

const GROUP_OF: ReadonlyMap<string, number> = new Map(
  GROUPS.split(",").flatMap((line, group) =>
    line
      .trim()
      .split(/\s+/)
      .map((word): [string, number] => [stemEnglish(word), group]),
  ),
);

/**
 * Returns whether a statement has a decisive word, and the evidence has neither that word nor one that may
 * replace it.
 */
export function addsDecisiveWord(said: ReadSentence, sources: readonly ReadSentence[]): boolean {
  return [...said.content.keys()].some((stem) => {
    const group = GROUP_OF.get(stem);
    if (group === undefined) return false;
    return !sources.some(({ content }) => [...content.keys()].some((held) => GROUP_OF.get(held) === group));
  });
}

/** Returns whether one of the stems is a decisive word. */
export function hasDecisiveWord(stems: readonly string[]): boolean {
  return stems.some((stem) => GROUP_OF.has(stem));
}
