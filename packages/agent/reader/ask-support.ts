import type { ResearchEngine } from "@plumbline/grounding";
import type { AskSupport } from "@plumbline/grounding/guard";
import type { ResearchOutcome } from "@plumbline/grounding/outcome";
import type { CallerBounds, SupportReading } from "@plumbline/grounding/reader";

/**
 * Returns a function that asks the engine's reader whether evidence supports statements. `note` is called
 * with each answer, to count it. Returns undefined if there is no reader.
 */
export function askSupport(
  { support }: Pick<ResearchEngine, "support">,
  bounds: CallerBounds,
  note: (reading: SupportReading) => void,
): AskSupport | undefined {
  if (support === undefined) return undefined;
  return async (statements, evidence) => {
    const reading = await support(statements, evidence, bounds);
    if (reading) note(reading);
    return reading;
  };
}

/** Reports how a reader was used for an answer, like `reader` in a research outcome. */
export type SupportReport = Omit<NonNullable<ResearchOutcome["reader"]>, "model">;

export function reportSupport(reading: SupportReading): SupportReport {
  const { calls, inputTokens: input_tokens, outputTokens: output_tokens } = reading.usage;
  const why = reading.used ? {} : { why: reading.why };
  return { used: reading.used, ...why, calls, input_tokens, output_tokens };
}
