import { ServiceError } from "../errors/service-error.ts";
import { askForNearName } from "../text/near-names.ts";
import type { ToolRegistry } from "../tool/define-tool.ts";
import type { Tool } from "../tool/tool.ts";
import { type Permissions, usableTools } from "./decide.ts";

/** Characters of an unknown name that a refusal repeats, and that are compared with other names. */
const MOST_SHOWN = 80;

/**
 * Finds a tool by its name in either spelling. Throws ServiceError `not_found`, which names the tools of this
 * caller that may be meant.
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

/** Asks whether one of these tools was meant by a name that none has; empty when none is near. */
export function askForNearTool(name: string, tools: readonly Pick<Tool, "name" | "description">[]): string {
  const descriptions = new Map(tools.map((tool) => [tool.name, firstSentence(tool.description)]));
  const names = [...descriptions.keys()];
  return askForNearName(name.slice(0, MOST_SHOWN), names, (one) => descriptions.get(one) ?? "");
}

function firstSentence(description: string): string {
  return description.split(/(?<=\.) /)[0] ?? "";
}
