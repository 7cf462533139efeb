import { findProperNames, looksLikePerson } from "../text/names.ts";
import { findContentWords, splitWords } from "../text/tokens.ts";
import { isOnLastAnswer } from "./judge-prompt.ts";
import { isRemark } from "./remark.ts";
import type { GateReason } from "./rules.ts";
import { judgeTurn } from "./single-turn.ts";

/** Holds what a decision is made from. */
export interface GateInput {
  prompt: string;
  /** Earlier messages, oldest first, without the prompt itself. */
  conversation?: readonly ConversationTurn[];
  /**
   * Holds what the caller's workspace looks like. Its presence alone decides nothing: an outside question
   * stays one beside any code.
   */
  workspaceContext?: string;
  /** The caller demands grounding. Nothing a caller sends can switch it off. */
  required?: true;
  /** The turn before was researched, whatever its words ask for. */
  researched?: true;
}

/** Where a prompt is routed, and why. */
export interface GateDecision {
  requiresGrounding: boolean;
  /**
   * Tells how sure the gate is that grounding is needed, 0 to 1 in thousandths; 0.5 is the border. Not a
   * calibrated probability.
   */
  score: number;
  reasons: GateReason[];
  /** Who or what the prompt is about, inherited in a follow-up that names nobody. */
  subject: string | null;
  /**
   * True for a remark on a grounded answer ("thanks"): nothing is researched, but a model that answers it may
   * say no fact, as no evidence is at hand.
   */
  onGroundedAnswer?: true;
  /** True for a prompt that orders the user's own work as well: research that fails does not end it. */
  ordersWork?: true;
}

/** Least log-odds of a follow-up that inherits its topic's decision. */
const INHERITED_LOG_ODDS = 2;

/**
 * Holds what a conversation leaves for its next turn: the decision on the last one and the content words said
 * so far.
 */
interface Memory {
  decision: GateDecision;
  said: ReadonlySet<string>;
}

function decideTurn(turn: UserTurn, memory: Memory | null, workspaceContext: string): GateDecision {
  const prompt = turn.content;
  const judged = judgeTurn(prompt, workspaceContext);
  const { reasons, subject, orders } = judged;
  // An address to be read is the user's own work: without it nothing is left that could be searched.
  const isOnAddress = subject === null && prompt.includes("://");
  const logOdds = isOnAddress ? Math.min(judged.logOdds, -INHERITED_LOG_ODDS) : judged.logOdds;
  const alone: GateDecision = {
    requiresGrounding: logOdds > 0,
    score: toProbability(logOdds),
    reasons,
    subject,
    ...(orders ? { ordersWork: true } : {}),
  };
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
  if (memory === null || !continuesTopic(prompt)) return alone;
  if (shiftsTopic(prompt, reasons, sharesTopic(prompt, memory.said))) return alone;
  const previous = memory.decision;
  if (previous.requiresGrounding) return inherit(alone, logOdds, subject ?? previous.subject);
  // "What does it return?" after talk about code: only a turn that names something of its own leaves that
  // talk.
  if (subject === null && leansOnCode(prompt, previous)) {
    const inherited = Math.min(logOdds, -INHERITED_LOG_ODDS);
    return {
      requiresGrounding: false,
      score: toProbability(inherited),
      reasons: [...reasons, "follow_up_of_ungrounded"],
      subject: null,
    };
  }
  return alone;
}

/**
 * Tells whether a turn asks nothing but what the turn before asked: it is answered from what that found, and
 * never searched in its own words.
 */
export function asksTheSame(turn: string): boolean {
  return !isRemark(turn) && isOnLastAnswer(turn);
}

/** Tells whether a turn says yes to what the assistant asked at its end. */
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

function leansOnCode(prompt: string, previous: GateDecision): boolean {
  const about = previous.reasons.some(
    (reason) =>
      reason === "code" ||
      reason === "workspace" ||
      reason === "arithmetic" ||
      reason === "follow_up_of_ungrounded",
  );
  return about && /\b(?:it|its|this|that|these|those|they|them|ones?)\b/i.test(prompt);
}

function toProbability(logOdds: number): number {
  return Math.round(1000 / (1 + Math.exp(-logOdds))) / 1000;
}

/** Judges the latest user turns, oldest first, each in the light of the one before. */
function remember(conversation: readonly ConversationTurn[], workspaceContext: string): Memory | null {
  return selectRememberedTurns(conversation).reduce<Memory | null>((memory, turn) => {
    const decision = decideTurn(turn, memory, workspaceContext);
    // A remark leaves the topic as it was.
    if (decision.onGroundedAnswer) return memory;
    return { decision, said: new Set([...(memory?.said ?? []), ...findContentWords(turn.content)]) };
  }, null);
}

/**
 * Tells whether a prompt asks for facts about the world that must be researched and cited, decided by
 * learned weights: pure, synchronous, the same input gives the same answer. A follow-up inherits the last
 * decision unless it shifts the topic.
 */
