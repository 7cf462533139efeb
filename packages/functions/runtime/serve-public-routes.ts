import { systemClock } from "@plumbline/core/clock/clock.ts";
import { systemRandom } from "@plumbline/core/clock/random.ts";
import { createLogger } from "@plumbline/core/log/logger.ts";
import { createApp } from "@plumbline/http/app.ts";
import type { Route } from "@plumbline/http/route.ts";
import { configured } from "./configured.ts";
import { handlerLogger } from "./handler-logger.ts";
import type { StreamingHandler } from "./lambda-runtime.ts";
import { type PublicSettings, readPublicSettings } from "./public-settings.ts";
import { type FetchApp, streamingHandler } from "./streaming-handler.ts";
import { writeLogLine } from "./write-log-line.ts";

type RoutesOf = (settings: PublicSettings) => readonly Route[];

/**
 * The handler of a function whose routes are public and need settings alone: no service is put together for them, no table and no
 * key is reached, and the AWS SDK is not in the bundle.
 */
export function servePublicRoutes(routesOf: RoutesOf): StreamingHandler {
  let app: FetchApp | undefined;
  return streamingHandler({
    app() {
      app ??= publicApp(routesOf);
      return app;
    },
    logger: handlerLogger(),
  });
}

function publicApp(routesOf: RoutesOf): FetchApp {
  return configured(() => {
    const settings = readPublicSettings(process.env);
    const logger = createLogger(writeLogLine, systemClock, settings.logLevel);
    return createApp({ ...settings, logger, clock: systemClock, random: systemRandom }, routesOf(settings));
  });
}
