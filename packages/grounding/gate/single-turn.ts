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

function readUnitsOf(prompt: string): PromptUnit[] {
  return findAskingClauses(prompt) ?? readUnits(prompt);
}

/** A clause of less that is no mere name is surely an order. */
const SURELY_ORDERS = -2;
/** A longer prompt of another language is judged as a whole. */
const LONGEST_SPLIT = 400;

/** In other languages than English: returns the clauses that ask for facts beside one that orders. */
function findAskingClauses(prompt: string): PromptUnit[] | null {
  if (prompt.length > LONGEST_SPLIT || detectLanguage(prompt) === "en") return null;
  const texts = splitClauses(prompt);
  const reading = readPrompt(prompt);
  if (texts.length < 2 || isEnglish(reading) || code.applies(reading)) return null;
  const clauses = texts.map((text) => ({ text, ...judgePrompt(text, "") }));
  if (!clauses.some(({ text, logOdds }) => logOdds < SURELY_ORDERS && splitWords(text).length > 2))
    return null;
  // A name alone may belong to the clause before it.
  const asking = clauses.filter(({ text, logOdds }) => logOdds > 0 && asksInWords(readPrompt(text)));
  return asking.length === 0 ? null : asking.map(({ text }) => ({ text, asks: text, orders: false }));
}

function asksInWords({ hits, lower }: PromptReading): boolean {
  const asks = hits.some(({ kind }) => kind === "question" || kind === "who" || kind === "life");
  return asks || /[?？؟]$/.test(lower);
}

/**
 * Judges a prompt as a whole and by its parts, so that nothing put around a question hides it: a part that
 * needs grounding on its own wins. `workspaceContext` only tells which identifiers are the caller's own.
 */
export function judgeTurn(prompt: string, workspaceContext = ""): TextJudgement {
  const units = readUnitsOf(prompt);
  const [first] = units;
  if (first?.text === prompt) return judgeWhole(prompt, workspaceContext);
  const reasons: GateReason[] = [
    ...new Set<GateReason>([...listReasonsOf(readPrompt(prompt)), "assistant_command"]),
  ];
  const order = { logOdds: ORDER_LOG_ODDS, reasons, subject: null, asking: prompt };
  const strongest = units
    .map((unit) => judgeUnit(unit, workspaceContext))
    .reduce<TextJudgement>((best, one) => (one.logOdds > best.logOdds ? one : best), order);
  return strongest.logOdds > 0
    ? { ...strongest, orders: true }
    : { ...order, logOdds: strongest.logOdds, orders: true };
}

/**
 * Returns what of a prompt is searched: without its orders and the messages that are to be sent; the whole
 * prompt where nothing else is left.
 */
export function findAsked(prompt: string): string {
  const units = readUnitsOf(prompt);
  if (units.length === 0 || units[0]?.text === prompt) return prompt;
  const asked = units.length === 1 ? units : units.filter((unit) => judgeUnit(unit, "").logOdds > 0);
  return (asked.length === 0 ? units : asked).map(({ asks }) => asks).join("\n");
}

function judgeUnit({ text, orders }: PromptUnit, workspaceContext: string): TextJudgement {
  return orders ? judgePrompt(text, workspaceContext, true) : judgeWhole(text, workspaceContext);
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
 * Returns what a part must be to need grounding beside the whole it is in. A person who is asked for by name
 * is asked for whatever stands around.
 */
function createAskingTest({ logOdds, reasons, asking }: TextJudgement): (part: TextJudgement) => boolean {
  if (logOdds > 0) return (part) => part.logOdds > 0;
  const asksFor = (part: TextJudgement, least: number) => part.logOdds > (part.asksForPerson ? 0 : least);
  if (reasons.includes("arithmetic") && asking.length <= LONGEST_WORD_PROBLEM)
    return (part) => asksFor(part, BESIDE_A_SUM) && !ASKS_AMOUNT.test(part.asking);
  const task = reasons.some((reason) => TASKS.includes(reason));
  return (part) => asksFor(part, task ? BESIDE_A_TASK : BESIDE_TEXT);
}
