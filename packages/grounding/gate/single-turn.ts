import { detectLanguage } from "../lexicon/detect-language.ts";
import { NARROWEST_LIMITS } from "../text/fit-query.ts";
import { findAskingParts } from "./asking-parts.ts";
import { findStrangeName, readFeatures } from "./features.ts";
import { BIAS, HUNDREDTHS, ON_ANSWER_BIAS, ON_ANSWER_HUNDREDTHS } from "./learned-weights.ts";
import { readRequest } from "./order-reading.ts";
import { judgePersonNeed, listPersonCues, type PersonNeed } from "./person-need.ts";
import { type PromptReading, readPrompt } from "./prompt-reading.ts";
import {
  arithmetic,
  assistantCommand,
  code,
  type GateReason,
  type GateRule,
  givesText,
  longText,
  ownIdentifier,
  personal,
  workspace,
  writingTask,
} from "./rules.ts";
import {
  asksBiography,
  asksFact,
  dated,
  namesAPerson,
  namesSomething,
  recentEvent,
  worldKnowledge,
} from "./world-rules.ts";

const RULES: readonly GateRule[] = [
  asksBiography,
  namesAPerson,
  namesSomething,
  asksFact,
  worldKnowledge,
  recentEvent,
  dated,
  code,
  arithmetic,
  writingTask,
  longText,
  workspace,
  ownIdentifier,
  assistantCommand,
  personal,
];

/** Log-odds of a prompt of which no rule says anything. */
const RULES_BIAS = -1.5;

/**
 * Log-odds that a part must pass beside a whole that needs no grounding: the questions of a task are seldom
 * about the world.
 */
const BESIDE_TEXT = 1;
const BESIDE_A_TASK = 3;
const BESIDE_A_SUM = 4;
/** Log-odds of a prompt that asks too many questions to read them all. */
const UNREAD_LOG_ODDS = 1;
/** A longer prompt with sums in it is no word problem. */
const LONGEST_WORD_PROBLEM = 1000;
/** Matches what a word problem asks at its end. */
const ASKS_AMOUNT = /\b(?:how (?:many|much|long|old|far|fast|big|tall|high|deep)|total)\b/i;
const TASKS: readonly GateReason[] = ["arithmetic", "code", "workspace", "writing_task"];

/** A prompt judged without its history. */
interface TurnJudgement {
  /** Log-odds that the prompt needs grounding; 0 is the border. */
  logOdds: number;
  reasons: GateReason[];
  /** The name it is about: the asked name, else the first that reads like a person, else the first name. */
  subject: string | null;
  /** Holds what was judged: the prompt, or the part of it that asks. */
  asking: string;
  /** The facts of a person are asked for who is surely one. */
  asksForPerson?: boolean;
  /** It orders something of the user's own, whatever else it asks. */
  orders?: boolean;
}

/** Log-odds of a prompt that only orders something of the user's own. */
const ORDER_LOG_ODDS = -3;
/** A longer prompt holds a text to work on: its sentences are no orders. */
const LONGEST_ORDER = 2000;

/** A part of a prompt that is judged by itself. */
export interface PromptUnit {
  text: string;
  /** Holds the words of it to search. */
  asks: string;
  orders: boolean;
}

/**
 * Returns what of a prompt can ask for facts: each of its orders without the message that is to be sent, and
 * all the rest together; the whole prompt where it orders nothing.
 */
export function readUnits(prompt: string): PromptUnit[] {
  const whole = [{ text: prompt, asks: prompt, orders: false }];
  if (prompt.length > LONGEST_ORDER) return whole;
  const { clauses, orders } = readRequest(prompt);
  if (!orders) return whole;
  const rest = clauses.flatMap((clause) => (clause.orders ? [] : [clause.asks])).join(" ");
  return [
    { text: rest, asks: rest, orders: false },
    ...clauses
      .filter((clause) => clause.orders)
      .map(({ judged, asks }) => ({ text: judged, asks, orders: true })),
  ].filter(({ text }) => text !== "");
}

/**
 * Judges a prompt as a whole and by its parts, so that nothing put around a question hides it: a part that
 * needs grounding on its own wins. `workspaceContext` only tells which identifiers are the caller's own.
 */
export function judgeTurn(prompt: string, workspaceContext = ""): TurnJudgement {
  const units = readUnits(prompt);
  const [first] = units;
  if (first?.text === prompt) return judgeWhole(prompt, workspaceContext);
  const reasons: GateReason[] = [
    ...new Set<GateReason>([...applyRules(readPrompt(prompt)).reasons, "assistant_command"]),
  ];
  const order = { logOdds: ORDER_LOG_ODDS, reasons, subject: null, asking: prompt };
  const strongest = units
    .map((unit) => judgeUnit(unit, workspaceContext))
    .reduce<TurnJudgement>((best, one) => (one.logOdds > best.logOdds ? one : best), order);
  return strongest.logOdds > 0
    ? { ...strongest, orders: true }
    : { ...order, logOdds: strongest.logOdds, orders: true };
}

