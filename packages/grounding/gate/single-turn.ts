import { detectLanguage } from "../lexicon/detect-language.ts";
import { NARROWEST_LIMITS } from "../text/fit-query.ts";
import { splitWords } from "../text/tokens.ts";
import { findAskingParts } from "./asking-parts.ts";
import { splitClauses } from "./foreign-clauses.ts";
import { isEnglish, judgePrompt, listReasonsOf, type TextJudgement } from "./judge-prompt.ts";
import { readRequest } from "./order-reading.ts";
import { type PromptReading, readPrompt } from "./prompt-reading.ts";
import { code, type GateReason } from "./rules.ts";

/**
 * Minimum log-odds of a part that is in a text, a task or a calculation that needs no grounding itself,
 * because questions there are seldom about the world.
 */
const MIN_IN_TEXT = 1;
const MIN_IN_TASK = 3;
const MIN_IN_CALCULATION = 4;
/** Log-odds of a prompt with too many questions to read all of them. */
const UNREAD_LOG_ODDS = 1;
/** A longer prompt with calculations is not a word problem. */
const MAX_WORD_PROBLEM_LENGTH = 1000;
/** Matches the question at the end of a word problem. */
const ASKS_AMOUNT = /\b(?:how (?:many|much|long|old|far|fast|big|tall|high|deep)|total)\b/i;
const TASKS: readonly GateReason[] = ["arithmetic", "code", "workspace", "writing_task"];

/** Log-odds of a prompt that only orders work on the user's own data. */
const ORDER_LOG_ODDS = -3;
/** A longer prompt contains a text to work on, whose sentences are not orders. */
export const MAX_ORDER_LENGTH = 2000;

/** Judgement of a prompt by its strongest part. */
export interface TurnJudgement extends TextJudgement {
  /** True if that part is an order, or the prompt contains nothing else. */
  isOrder?: boolean;
  /** True if the prompt contains orders and nothing to ask. */
  asksNothing?: boolean;
}

/** A part of a prompt that is judged separately. */
interface PromptUnit {
  text: string;
  /** Its words to search, without the verb of an order. */
  asks: string;
  orders: boolean;
}

/**
 * Returns the parts of a prompt that can ask for facts: each order without the message to send, and the rest
 * as one part. Returns the whole prompt if it contains no order. Recognises only English orders.
 */
