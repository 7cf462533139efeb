import type { ToolCaller } from "../access/caller.ts";
import { describeMissingScopes } from "../access/caller.ts";
import type { Policy } from "../access/policy.ts";
import { ServiceError } from "../errors/service-error.ts";
import { NamedPlaces } from "../places/named-places.ts";
import { type ToolRegistry, toModelName } from "../tool/define-tool.ts";
import { type Destination, showDestination } from "../tool/destination.ts";
import type { Tool } from "../tool/tool.ts";
import type { RunTrace } from "./run-trace.ts";

/** The parts of a caller used here. */
export type Permissions = Pick<ToolCaller, "scopes" | "grants" | "policy">;

/** Returns the reason why the caller may not use a tool, in one sentence, or `undefined` if it may. */
export function whyNotTool({ scopes, grants, policy }: Permissions, tool: Tool): string | undefined {
  const missing = describeMissingScopes(scopes, tool.scopes);
  if (missing !== undefined) return missing;
  if (grants.tools && !grants.tools.has(tool.name)) return `This key may not use ${tool.name}.`;
  if (grants.readOnly && tool.effect === "write") return `This key may only read; ${tool.name} writes.`;
  if (policy.allowed_tools && !policy.allowed_tools.includes(tool.name))
    return `The tenant's policy does not allow ${tool.name}.`;
  return undefined;
}

/** Returns the tools that a caller may use, for lists, MCP and runs of the agent. */
export function usableTools(caller: Permissions, registry: Pick<ToolRegistry, "list">): readonly Tool[] {
  return registry.list().filter((tool) => whyNotTool(caller, tool) === undefined);
}

/** Throws ServiceError `forbidden` for a tool that the caller may not use. */
export function demandTool(caller: Permissions, tool: Tool): void {
  const reason = whyNotTool(caller, tool);
  if (reason !== undefined) throw new ServiceError("forbidden", reason);
}

/** Throws ServiceError `forbidden` for arguments that require a scope which the caller lacks. */
export function demandArguments(
  { scopes }: Pick<ToolCaller, "scopes">,
  tool: Tool,
  input: Record<string, unknown>,
): void {
  const reason = describeMissingScopes(scopes, tool.scopesOf?.(input) ?? []);
  if (reason !== undefined) throw new ServiceError("forbidden", reason);
}

/** Decision on whether a call may be sent now. A reason is one sentence for people. */
export type Decision =
  | { may: "go" }
  /** `places`: the destinations that nobody named, if the call waits only because of them. */
  | { may: "wait"; reason: string; places?: readonly Destination[] }
  | { may: "not"; reason: string };

/** A call that is about to be sent. */
export interface DecidedCall {
  tool: Pick<Tool, "name" | "effect">;
  destinations: readonly Destination[];
  policy: Policy;
  /** `undefined` for a call that belongs to no run. */
  trace: Pick<RunTrace, "readOutside" | "readUnvouched" | "unnamed" | "isWithoutRun"> | undefined;
}

const GO: Decision = { may: "go" };
const WITHOUT_CONVERSATION =
  "Calls of this key have read text from outside within the hour, this one names no conversation, and nobody named";
const IN_CONVERSATION = "The conversation has read text from outside, and the user did not name";
const UNVOUCHED =
  "The request brought a message of the assistant that no conversation of this key has said, so that anybody may have written it, and the user did not name";
/** Maximum number of destinations in a reason. */
const MOST_SHOWN = 3;
const LONGEST_SHOWN = 120;

/** Advice about a destination that the policy does not list. */
export const ASK_FOR_DESTINATION = "Ask whoever sets the tenant's policy to add it to allowed_destinations.";

/**
 * Returns the reason why the policy permits no write to these destinations, in one sentence, or `undefined`
 * if it does.
 */
export function whyNotDestinations(policy: Policy, destinations: readonly Destination[]): string | undefined {
  if (!policy.only_allowed_destinations) return undefined;
  const allowed = new NamedPlaces({ allowed: policy.allowed_destinations });
  // Data that stays within a connection is not sent anywhere, and neither is data behind a link that a
  // person has to click.
  const outer = destinations.filter((one) => !one.needsClick && one.kind !== "new" && one.kind !== "thing");
  const foreign = outer.filter((destination) => !allowed.allows(destination));
  return foreign.length > 0 ? `The tenant's policy allows no write to ${listOf(foreign)}.` : undefined;
}

/**
 * Decides about a call before it is sent, by the tenant's policy and what its run has read. If the user's
 * words do not name a destination in a recognised form, the run may ask a model what they name.
 */
export async function decide({ tool, destinations, policy, trace }: DecidedCall): Promise<Decision> {
  const forbidden = tool.effect === "write" ? whyNotDestinations(policy, destinations) : undefined;
  if (forbidden !== undefined) return { may: "not", reason: forbidden };
  const rule = policy.approval?.[tool.name] ?? policy.approval?.[toModelName(tool.name)];
  if (rule === "never") return GO;
  if (rule === "always")
    return { may: "wait", reason: "The tenant's policy wants a person to approve every call of this tool." };
  if (!trace?.readOutside) return GO;
  const unnamed = await trace.unnamed(destinations, tool.effect);
  if (unnamed.length === 0) return GO;
  return {
    may: "wait",
    reason: `${whyJudged(trace)} ${listOf(unnamed)}: a person has to approve this call.`,
    places: unnamed,
  };
}

function whyJudged(trace: Pick<RunTrace, "readUnvouched" | "isWithoutRun">): string {
  if (trace.isWithoutRun) return WITHOUT_CONVERSATION;
  return trace.readUnvouched ? UNVOUCHED : IN_CONVERSATION;
}

function listOf(destinations: readonly Destination[]): string {
  const all = [...new Set(destinations.map((one) => describeDestination(withoutPath(one))))];
  const shown = all.slice(0, MOST_SHOWN);
  const rest = all.length - shown.length;
  return `${shown.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

/**
 * Replaces an address with its host. A reason is shown as text, in which an address chosen by a stranger must
 * not become a link. The approval shows it in full.
 */
function withoutPath(destination: Destination): Destination {
  const { kind, value } = destination;
  const isAddress = kind === "url" || kind === "link";
  return isAddress && URL.canParse(value) ? { ...destination, value: new URL(value).host } : destination;
}

/** Describes a destination for people, for example `eve@example.com (cc)`. */
function describeDestination(destination: Destination): string {
  const { kind, argument, noun } = destination;
  if (kind === "new") return `a new ${noun}`;
  if (kind === "thing") return `the ${noun} ${destination.value}`;
  const value = showDestination(destination);
  const shown = value.length > LONGEST_SHOWN ? `${value.slice(0, LONGEST_SHOWN)}…` : value;
  return argument === undefined ? `the ${kind} "${shown}"` : `${shown} (${argument})`;
}
