import { isSecretArgument } from "./arguments.ts";
import type { Tool } from "./tool.ts";

/**
 * A call's arguments as they may be shown again: secret ones are `[redacted]`, whatever was sent in their place. Of a tool that
 * does not exist nobody knows which are secret, so all of them are.
 */
export function echoArguments(tool: Tool | undefined, args: unknown): unknown {
  if (args === null || typeof args !== "object" || Array.isArray(args)) return tool ? args : "[redacted]";
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      const secret = !tool || isSecretArgument(tool.input.shape[name]);
      return [name, secret ? "[redacted]" : value];
    }),
  );
}
