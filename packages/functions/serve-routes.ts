import { systemClock } from "@plumbline/core/clock/clock.ts";
import { createLogger } from "@plumbline/core/log/logger.ts";
import { createApp } from "@plumbline/http/app.ts";
import type { Route } from "@plumbline/http/route.ts";
import type { Service } from "@plumbline/http/service.ts";
import type { StreamingHandler } from "./lambda-runtime.ts";
import { openService } from "./service.ts";
import { type FetchApp, streamingHandler } from "./streaming-handler.ts";
import { writeLogLine } from "./write-log-line.ts";

/**
 * The handler of one function: its routes, on a service put together at the first invocation and kept for all
 * that follow, with its pools, registry and unwrapped data keys.
 */
export function serveRoutes(routesOf: (service: Service) => readonly Route[]): StreamingHandler {
  let app: FetchApp | undefined;
  return streamingHandler({
    app() {
      if (!app) {
        const service = openService(process.env);
        app = createApp(service, routesOf(service));
      }
      return app;
    },
    logger: createLogger(writeLogLine, systemClock, "error"),
  });
}
