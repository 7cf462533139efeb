import type { Ledger } from "@plumbline/core/conversations/ledger.ts";
import { cutText } from "@plumbline/core/text/unicode.ts";
import type { Dialogue, GateDecision, GateInput, Question, ResearchEngine } from "@plumbline/grounding";
import type { ReaderReport, ResearchOutcome } from "@plumbline/grounding/outcome";
import type { PromptPurpose } from "@plumbline/grounding/reader";
import { loadGate } from "../load-gate.ts";
import { parseDialogue, recallLast, recallResearch } from "./earlier-research.ts";

/** Maximum number of a person's messages that are read, and of characters of each. */
const MAX_MESSAGES = 6;
const MAX_MESSAGE_LENGTH = 2_000;

/** A turn's decision, and the question to research. */
export interface ReadTurn {
  decision: GateDecision;
  /** `undefined` if nothing is researched. */
  question: Question | undefined;
  /** Outcomes of an earlier turn that answer it, so that nothing is searched. */
  found: readonly ResearchOutcome[];
  /** Usage of the reader. Omitted if it was not asked. */
  reader?: ReaderReport;
}

/** A prompt with its conversation, and what the gate considers. */
type Prompt = Dialogue & GateInput;

interface ReadingPorts {
  classify?: ResearchEngine["classify"];
  ledger: Ledger | undefined;
  bounds: Parameters<NonNullable<ResearchEngine["classify"]>>[1];
}

/**
 * Returns what a turn researches. If the gate's rules are unsure, a reader reads the person's own messages
 * and says whether the prompt is their own work, asks for facts, or is about the last answer. Without a valid
 * answer, the rules decide.
 */
export async function readPurpose(
  prompt: Prompt,
  byRules: GateDecision,
  { classify, ledger, bounds }: ReadingPorts,
): Promise<ReadTurn> {
  const reading = byRules.unsure && (await classify?.(listMessages(prompt), bounds));
  if (!reading) return readByRules(prompt, byRules, ledger);
  const { model, usage } = reading;
  const tokens = { input_tokens: usage.inputTokens, output_tokens: usage.outputTokens };
  const report = { model, calls: usage.calls, ...tokens };
  if (!reading.used) {
    const reader = { used: false, why: reading.why, ...report };
    return { ...(await readByRules(prompt, byRules, ledger)), reader };
  }
  const turn = await readByModel(prompt, byRules, { purpose: reading.purpose, ledger });
  return { ...turn, reader: { used: true, ...report } };
}

async function readByRules(
  prompt: Prompt,
  byRules: GateDecision,
  ledger: Ledger | undefined,
): Promise<ReadTurn> {
  const { decideGrounding } = await loadGate();
  const found = ledger ? await recallResearch(ledger, prompt) : [];
  const decision = found.length > 0 ? decideGrounding({ ...prompt, researched: true }) : byRules;
  return { decision, question: decision.requiresGrounding ? await parseDialogue(prompt) : undefined, found };
}

async function readByModel(
  prompt: Prompt,
  byRules: GateDecision,
  { purpose, ledger }: { purpose: PromptPurpose; ledger: Ledger | undefined },
): Promise<ReadTurn> {
  const { applyPurpose } = await loadGate();
  const decision = applyPurpose(byRules, purpose);
  const { kind, asks } = purpose;
  if (kind === "follow_up" && asks.length === 0) return readAgain(prompt, byRules, ledger);
  if (!decision.requiresGrounding) return { decision, question: undefined, found: [] };
  if (asks.length === 0) return readByRules(prompt, byRules, ledger);
  const { conversation, context, now } = prompt;
  const before = kind === "follow_up" ? {} : { conversation };
  return {
    decision,
    question: await parseDialogue({ prompt: asks.join("\n"), context, now, ...before }),
    found: [],
  };
}

/** Reads a turn about the last answer. It has the question of the turn before, and its findings. */
async function readAgain(
  dialogue: Dialogue,
  byRules: GateDecision,
  ledger: Ledger | undefined,
): Promise<ReadTurn> {
  const { applyPurpose } = await loadGate();
  const { conversation = [], context, now } = dialogue;
  const at = conversation.findLastIndex(({ role }) => role === "user");
  const prompt = conversation[at]?.content ?? "";
  const question = await parseDialogue({
    prompt,
    conversation: conversation.slice(0, Math.max(at, 0)),
    context,
    now,
  });
  const found = ledger ? await recallLast(ledger, question) : [];
  const isOnFacts = found.length > 0 || byRules.reasons.includes("follow_up_of_grounded");
  const kind = isOnFacts ? "follow_up" : "own";
  const decision = applyPurpose(byRules, { kind, asks: [] });
  return { decision, question: decision.requiresGrounding ? question : undefined, found };
}

function listMessages({ prompt, conversation = [] }: Dialogue): string[] {
  const said = conversation.flatMap(({ role, content }) => (role === "user" ? [content] : []));
  return [...said, prompt].slice(-MAX_MESSAGES).map((message) => cutText(message, MAX_MESSAGE_LENGTH));
}
