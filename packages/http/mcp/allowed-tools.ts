import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import type { Tool, ToolRegistry } from "@plumbline/core/tool/tool.ts";

/**
 * The tools a client asked to see: all, or those of a comma list of names in either spelling, in the registry's order.
 * Throws ServiceError `bad_request` for a name that no tool has.
 */
export function allowedTools(registry: ToolRegistry, list: string | undefined): readonly Tool[] {
  if (list === undefined) return registry.list();
  const names = list.split(",").map((name) => name.trim());
  const unknown = names.find((name) => registry.get(name) === undefined);
  if (unknown !== undefined) {
    const message = `${JSON.stringify(unknown.slice(0, 80))} is not the name of a tool`;
    throw new ServiceError("bad_request", `The list of tools is not valid: ${message}.`, {
      issues: [{ path: "tools", message }],
    });
  }
  const wanted = new Set(names.map((name) => registry.get(name)));
  return registry.list().filter((tool) => wanted.has(tool));
}
