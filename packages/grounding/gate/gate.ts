import { findContentWords, splitWords } from "../text/tokens.ts";
import { readClarification } from "./clarification.ts";
import { isOnLastAnswer } from "./judge-prompt.ts";
import { isRemark } from "./remark.ts";
import {
  type ConversationTurn,
  createPromptTurn,
  selectRememberedTurns,
  type UserTurn,
} from "./remembered-turns.ts";
import type { GateReason } from "./rules.ts";
import { judgeTurn, type TurnJudgement } from "./single-turn.ts";
import { findUnsure, findUnsureOfTopic, type Unsure } from "./unsure.ts";

/** The input of a decision. */
export interface GateInput {
  prompt: string;
  /** Earlier messages, oldest first, without the prompt itself. */
  conversation?: readonly ConversationTurn[];
  /**
   * Description of the caller's workspace. Its presence alone decides nothing, because an external question
   * can be asked next to any code.
   */
  workspaceContext?: string;
  /** The caller requires grounding. Nothing a caller sends can disable it. */
  required?: true;
  /** The previous turn was researched, whatever its words ask for. */
  researched?: true;
}

/** Decision whether a prompt needs grounding, with the reasons. */
export interface GateDecision {
  requiresGrounding: boolean;
  /**
   * Confidence that grounding is needed, from 0 to 1 in steps of a thousandth; the threshold is 0.5. Not a
   * calibrated probability.
   */
  score: number;
  reasons: GateReason[];
  /** The person or thing that the prompt is about. A follow-up without a name inherits it. */
  subject: string | null;
  /**
   * True for a remark about a grounded answer ("thanks"). Nothing is researched, but a model that replies may
   * not state facts, because there is no evidence for them.
   */
  onGroundedAnswer?: true;
  /**
   * True if the prompt also orders work on the user's own data. A failure of research then does not end the
   * run.
   */
  ordersWork?: true;
  /** Set if a model should read the prompt, because the rules leave something open. */
  unsure?: Unsure;
  /** True if a model reads the prompt as own work, although the rules would research it. */
  factsGuarded?: true;
}

/**
 * Decides by learned weights whether a prompt asks for facts about the world that must be researched and
 * cited. Synchronous and deterministic. A follow-up inherits the last decision unless it changes the topic.
 */
export function decideGrounding(input: GateInput): GateDecision {
  const context = input.workspaceContext ?? "";
  const conversation = input.conversation ?? [];
  const turn = createPromptTurn(input.prompt, conversation);
  const memory = remember(conversation, context);
  if (memory && input.researched) memory.decision = { ...memory.decision, requiresGrounding: true };
  const judged = decideTurn(turn, recallTopic(input.prompt, memory), context);
  if (input.required !== true) return judged;
  const { onGroundedAnswer: _, unsure: __, ...decision } = judged;
  return {
    ...decision,
    requiresGrounding: true,
    score: 1,
    reasons: [...decision.reasons, "required_by_caller"],
  };
}

/** Minimum log-odds of a follow-up that inherits its topic's decision. */
const INHERITED_LOG_ODDS = 2;

/**
 * State that the conversation passes on to the next turn: the decision on the last one, and the content words
 * so far.
 */
interface Memory {
  decision: GateDecision;
  said: ReadonlySet<string>;
  /** If the last turn only ordered own work that involves nobody by name: the state before it. */
  beforeOrder?: Memory | undefined;
}

