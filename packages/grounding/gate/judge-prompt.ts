import { detectLanguage } from "../lexicon/detect-language.ts";
import { asksForFact, findStrangeName, readFeatures } from "./features.ts";
import { readForeignFeatures } from "./foreign-features.ts";
import {
  ENGLISH_BIAS,
  ENGLISH_WEIGHTS,
  FOLLOW_UP_BIAS,
  FOLLOW_UP_WEIGHTS,
  FOREIGN_BIAS,
  FOREIGN_WEIGHTS,
} from "./learned-weights.ts";
import { readRequest } from "./order-reading.ts";
import { judgePersonNeed, listPersonCues, type PersonNeed } from "./person-need.ts";
import { findLikelyLanguages, type GateToken } from "./phrases.ts";
import { type PromptReading, readPrompt } from "./prompt-reading.ts";
import { type GateReason, givesText, RULES } from "./rules.ts";
import { WORLD_RULES } from "./world-rules.ts";

/** Classification of a single prompt, without earlier turns. */
export interface TextJudgement {
  /** Log-odds that the prompt needs grounding; the threshold is 0. */
  logOdds: number;
  reasons: GateReason[];
  /**
   * The name the prompt is about. Prefers the name asked for, then the first person, then the first name of
   * any kind.
   */
  subject: string | null;
  /** The classified text: the whole prompt, or only the part that contains the question. */
  asking: string;
  /** True if it asks for facts about someone who is certainly a person. */
  asksForPerson?: boolean;
  /** True if it also asks for an action on the user's own data. */
  orders?: boolean;
}

/** Classifies a text with the English or the multilingual weights. */
export function judgePrompt(text: string, workspaceContext: string, orders = false): TextJudgement {
  const signs = readSigns(text, workspaceContext);
  const { reading, reasons, need } = signs;
  const person = reading.people.find(({ capitals, known }) => capitals || known);
  const logOdds =
    isEnglish(reading) || reasons.includes("code")
      ? sumWeights(listFeatures(signs, orders), ENGLISH, ENGLISH_BIAS)
      : sumWeights(listForeignFeatures(signs), FOREIGN, FOREIGN_BIAS);
  const named = reading.askedName ?? need?.name ?? person?.text ?? reading.names[0]?.text;
  const strange = logOdds > 0 ? findStrangeName(reading) : null;
  const byForm: GateReason[] = strange === null ? [] : ["names_something"];
  return {
    logOdds,
    reasons: [...new Set([...reasons, ...(need === null ? [] : [REASON_OF_NEED[need.by]]), ...byForm])],
    subject: named ?? strange,
    asking: text,
    asksForPerson: need?.by === "asked" && need.sure,
  };
}

/** A text with the results of the rules. */
interface Signs {
  reading: PromptReading;
  reasons: readonly GateReason[];
  need: PersonNeed | null;
}

function readSigns(text: string, workspaceContext: string): Signs {
  const reading = readPrompt(text, workspaceContext);
  const reasons = listReasonsOf(reading);
  const need = judgePersonNeed(reading, {
    code: reasons.includes("code"),
    arithmetic: reasons.includes("arithmetic"),
    workspace: reasons.includes("workspace"),
    givenText: reading.words.length > MAX_REQUEST_LENGTH || givesText(reading),
  });
  return { reading, reasons, need };
}

/** Returns the features of a part of an English prompt. */
export function readUnit({ text, orders }: { text: string; orders: boolean }): Set<string> {
  return listFeatures(readSigns(text, ""), orders);
}

/** Returns the features of a prompt in another language. */
export function readForeignPrompt(text: string): Set<string> {
  return listForeignFeatures(readSigns(text, ""));
}

function listFeatures(signs: Signs, orders: boolean): Set<string> {
  return addSigns(readFeatures(signs.reading, orders), signs);
}

function listForeignFeatures(signs: Signs): Set<string> {
  return addSigns(readForeignFeatures(signs.reading), signs);
}

