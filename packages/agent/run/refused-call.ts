import type { DispatchFailure } from "@plumbline/core/dispatch/dispatch-result.ts";
import { cutText } from "@plumbline/core/text/unicode.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import type { Unsupported } from "@plumbline/grounding/guard";
import type { ResearchOfRun } from "./research-of-run.ts";

/** Sentences that a refusal names at most. */
const MOST_SENTENCES = 20;
const LONGEST_SHOWN = 300;

/** The result of a call that the loop itself refuses. */
export function notMade(tool: string, refusal_reason: string, next_step: string): DispatchFailure {
  return { ok: false, tool, refusal_reason, error_code: "validation", next_step, attempts: 0, elapsed_ms: 0 };
}

/**
 * In a grounded run no invented fact leaves through a tool: all that a write would say is judged before it is sent. The result of a call
 * that would say one, with every such sentence, what is wrong with it and the number of the quote that comes nearest; `undefined` for a
 * call that may be made.
 */
export async function inventionStopped(
  tool: Tool,
  args: unknown,
  research: ResearchOfRun,
): Promise<DispatchFailure | undefined> {
  if (!research.grounded || tool.effect !== "write") return undefined;
  const guard = await research.guard();
  const found = guard.unsupportedIn(args, tool.identifiers);
  const [first] = found;
  if (first === undefined) return undefined;
  const sentences = found.slice(0, MOST_SENTENCES);
  return {
    ...notMade(
      tool.name,
      `The call was not made: ${first.argument} says something that the research does not bear out.`,
      nextStep(sentences, found.length - sentences.length),
    ),
    result: { ...first, sentences },
  };
}

function nextStep(sentences: readonly Unsupported[], more: number): string {
  const told = sentences.map(({ sentence, nearest }) => {
    const shown = `“${cutText(sentence, LONGEST_SHOWN)}”`;
    return nearest === undefined
      ? `${shown} (no quote comes near)`
      : `${shown} (nearest: quote ${nearest.number})`;
  });
  const rest = more > 0 ? ` and ${more} more` : "";
  return `Leave out, or put a whole sentence of the research outcome word for word in place of: ${told.join("; ")}${rest}.`;
}