/**
 * Returns what of a prompt is searched: without its orders and the messages that are to be sent; the whole
 * prompt where nothing else is left.
 */
export function findAsked(prompt: string): string {
  const units = readUnits(prompt);
  if (units.length === 0 || units[0]?.text === prompt) return prompt;
  const asked = units.length === 1 ? units : units.filter((unit) => judgeUnit(unit, "").logOdds > 0);
  return (asked.length === 0 ? units : asked).map(({ asks }) => asks).join("\n");
}

function judgeUnit({ text, orders }: PromptUnit, workspaceContext: string): TurnJudgement {
  return orders ? judge(text, workspaceContext, true) : judgeWhole(text, workspaceContext);
}

function judgeWhole(prompt: string, workspaceContext: string): TurnJudgement {
  const whole = judge(prompt, workspaceContext);
  if (whole.logOdds > 0 && prompt.length <= NARROWEST_LIMITS.characters) return whole;
  const { parts, overflow } = findAskingParts(prompt);
  const asks = createAskingTest(whole);
  const strongest = parts
    .map((part) => judge(part, workspaceContext))
    .filter(asks)
    .reduce<TurnJudgement | null>((best, one) => (best && best.logOdds >= one.logOdds ? best : one), null);
  if (strongest !== null) return { ...strongest, logOdds: Math.max(strongest.logOdds, whole.logOdds) };
  return overflow && whole.logOdds <= 0 ? { ...whole, logOdds: UNREAD_LOG_ODDS } : whole;
}

/**
 * Returns what a part must be to need grounding beside the whole it is in. A person who is asked for by name
 * is asked for whatever stands around.
 */
function createAskingTest({ logOdds, reasons, asking }: TurnJudgement): (part: TurnJudgement) => boolean {
  if (logOdds > 0) return (part) => part.logOdds > 0;
  const asksFor = (part: TurnJudgement, least: number) => part.logOdds > (part.asksForPerson ? 0 : least);
  if (reasons.includes("arithmetic") && asking.length <= LONGEST_WORD_PROBLEM)
    return (part) => asksFor(part, BESIDE_A_SUM) && !ASKS_AMOUNT.test(part.asking);
  const task = reasons.some((reason) => TASKS.includes(reason));
  return (part) => asksFor(part, task ? BESIDE_A_TASK : BESIDE_TEXT);
}

/** Weighs a text: in English by the learned table, in other languages by the rules and the people named. */
function judge(text: string, workspaceContext: string, orders = false): TurnJudgement {
  const { reading, reasons, need, rules } = readSigns(text, workspaceContext);
  const person = reading.people.find(({ capitals, known }) => capitals || known);
  const logOdds = isEnglish(reading)
    ? weighFeatures(listFeatures({ reading, reasons, need }, orders))
    : weigh(rules, need);
  const named = reading.askedName ?? need?.name ?? person?.text ?? reading.names[0]?.text;
  const strange = logOdds > 0 ? findStrangeName(reading) : null;
  const byForm: GateReason[] = strange === null ? [] : ["names_something"];
  return {
    logOdds,
    reasons: [...new Set([...reasons, ...listReasons(need), ...byForm])],
    subject: named ?? strange,
    asking: text,
    asksForPerson: need?.by === "asked" && need.sure,
  };
}

/** A text with what the rules say of it. */
interface Signs {
  reading: PromptReading;
  reasons: readonly GateReason[];
  need: PersonNeed | null;
}

function readSigns(text: string, workspaceContext: string): Signs & { rules: number } {
  const reading = readPrompt(text, workspaceContext);
  const { reasons, logOdds } = applyRules(reading);
  const need = judgePersonNeed(reading, {
    code: reasons.includes("code"),
    arithmetic: reasons.includes("arithmetic"),
    workspace: reasons.includes("workspace"),
    givenText: reading.words.length > LONGEST_REQUEST || givesText(reading),
  });
  return { reading, reasons, need, rules: logOdds };
}

/** Returns what the learned table weighs of a unit of an English prompt. */
export function readUnit({ text, orders }: Pick<PromptUnit, "text" | "orders">): Set<string> {
  return listFeatures(readSigns(text, ""), orders);
}

function listFeatures({ reading, reasons, need }: Signs, orders: boolean): Set<string> {
  const features = readFeatures(reading, orders);
  for (const reason of reasons) features.add(`rule ${reason}`);
  for (const cue of listPersonCues(reading)) features.add(cue);
  if (need !== null) features.add(`need ${need.by}${need.sure ? "" : " perhaps"}`);
  return features;
}