export function readUnits(prompt: string): PromptUnit[] {
  const whole = [{ text: prompt, asks: prompt, orders: false }];
  if (prompt.length > MAX_ORDER_LENGTH) return whole;
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

/** Returns the parts of a prompt that can ask for facts, in any language. */
function readUnitsInAnyLanguage(prompt: string): PromptUnit[] {
  return findAskingClauses(prompt) ?? readUnits(prompt);
}

/** A clause with lower log-odds that is not just a name is certainly an order. */
const SURELY_ORDERS = -2;
/** Longer prompts in other languages are judged as a whole. */
const MAX_SPLIT_LENGTH = 400;

/** Returns the clauses that ask for facts next to one that orders, in languages other than English. */
function findAskingClauses(prompt: string): PromptUnit[] | null {
  if (prompt.length > MAX_SPLIT_LENGTH || detectLanguage(prompt) === "en") return null;
  const texts = splitClauses(prompt);
  const reading = readPrompt(prompt);
  if (texts.length < 2 || isEnglish(reading) || code.applies(reading)) return null;
  const clauses = texts.map((text) => ({ text, ...judgePrompt(text, "") }));
  // "Wo wurde Ada geboren und was hat sie studiert?" asks twice; its second clause only lacks the name.
  const orders = ({ text, logOdds }: (typeof clauses)[number]) =>
    logOdds < SURELY_ORDERS && splitWords(text).length > 2 && !asksInWords(readPrompt(text));
  if (!clauses.some(orders)) return null;
  // A name alone may belong to the previous clause.
  const asking = clauses.filter(({ text, logOdds }) => logOdds > 0 && asksInWords(readPrompt(text)));
  return asking.length === 0 ? null : asking.map(({ text }) => ({ text, asks: text, orders: false }));
}

function asksInWords({ hits, lower }: PromptReading): boolean {
  const asks = hits.some(({ kind }) => kind === "question" || kind === "who" || kind === "life");
  return asks || /[?？؟]$/.test(lower);
}

/**
 * Judges a prompt as a whole and by its parts, so that surrounding text cannot hide a question. A part that
 * needs grounding on its own wins. `workspaceContext` only shows which identifiers are the caller's.
 */
export function judgeTurn(prompt: string, workspaceContext = ""): TurnJudgement {
  const units = readUnitsInAnyLanguage(prompt);
  const [first] = units;
  if (first?.text === prompt) return judgeWhole(prompt, workspaceContext);
  const reasons: GateReason[] = [
    ...new Set<GateReason>([...listReasonsOf(readPrompt(prompt)), "assistant_command"]),
  ];
  const order = { logOdds: ORDER_LOG_ODDS, reasons, subject: null, asking: prompt, isOrder: true };
  const strongest = units
    .map((unit) => judgeUnit(unit, workspaceContext))
    .reduce<TurnJudgement>((best, one) => (one.logOdds > best.logOdds ? one : best), order);
  return strongest.logOdds > 0
    ? { ...strongest, orders: true }
    : { ...order, logOdds: strongest.logOdds, orders: true, asksNothing: units.length === 0 };
}

/**
 * Returns the part of a prompt to search: without its orders and the messages to send. Returns the whole
 * prompt if nothing else remains.
 */
export function findAsked(prompt: string): string {
  const units = readUnitsInAnyLanguage(prompt);
  if (units.length === 0 || units[0]?.text === prompt) return prompt;
  const asked = units.length === 1 ? units : units.filter((unit) => judgeUnit(unit, "").logOdds > 0);
  return (asked.length === 0 ? units : asked).map(({ asks }) => asks).join("\n");
}

function judgeUnit({ text, orders }: PromptUnit, workspaceContext: string): TurnJudgement {
  if (!orders) return judgeWhole(text, workspaceContext);
  return { ...judgePrompt(text, workspaceContext, true), isOrder: true };
}

function judgeWhole(prompt: string, workspaceContext: string): TextJudgement {
  const whole = judgePrompt(prompt, workspaceContext);
  if (whole.logOdds > 0 && prompt.length <= NARROWEST_LIMITS.characters) return whole;
  const { parts, overflow } = findAskingParts(prompt);
  const asks = createAskingTest(whole);
  const strongest = parts
    .map((part) => judgePrompt(part, workspaceContext))
    .filter(asks)
    .reduce<TextJudgement | null>((best, one) => (best && best.logOdds >= one.logOdds ? best : one), null);
  if (strongest !== null) return { ...strongest, logOdds: Math.max(strongest.logOdds, whole.logOdds) };
  return overflow && whole.logOdds <= 0 ? { ...whole, logOdds: UNREAD_LOG_ODDS } : whole;
}

/**
 * Returns the condition for a part to need grounding within its whole. Asking for a person by name always
 * suffices.
 */
function createAskingTest({ logOdds, reasons, asking }: TextJudgement): (part: TextJudgement) => boolean {
  if (logOdds > 0) return (part) => part.logOdds > 0;
  const asksFor = (part: TextJudgement, least: number) => part.logOdds > (part.asksForPerson ? 0 : least);
  if (reasons.includes("arithmetic") && asking.length <= MAX_WORD_PROBLEM_LENGTH)
    return (part) => asksFor(part, MIN_IN_CALCULATION) && !ASKS_AMOUNT.test(part.asking);
  const isTask = reasons.some((reason) => TASKS.includes(reason));
  return (part) => asksFor(part, isTask ? MIN_IN_TASK : MIN_IN_TEXT);
}
