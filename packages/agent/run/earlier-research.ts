import type { StoredResearch } from "@plumbline/core/conversations/evidence.ts";
import type { Ledger } from "@plumbline/core/conversations/ledger.ts";
import { loadOnce } from "@plumbline/core/loading/load-once.ts";
import type { ConversationTurn, Dialogue, Question } from "@plumbline/grounding";
import { type ResearchOutcome, researchOutcomeSchema } from "@plumbline/grounding/outcome";

const loadGate = loadOnce(() => import("@plumbline/grounding/gate"));
const loadQuestion = loadOnce(() => import("@plumbline/grounding/question"));

/** Parses the question in the last prompt of a dialogue. */
export async function parseDialogue(dialogue: Dialogue): Promise<Question> {
  const { parseQuestion } = await loadQuestion();
  return parseQuestion(dialogue);
}

/**
 * Returns stored outcomes for a turn that asks nothing new ("Really?", "put that in bullets"). Returns an
 * empty list if the question must be researched.
 */
export async function recallResearch(ledger: Ledger, dialogue: Dialogue): Promise<ResearchOutcome[]> {
  const { asksTheSame } = await loadGate();
  if (!ledger.hasEvidence || !asksTheSame(dialogue.prompt)) return [];
  return parseOutcomes(await ledger.recallEvidence(createKey(await parseDialogue(dialogue))));
}

/**
 * Adds the conversation's last researched question to a prompt that was sent without earlier messages, so
 * that "When did she die?" is understood.
 */
export async function recallQuestion<Prompt extends Dialogue>(
  prompt: Prompt,
  ledger: Ledger | undefined,
): Promise<Prompt> {
  const { conversation = [] } = prompt;
  if (conversation.length > 0 || !ledger?.hasEvidence) return prompt;
  const [content = ""] = (await ledger.recallQuestion())?.split("\n") ?? [];
  const turn: ConversationTurn = { role: "user", content };
  return content === "" ? prompt : { ...prompt, conversation: [turn] };
}

/** Returns the stored outcomes for a question, or else the latest outcome of the conversation. */
export async function recallLast(ledger: Ledger, question: Question): Promise<ResearchOutcome[]> {
  if (!ledger.hasEvidence) return [];
  const kept = parseOutcomes(await ledger.recallEvidence(createKey(question)));
  return kept.length > 0 ? kept : (await recallFound(ledger)).slice(0, 1);
}

/** Returns the conversation's stored outcomes, latest first, except those that are already recalled. */
export async function recallFound(
  ledger: Ledger | undefined,
  recalled: readonly ResearchOutcome[] = [],
): Promise<ResearchOutcome[]> {
  const kept = ledger?.hasEvidence ? await ledger.recallEvidence() : [];
  const known = new Set(recalled.map(({ query }) => query));
  return parseOutcomes(kept).filter(({ query }) => !known.has(query));
}

/** Parses stored outcomes. Skips those that an older release stored in a different format. */
export function parseOutcomes(kept: readonly unknown[]): ResearchOutcome[] {
  return kept.flatMap((one) => researchOutcomeSchema.safeParse(one).data ?? []);
}

/**
 * Returns the outcomes to store for later turns with the same question, including research that the model
 * called. Returns `undefined` if no research succeeded. `earlier` is what was found before.
 */
export function keepOutcomes(
  question: Question,
  outcomes: readonly ResearchOutcome[],
  earlier: readonly ResearchOutcome[] = [],
): StoredResearch | undefined {
  const answered = outcomes.filter(({ ok }) => ok);
  if (answered.length === 0) return undefined;
  return { question: createKey(question), outcomes: answered, earlier };
}

function createKey({ text, context }: Question): string {
  return `${text}\n${context}`;
}
