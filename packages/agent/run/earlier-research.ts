import type { StoredResearch } from "@plumbline/core/conversations/evidence.ts";
import type { Ledger } from "@plumbline/core/conversations/ledger.ts";
import { loadOnce } from "@plumbline/core/loading/load-once.ts";
import type { Dialogue, Question } from "@plumbline/grounding";
import { type ResearchOutcome, researchOutcomeSchema } from "@plumbline/grounding/outcome";

const loadGate = loadOnce(() => import("@plumbline/grounding/gate"));
const loadQuestion = loadOnce(() => import("@plumbline/grounding/question"));

/** Returns the question in the last prompt of a dialogue. */
export async function parseDialogue(dialogue: Dialogue): Promise<Question> {
  const { parseQuestion } = await loadQuestion();
  return parseQuestion(dialogue);
}

/**
 * Returns stored outcomes for a turn that asks nothing new ("Really?", "put that in bullets"). Returns an
 * empty list if the question must be searched.
 */
export async function recallResearch(ledger: Ledger, dialogue: Dialogue): Promise<ResearchOutcome[]> {
  const { asksTheSame } = await loadGate();
  if (!ledger.hasEvidence || !asksTheSame(dialogue.prompt)) return [];
  return readOutcomes(await ledger.recallEvidence(keyOf(await parseDialogue(dialogue))));
}

/** Returns the stored outcomes for a question, or else the latest outcome of the conversation. */
export async function recallLast(ledger: Ledger, question: Question): Promise<ResearchOutcome[]> {
  if (!ledger.hasEvidence) return [];
  const kept = readOutcomes(await ledger.recallEvidence(keyOf(question)));
  return kept.length > 0 ? kept : (await recallFound(ledger)).slice(0, 1);
}

/** Returns the stored outcomes of the conversation, the latest first, without those that are recalled. */
export async function recallFound(
  ledger: Ledger | undefined,
  recalled: readonly ResearchOutcome[] = [],
): Promise<ResearchOutcome[]> {
  const kept = ledger?.hasEvidence ? await ledger.recallEvidence() : [];
  const known = new Set(recalled.map(({ query }) => query));
  return readOutcomes(kept).filter(({ query }) => !known.has(query));
}

/** Reads stored outcomes. An older release may have stored them in a different format. */
function readOutcomes(kept: readonly unknown[]): ResearchOutcome[] {
  return kept.flatMap((one) => researchOutcomeSchema.safeParse(one).data ?? []);
}

/**
 * Returns what to store for later turns with the same question, including research that the model called.
 * Returns `undefined` if no research succeeded. `earlier` is what was found before it.
 */
export function keepOutcomes(
  question: Question,
  outcomes: readonly ResearchOutcome[],
  earlier: readonly ResearchOutcome[] = [],
): StoredResearch | undefined {
  const answered = outcomes.filter(({ ok }) => ok);
  if (answered.length === 0) return undefined;
  return { question: keyOf(question), outcomes: answered, earlier };
}

function keyOf({ text, context }: Question): string {
  return `${text}\n${context}`;
}
