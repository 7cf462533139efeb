import type { Ledger } from "@plumbline/core/conversations/ledger.ts";
import type { DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import { loadOnce } from "@plumbline/core/loading/load-once.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import { type ConversationTurn, GROUNDED_RESEARCH } from "@plumbline/grounding";
import type { ResearchOutcome } from "@plumbline/grounding/outcome";
import * as z from "zod";
import { loadGate } from "../load-gate.ts";

// Most calls are of other tools.
const loadResearch = loadOnce(() => import("../run/earlier-research.ts"));

const researchArguments = z.looseObject({ query: z.string(), context: z.string().optional() });

interface FollowedConversation {
  ledger: Ledger | undefined;
  /** Its messages. If omitted, the query follows the last question that the ledger stored. */
  conversation?: readonly ConversationTurn[];
  now: number;
}

/**
 * Reads the query of a research call like a prompt. Completes it from the last question of its conversation:
 * "When did she die?" becomes "When did Grace Hopper die?". Leaves all other arguments unchanged. For a query
 * that asks nothing new ("Really?"), `found` is what the conversation has found.
 */
export async function completeFollowUp(
  tool: Tool,
  args: unknown,
  { ledger, conversation = [], now }: FollowedConversation,
): Promise<{ args: unknown; found?: ResearchOutcome | undefined }> {
  const follows = ledger?.hasEvidence || conversation.length > 0;
  const asked = tool.name === GROUNDED_RESEARCH && follows && researchArguments.safeParse(args).data;
  if (!asked) return { args };
  const { query: prompt, context } = asked;
  const { parseDialogue, recallQuestion, recallResearch } = await loadResearch();
  const dialogue = await recallQuestion({ prompt, context, conversation, now }, ledger);
  const [found] = ledger ? await recallResearch(ledger, dialogue) : [];
  const { decideGrounding } = await loadGate();
  // Agents also search for keywords ("CEO of Intel"), which are not about the last question.
  if (!found && !decideGrounding(dialogue).reasons.includes("follow_up_of_grounded")) return { args };
  return { args: { ...asked, query: (await parseDialogue(dialogue)).text }, found };
}

/** Stores the outcome of a research call in its conversation, for later follow-ups. */
async function noteResearch(result: DispatchResult, ledger: Ledger | undefined): Promise<void> {
  if (result.tool !== GROUNDED_RESEARCH || !result.ok || !ledger) return;
  const { keepOutcomes, parseDialogue, parseOutcomes, recallFound } = await loadResearch();
  const outcomes = parseOutcomes([result.result]);
  const question = await parseDialogue({ prompt: outcomes[0]?.query ?? "" });
  const evidence = keepOutcomes(question, outcomes, await recallFound(ledger, outcomes));
  if (evidence) await ledger.storeEvidence(evidence);
}

/** Continues research across a conversation's calls. Part of the service, so that docs do not bundle it. */
export const FOLLOW_UPS = { complete: completeFollowUp, note: noteResearch };
