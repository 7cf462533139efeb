import { Aws, Duration } from "aws-cdk-lib";
import {
  CfnMethod,
  CfnRestApi,
  EndpointType,
  Integration,
  IntegrationType,
  type IResource,
  RestApi,
} from "aws-cdk-lib/aws-apigateway";
import { ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import type { Function as LambdaFunction, Stack, StackContext } from "sst/constructs";
import { accessLog } from "./access-log.ts";
import { addCustomDomain, customDomain } from "./custom-domain.ts";
import { firewallLimits } from "./firewall-limits.ts";
import { answerWithProblems } from "./gateway-problems.ts";
import { lambdaFunction } from "./lambda-function.ts";
import { GATEWAY_ROUTES, type RouteFunctionName } from "./routes.ts";
import { nameInStage, stageSettings } from "./stage.ts";
import type { StorageStack } from "./storage.ts";
import { throttlingOptions } from "./throttling.ts";
import { requireModernTls } from "./tls-policy.ts";
import type { WatchStack } from "./watches.ts";
import { webFirewall } from "./web-firewall.ts";

/** Resources of the API stack that other stacks use. */
export type ApiStack = ReturnType<typeof api>;

/**
 * Creates the regional REST API and its functions. Every route streams, including plain JSON. One handler and
 * one integration therefore serve all routes, without the 29-second limit. Requests without a route also
 * reach a function (`ANY`), so that a wrong path or method and a CORS preflight get the service's own
 * response instead of the gateway's.
 */
export function api({ app, stack }: StackContext, storage: StorageStack, { queues }: WatchStack) {
  const domain = customDomain(process.env);
  const gateway = restApi(stack, app.stage, { defaultEndpoint: domain === undefined });
  const functions = new Map<RouteFunctionName, LambdaFunction>();
  const functionFor = (name: RouteFunctionName): LambdaFunction => {
    const fn = functions.get(name) ?? lambdaFunction(stack, name, { stage: app.stage, storage, queues });
    functions.set(name, fn);
    return fn;
  };

  for (const { path, methods, function: name } of GATEWAY_ROUTES) {
    const resource = gateway.root.resourceForPath(path);
    for (const method of [...methods, "ANY"]) addStreamingMethod(resource, method, functionFor(name));
  }
  for (const path of listUnroutedPaths()) {
    addStreamingMethod(gateway.root.resourceForPath(path), "ANY", functionFor("health"));
  }
  for (const fn of functions.values()) {
    const principal = new ServicePrincipal("apigateway.amazonaws.com");
    fn.addPermission("Gateway", { principal, sourceArn: gateway.arnForExecuteApi() });
  }
  // CDK redeploys only when its description of the methods changes. That description omits the transfer mode.
  gateway.latestDeployment?.addToLogicalId({ responseTransferMode: "STREAM" });
  const limits = firewallLimits(stageSettings(app.stage), process.env);
  if (limits) {
    const tokens = Boolean(process.env.AUTH_ISSUER);
    webFirewall(stack, gateway, { stage: app.stage, limits, tokens });
  }
  if (domain) addCustomDomain(stack, gateway, domain);
  // CDK's own output ends with a slash, and shows an address that is disabled when there is a custom domain.
  gateway.node.tryRemoveChild("Endpoint");
  const { stageName } = gateway.deploymentStage;
  const gatewayUrl = `https://${gateway.restApiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}/${stageName}`;
  stack.addOutputs({ ApiUrl: domain ? `https://${domain.name}` : gatewayUrl });
  return { gateway, functions };
}

function restApi(stack: Stack, stage: string, { defaultEndpoint }: { defaultEndpoint: boolean }): RestApi {
  const settings = stageSettings(stage);
  const gateway = new RestApi(stack, "Api", {
    restApiName: nameInStage(stage, "api"),
    endpointTypes: [EndpointType.REGIONAL],
    disableExecuteApiEndpoint: !defaultEndpoint,
    cloudWatchRole: false, // exists once per account (stacks/access-log.ts)
    deployOptions: {
      stageName: "live",
      tracingEnabled: true,
      dataTraceEnabled: false, // bodies contain tokens
      ...accessLog(stack, stage, settings),
      ...throttlingOptions(settings, process.env),
    },
  });
  const resource = gateway.node.defaultChild;
  if (!(resource instanceof CfnRestApi)) throw new Error("The API has no CloudFormation resource.");
  requireModernTls(resource);
  answerWithProblems(gateway, process.env);
  gateway.latestDeployment?.addToLogicalId({ securityPolicy: resource.securityPolicy });
  return gateway;
}

/** Returns the root, every other path that is only a prefix of routes, and the catch-all. */
function listUnroutedPaths(): string[] {
  const routes = GATEWAY_ROUTES.map(({ path }) => path);
  const leading = routes.flatMap((path) =>
    path.split("/").map((_, index, parts) => parts.slice(0, index).join("/")),
  );
  const between = new Set(leading.map((path) => path || "/"));
  return [...between, "/{proxy+}"].filter((path) => !routes.includes(path));
}

/** Maximum for STREAM (docs.aws.amazon.com/apigateway/latest/developerguide/response-transfer-mode.html). */
const MAX_TIMEOUT = Duration.minutes(15);

/**
 * Connects a method to a function with response streaming. The transfer mode and the streaming URI belong
 * together, because API Gateway refuses one without the other. The mode is set on the raw resource, because
 * CDK 2.224's `Integration` does not support it.
 */
function addStreamingMethod(resource: IResource, httpMethod: string, fn: IFunction): void {
  const uri = `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}:lambda:path/2021-11-15/functions/${fn.functionArn}/response-streaming-invocations`;
  const integration = new Integration({
    type: IntegrationType.AWS_PROXY,
    integrationHttpMethod: "POST",
    uri,
    options: { timeout: MAX_TIMEOUT },
  });
  const method = resource.addMethod(httpMethod, integration).node.defaultChild;
  if (!(method instanceof CfnMethod)) throw new Error("A method of the API has no CloudFormation resource.");
  method.addPropertyOverride("Integration.ResponseTransferMode", "STREAM");
}
