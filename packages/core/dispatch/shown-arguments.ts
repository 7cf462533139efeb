import { echoArguments, openArguments } from "../tool/arguments.ts";
import type { Call } from "./call.ts";
import { redactResult } from "./redaction.ts";

/**
 * A call's arguments as they may be kept and shown. The names of a tool's own arguments and the id of the
 * credential that was used are no secrets, so they are not searched: this is on the way of every call.
 */
export function showArguments({ tool, arguments: args, secrets, progress }: Call): unknown {
  const echoed = echoArguments(tool, args);
  if (echoed === null || typeof echoed !== "object" || Array.isArray(echoed) || secrets.isEmpty)
    return redactResult(echoed, secrets);
  const own = openArguments(tool);
  const shown = Object.entries(echoed).map(([name, value]) => {
    if (!own.has(name)) return [secrets.redact(name), value];
    return [name, value === progress.credential?.id ? value : redactResult(value, secrets)];
  });
  return Object.fromEntries(shown);
}
