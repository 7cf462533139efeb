import { type AppService, createApp } from "@plumbline/http/app.ts";
import type { Route } from "@plumbline/http/route.ts";
import { handlerLogger } from "./handler-logger.ts";
import type { Invoked } from "./invoked.ts";
import type { StreamingHandler } from "./lambda-runtime.ts";
import type { Environment } from "./resource-names.ts";
import { type FetchApp, streamingHandler } from "./streaming-handler.ts";
import { withStageSecrets } from "./with-stage-secrets.ts";

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
