import { AdapterValidationError } from "../errors/adapter-error.ts";
import { inputIssues, summarizeIssues } from "../errors/input-issues.ts";
import { dishonestJson } from "../text/json.ts";
import type { Tool } from "../tool/tool.ts";

/** The arguments as the tool declared them. Throws AdapterValidationError that names each wrong one and what would be right. */
export function parseArguments(tool: Tool, args: unknown): Record<string, unknown> {
  const problem = dishonestJson(args);
  if (problem) throw new AdapterValidationError(`Bad arguments for ${tool.name}: what was sent ${problem}.`);
  const parsed = tool.input.safeParse(args ?? {});
  if (parsed.success) return parsed.data;
  throw new AdapterValidationError(
    `Bad arguments for ${tool.name}: ${summarizeIssues(inputIssues(parsed.error))}.`,
    {
      nextStep: `Mend the arguments and call again; it takes ${Object.keys(tool.input.shape).join(", ")}.`,
    },
  );
}
