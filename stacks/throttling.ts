import type { MethodDeploymentOptions, StageOptions } from "aws-cdk-lib/aws-apigateway";
import {
  type EndpointId,
  endpointOf,
  type ListedEndpoint,
  templatePath,
} from "../packages/http/endpoints/list.ts";
import type { StageSettings, Throttle } from "./stage.ts";
import { wholeNumberSetting } from "./whole-number-setting.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** What asks a model or a search engine. */
const COSTLY: readonly EndpointId[] = ["runAgent", "completePrompt", "callTool", "postMcp"];

/** What a region gives an account unless AWS has raised it. */
const MOST = { requestsPerSecond: 10_000, burst: 5_000 };

/**
 * How much the stage's API takes in all, and of each method that costs: over it a client is answered 429. Set
 * by `THROTTLE_REQUESTS_PER_SECOND` and `THROTTLE_BURST`, and for the costly by `THROTTLE_COSTLY_…`, else as
 * the stage has it.
 */
export function throttling(
  { throttles }: StageSettings,
  environment: Environment,
): Pick<StageOptions, "throttlingRateLimit" | "throttlingBurstLimit" | "methodOptions"> {
  const costly = limits("THROTTLE_COSTLY", throttles.costly, environment);
  return {
    ...limits("THROTTLE", throttles.all, environment),
    methodOptions: Object.fromEntries(COSTLY.map((id) => [nameOf(endpointOf(id)), costly])),
  };
}

/** `path/METHOD`, as CDK names methods. */
function nameOf({ path, method }: ListedEndpoint): string {
  return `${templatePath(path)}/${method}`;
}

function limits(prefix: string, throttle: Throttle, environment: Environment): MethodDeploymentOptions {
  const set = (name: string, most: number, otherwise: number) =>
    wholeNumberSetting(environment, `${prefix}_${name}`, { least: 1, most, otherwise });
  return {
    throttlingRateLimit: set("REQUESTS_PER_SECOND", MOST.requestsPerSecond, throttle.requestsPerSecond),
    throttlingBurstLimit: set("BURST", MOST.burst, throttle.burst),
  };
}
