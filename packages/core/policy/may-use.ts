import type { Scope, ToolCaller } from "../access/caller.ts";
import { ServiceError } from "../errors/service-error.ts";
import type { ToolRegistry } from "../tool/define-tool.ts";
import type { Tool } from "../tool/tool.ts";

/** The parts of a caller that this page looks at. */
type Permissions = Pick<ToolCaller, "scopes" | "grants" | "policy">;

/** Says why the caller may not use a tool, in one sentence; `undefined` when it may. */
export function whyNotTool({ scopes, grants, policy }: Permissions, tool: Tool): string | undefined {
  const missing = missingScopes(scopes, tool.scopes);
  if (missing !== undefined) return missing;
  if (grants.tools && !grants.tools.has(tool.name)) return `This key may not use ${tool.name}.`;
  if (grants.readOnly && tool.effect === "write") return `This key may only read; ${tool.name} writes.`;
  if (policy.allowed_tools && !policy.allowed_tools.includes(tool.name))
    return `The tenant's policy does not allow ${tool.name}.`;
  return undefined;
}

/** The tools that a caller may use: all that it is shown, in lists, by MCP and in a run of the agent. */
export function usableTools(caller: Permissions, registry: Pick<ToolRegistry, "list">): readonly Tool[] {
  return registry.list().filter((tool) => whyNotTool(caller, tool) === undefined);
}

/** Throws ServiceError `forbidden` for a tool that the caller may not use. */
export function demandTool(caller: Permissions, tool: Tool): void {
  const reason = whyNotTool(caller, tool);
  if (reason !== undefined) throw new ServiceError("forbidden", reason);
}

/**
 * Throws ServiceError `forbidden` for arguments that need a scope which the caller does not have.
 */
export function demandArguments(
  { scopes }: Pick<ToolCaller, "scopes">,
  tool: Tool,
  input: Record<string, unknown>,
): void {
  const reason = missingScopes(scopes, tool.scopesOf?.(input) ?? []);
  if (reason !== undefined) throw new ServiceError("forbidden", reason);
}

function missingScopes(scopes: ReadonlySet<Scope>, needed: readonly Scope[]): string | undefined {
  const missing = needed.filter((scope) => !scopes.has(scope));
  if (missing.length === 0) return undefined;
  return `This key lacks the scope${missing.length > 1 ? "s" : ""} ${missing.join(" and ")}.`;
}
