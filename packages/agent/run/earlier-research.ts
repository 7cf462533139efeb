import type { KeptResearch } from "@plumbline/core/conversations/evidence.ts";
import type { Ledger } from "@plumbline/core/conversations/ledger.ts";
import { loadOnce } from "@plumbline/core/loading/load-once.ts";
import type { Question } from "@plumbline/grounding";
import { type ResearchOutcome, researchOutcomeSchema } from "@plumbline/grounding/outcome";

const loadGate = loadOnce(() => import("@plumbline/grounding/gate"));

/**
 * Returns what the conversation has found for the question of a turn that asks nothing else ("Really?",
 * "put that in bullets"). Returns none where the question has to be searched.
 */
export async function recallResearch(
  ledger: Ledger,
  prompt: string,
  question: Question,
): Promise<ResearchOutcome[]> {
  const { asksTheSame } = await loadGate();
  if (!asksTheSame(prompt)) return [];
  const kept = await ledger.recallEvidence(keyOf(question));
  // An older release may have kept them in another form.
  return kept.flatMap((one) => researchOutcomeSchema.safeParse(one).data ?? []);
}

/** Returns what a turn leaves to those that ask the same; `undefined` where research answered nothing. */
export function keepOutcomes(
  question: Question | undefined,
  outcomes: readonly ResearchOutcome[],
): KeptResearch | undefined {
  const answered = outcomes.filter(({ ok }) => ok);
  return question && answered.length > 0 ? { question: keyOf(question), outcomes: answered } : undefined;
}

function keyOf({ text, context }: Question): string {
  return `${text}\n${context}`;
}
