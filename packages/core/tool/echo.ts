import { isSecretArgument } from "./arguments.ts";
import type { Tool } from "./tool.ts";

/** A call's arguments as they may be shown again: secret ones are `[redacted]`, whatever was sent in their place. */
export function echoArguments(tool: Tool | undefined, args: unknown): unknown {
  if (!tool || args === null || typeof args !== "object" || Array.isArray(args)) return args;
  const shape = tool.input.shape;
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, isSecretArgument(shape[name]) ? "[redacted]" : value]),
  );
}
