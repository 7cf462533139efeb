import type { Tool, ToolRegistry } from "@plumbline/core/tool/tool.ts";

/** The tools a run's model may call: all, or those of a list of names in either spelling. */
export function offeredTools(registry: ToolRegistry, names: readonly string[] | undefined): readonly Tool[] {
  if (!names) return registry.list();
  const allowed = new Set(names.map((name) => registry.get(name)));
  return registry.list().filter((tool) => allowed.has(tool));
}

/** Whether a model that may call this tool has to know which connections there are. */
export function usesConnections({ credential }: Tool): boolean {
  return credential.use !== "none";
}