export function decideGrounding(input: GateInput): GateDecision {
  const context = input.workspaceContext ?? "";
  const conversation = input.conversation ?? [];
  const turn = createPromptTurn(input.prompt, conversation);
  const memory = remember(conversation, context);
  if (memory && input.researched) memory.decision = { ...memory.decision, requiresGrounding: true };
  const { onGroundedAnswer, ...decision } = decideTurn(turn, memory, context);
  if (input.required !== true) return onGroundedAnswer ? { ...decision, onGroundedAnswer } : decision;
  return {
    ...decision,
    requiresGrounding: true,
    score: 1,
    reasons: [...decision.reasons, "required_by_caller"],
  };
}

const PRONOUN =
  /\b(?:he|she|they|him|her|them|his|hers|their|theirs|it|its|this|that|these|those|there|then|ones?|others?|both|either|such|the same)\b/i;
const CARRIES_ON =
  /^(?:and|but|or|so|also|then|no|yes|yeah|ok|okay|wow|hm+|oh|really|interesting|cool|i see|i meant|what|how|why|when|where|which|who|anything else|more|go on|tell me more|(?:can|could) you (?:tell me more|elaborate|expand))(?:[\s,.!?:;]|$)/i;
/** A remark on the last answer that asks for nothing. */
const ACKNOWLEDGEMENT =
  /^(?:(?:yes|no|ok|okay|ai|well|oh|so)[\s,.]+)*(?:(?:that|this|it|what you (?:just )?said)(?:'s|'ll| is| was| isn't| will| sounds| works?)? ?(?:a |the |not )*(?:is |was )?(?:right|wrong|correct|incorrect|true|false|work|great|good|nice|fine|perfect|okay|ok|proper|all|possible|answer)\b.*|definitely|absolutely|exactly|thanks.*|thank you.*|good job.*|goodbye.*)$/i;
const SHORT_WORDS = 8;
const LONG_WORDS = 40;

/**
 * Tells whether a turn leans on what was said before: a pronoun, or a short turn with a continuing or asking
 * opener.
 */
function continuesTopic(prompt: string): boolean {
  const text = prompt.trim();
  const length = splitWords(text).length;
  if (length === 0 || length > LONG_WORDS || ACKNOWLEDGEMENT.test(text)) return false;
  return PRONOUN.test(text) || CARRIES_ON.test(text) || (length <= SHORT_WORDS && text.endsWith("?"));
}

/** Tells whether a turn takes up a content word that was said before. */
function sharesTopic(prompt: string, earlier: ReadonlySet<string>): boolean {
  return findContentWords(prompt).some((word) => earlier.has(word));
}

/** Lists what makes a turn a task of its own whatever came before. */
const OWN_TASK: readonly GateReason[] = ["code", "arithmetic", "workspace"];
/** The speaker or the assistant as the matter. */
const OWN_CUE: readonly GateReason[] = ["personal", "assistant_command"];
const SPEAKS_OF_PEOPLE = /\b(?:he|she|they|him|her|them|his|hers|their|theirs)\b/i;
const SPEAKS_OF_THE_LAST_THING = /\b(?:it|its|this|that|these|those|ones?|others?)\b/i;
const POSSESSED_OR_ADDRESSED =
  /\b(?:my|your|yourself|(?:are|do|did|can|could|will|would|have) you|you(?:'re|'ve| are| have)?)\b/i;
const MOST_WORDS_OF_A_TASK_ON_THE_ANSWER = 12;

/**
 * Tells whether a turn that could carry on the last topic leaves it: code, a sum or the workspace always; a
 * writing task unless it works on the last answer; an order or the speaker's own matter unless it takes up a
 * word or a person of the topic.
 */
function shiftsTopic(prompt: string, reasons: readonly GateReason[], sharesTopic: boolean): boolean {
  if (reasons.some((reason) => OWN_TASK.includes(reason))) return true;
  if (reasons.includes("writing_task")) {
    const onTheAnswer = SPEAKS_OF_THE_LAST_THING.test(prompt) || SPEAKS_OF_PEOPLE.test(prompt);
    return !onTheAnswer || splitWords(prompt).length > MOST_WORDS_OF_A_TASK_ON_THE_ANSWER;
  }
  if (sharesTopic || SPEAKS_OF_PEOPLE.test(prompt) || !reasons.some((reason) => OWN_CUE.includes(reason)))
    return false;
  return POSSESSED_OR_ADDRESSED.test(prompt) || !SPEAKS_OF_THE_LAST_THING.test(prompt);
}

/** Matches how an assistant asks who is meant; the refusals of research end in "ask again". */
const ASKS_BACK =
  /\b(?:which (?:one|person|of (?:them|these|those))\b|(?:which|who|whom)\b[^.?!]{0,60}\b(?:do|did|are) you (?:mean|refer)|(?:do|did) you mean\b|ask again\b)/i;
const ASKS_BACK_WITHIN = 2000;
const LEAD =
  /^(?:(?:no|yes|oh|ok|okay|sorry|well|ah|please)[\s,.!]+)*(?:(?:i|we) (?:mean|meant)\s+|i(?:'m| am| was) (?:asking about|thinking of|looking for)\s+|(?:it|that|he|she)(?:['’]s| is| was)\s+)?/i;
const NO_CHOICE = /^(?:none|neither|nobody|no one|never ?mind|forget it|any|all|both|either)\b/i;
const NUMBERED =
  /^(?:the |number |no\.? |option )*\(?(?:(?<digit>[1-9])(?:st|nd|rd|th)?|(?<ordinal>first|second|third|fourth|fifth))\)?(?: one)?\.?$/i;
const ORDINALS = ["first", "second", "third", "fourth", "fifth"];
/** Lists what a description of somebody is not. */
const OWN_MATTER: readonly GateReason[] = [
  "asks_biography",
  "asks_fact",
  "code",
  "arithmetic",
  "workspace",
  "writing_task",
  "assistant_command",
  "personal",
];
const MOST_WORDS = 15;

/**
 * Returns what a turn answers to the question who is meant ("I mean the director" → "the director", "2" →
 * the second title listed). Null when nobody asked, or when the turn is a question, a task or another form of
 * the name. `subject` is what the turn before was about.
 */
export function readClarification({ content, answers }: UserTurn, subject: string): string | null {
  if (content.length > 300 || !ASKS_BACK.test(answers.slice(-ASKS_BACK_WITHIN))) return null;
  const phrase = content.replace(/\s+/g, " ").trim().replace(LEAD, "").replace(/\.$/, "");
  const length = splitWords(phrase).length;
  if (length === 0 || length > MOST_WORDS || phrase.endsWith("?") || NO_CHOICE.test(phrase)) return null;
  const listed = findListedCandidate(phrase, answers);
  if (listed !== null) return listed;
  if (isNamesake(phrase, `${subject} ${answers}`)) return null;
  return judgeTurn(phrase).reasons.some((reason) => OWN_MATTER.includes(reason)) ? null : phrase;
}

/**
 * Tells whether a phrase is a full name that shares a word with what was said: another bearer or spelling,
 * where an employer shares none.
 */
function isNamesake(phrase: string, said: string): boolean {
  if (!looksLikePerson(phrase) || findProperNames(phrase)[0]?.text !== phrase) return false;
  const known = new Set(splitWords(said));
  return splitWords(phrase).some((word) => known.has(word));
}

/**
 * Returns what was said of the candidate that a turn picks by its number: its title and its first sentence.
 */
function findListedCandidate(phrase: string, answers: string): string | null {
  const picked = NUMBERED.exec(phrase)?.groups;
  if (picked === undefined) return null;
  const number = picked.digit ?? ORDINALS.indexOf(picked.ordinal?.toLowerCase() ?? "") + 1;
  const listed = new RegExp(
    `\\(${number}\\) “([^”]*)”, [^:]{1,255}: (.{0,200}?)(?= \\(\\d+\\) “| Please ask again|$)`,
    "s",
  );
  const [, title, says] = listed.exec(answers) ?? [];
  return title === undefined ? null : [title, says].join(" ").trim();
}

/** One message of a conversation. */
export interface ConversationTurn {
  role: string;
  content: string;
}

/** Holds what a user said and the message of the assistant it answers, empty where it answers nothing. */
export interface UserTurn {
  content: string;
  answers: string;
}

/** Limits how many earlier user turns can bear on the next. */
const REMEMBERED_TURNS = 12;
const REMEMBERED_AT_EACH_END = 500;

/** Returns the last user turns of a conversation, oldest first, long ones by their beginning and end. */
export function selectRememberedTurns(conversation: readonly ConversationTurn[]): UserTurn[] {
  return conversation
    .flatMap(({ role, content }, at) =>
      role === "user"
        ? [{ content: cutMiddle(content), answers: findAssistantBefore(conversation, at) }]
        : [],
    )
    .slice(-REMEMBERED_TURNS);
}

/** Returns the prompt as the turn that follows a conversation. */
export function createPromptTurn(prompt: string, conversation: readonly ConversationTurn[]): UserTurn {
  return { content: prompt, answers: findAssistantBefore(conversation, conversation.length) };
}

function findAssistantBefore(conversation: readonly ConversationTurn[], at: number): string {
  const before = conversation[at - 1];
  return before?.role === "assistant" ? before.content : "";
}

function cutMiddle(content: string): string {
  if (content.length <= 2 * REMEMBERED_AT_EACH_END) return content;
  return `${content.slice(0, REMEMBERED_AT_EACH_END)}\n${content.slice(-REMEMBERED_AT_EACH_END)}`;
}