/** Decides one turn: as a repetition, a remark, an answer to a question, a follow-up, or on its own. */
function decideTurn(turn: UserTurn, memory: Memory | null, workspaceContext: string): GateDecision {
  const prompt = turn.content;
  const judged = judgeTurn(prompt, workspaceContext);
  const { reasons, subject, orders } = judged;
  // Reading a URL is work for the user. Without the URL, or the person meant, there is nothing to search.
  const isUnsearchable = subject === null && (prompt.includes("://") || asksAboutUnnamedPerson(prompt));
  const logOdds = isUnsearchable ? Math.min(judged.logOdds, -INHERITED_LOG_ODDS) : judged.logOdds;
  const alone: GateDecision = {
    requiresGrounding: logOdds > 0,
    score: toProbability(logOdds),
    reasons,
    subject,
    ...(orders ? { ordersWork: true } : {}),
  };
  const unsure = isUnsearchable ? undefined : findUnsure(prompt, judged);
  const markUnsure = (decision: GateDecision): GateDecision => (unsure ? { ...decision, unsure } : decision);
  const isTask = reasons.some((reason) => OWN_TASK.includes(reason));
  if (memory?.decision.requiresGrounding && !isTask && asksTheSame(prompt))
    return inherit(alone, logOdds, memory.decision.subject);
  if (memory?.decision.requiresGrounding && isRemark(prompt) && !agreesToOffer(turn)) {
    const score = toProbability(Math.min(logOdds, -INHERITED_LOG_ODDS));
    return { ...alone, requiresGrounding: false, score, onGroundedAnswer: true };
  }
  if (memory?.decision.requiresGrounding && readClarification(turn, memory.decision.subject ?? "") !== null) {
    return inherit(alone, logOdds, memory.decision.subject);
  }
  if (memory === null || leavesTopic(prompt, judged, memory.said)) return markUnsure(alone);
  const previous = memory.decision;
  if (previous.requiresGrounding) {
    const inherited = inherit(alone, logOdds, subject ?? previous.subject);
    const unsureOfTopic = findUnsureOfTopic(judged);
    return unsureOfTopic ? { ...inherited, unsure: unsureOfTopic } : inherited;
  }
  // "What does it return?" after a discussion of code: only a turn with its own subject leaves that topic.
  if (subject === null && refersToCode(prompt, previous)) {
    const inherited = Math.min(logOdds, -INHERITED_LOG_ODDS);
    return {
      requiresGrounding: false,
      score: toProbability(inherited),
      reasons: [...reasons, "follow_up_of_ungrounded"],
      subject: null,
    };
  }
  return markUnsure(alone);
}

/**
 * Returns whether a turn asks only for what the previous turn asked. It is answered from the previous
 * findings and never searched in its own words.
 */
export function asksTheSame(turn: string): boolean {
  return !isRemark(turn) && isOnLastAnswer(turn);
}

/** Returns whether a question is about "he" or "she", with at most one other word: "When did she die?" */
function asksAboutUnnamedPerson(prompt: string): boolean {
  return /\b(?:he|she)\b/i.test(prompt) && findContentWords(prompt).length <= 1;
}

/** Returns whether a turn says yes to the assistant's last question. */
function agreesToOffer({ content, answers }: UserTurn): boolean {
  return /\?\s*$/.test(answers) && /^\s*(?:yes|yeah|ok|okay|right|alright)\b/i.test(content);
}

function inherit(alone: GateDecision, logOdds: number, subject: string | null): GateDecision {
  return {
    ...alone,
    requiresGrounding: true,
    score: toProbability(Math.max(logOdds, INHERITED_LOG_ODDS)),
    reasons: [...alone.reasons, "follow_up_of_grounded"],
    subject,
  };
}

/** Returns whether a turn refers with a pronoun to a previous turn about code or arithmetic. */
function refersToCode(prompt: string, { reasons }: GateDecision): boolean {
  const isAboutCode = reasons.some(
    (reason) => OWN_TASK.includes(reason) || reason === "follow_up_of_ungrounded",
  );
  return isAboutCode && /\b(?:it|its|this|that|these|those|they|them|ones?)\b/i.test(prompt);
}

function toProbability(logOdds: number): number {
  return Math.round(1000 / (1 + Math.exp(-logOdds))) / 1000;
}

/**
 * Returns the state that a turn continues: after "Post hello to #general", "When did she die?" is about the
 * person of the turn before.
 */
function recallTopic(prompt: string, memory: Memory | null): Memory | null {
  return (SPEAKS_OF_PEOPLE.test(prompt) && memory?.beforeOrder) || memory;
}

/** Judges the latest user turns, oldest first, each in the context of the previous one. */
function remember(conversation: readonly ConversationTurn[], workspaceContext: string): Memory | null {
  return selectRememberedTurns(conversation).reduce<Memory | null>((memory, turn) => {
    const decision = decideTurn(turn, recallTopic(turn.content, memory), workspaceContext);
    // A remark does not change the topic.
    if (decision.onGroundedAnswer) return memory;
    const said = new Set([...(memory?.said ?? []), ...findContentWords(turn.content)]);
    const isOrder = decision.ordersWork && !decision.requiresGrounding && decision.subject === null;
    return { decision, said, beforeOrder: (isOrder && (memory?.beforeOrder ?? memory)) || undefined };
  }, null);
}

const PRONOUN =
  /\b(?:he|she|they|him|her|them|his|hers|their|theirs|it|its|this|that|these|those|there|then|ones?|others?|both|either|such|the same)\b/i;
