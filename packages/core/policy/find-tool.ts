import { ServiceError } from "../errors/service-error.ts";
import { askForNearName } from "../text/near-names.ts";
import type { Tool } from "../tool/tool.ts";
import type { ToolRegistry } from "../tool/tool-registry.ts";
import { listUsableTools, type Permissions } from "./decide.ts";

/** Unknown names are truncated to this length before they are compared or echoed in an error. */
const MAX_SHOWN = 80;

/**
 * Finds a tool by its name, in the project's or a model's spelling. Rejects with ServiceError `not_found`
 * with similar names among this caller's tools.
 */
export async function findTool(
  registry: Pick<ToolRegistry, "get" | "list">,
  caller: Permissions,
  name: string,
): Promise<Tool> {
  const tool = await registry.get(name);
  if (tool) return tool;
  const near = askForNearTool(name, await listUsableTools(caller, registry));
  throw new ServiceError(
    "not_found",
    `There is no tool called ${name.slice(0, MAX_SHOWN)}.${near} GET /api/v1/tools lists them.`,
  );
}

/** Returns a question that suggests tools with a similar name. Empty if no name is similar. */
export function askForNearTool(name: string, tools: readonly Pick<Tool, "name" | "description">[]): string {
  const descriptions = new Map(tools.map((tool) => [tool.name, getFirstSentence(tool.description)]));
  const names = [...descriptions.keys()];
  return askForNearName(name.slice(0, MAX_SHOWN), names, (one) => descriptions.get(one) ?? "");
}

function getFirstSentence(description: string): string {
  return description.split(/(?<=\.) /)[0] ?? "";
}

/**
 * Normalizes tool names to the project's spelling and removes duplicates. `path` is the body field that holds
 * the names. Rejects with ServiceError `bad_request` listing unknown names with their paths, such as
 * `tools.2`. `at` returns the last part of a path. Defaults to the position.
 */
export async function demandToolNames(
  registry: Pick<ToolRegistry, "get" | "has" | "list">,
  names: readonly string[],
  path: string,
  at: (name: string, index: number) => string | number = (_name, index) => index,
): Promise<string[]> {
  const unknown = names.flatMap((name, index) => (registry.has(name) ? [] : [{ name, index }]));
  if (unknown.length > 0) {
    const tools = await registry.list();
    const issues = unknown.map(({ name, index }) => ({
      path: `${path}.${at(name, index)}`,
      message: describeUnknownName(tools, name),
    }));
    throw new ServiceError("bad_request", `The list ${path} contains a name that does not exist.`, {
      issues,
    });
  }
  const tools = await Promise.all(names.map((name) => registry.get(name)));
  return [...new Set(names.map((name, index) => tools[index]?.name ?? name))];
}

function describeUnknownName(tools: readonly Tool[], name: string): string {
  const shown = JSON.stringify(name.slice(0, MAX_SHOWN));
  return `${shown} is not the name of a tool.${askForNearTool(name, tools)}`;
}