function addSigns(features: Set<string>, { reading, reasons, need }: Signs): Set<string> {
  for (const reason of reasons) features.add(`rule ${reason}`);
  for (const cue of listPersonCues(reading)) features.add(cue);
  if (need !== null) features.add(`need ${need.by}${need.sure ? "" : " perhaps"}`);
  return features;
}

/** Above this length, names in the prompt are rarely what the question is about. */
const MAX_REQUEST_LENGTH = 100;
/** Minimum share of common English words, used when nothing else indicates the language. */
const ENGLISH_SHARE = 0.3;

const LANGUAGE_SHOWS_WITHIN = 300;
/** Prompts of at most this many words are often keywords. */
const FEW_WORDS = 5;

/** Returns whether the English table applies to a prompt. */
export function isEnglish(reading: PromptReading): boolean {
  const { text, words } = reading;
  const language = detectLanguage(text.slice(0, LANGUAGE_SHOWS_WITHIN));
  // A few words do not reveal the language: "price of Nova 10 Pro" is English.
  const isShort = words.length <= FEW_WORDS;
  if (language === "en" || (language !== null && !isShort)) return language === "en";
  if (/[^\p{ASCII}\p{P}\p{S}]/u.test(text)) return false;
  const known = words.filter((word) => ENGLISH.has(word)).length;
  const isForeign = ({ word }: GateToken) => FOREIGN.has(`w ${word}`) && !ENGLISH.has(word);
  const strange = reading.tokens.filter(isForeign).length;
  if (strange > 0 && strange >= known) return false;
  if (isShort && language === null) {
    const languages = findLikelyLanguages(reading.tokens, reading.hits);
    return known > 0 || languages.has("en") || asksForFact(reading);
  }
  return known >= ENGLISH_SHARE * words.length;
}

/** Returns the criteria that apply to a text. */
export function listReasonsOf(reading: PromptReading): GateReason[] {
  return [...WORLD_RULES, ...RULES].filter((rule) => rule.applies(reading)).map(({ reason }) => reason);
}

const REASON_OF_NEED: Readonly<Record<PersonNeed["by"], GateReason>> = {
  asked: "asks_biography",
  named: "names_a_person",
  errand: "assistant_command",
  fiction: "writing_task",
};

const ENGLISH = readWeights(ENGLISH_WEIGHTS);
const FOREIGN = readWeights(FOREIGN_WEIGHTS);
const FOLLOW_UP = readWeights(FOLLOW_UP_WEIGHTS);

/** Parses "-49:'s|53:'s <fact>": hundredths of log-odds, then the feature. */
function readWeights(hundredths: string): ReadonlyMap<string, number> {
  return new Map(
    hundredths.split("|").map((entry): [string, number] => {
      const at = entry.indexOf(":");
      return [entry.slice(at + 1), Number(entry.slice(0, at)) / 100];
    }),
  );
}

function sumWeights(
  features: ReadonlySet<string>,
  weights: ReadonlyMap<string, number>,
  bias: number,
): number {
  let sum = bias;
  for (const feature of features) sum += weights.get(feature) ?? 0;
  // Remove floating-point residue from a sum of zero.
  return Math.round(sum * 100) / 100;
}

/** Longer messages are not treated as comments on the last answer. */
const MAX_FOLLOW_UP_LENGTH = 160;

/**
 * Returns whether a turn only doubts the last answer, wants it in another form or passes it on: "Really?",
 * "put that in bullets". It asks nothing new.
 */
export function isOnLastAnswer(turn: string): boolean {
  if (turn.length > MAX_FOLLOW_UP_LENGTH || !/\p{L}/u.test(turn)) return false;
  return sumWeights(readFollowUp(turn), FOLLOW_UP, FOLLOW_UP_BIAS) > 0;
}

/** Returns the features of a turn about the last answer. */
export function readFollowUp(turn: string): Set<string> {
  const reading = readPrompt(turn);
  const features = new Set([...readFeatures(reading, false), ...readForeignFeatures(reading)]);
  const { clauses, orders } = readRequest(turn);
  if (/:\s*\S/.test(turn)) features.add("cue brings text");
  if (orders && clauses.every(({ asks }) => asks === "")) features.add("cue asks nothing");
  return features;
}
