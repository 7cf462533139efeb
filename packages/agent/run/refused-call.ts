import type { DispatchFailure } from "@plumbline/core/dispatch/dispatch-result.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import type { ResearchOfRun } from "./research-of-run.ts";

/** The result of a call that the loop itself refuses. */
export function notMade(tool: string, refusal_reason: string, next_step: string): DispatchFailure {
  return { ok: false, tool, refusal_reason, error_code: "validation", next_step, attempts: 0, elapsed_ms: 0 };
}

/**
 * In a grounded run no invented fact leaves through a tool: the prose of a write is judged before it is sent. The result of a call that
 * would say one, with the sentence and what is wrong with it; `undefined` for a call that may be made.
 */
export async function inventionStopped(
  tool: Tool,
  args: unknown,
  research: ResearchOfRun,
): Promise<DispatchFailure | undefined> {
  if (!research.grounded || tool.effect !== "write") return undefined;
  const guard = await research.guard();
  const given = new Map(Object.entries(args ?? {}));
  for (const argument of tool.prose) {
    const invented = guard.inventedIn(given.get(argument));
    if (!invented) continue;
    return {
      ...notMade(
        tool.name,
        `The call was not made: ${argument} says something that the research does not bear out.`,
        "Leave the sentence out, or quote a whole sentence of the research outcome word for word.",
      ),
      result: { argument, ...invented },
    };
  }
  return undefined;
}
