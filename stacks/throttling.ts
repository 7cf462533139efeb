import type { MethodDeploymentOptions, StageOptions } from "aws-cdk-lib/aws-apigateway";
import { COSTLY_ENDPOINTS, type ListedEndpoint, toTemplatePath } from "../packages/http/endpoints/list.ts";
import type { StageSettings, Throttle } from "./stage.ts";
import { wholeNumberSetting } from "./whole-number-setting.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Limits of an account in a region, unless AWS has raised them. */
const MOST = { requestsPerSecond: 10_000, burst: 5_000 };

/**
 * Returns the limits of the stage's whole API and of each costly method. A client above a limit gets a 429.
 * `THROTTLE_REQUESTS_PER_SECOND` and `THROTTLE_BURST` set them, `THROTTLE_COSTLY_…` those of the costly
 * methods. Otherwise, the stage's own apply.
 */
export function throttling(
  { throttles }: StageSettings,
  environment: Environment,
): Pick<StageOptions, "throttlingRateLimit" | "throttlingBurstLimit" | "methodOptions"> {
  const costly = limits("THROTTLE_COSTLY", throttles.costly, environment);
  return {
    ...limits("THROTTLE", throttles.all, environment),
    methodOptions: Object.fromEntries(COSTLY_ENDPOINTS.map((endpoint) => [nameOf(endpoint), costly])),
  };
}

/** Returns `path/METHOD`, CDK's name of a method. */
function nameOf({ path, method }: ListedEndpoint): string {
  return `${toTemplatePath(path)}/${method}`;
}

function limits(prefix: string, throttle: Throttle, environment: Environment): MethodDeploymentOptions {
  const set = (name: string, most: number, otherwise: number) =>
    wholeNumberSetting(environment, `${prefix}_${name}`, { least: 1, most, otherwise });
  return {
    throttlingRateLimit: set("REQUESTS_PER_SECOND", MOST.requestsPerSecond, throttle.requestsPerSecond),
    throttlingBurstLimit: set("BURST", MOST.burst, throttle.burst),
  };
}
