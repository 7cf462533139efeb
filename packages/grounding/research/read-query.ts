import { type Dialogue, parseQuestion } from "../question/parse-question.ts";
import type { Question } from "../question/question.ts";
import { fitQuery, NARROWEST_LIMITS } from "../text/asked-name.ts";

/** A question, and the text that every backend takes as its query. */
export interface ReadQuery {
  question: Question;
  text: string;
}

/** Parses what is asked, and fits it to the limits of the backends: the subject and the context stay longest. */
export function readQuery(dialogue: Dialogue): ReadQuery {
  const question = parseQuestion(dialogue);
  const subject = question.subjects[0] ?? null;
  const text = fitQuery(question.text, NARROWEST_LIMITS, { subject, context: question.context });
  return { question, text };
}
