import { ServiceError } from "../errors/service-error.ts";
import { askForNearName } from "../text/near-names.ts";
import type { ToolRegistry } from "../tool/define-tool.ts";
import type { Tool } from "../tool/tool.ts";
import { type Permissions, usableTools } from "./decide.ts";

/** Maximum number of characters of an unknown name to compare with other names and repeat in a refusal. */
const MOST_SHOWN = 80;

/**
 * Finds a tool by its name in either spelling. Throws ServiceError `not_found` with similar names among this
 * caller's tools.
 */
export function findTool(
  registry: Pick<ToolRegistry, "get" | "list">,
  caller: Permissions,
  name: string,
): Tool {
  const tool = registry.get(name);
  if (tool) return tool;
  const near = askForNearTool(name, usableTools(caller, registry));
  throw new ServiceError(
    "not_found",
    `There is no tool called ${name.slice(0, MOST_SHOWN)}.${near} GET /api/v1/tools lists them.`,
  );
}

/** Returns a question that suggests tools with a similar name. Empty if no name is similar. */
export function askForNearTool(name: string, tools: readonly Pick<Tool, "name" | "description">[]): string {
  const descriptions = new Map(tools.map((tool) => [tool.name, firstSentence(tool.description)]));
  const names = [...descriptions.keys()];
  return askForNearName(name.slice(0, MOST_SHOWN), names, (one) => descriptions.get(one) ?? "");
}

function firstSentence(description: string): string {
  return description.split(/(?<=\.) /)[0] ?? "";
}

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
