import type * as z from "zod";
import { AdapterValidationError } from "../errors/adapter-error.ts";
import { isNestedDeeperThan, MAX_NESTING } from "../tool/nesting.ts";
import type { Tool } from "../tool/tool.ts";

const SHOWN_ISSUES = 5;

/** The arguments as the tool declared them. Throws AdapterValidationError that names each wrong one and what would be right. */
export function parseArguments(tool: Tool, args: unknown): Record<string, unknown> {
  if (isNestedDeeperThan(MAX_NESTING, args)) {
    throw new AdapterValidationError(
      `Bad arguments for ${tool.name}: they are nested more than ${MAX_NESTING} levels deep.`,
    );
  }
  const parsed = tool.input.safeParse(args ?? {});
  if (parsed.success) return parsed.data;
  const known = Object.keys(tool.input.shape).join(", ");
  const problems = parsed.error.issues.slice(0, SHOWN_ISSUES).map((issue) => describeIssue(issue, known));
  throw new AdapterValidationError(`Bad arguments for ${tool.name}: ${problems.join("; ")}.`, {
    nextStep: "Mend the arguments and call again.",
  });
}

function describeIssue(issue: z.core.$ZodIssue, known: string): string {
  if (issue.code === "unrecognized_keys" && issue.path.length === 0) {
    return `${issue.keys.join(", ")} is not known; the arguments are ${known}`;
  }
  // Of a record's bad key zod says no more than that; the reason is one level down.
  const message = issue.code === "invalid_key" ? issue.issues[0]?.message : undefined;
  return `${issue.path.join(".") || "arguments"}: ${message ?? issue.message}`;
}
