import { ServiceError } from "../errors/service-error.ts";
import type { ToolRegistry } from "../tool/define-tool.ts";

/**
 * Returns names of tools in the project's own spelling, without duplicates, whichever spelling was given.
 * `path` is the body's field with the names. Throws ServiceError `bad_request` with the names that do not
 * exist.
 */
export function demandToolNames(
  registry: Pick<ToolRegistry, "get">,
  names: readonly string[],
  path: string,
): string[] {
  const issues = names.flatMap((name, index) =>
    registry.get(name) ? [] : [{ path: `${path}.${index}`, message: "is not the name of a tool" }],
  );
  if (issues.length > 0)
    throw new ServiceError("bad_request", `The list ${path} names one that does not exist.`, { issues });
  return [...new Set(names.map((name) => registry.get(name)?.name ?? name))];
}
