import * as z from "zod";
import {
  ABOUT,
  type ReaderCandidate,
  type ReaderChoice,
  type ReaderStatement,
  type ReaderVerdict,
  type ReadingQuestion,
  SUPPORT_VERDICTS,
} from "./reader.ts";

const choice = z.strictObject({
  number: z.int().describe("The number of the candidate."),
  answers: z.enum(["yes", "no"]).describe("Whether the candidate by itself answers the question."),
  span: z.string().describe('The words that answer, copied from the candidate; "" where it does not.'),
  about: z
    .enum(ABOUT)
    .describe(
      "Who it speaks of: the one asked for, somebody or something else, or unknown where that is open.",
    ),
});

/** Schema of a reader's answer: one choice per candidate. */
export const selectSchema = z.strictObject({ choices: z.array(choice) });

/**
 * Returns a reader's choices, one per candidate. Returns null for anything else: a different format; a
 * missing, unknown or repeated number; a span that is not in its candidate; or a yes without a span.
 */
export function verifyChoices(
  choices: unknown,
  candidates: readonly ReaderCandidate[],
): ReadonlyMap<number, ReaderChoice> | null {
  const read = selectSchema.safeParse({ choices });
  if (!read.success) return null;
  const texts = new Map(candidates.map(({ number, text }) => [number, text]));
  const verified = new Map<number, ReaderChoice>();
  for (const one of read.data.choices) {
    const text = texts.get(one.number);
    if (text === undefined || verified.has(one.number) || !text.includes(one.span)) return null;
    if (one.answers === "yes" && one.span.trim() === "") return null;
    verified.set(one.number, one);
  }
  return verified.size === texts.size ? verified : null;
}

/**
 * Returns whether a choice counts as an answer. If the question has a subject, a sentence with an unknown
 * subject does not.
 */
export function isChosen(
  { answers, about }: ReaderChoice,
  { subject }: Pick<ReadingQuestion, "subject">,
): boolean {
  return answers === "yes" && (about === "asked" || (about === "unknown" && subject === null));
}

const verdict = z.strictObject({
  statement: z.int().describe("The number of the statement."),
  verdict: z.enum(SUPPORT_VERDICTS).describe("What the evidence says of it."),
  evidence: z.array(z.int()).describe("The numbers of the evidence that say so; none for neither."),
});

/** Schema of a reader's verdicts: one per statement. */
export const supportSchema = z.strictObject({ verdicts: z.array(verdict) });

/** Maximum number of sentences that support one statement. */
const MAX_SUPPORTING = 4;

/**
 * Returns a reader's verdicts by statement number. Returns null for anything else: a different format; a
 * missing, unknown or repeated statement; unknown or repeated evidence; or support without evidence.
 */
export function verifyVerdicts(
  verdicts: unknown,
  statements: readonly ReaderStatement[],
  evidence: readonly ReaderCandidate[],
): ReadonlyMap<number, ReaderVerdict> | null {
  const read = supportSchema.safeParse({ verdicts });
  if (!read.success) return null;
  const known = new Set(evidence.map(({ number }) => number));
  const asked = new Set(statements.map(({ number }) => number));
  const verified = new Map<number, ReaderVerdict>();
  for (const one of read.data.verdicts) {
    const numbers = new Set(one.evidence);
    if (!asked.has(one.statement) || verified.has(one.statement)) return null;
    if (numbers.size !== one.evidence.length || numbers.size > MAX_SUPPORTING) return null;
    if (![...numbers].every((number) => known.has(number))) return null;
    if (one.verdict === "supported" && numbers.size === 0) return null;
    verified.set(one.statement, one);
  }
  return verified.size === asked.size ? verified : null;
}
