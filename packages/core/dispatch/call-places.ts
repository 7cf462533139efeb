import { AdapterError } from "../errors/adapter-error.ts";
import type { ProcessShares } from "../fairness/process-shares.ts";
import type { Leave, PlaceRequest } from "../fairness/shares.ts";
import { parseUrl } from "../text/parsed-url.ts";
import type { Tool } from "../tool/tool.ts";
import type { Call } from "./call.ts";

/**
 * Waits for the call's places: one among all calls of the process, then one at where it goes, so that nothing
 * of a call has been sent when it is refused. Answers with what gives both back. Throws
 * AdapterRateLimitedError, noted on the call, or AdapterTransientError for a call that was cancelled.
 */
export async function enterShares(
  shares: ProcessShares,
  call: Call,
  input: Record<string, unknown>,
): Promise<Leave> {
  const request: PlaceRequest = {
    tenantId: call.tenantId,
    signal: call.options.signal,
    withinMs: call.deadline.remainingMs(),
  };
  try {
    const leaveCalls = shares.calls.tryEnter(request) ?? (await shares.calls.enter(request));
    try {
      const leaveDestination = await enterDestination(shares, call.tool, input, request);
      return () => {
        leaveDestination?.();
        leaveCalls();
      };
    } catch (error) {
      leaveCalls();
      throw error;
    }
  } catch (error) {
    if (error instanceof AdapterError) call.mayRetryAfter(error.detail.retryAfterSeconds ?? 0);
    throw error;
  }
}

/** Mail opens connections of its own and has no origin here: all calls together bound it. */
function enterDestination(
  { origins, research }: ProcessShares,
  { reach }: Tool,
  input: Record<string, unknown>,
  request: PlaceRequest,
): Promise<Leave> | undefined {
  if (reach.to === "search") return research.enter(request);
  const origin =
    reach.to === "provider"
      ? originOf(reach)
      : reach.to === "caller_chosen" && originIn(input[reach.argument]);
  return typeof origin === "string" ? origins.enter(origin, request) : undefined;
}

type ProviderReach = Extract<Tool["reach"], { to: "provider" }>;

/** A tool's base URLs never change, so each is parsed once. */
const originsOfTools = new WeakMap<ProviderReach, string>();

function originOf(reach: ProviderReach): string | undefined {
  const origin = originsOfTools.get(reach) ?? originIn(reach.baseUrls[0]);
  if (origin !== undefined) originsOfTools.set(reach, origin);
  return origin;
}

function originIn(url: unknown): string | undefined {
  return typeof url === "string" ? parseUrl(url)?.origin : undefined;
}
