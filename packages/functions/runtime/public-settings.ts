import { ConfigurationError } from "@plumbline/core/errors/configuration-error.ts";
import { LOG_LEVELS, type LogLevel } from "@plumbline/core/log/logger.ts";
import { baseUrl, origins } from "@plumbline/service/settings/setting-values.ts";

/** What public routes need to know. The reading of all settings would bring the models' code into their bundle. */
export interface PublicSettings {
  /** `undefined`: what the gateway says of itself. */
  publicUrl: string | undefined;
  corsOrigins: readonly string[];
  logLevel: LogLevel;
}

type Environment = Readonly<Record<string, string | undefined>>;

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
