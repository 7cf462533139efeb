import { systemClock, systemRandom } from "@plumbline/core/clock/clock.ts";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";
import { createLogger, LOG_LEVELS, type LogLevel } from "@plumbline/core/log/logger.ts";
import { createApp } from "@plumbline/http/app.ts";
import type { Route } from "@plumbline/http/endpoints/endpoint.ts";
import { baseUrl, origins } from "@plumbline/service/settings/setting-values.ts";
import {
  createHandlerLogger,
  type LambdaEnvironment,
  reportConfigurationErrors,
  writeLogLine,
} from "./invocation.ts";
import { createStreamingHandler, type FetchApp, type StreamingHandler } from "./streaming.ts";

type RoutesOf = (settings: PublicSettings) => readonly Route[];

/**
 * Creates the handler of a function whose routes are public and only need settings. It creates no service,
 * accesses no table or key, and its bundle does not contain the AWS SDK.
 */
export function servePublicRoutes(routesOf: RoutesOf): StreamingHandler {
  let app: FetchApp | undefined;
  return createStreamingHandler({
    app() {
      app ??= createPublicApp(routesOf);
      return app;
    },
    logger: createHandlerLogger(),
  });
}

function createPublicApp(routesOf: RoutesOf): FetchApp {
  return reportConfigurationErrors(() => {
    const settings = readPublicSettings(process.env);
    const logger = createLogger(writeLogLine, systemClock, settings.logLevel);
    return createApp({ ...settings, logger, clock: systemClock, random: systemRandom }, routesOf(settings));
  });
}

/** Settings of public routes. Reading all settings would add the code of models to the bundle. */
interface PublicSettings {
  /** `undefined` to use the URL that the gateway reports. */
  publicUrl: string | undefined;
  corsOrigins: readonly string[];
  logLevel: LogLevel;
}

/**
 * Reads the settings. Empty values count as unset. Throws ConfigurationError with the name of the first
 * invalid setting, never its value.
 */
function readPublicSettings(environment: LambdaEnvironment): PublicSettings {
  const { PUBLIC_URL: publicUrl, CORS_ORIGINS: corsOrigins, LOG_LEVEL: level } = environment;
  const logLevel = LOG_LEVELS.find((one) => one === (level || "info"));
  if (!logLevel) throw new ConfigurationError(`LOG_LEVEL must be one of ${LOG_LEVELS.join(", ")}`);
  return {
    publicUrl: publicUrl ? requireValid("PUBLIC_URL", baseUrl.safeParse(publicUrl)) : undefined,
    corsOrigins: corsOrigins ? requireValid("CORS_ORIGINS", origins.safeParse(corsOrigins)) : [],
    logLevel,
  };
}

type ParseResult<Value> =
  | { success: true; data: Value }
  | { success: false; error: { issues: readonly { message: string }[] } };

function requireValid<Value>(name: string, result: ParseResult<Value>): Value {
  if (result.success) return result.data;
  throw new ConfigurationError(`${name} ${result.error.issues[0]?.message ?? "is not valid"}`);
}
