import type { Policy } from "../access/policy.ts";
import { toModelName } from "../tool/define-tool.ts";
import type { Destination } from "../tool/destination.ts";
import type { Tool } from "../tool/tool.ts";
import { NamedDestinations } from "./named-destinations.ts";
import type { RunTrace } from "./run-trace.ts";

/** Answer to the question if a call may be sent now; a reason is one sentence for people. */
export type Decision = { may: "go" } | { may: "wait"; reason: string } | { may: "not"; reason: string };

/** A call that is about to be sent. */
export interface DecidedCall {
  tool: Pick<Tool, "name" | "effect">;
  destinations: readonly Destination[];
  policy: Policy;
  /** `undefined` for a call that belongs to no run. */
  trace: Pick<RunTrace, "readOutside" | "unnamed"> | undefined;
}

const GO: Decision = { may: "go" };
/** Destinations that a reason names. */
const MOST_SHOWN = 3;
const LONGEST_SHOWN = 120;

/**
 * Decides about a call before it is sent, by the tenant's policy and what its run has read. It looks at no
 * clock and at no model: the same call is always decided alike.
 */
export function decide({ tool, destinations, policy, trace }: DecidedCall): Decision {
  if (policy.only_allowed_destinations && tool.effect === "write") {
    const allowed = new NamedDestinations({ allowed: policy.allowed_destinations });
    const foreign = destinations.filter((destination) => !allowed.names(destination));
    if (foreign.length > 0)
      return { may: "not", reason: `The tenant's policy allows no write to ${listOf(foreign)}.` };
  }
  const rule = policy.approval?.[tool.name] ?? policy.approval?.[toModelName(tool.name)];
  if (rule === "never") return GO;
  if (rule === "always")
    return { may: "wait", reason: "The tenant's policy wants a person to approve every call of this tool." };
  if (!trace?.readOutside) return GO;
  const unnamed = trace.unnamed(destinations);
  if (unnamed.length === 0) return GO;
  return {
    may: "wait",
    reason:
      `The run has read text from outside, and the user did not name ${listOf(unnamed)}: ` +
      "a person has to approve this call.",
  };
}

function listOf(destinations: readonly Destination[]): string {
  const shown = destinations.slice(0, MOST_SHOWN).map(describeDestination);
  const rest = destinations.length - shown.length;
  return `${shown.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

/** A destination for people, such as `eve@example.com (cc)`. */
export function describeDestination({ kind, value, argument }: Destination): string {
  const shown = value.length > LONGEST_SHOWN ? `${value.slice(0, LONGEST_SHOWN)}…` : value;
  return argument === undefined ? `the ${kind} "${shown}"` : `${shown} (${argument})`;
}