/**
 * Matches an order that may pass on the last answer: "tell Ben that she died", "post that to #general". Any
 * other, such as "Tell Ben: lunch?", only asks Ben.
 */
const PASSES_ON =
  /\b(?:he|she|they|him|her|them|his|hers|their|theirs|it|its|this|these|those|that(?= (?:to|in|on|as)\b|\W*$))\b/i;
const CARRIES_ON =
  /^(?:and|but|or|so|also|then|no|yes|yeah|ok|okay|wow|hm+|oh|really|interesting|cool|i see|i meant|what|how|why|when|where|which|who|anything else|more|go on|tell me more|(?:can|could) you (?:tell me more|elaborate|expand))(?:[\s,.!?:;]|$)/i;
/** A remark about the last answer that asks for nothing. */
const ACKNOWLEDGEMENT =
  /^(?:(?:yes|no|ok|okay|ai|well|oh|so)[\s,.]+)*(?:(?:that|this|it|what you (?:just )?said)(?:'s|'ll| is| was| isn't| will| sounds| works?)? ?(?:a |the |not )*(?:is |was )?(?:right|wrong|correct|incorrect|true|false|work|great|good|nice|fine|perfect|okay|ok|proper|all|possible|answer)\b.*|definitely|absolutely|exactly|thanks.*|thank you.*|good job.*|goodbye.*)$/i;
const SHORT_WORDS = 8;
const LONG_WORDS = 40;

/**
 * Returns whether a turn refers to earlier ones: it has a pronoun, or is short and starts with a continuing
 * or asking word.
 */
function continuesTopic(prompt: string): boolean {
  const text = prompt.trim();
  const length = splitWords(text).length;
  if (length === 0 || length > LONG_WORDS || ACKNOWLEDGEMENT.test(text)) return false;
  return PRONOUN.test(text) || CARRIES_ON.test(text) || (length <= SHORT_WORDS && text.endsWith("?"));
}

/** Returns whether a turn repeats a content word from earlier turns. */
function sharesTopic(prompt: string, earlier: ReadonlySet<string>): boolean {
  return findContentWords(prompt).some((word) => earlier.has(word));
}

/** Reasons that make a turn a separate task, whatever came before. */
const OWN_TASK: readonly GateReason[] = ["code", "arithmetic", "workspace"];
/** Reasons that make the speaker or the assistant the subject. */
const OWN_CUE: readonly GateReason[] = ["personal", "assistant_command"];
const SPEAKS_OF_PEOPLE = /\b(?:he|she|they|him|her|them|his|hers|their|theirs)\b/i;
const SPEAKS_OF_THE_LAST_THING = /\b(?:it|its|this|that|these|those|ones?|others?)\b/i;
const POSSESSED_OR_ADDRESSED =
  /\b(?:my|your|yourself|(?:are|do|did|can|could|will|would|have) you|you(?:'re|'ve| are| have)?)\b/i;
const MAX_FOLLOW_UP_TASK_WORDS = 12;

/** Returns whether a turn starts another topic. `said` has the words of earlier turns. */
function leavesTopic(prompt: string, judged: TurnJudgement, said: ReadonlySet<string>): boolean {
  if (judged.asksNothing === true && !PASSES_ON.test(prompt)) return true;
  return !continuesTopic(prompt) || shiftsTopic(prompt, judged.reasons, sharesTopic(prompt, said));
}

/**
 * Returns whether a turn that could continue the last topic leaves it. Code, arithmetic and the workspace
 * always do. A writing task does unless it works on the last answer. An order, or a matter of the speaker's,
 * does unless it repeats a word or a person of the topic.
 */
function shiftsTopic(prompt: string, reasons: readonly GateReason[], sharesTopic: boolean): boolean {
  if (reasons.some((reason) => OWN_TASK.includes(reason))) return true;
  if (reasons.includes("writing_task")) {
    const onTheAnswer = SPEAKS_OF_THE_LAST_THING.test(prompt) || SPEAKS_OF_PEOPLE.test(prompt);
    return !onTheAnswer || splitWords(prompt).length > MAX_FOLLOW_UP_TASK_WORDS;
  }
  if (sharesTopic || SPEAKS_OF_PEOPLE.test(prompt) || !reasons.some((reason) => OWN_CUE.includes(reason)))
    return false;
  return POSSESSED_OR_ADDRESSED.test(prompt) || !SPEAKS_OF_THE_LAST_THING.test(prompt);
}
