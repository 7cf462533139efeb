import type { Metrics } from "../metrics/metrics.ts";
import type { Call } from "./call.ts";

/** How a call ended. `refused`: nothing was sent, or the tool itself said no; `unknown`: a write may have been carried out. */
export type CallOutcome = "ok" | "refused" | "failed" | "unknown";

/** Counts a call that has ended; previews are not counted. A routine look that worked names no tenant: there are too many. */
export function recordCall(
  metrics: Metrics,
  call: Call,
  ending: { outcome: CallOutcome; errorCode: string | undefined; elapsedMs: number },
): void {
  if (call.event === "tool_preview") return;
  const { outcome, errorCode: error_code, elapsedMs } = ending;
  const { tenantId: tenant_id, waitedMs } = call;
  const tool = call.tool.name;
  const quiet = outcome === "ok" && call.options.routine;
  metrics.add("plumbline_calls_total", { tool, outcome, tenant_id: quiet ? undefined : tenant_id });
  if (call.tries > 0) metrics.observe("plumbline_call_seconds", { tool }, elapsedMs / 1000);
  if (waitedMs > 0) metrics.add("plumbline_call_wait_seconds_total", { tool, tenant_id }, waitedMs / 1000);
  if (error_code === undefined) return;
  const name = outcome === "refused" ? "plumbline_refusals_total" : "plumbline_call_errors_total";
  metrics.add(name, { tool, error_code, tenant_id });
}
