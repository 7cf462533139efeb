import { isSecretArgument } from "./arguments.ts";
import type { Tool } from "./tool.ts";

/**
 * A call's arguments as they may be shown again: secret ones are `[redacted]`, whatever was sent in their place. Of an argument or a
 * tool that does not exist nobody knows whether it is secret (`bearerToken`), so it is hidden too.
 */
export function echoArguments(tool: Tool | undefined, args: unknown): unknown {
  if (args === null || typeof args !== "object" || Array.isArray(args)) return tool ? args : "[redacted]";
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      const schema = tool && Object.hasOwn(tool.input.shape, name) ? tool.input.shape[name] : undefined;
      return [name, schema === undefined || isSecretArgument(schema) ? "[redacted]" : value];
    }),
  );
}
