import { ConfigurationError } from "@plumbline/core/errors/configuration-error.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads what the stack made for this stage and put into the function's environment: names, ARNs and URLs. Throws ConfigurationError
 * naming what is missing.
 */
export function resourceNames<Setting extends string>(
  environment: Environment,
  settings: readonly Setting[],
): Record<Setting, string> {
  const missing = settings.filter((setting) => !environment[setting]);
  if (missing.length > 0)
    throw new ConfigurationError(`${missing.join(" and ")} must be set, as the stack does.`);
  return Object.fromEntries(settings.map((setting) => [setting, environment[setting]])) as Record<
    Setting,
    string
  >;
}
