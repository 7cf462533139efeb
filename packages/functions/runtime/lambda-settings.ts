import { ConfigurationError } from "@plumbline/core/errors/configuration-error.ts";
import { readSettings, type Settings } from "@plumbline/service/settings/read-settings.ts";
import type { Environment } from "./resource-names.ts";

/** The settings that the stack passed on. Throws ConfigurationError for a wrong one, and for one of a machine. */
export function lambdaSettings(environment: Environment): Omit<Settings, "extraCaFile"> {
  const { extraCaFile, ...settings } = readSettings(environment);
  if (extraCaFile !== undefined)
    throw new ConfigurationError("EXTRA_CA_FILE is a file of one machine; it is not supported on Lambda.");
  return settings;
}
