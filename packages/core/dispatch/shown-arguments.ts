import { echoArguments, listPublicArguments } from "../tool/arguments.ts";
import type { Call } from "./call.ts";
import { redactResult } from "./redaction.ts";

/**
 * Returns a call's arguments with secrets redacted, to store and show. For speed, does not search the names
 * of the tool's own arguments and the ID of the credential.
 */
export function showArguments({ tool, arguments: args, secrets, progress }: Call): unknown {
  const echoed = echoArguments(tool, args);
  if (echoed === null || typeof echoed !== "object" || Array.isArray(echoed) || secrets.isEmpty)
    return redactResult(echoed, secrets);
  const own = listPublicArguments(tool);
  const shown = Object.entries(echoed).map(([name, value]) => {
    if (!own.has(name)) return [secrets.redact(name), value];
    return [name, value === progress.credential?.id ? value : redactResult(value, secrets)];
  });
  return Object.fromEntries(shown);
}
