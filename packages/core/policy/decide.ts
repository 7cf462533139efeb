import type { ToolCaller } from "../access/caller.ts";
import { describeMissingScopes } from "../access/caller.ts";
import type { Policy } from "../access/policy.ts";
import { ServiceError } from "../errors/service-error.ts";
import { AllowedPlaces } from "../places/allowed-places.ts";
import { toModelName } from "../tool/define-tool.ts";
import { type Destination, redactDestination } from "../tool/destination.ts";
import type { Tool } from "../tool/tool.ts";
import type { ToolRegistry } from "../tool/tool-registry.ts";
import type { RunTrace } from "./run-trace.ts";

/** The parts of a caller used here. */
export type Permissions = Pick<ToolCaller, "scopes" | "grants" | "policy">;

/** Returns the reason why the caller may not use a tool, in one sentence, or `undefined` if it is allowed. */
export function explainRefusedTool({ scopes, grants, policy }: Permissions, tool: Tool): string | undefined {
  const missing = describeMissingScopes(scopes, tool.scopes);
  if (missing !== undefined) return missing;
  if (grants.tools && !grants.tools.has(tool.name)) return `This key may not use ${tool.name}.`;
  if (grants.readOnly && tool.effect === "write") return `This key may only read; ${tool.name} writes.`;
  if (policy.allowed_tools && !policy.allowed_tools.includes(tool.name))
    return `The tenant's policy does not allow ${tool.name}.`;
  return undefined;
}

/** Returns the tools that a caller may use, for lists, MCP and runs of the agent. */
export async function listUsableTools(
  caller: Permissions,
  registry: Pick<ToolRegistry, "list">,
): Promise<readonly Tool[]> {
  return (await registry.list()).filter((tool) => explainRefusedTool(caller, tool) === undefined);
}

/** Throws ServiceError `forbidden` for a tool that the caller may not use. */
export function demandTool(caller: Permissions, tool: Tool): void {
  const reason = explainRefusedTool(caller, tool);
  if (reason !== undefined) throw new ServiceError("forbidden", reason);
}

/** Throws ServiceError `forbidden` if the arguments require a scope that the caller lacks. */
export function demandArguments(
  { scopes }: Pick<ToolCaller, "scopes">,
  tool: Tool,
  input: Record<string, unknown>,
): void {
  const reason = describeMissingScopes(scopes, tool.scopesOf?.(input) ?? []);
  if (reason !== undefined) throw new ServiceError("forbidden", reason);
}

/** Decision on whether a call may be sent now. `reason` is one sentence for people. */
export type Decision =
  | { may: "go" }
  /** `places`: the destinations that the user did not mention, if they are the only reason to wait. */
  | { may: "wait"; reason: string; places?: readonly Destination[] }
  | { may: "not"; reason: string };

/** A call that is about to be sent. */
interface DecidedCall {
  tool: Pick<Tool, "name" | "effect">;
  destinations: readonly Destination[];
  policy: Policy;
  /** `undefined` for a call that belongs to no run. */
  trace: Pick<RunTrace, "readOutside" | "readUnvouched" | "listUnnamed" | "isWithoutRun"> | undefined;
}

const GO: Decision = { may: "go" };
const WITHOUT_CONVERSATION =
  "Calls with this key have read outside text within the last hour, this call does not belong to a conversation, and nobody named";
const IN_CONVERSATION =
  "The conversation has read outside text, and no message of the user clearly asks to send anything to";
const UNVOUCHED =
  "The request contains an assistant message that is in no stored conversation of this key, so anybody may have written it, and no message of the user clearly asks to send anything to";
/** Maximum number of destinations in a reason. */
const MAX_SHOWN = 3;
const MAX_SHOWN_LENGTH = 120;

/** Advice about a destination that the policy does not list. */
export const ASK_FOR_DESTINATION = "Ask whoever sets the tenant's policy to add it to allowed_destinations.";

/** Advice about a call without a conversation, which waits because of what its key has read. */
export const STATE_CONVERSATION =
  "If a person chose the destination, the calling program can say so next time: with the destination in allow_destinations, or with a conversation for each task (x-conversation-id, plumbline/conversation-id over MCP, --conversation on the command line).";

/**
 * Returns the reason why the policy permits no write to these destinations, in one sentence, or `undefined`
 * if it does.
 */
export function explainRefusedDestinations(
  policy: Policy,
  destinations: readonly Destination[],
): string | undefined {
  if (!policy.only_allowed_destinations) return undefined;
  const allowed = new AllowedPlaces({ allowed: policy.allowed_destinations });
  // Ignores data that stays within the connection, and links that send data only if someone clicks them.
  const outer = destinations.filter((one) => !one.needsClick && one.kind !== "new" && one.kind !== "thing");
  const foreign = outer.filter((destination) => !allowed.allows(destination));
  return foreign.length > 0
    ? `The tenant's policy does not allow writes to ${listDestinations(foreign)}.`
    : undefined;
}

/**
 * Decides whether a call may be sent, from the tenant's policy and what the run has read. If a destination is
 * not found in the user's text, the run may ask a model.
 */
export async function decide({ tool, destinations, policy, trace }: DecidedCall): Promise<Decision> {
  const forbidden = tool.effect === "write" ? explainRefusedDestinations(policy, destinations) : undefined;
  if (forbidden !== undefined) return { may: "not", reason: forbidden };
  const rule = policy.approval?.[tool.name] ?? policy.approval?.[toModelName(tool.name)];
  if (rule === "never") return GO;
  if (rule === "always")
    return {
      may: "wait",
      reason: "The tenant's policy requires a person to approve every call of this tool.",
    };
  if (!trace?.readOutside) return GO;
  const unnamed = await trace.listUnnamed(destinations, tool.effect);
  if (unnamed.length === 0) return GO;
  return {
    may: "wait",
    reason: `${explainWhyJudged(trace)} ${listDestinations(unnamed)}. A person has to approve this call.`,
    places: unnamed,
  };
}

function explainWhyJudged(trace: Pick<RunTrace, "readUnvouched" | "isWithoutRun">): string {
  if (trace.isWithoutRun) return WITHOUT_CONVERSATION;
  return trace.readUnvouched ? UNVOUCHED : IN_CONVERSATION;
}

function listDestinations(destinations: readonly Destination[]): string {
  const all = [...new Set(destinations.map((one) => describeDestination(withoutPath(one))))];
  const shown = all.slice(0, MAX_SHOWN);
  const rest = all.length - shown.length;
  return `${shown.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

/**
 * Replaces an address with its host. Reasons are shown as text, and a stranger's address in one must not
 * become a clickable link. The approval shows it in full.
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
  const value = redactDestination(destination);
  const shown = value.length > MAX_SHOWN_LENGTH ? `${value.slice(0, MAX_SHOWN_LENGTH)}…` : value;
  return argument === undefined ? `the ${kind} "${shown}"` : `${shown} (${argument})`;
}
