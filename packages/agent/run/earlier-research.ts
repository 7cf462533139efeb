import type { StoredResearch } from "@plumbline/core/conversations/evidence.ts";
import type { Ledger } from "@plumbline/core/conversations/ledger.ts";
import { loadOnce } from "@plumbline/core/loading/load-once.ts";
import type { ResearchRefusal } from "@plumbline/core/tool/tool.ts";
import type { ConversationTurn, Dialogue, Question } from "@plumbline/grounding";
import { type ResearchOutcome, researchOutcomeSchema } from "@plumbline/grounding/outcome";
import { loadGate } from "../load-gate.ts";

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

/** Asks who is meant, in words that the gate recognises. */
const WHICH_ONE = "Which one do you mean?";

/**
 * Adds the conversation's last researched question to a prompt that was sent without earlier messages, so
 * that "When did she die?" is understood. Also adds who was meant or, if several people have the name, the
 * list of them, so that "the actor" chooses one.
 */
export async function recallQuestion<Prompt extends Dialogue>(
  prompt: Prompt,
  ledger: Ledger | undefined,
): Promise<Prompt> {
  const { conversation = [] } = prompt;
  if (conversation.length > 0 || !ledger?.hasEvidence) return prompt;
  const key = await ledger.recallQuestion();
  const [content = "", ...context] = key?.split("\n") ?? [];
  if (content === "") return prompt;
  const meant = context.join(" ").trim();
  const [latest] = meant === "" ? parseOutcomes(await ledger.recallEvidence(key)) : [];
  const turns: ConversationTurn[] = [{ role: "user", content }];
  if (meant !== "") turns.push({ role: "assistant", content: WHICH_ONE }, { role: "user", content: meant });
  if (latest?.error_code === AMBIGUOUS)
    turns.push({ role: "assistant", content: latest.refusal_reason ?? WHICH_ONE });
  return { ...prompt, conversation: turns };
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
  return parseOutcomes(kept).filter(({ ok, query }) => ok && !known.has(query));
}

/** Parses stored outcomes. Skips those that an older release stored in a different format. */
export function parseOutcomes(kept: readonly unknown[]): ResearchOutcome[] {
  return kept.flatMap((one) => researchOutcomeSchema.safeParse(one).data ?? []);
}

const AMBIGUOUS: ResearchRefusal = "research_ambiguous_name";

/**
 * Returns the outcomes to store for later turns with the same question, including research that the model
 * called. Returns `undefined` if none answered or listed people with one name. `earlier` is
 * what was found before.
 */
export function keepOutcomes(
  question: Question,
  outcomes: readonly ResearchOutcome[],
  earlier: readonly ResearchOutcome[] = [],
): StoredResearch | undefined {
  const kept = outcomes.filter(({ ok, error_code: code }) => ok || code === AMBIGUOUS);
  if (kept.length === 0) return undefined;
  // The model may have recalled one that the run had already.
  const once = new Map(kept.map((outcome) => [outcome.query, outcome]));
  const others = earlier.filter(({ query }) => !once.has(query));
  return { question: createKey(question), outcomes: [...once.values()], earlier: others };
}

function createKey({ text, context }: Question): string {
  return `${text}\n${context}`;
}
