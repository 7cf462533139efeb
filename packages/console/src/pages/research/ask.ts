import type { Schemas } from "@plumbline/client/schemas.ts";
import { service } from "../../app/api.ts";

export type ResearchAnswer = Schemas["CompletionAnswer"];

/** A question. `context` identifies one of several people with the same name. */
export interface AskedQuestion {
  prompt: string;
  context: string;
}

/** Researches a question without consulting the gate. Throws PlumblineError. */
export async function askResearch(
  { prompt, context }: AskedQuestion,
  signal: AbortSignal,
): Promise<ResearchAnswer> {
  const { data } = await service.POST("/api/v1/autonomy/research/complete", {
    body: { prompt, requires_grounding: true, ...(context === "" ? {} : { context }) },
    signal,
  });
  return data;
}

const KEPT = "plumbline.questions";
const MAX_STORED = 5;

/** Returns the last questions of this tab, newest first. */
export function lastQuestions(): AskedQuestion[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isQuestion) : [];
  } catch {
    return [];
  }
}

function isQuestion(value: unknown): value is AskedQuestion {
  const { prompt, context } = (value ?? {}) as Partial<AskedQuestion>;
  return typeof prompt === "string" && typeof context === "string";
}

/** Stores a question as the latest of this tab. */
export function keepQuestion(question: AskedQuestion): void {
  const others = lastQuestions().filter(
    ({ prompt, context }) => prompt !== question.prompt || context !== question.context,
  );
  sessionStorage.setItem(KEPT, JSON.stringify([question, ...others].slice(0, MAX_STORED)));
}
