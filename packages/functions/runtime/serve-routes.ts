import { type Metrics, noMetrics } from "@plumbline/core/metrics/metrics.ts";
import { type AppService, createApp } from "@plumbline/http/app.ts";
import type { Route } from "@plumbline/http/endpoints/endpoint.ts";
import { createHandlerLogger, type InvocationHooks, type LambdaEnvironment } from "./invocation.ts";
import { createStreamingHandler, type FetchApp, type StreamingHandler } from "./streaming.ts";

/**
 * Serves routes as a Lambda handler. Calls `open` on the first invocation and keeps its result for later
 * ones.
 */
export function serveRoutes<Opened extends AppService & InvocationHooks & { metrics: Metrics }>(
  open: (environment: LambdaEnvironment) => Opened,
  routesOf: (service: Opened) => readonly Route[],
): StreamingHandler {
  let service: Opened | undefined;
  let opening: Promise<FetchApp> | undefined;
  const openApp = async () => {
    service = open(process.env);
    return createApp(service, routesOf(service), service.metrics, noMetrics);
  };
  return createStreamingHandler({
    app() {
      opening ??= openApp().catch((error: unknown) => {
        opening = undefined;
        throw error;
      });
      return opening;
    },
    begin: () => service?.beginInvocation(),
    end: () => service?.endInvocation(),
    logger: createHandlerLogger(),
  });
}