/** Of more words the names are seldom what is asked about. */
const LONGEST_REQUEST = 100;
/** Words of a prompt that must be common English where nothing else tells its language. */
const ENGLISH_SHARE = 0.4;

const LANGUAGE_SHOWS_WITHIN = 300;
/** So few words are often key words. */
const FEW_WORDS = 5;

/**
 * Tells whether the learned table can judge a prompt. It knows English alone; a prompt of another language is
 * judged by the rules, which lean to grounding a question.
 */
function isEnglish(reading: PromptReading): boolean {
  const { text, words } = reading;
  const language = detectLanguage(text.slice(0, LANGUAGE_SHOWS_WITHIN));
  // A few words show no language: "price of Nova 10 Pro" is English.
  const isShort = words.length <= FEW_WORDS;
  if (language === "en" || (language !== null && !isShort)) return language === "en";
  if (/[^\p{ASCII}\p{P}\p{S}]/u.test(text)) return false;
  if (isShort && language === null) return words.some(isLearnedWord) || findStrangeName(reading) !== null;
  return words.filter(isLearnedWord).length >= ENGLISH_SHARE * words.length;
}

/** Returns which rules apply to a prompt, and their sum. */
function applyRules(reading: PromptReading): { reasons: GateReason[]; logOdds: number } {
  const applied = RULES.filter((rule) => rule.applies(reading));
  return {
    reasons: applied.map((rule) => rule.reason),
    logOdds: applied.reduce((total, rule) => total + rule.weight, RULES_BIAS),
  };
}

const NEEDED_LOG_ODDS = 7;
const PERHAPS_NEEDED_LOG_ODDS = 1.5;
const NOT_NEEDED_LOG_ODDS = -2;

function weigh(sum: number, need: PersonNeed | null): number {
  if (need === null) return sum;
  return need.by === "asked" || need.by === "named"
    ? Math.max(sum, need.sure ? NEEDED_LOG_ODDS : PERHAPS_NEEDED_LOG_ODDS)
    : Math.min(sum, NOT_NEEDED_LOG_ODDS);
}

function listReasons(need: PersonNeed | null): GateReason[] {
  switch (need?.by) {
    case "asked":
      return ["asks_biography"];
    case "named":
      return ["names_a_person"];
    case "errand":
      return ["assistant_command"];
    case "fiction":
      return ["writing_task"];
    default:
      return [];
  }
}

const WEIGHTS = readWeights(HUNDREDTHS);
const ON_ANSWER_WEIGHTS = readWeights(ON_ANSWER_HUNDREDTHS);

function readWeights(hundredths: string): ReadonlyMap<string, number> {
  return new Map(
    hundredths.split("|").map((entry): [string, number] => {
      const at = entry.indexOf(":");
      return [entry.slice(at + 1), Number(entry.slice(0, at)) / 100];
    }),
  );
}

/**
 * Returns the log-odds that an English text asks for facts about the world, by the table that `npm run learn
 * -- gate` writes.
 */
function weighFeatures(features: ReadonlySet<string>): number {
  return sumWeights(features, WEIGHTS, BIAS);
}

function sumWeights(
  features: ReadonlySet<string>,
  weights: ReadonlyMap<string, number>,
  bias: number,
): number {
  let sum = bias;
  for (const feature of features) sum += weights.get(feature) ?? 0;
  return sum;
}

/** Longer turns say something of their own. */
const LONGEST_ON_ANSWER = 160;

/**
 * Tells whether a turn only doubts the last answer, wants it in another form or passes it on: "Really?", "put
 * that in bullets". It asks nothing new. Learned from English; other languages have isRestatement.
 */
export function isOnLastAnswer(turn: string): boolean {
  if (turn.length > LONGEST_ON_ANSWER || !/\p{L}/u.test(turn)) return false;
  const language = detectLanguage(turn);
  const features = readFollowUp(turn);
  // Strange words alone may be any language's: "sus hijos".
  if (language !== "en" && (language !== null || features.has("nn"))) return false;
  return sumWeights(features, ON_ANSWER_WEIGHTS, ON_ANSWER_BIAS) > 0;
}

/** Returns what is weighed of a turn on an answer. */
export function readFollowUp(turn: string): Set<string> {
  const features = readFeatures(readPrompt(turn), false);
  const { clauses, orders } = readRequest(turn);
  if (orders && clauses.every(({ asks }) => asks === "")) features.add("cue asks nothing");
  return features;
}

/** Tells whether a word has a weight of its own: it is common English then. */
function isLearnedWord(word: string): boolean {
  return WEIGHTS.has(word);
}
