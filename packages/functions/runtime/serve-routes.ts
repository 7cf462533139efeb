import { systemClock } from "@plumbline/core/clock/clock.ts";
import { systemRandom } from "@plumbline/core/clock/random.ts";
import { createLogger } from "@plumbline/core/log/logger.ts";
import { type AppService, createApp } from "@plumbline/http/app.ts";
import type { Route } from "@plumbline/http/endpoints/endpoint.ts";
import type { Service } from "@plumbline/service/service.ts";
import {
  configured,
  type Environment,
  type PublicSettings,
  readPublicSettings,
  withStageSecrets,
} from "./environment.ts";
import { handlerLogger, type Invoked, writeLogLine } from "./invocation.ts";
import { type DeliveryQueueOf, openService, type ServiceOnLambda } from "./open-service.ts";
import { type FetchApp, type StreamingHandler, streamingHandler } from "./streaming.ts";

/** The handler of one function: its routes, on the whole service, with its pools, registry and unwrapped data keys. */
export function serveRoutes(
  routesOf: (service: Service) => readonly Route[],
  deliveryQueueOf?: DeliveryQueueOf,
): StreamingHandler {
  return serveService<ServiceOnLambda>((environment) => openService(environment, deliveryQueueOf), routesOf);
}

/** The handler of routes on what `open` puts together at the first invocation; it is kept for all that follow. */
export function serveService<Opened extends AppService & Invoked>(
  open: (environment: Environment) => Opened,
  routesOf: (service: Opened) => readonly Route[],
): StreamingHandler {
  let service: Opened | undefined;
  let opening: Promise<FetchApp> | undefined;
  const openApp = async () => {
    service = open(await withStageSecrets(process.env));
    return createApp(service, routesOf(service));
  };
  return streamingHandler({
    app() {
      opening ??= openApp().catch((error: unknown) => {
        opening = undefined;
        throw error;
      });
      return opening;
    },
    begin: () => service?.beginInvocation(),
    end: () => service?.endInvocation(),
    logger: handlerLogger(),
  });
}

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
