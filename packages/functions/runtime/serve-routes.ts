import { type AppService, createApp } from "@plumbline/http/app.ts";
import type { Route } from "@plumbline/http/endpoints/endpoint.ts";
import { handlerLogger, type Invoked, type LambdaEnvironment, resourceNames } from "./invocation.ts";
import { type FetchApp, type StreamingHandler, streamingHandler } from "./streaming.ts";

/**
 * Serves routes as a Lambda handler. They stand on what `open` puts together at the first invocation, which
 * all later ones share.
 */
export function serveRoutes<Opened extends AppService & Invoked>(
  open: (environment: LambdaEnvironment) => Opened,
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

/**
 * The environment with the secret settings that the function may have (`STAGE_SECRETS`, names of settings),
 * read from Systems Manager: a template never holds them. A function that has none loads no client.
 */
export async function withStageSecrets(environment: LambdaEnvironment): Promise<LambdaEnvironment> {
  const settings = (environment.STAGE_SECRETS ?? "").split(",").filter((setting) => setting !== "");
  if (settings.length === 0) return environment;
  const { STAGE: stage } = resourceNames(environment, ["STAGE"]);
  const { createParameterClient, readStageSecrets } = await import(
    "@plumbline/aws/settings/stage-secrets.ts"
  );
  return { ...environment, ...(await readStageSecrets(createParameterClient(), stage, settings)) };
}
