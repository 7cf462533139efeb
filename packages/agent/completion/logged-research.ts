import type { CallOwner } from "@plumbline/core/access/caller.ts";
import type { CallRecorder } from "@plumbline/core/calls/call-log.ts";
import { type CallFacts, fitArguments, listCallerFacts } from "@plumbline/core/calls/call-record.ts";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import type { CallOptions } from "@plumbline/core/dispatch/call-options.ts";
import { noTracer, type Tracer } from "@plumbline/core/tracing/tracer.ts";
import { GROUNDED_RESEARCH, type ResearchEngine, type ResearchRequest } from "@plumbline/grounding";
import type { ResearchOutcome } from "@plumbline/grounding/outcome";

export interface LoggedResearchPorts {
  engine: ResearchEngine;
  /** If omitted, research is not logged. */
  callLog?: CallRecorder | undefined;
  clock: Clock;
  /** If omitted, nothing is traced. */
  tracer?: Tracer | undefined;
}

/** Runs research and logs it like a call of the research tool. */
export async function runLoggedResearch(
  { engine, callLog, clock, tracer = noTracer }: LoggedResearchPorts,
  caller: CallOwner,
  asked: ResearchRequest,
  options: CallOptions,
): Promise<ResearchOutcome> {
  const startedAt = clock.monotonic();
  const log = (ending: Pick<CallFacts, "outcome" | "error_code" | "stopped">) => {
    const { query, context, maxClaims } = asked;
    const facts: CallFacts = {
      tool: GROUNDED_RESEARCH,
      ...ending,
      elapsed_ms: Math.round(clock.monotonic() - startedAt),
      attempts: 1,
      ...listCallerFacts(caller, options),
    };
    const shown = { query, ...(context === "" ? {} : { context }), max_claims: maxClaims };
    callLog?.record(caller.tenantId, facts, fitArguments(shown));
  };
  const attributes = {
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": GROUNDED_RESEARCH,
    "plumbline.tenant.id": caller.tenantId,
  };
  const span = tracer.start(`execute_tool ${GROUNDED_RESEARCH}`, { parent: options.span, attributes });
  try {
    const outcome = await engine.research(asked);
    span.end(outcome.ok ? undefined : outcome.error_code);
    log(outcome.ok ? { outcome: "ok" } : { outcome: "refused", error_code: outcome.error_code });
    return outcome;
  } catch (error) {
    span.end("internal");
    const isStopped = asked.signal?.aborted === true;
    log({
      outcome: "failed",
      ...(isStopped ? { error_code: "transient", stopped: true } : { error_code: "internal" }),
    });
    throw error;
  }
}
