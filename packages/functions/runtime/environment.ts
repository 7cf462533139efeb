import { ConfigurationError } from "@plumbline/core/errors/configuration-error.ts";
import { LOG_LEVELS, type LogLevel } from "@plumbline/core/log/logger.ts";
import { readSettings, type Settings } from "@plumbline/service/settings/read-settings.ts";
import { baseUrl, origins } from "@plumbline/service/settings/setting-values.ts";

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

/**
 * What is made from the environment. A ConfigurationError's message goes to the log on its way out: it names settings, never their
 * values, and no log line could carry it.
 */
export function configured<Made>(make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    if (error instanceof ConfigurationError) process.stderr.write(`${error.message}\n`);
    throw error;
  }
}

/** The settings that the stack passed on. Throws ConfigurationError for a wrong one, and for one of a machine. */
export function lambdaSettings(environment: Environment): Omit<Settings, "extraCaFile"> {
  const { extraCaFile, ...settings } = readSettings(environment);
  if (extraCaFile !== undefined)
    throw new ConfigurationError("EXTRA_CA_FILE is a file of one machine; it is not supported on Lambda.");
  return settings;
}

/** What public routes need to know. The reading of all settings would bring the models' code into their bundle. */
export interface PublicSettings {
  /** `undefined`: what the gateway says of itself. */
  publicUrl: string | undefined;
  corsOrigins: readonly string[];
  logLevel: LogLevel;
}

/** An empty value counts as unset. Throws ConfigurationError that names the first wrong setting, never its value. */
export function readPublicSettings(environment: Environment): PublicSettings {
  const { PUBLIC_URL: publicUrl, CORS_ORIGINS: corsOrigins, LOG_LEVEL: level } = environment;
  const logLevel = LOG_LEVELS.find((one) => one === (level || "info"));
  if (!logLevel) throw new ConfigurationError(`LOG_LEVEL must be one of ${LOG_LEVELS.join(", ")}`);
  return {
    publicUrl: publicUrl ? checked("PUBLIC_URL", baseUrl.safeParse(publicUrl)) : undefined,
    corsOrigins: corsOrigins ? checked("CORS_ORIGINS", origins.safeParse(corsOrigins)) : [],
    logLevel,
  };
}

type Checked<Value> =
  | { success: true; data: Value }
  | { success: false; error: { issues: readonly { message: string }[] } };

function checked<Value>(name: string, result: Checked<Value>): Value {
  if (result.success) return result.data;
  throw new ConfigurationError(`${name} ${result.error.issues[0]?.message ?? "is not valid"}`);
}

/**
 * The environment with the secret settings that the function may have (`STAGE_SECRETS`, names of settings), read from Systems Manager: a
 * template never holds them. A function that has none loads no client.
 */
export async function withStageSecrets(environment: Environment): Promise<Environment> {
  const settings = (environment.STAGE_SECRETS ?? "").split(",").filter((setting) => setting !== "");
  if (settings.length === 0) return environment;
  const { STAGE: stage } = resourceNames(environment, ["STAGE"]);
  const { createParameterClient, readStageSecrets } = await import(
    "@plumbline/aws/settings/stage-secrets.ts"
  );
  return { ...environment, ...(await readStageSecrets(createParameterClient(), stage, settings)) };
}
