import type { ToolCaller } from "@plumbline/core/access/caller.ts";
import { usableTools } from "@plumbline/core/policy/may-use.ts";
import type { ToolRegistry } from "@plumbline/core/tool/define-tool.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";

/**
 * The tools a run's model may call: all that the caller may use, or those of them in a list of names in
 * either spelling.
 */
export function chooseOfferedTools(
  registry: ToolRegistry,
  caller: ToolCaller,
  names: readonly string[] | undefined,
): readonly Tool[] {
  const usable = usableTools(caller, registry);
  if (!names) return usable;
  const allowed = new Set(names.map((name) => registry.get(name)));
  return usable.filter((tool) => allowed.has(tool));
}

/** True if a model that may call this tool has to know which connections there are. */
export function usesConnections({ credential }: Tool): boolean {
  return credential.use !== "none";
}
