import * as z from "zod";
import { detectLanguage } from "../lexicon/detect-language.ts";
import { listContentStems } from "../lexicon/stems.ts";
import { type BoundedReading, BoundedReadings, type CallerBounds, NOTHING_USED } from "./bounded-readings.ts";
import { PROMPT_KINDS, type PromptPurpose } from "./reader.ts";

/** Maximum number of questions in one prompt, and of characters of each. */
const MAX_ASKED = 4;
const MAX_ASKED_LENGTH = 300;

/** A reader's understanding of a prompt. */
type PurposeReading = { model: string } & BoundedReading<{ purpose: PromptPurpose }>;

/** Schema of a reader's answer. */
export const purposeSchema = z.strictObject({
  kind: z.enum(PROMPT_KINDS).describe("What the last message asks for."),
  asks: z.array(z.string()).describe("The words to look up; none for own work."),
});

/**
 * Returns what a reader understands. Returns null for anything else: a different format; own work with words
 * to look up, or a fact without; words that the person did not write. A follow-up may ask in another order of
 * the person's words, but adds no content word.
 */
export function verifyPurpose(answer: unknown, messages: readonly string[]): PromptPurpose | null {
  const read = purposeSchema.safeParse(answer);
  if (!read.success) return null;
  const { kind, asks } = read.data;
  if (asks.length > MAX_ASKED || asks.some((ask) => !isAsk(ask))) return null;
  if (kind === "follow_up") return asks.every((ask) => addsNothing(ask, messages)) ? { kind, asks } : null;
  if ((kind === "own") !== (asks.length === 0)) return null;
  return asks.every((ask) => messages.some((message) => message.includes(ask))) ? { kind, asks } : null;
}

function isAsk(ask: string): boolean {
  return ask.length <= MAX_ASKED_LENGTH && /[\p{L}\p{N}]/u.test(ask);
}

function addsNothing(ask: string, messages: readonly string[]): boolean {
  const language = detectLanguage(ask) ?? detectLanguage(messages.join("\n")) ?? "en";
  const said = new Set(listContentStems(messages.join("\n"), language));
  return listContentStems(ask, language).every((stem) => said.has(stem));
}

/** Asks a reader what a person's last message asks for, and verifies its answer. */
export class PromptClassifier extends BoundedReadings<PromptPurpose> {
  /**
   * Returns undefined if the reader does not support this. `messages` are those of the person alone, oldest
   * first. Rejects only with the signal's reason if the caller cancels.
   */
  async classify(messages: readonly string[], bounds: CallerBounds): Promise<PurposeReading | undefined> {
    const { reader } = this;
    if (reader.classify === undefined) return undefined;
    const reading = await this.ask(
      messages,
      bounds,
      async (within) => reader.classify?.(messages, within),
      (answered) => verifyPurpose(answered?.purpose, messages) ?? "invalid_answer",
    );
    const { id: model } = reader;
    if (!reading.used) return { ...reading, model };
    const usage = reading.isKept ? NOTHING_USED : reading.usage;
    return { used: true, purpose: reading.verified, model, usage };
  }
}
