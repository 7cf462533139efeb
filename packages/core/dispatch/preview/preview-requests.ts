import type { Clock } from "../../clock/clock.ts";
import type { Random } from "../../clock/random.ts";
import type { CredentialResolver } from "../../credentials/resolver.ts";
import { AdapterError } from "../../errors/adapter-error.ts";
import type { ActionContext, PlannedRequest, Tool } from "../../tool/tool.ts";
import { CallContext, clientFor, fetchClientFor } from "../attempts.ts";
import type { Call } from "../call.ts";
import { redactResult } from "../redaction.ts";
import { PreviewEnd, RequestRecorder } from "./request-recorder.ts";
import { shownRequest } from "./shown-request.ts";
import { StandIns } from "./stand-ins.ts";

interface PreviewOptions {
  resolver: CredentialResolver;
  clock: Clock;
  random: Random;
}

/**
 * The requests a call would make, in order and without secrets, found by the tool's own code with nothing
 * behind it: the first exactly, later ones as far as the answers before them can be foretold. A destination
 * is checked by what it says of itself; what its name resolves to is not asked. Throws AdapterError or
 * ToolRefusal, as the call would before its first request.
 */
export async function previewRequests(
  call: Call,
  input: Record<string, unknown>,
  { resolver, clock, random }: PreviewOptions,
): Promise<unknown> {
  const { tool } = call;
  if (tool.reach.to === "nowhere") return [];
  const recorder = new RequestRecorder((request, index) => tool.previewAnswer?.(request, index, input));
  const waysOut = { provider: recorder, guarded: recorder };
  const context = new CallContext(call, input, {
    http: clientFor(tool, waysOut),
    guarded: fetchClientFor(tool, waysOut),
    clock: withoutWaiting(clock),
    random,
  });
  context.credential = await call.openCredential(resolver);
  const requests = tool.preview
    ? (await tool.preview(input, context)).map(shownPlan)
    : await recordedRun(tool, input, context, recorder);
  return redactResult(requests, call.secrets);
}

async function recordedRun(
  tool: Tool,
  input: Record<string, unknown>,
  context: ActionContext,
  recorder: RequestRecorder,
): Promise<readonly unknown[]> {
  // Its run would find its own way to the network.
  if (tool.reach.to === "mail" || tool.reach.to === "search")
    throw new Error(`Tool ${tool.name} does not tell what it would send.`);
  try {
    await tool.run(input, context);
  } catch (error) {
    // After the first request a tool may only have stumbled over a placeholder; the call would have been
    // under way.
    const stumbled = error instanceof AdapterError && recorder.requests.length > 0;
    if (!stumbled && !(error instanceof PreviewEnd)) throw error;
  }
  return recorder.requests;
}

function shownPlan(planned: PlannedRequest): unknown {
  if (!("protocol" in planned)) return shownRequest(planned, new StandIns());
  return JSON.parse(JSON.stringify(planned));
}

/** Returns a clock that never waits: in a preview no provider does any work. */
function withoutWaiting(clock: Clock): Clock {
  return {
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    wait: () => Promise.resolve(),
    after: (ms, run) => clock.after(ms, run),
  };
}
