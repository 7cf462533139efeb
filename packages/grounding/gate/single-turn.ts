import { detectLanguage } from "../lexicon/detect-language.ts";
import { NARROWEST_LIMITS } from "../text/fit-query.ts";
import { findAskingParts } from "./asking-parts.ts";
import { BIAS, HUNDREDTHS } from "./learned-weights.ts";
import { judgePersonNeed, type PersonNeed } from "./person-need.ts";
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
import { judgeWorldNeed } from "./world-need.ts";
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
const BESIDE_TEXT = 2;
const BESIDE_A_TASK = 5;
const BESIDE_A_SUM = 6;
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
}

/**
 * Judges a prompt as a whole and by its parts, so that nothing put around a question hides it: a part that
 * needs grounding on its own wins. `workspaceContext` only tells which identifiers are the caller's own.
 */
export function judgeTurn(prompt: string, workspaceContext = ""): TurnJudgement {
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

/** Returns what a part must be to need grounding beside the whole it is in. */
function createAskingTest({ logOdds, reasons, asking }: TurnJudgement): (part: TurnJudgement) => boolean {
  if (logOdds > 0) return (part) => part.logOdds > 0;
  if (reasons.includes("arithmetic") && asking.length <= LONGEST_WORD_PROBLEM)
    return (part) => part.logOdds > BESIDE_A_SUM && !ASKS_AMOUNT.test(part.asking);
  const task = reasons.some((reason) => TASKS.includes(reason));
  return (part) => part.logOdds > (task ? BESIDE_A_TASK : BESIDE_TEXT);
}

/** Weighs what rules and table say of a text; that a person is asked about outweighs whatever else it is. */
function judge(text: string, workspaceContext: string): TurnJudgement {
  const reading = readPrompt(text, workspaceContext);
  const { reasons, logOdds } = applyRules(reading);
  const around = {
    code: reasons.includes("code"),
    arithmetic: reasons.includes("arithmetic"),
    workspace: reasons.includes("workspace"),
    givenText: reading.words.length > LONGEST_REQUEST || givesText(reading),
  };
  const need = judgePersonNeed(reading, around);
  const plain = !Object.values(around).some(Boolean);
  const world = plain ? judgeWorldNeed(reading) : null;
  const person = reading.people.find(({ capitals }) => capitals);
  const sum = isEnglish(reading) ? RULES_SHARE * logOdds + weighFeatures(reading, reasons) - BORDER : logOdds;
  const weighed = weigh(sum, need);
  return {
    logOdds: world === null ? weighed : Math.max(weighed, WORLD_LOG_ODDS),
    reasons: [...new Set([...reasons, ...listReasons(need), ...(world === null ? [] : ASKED_BY_FORM)])],
    subject: reading.askedName ?? need?.name ?? person?.text ?? world?.name ?? reading.names[0]?.text ?? null,
    asking: text,
  };
}

/** Of more words the names are seldom what is asked about. */
const LONGEST_REQUEST = 100;
/** The weight of the rules beside the learned table, which corrects them. */
export const RULES_SHARE = 1;
/**
 * Where the table's log-odds part best, by cross-validation: fewer false alarms at hardly less recall than at
 * 0.
 */
const BORDER = 0.4;
/** Words of a prompt that must be common English where nothing else tells its language. */
const ENGLISH_SHARE = 0.4;

const LANGUAGE_SHOWS_WITHIN = 300;

/**
 * Tells whether the learned table can judge a prompt. It knows English alone; a prompt of another language is
 * judged by the rules, which lean to grounding a question.
 */
function isEnglish({ text, words }: PromptReading): boolean {
  const language = detectLanguage(text.slice(0, LANGUAGE_SHOWS_WITHIN));
  if (language !== null) return language === "en";
  if (/[^\p{ASCII}\p{P}\p{S}]/u.test(text)) return false;
  return words.filter(isLearnedWord).length >= ENGLISH_SHARE * words.length;
}

/** Returns which rules apply to a prompt, and their sum. */
export function applyRules(reading: PromptReading): { reasons: GateReason[]; logOdds: number } {
  const applied = RULES.filter((rule) => rule.applies(reading));
  return {
    reasons: applied.map((rule) => rule.reason),
    logOdds: applied.reduce((total, rule) => total + rule.weight, RULES_BIAS),
  };
}

/** Least log-odds of a prompt that asks for a fact of the world by its form. */
const WORLD_LOG_ODDS = 2.5;
const ASKED_BY_FORM: readonly GateReason[] = ["names_something"];
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

const WEIGHTS: ReadonlyMap<string, number> = new Map(
  HUNDREDTHS.split("|").map((entry): [string, number] => {
    const at = entry.indexOf(":");
    return [entry.slice(at + 1), Number(entry.slice(0, at)) / 100];
  }),
);

/**
 * Returns the log-odds that an English prompt asks for facts about the world, by the table that `npm run
 * learn -- gate` writes.
 */
function weighFeatures(reading: PromptReading, reasons: readonly GateReason[]): number {
  return readLearnedFeatures(reading, reasons).reduce(
    (sum, feature) => sum + (WEIGHTS.get(feature) ?? 0),
    BIAS,
  );
}

/** Tells whether a word has a weight of its own: it is common English then. */
function isLearnedWord(word: string): boolean {
  return WEIGHTS.has(word);
}

/** Limits how many words of a prompt are looked at: what it is shows early. */
const WORDS_READ = 60;
const LENGTHS = [2, 4, 7, 12, 20, 35, 60, 100];

/**
 * Returns what the learned table weighs: words and pairs of neighbours, with names and numbers as mere
 * shapes, the prompt's length, and which rules apply. No feature tells how carefully a prompt was typed.
 */
export function readLearnedFeatures(
  { text, tokens }: PromptReading,
  reasons: readonly GateReason[],
): string[] {
  const shapes = [
    "^",
    ...tokens.slice(0, WORDS_READ).map(({ raw, word }, at) => describeShape(raw, word, at)),
  ];
  if (tokens.length <= WORDS_READ) shapes.push("$");
  const features = new Set<string>();
  for (const [at, one] of shapes.entries()) {
    features.add(one);
    if (at > 0) features.add(`${shapes[at - 1]} ${one}`);
  }
  features.add(`length ${LENGTHS.filter((length) => tokens.length > length).length}`);
  if (text.includes("\n")) features.add("lines");
  for (const reason of reasons) features.add(`rule ${reason}`);
  return [...features];
}

function describeShape(raw: string, word: string, at: number): string {
  if (/^\d/.test(raw)) return /^[12]\d{3}$/.test(raw) ? "1900" : "12";
  if (/_|\p{Ll}\p{Lu}/u.test(raw)) return "aA";
  return at > 0 && /^\p{Lu}\p{Ll}/u.test(raw) ? "Aa" : word;
}
