import { contentWords } from "../text/tokens.ts";
import { clarification } from "./clarification.ts";
import { continues, sharesTopic } from "./continuation.ts";
import { type ConversationTurn, promptTurn, rememberedTurns, type UserTurn } from "./conversation.ts";
import type { GateReason } from "./rule.ts";
import { judgeTurn } from "./single-turn.ts";
import { shiftsTopic } from "./topic-shift.ts";

/** What a decision is made from. */
export interface GateInput {
  prompt: string;
  /** Earlier messages, oldest first, without the prompt itself. */
  conversation?: readonly ConversationTurn[];
  /** What the caller's workspace looks like. Its presence alone decides nothing: an outside question stays one beside any code. */
  workspaceContext?: string;
  /** The caller demands grounding. Nothing a caller sends can switch it off. */
  required?: true;
}

/** Where a prompt is routed, and why. */
export interface GateDecision {
  requiresGrounding: boolean;
  /** How sure the rules are that grounding is needed, 0 to 1 in thousandths; 0.5 is the border. Not a calibrated probability. */
  score: number;
  reasons: GateReason[];
  /** Who or what the prompt is about, inherited in a follow-up that names nobody. */
  subject: string | null;
}

/** How sure a follow-up is at least of what it inherits. */
const INHERITED_LOG_ODDS = 2;

/** What a conversation leaves for its next turn: the decision on the last one and the content words said so far. */
interface Memory {
  decision: GateDecision;
  said: ReadonlySet<string>;
}

function decideTurn(turn: UserTurn, memory: Memory | null, workspaceContext: string): GateDecision {
  const prompt = turn.content;
  const { logOdds, reasons, subject } = judgeTurn(prompt, workspaceContext);
  const alone = { requiresGrounding: logOdds > 0, score: probability(logOdds), reasons, subject };
  if (memory?.decision.requiresGrounding && clarification(turn, memory.decision.subject ?? "") !== null) {
    return inherit(alone, logOdds, memory.decision.subject);
  }
  if (memory === null || !continues(prompt)) return alone;
  if (shiftsTopic(prompt, reasons, sharesTopic(prompt, memory.said))) return alone;
  const previous = memory.decision;
  if (previous.requiresGrounding) return inherit(alone, logOdds, subject ?? previous.subject);
  // "What does it return?" after talk about code: only a turn that names something of its own leaves that talk.
  if (subject === null && leansOnCode(prompt, previous)) {
    const inherited = Math.min(logOdds, -INHERITED_LOG_ODDS);
    return {
      requiresGrounding: false,
      score: probability(inherited),
      reasons: [...reasons, "follow_up_of_ungrounded"],
      subject: null,
    };
  }
  return alone;
}

function inherit(alone: GateDecision, logOdds: number, subject: string | null): GateDecision {
  return {
    requiresGrounding: true,
    score: probability(Math.max(logOdds, INHERITED_LOG_ODDS)),
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

function probability(logOdds: number): number {
  return Math.round(1000 / (1 + Math.exp(-logOdds))) / 1000;
}

/** Judges the latest user turns, oldest first, each in the light of the one before. */
function remember(conversation: readonly ConversationTurn[], workspaceContext: string): Memory | null {
  return rememberedTurns(conversation).reduce<Memory | null>(
    (memory, turn) => ({
      decision: decideTurn(turn, memory, workspaceContext),
      said: new Set([...(memory?.said ?? []), ...contentWords(turn.content)]),
    }),
    null,
  );
}

/**
 * Whether a prompt asks for facts about the world that must be researched and cited, decided by rules alone: pure, synchronous, the
 * same input gives the same answer. A follow-up inherits the last decision unless it shifts the topic.
 */
export function decideGrounding(input: GateInput): GateDecision {
  const context = input.workspaceContext ?? "";
  const conversation = input.conversation ?? [];
  const turn = promptTurn(input.prompt, conversation);
  const decision = decideTurn(turn, remember(conversation, context), context);
  if (input.required !== true) return decision;
  return {
    ...decision,
    requiresGrounding: true,
    score: 1,
    reasons: [...decision.reasons, "required_by_caller"],
  };
}
