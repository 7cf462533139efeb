import type { MethodDeploymentOptions, StageOptions } from "aws-cdk-lib/aws-apigateway";
import { COSTLY_ENDPOINTS, type ListedEndpoint, toTemplatePath } from "../packages/http/endpoints/list.ts";
import type { StageSettings, Throttle } from "./stage.ts";
import { wholeNumberSetting } from "./whole-number-setting.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Default AWS account limits per region. */
const ACCOUNT_LIMITS = { requestsPerSecond: 10_000, burst: 5_000 };

/**
 * Returns the throttling limits of the stage's API, with separate limits for each costly method. A client
 * above a limit gets a 429. `THROTTLE_REQUESTS_PER_SECOND` and `THROTTLE_BURST` override the API's defaults.
 * `THROTTLE_COSTLY_…` overrides those of costly methods.
 */
export function throttlingOptions(
  { throttles }: StageSettings,
  environment: Environment,
): Pick<StageOptions, "throttlingRateLimit" | "throttlingBurstLimit" | "methodOptions"> {
  const costly = readLimits("THROTTLE_COSTLY", throttles.costly, environment);
  return {
    ...readLimits("THROTTLE", throttles.all, environment),
    methodOptions: Object.fromEntries(
      COSTLY_ENDPOINTS.map((endpoint) => [formatMethodKey(endpoint), costly]),
    ),
  };
}

/** Returns CDK's key for a method, `path/METHOD`. */
function formatMethodKey({ path, method }: ListedEndpoint): string {
  return `${toTemplatePath(path)}/${method}`;
}

function readLimits(prefix: string, throttle: Throttle, environment: Environment): MethodDeploymentOptions {
  const readLimit = (name: string, most: number, otherwise: number) =>
    wholeNumberSetting(environment, `${prefix}_${name}`, { least: 1, most, otherwise });
  return {
    throttlingRateLimit: readLimit(
      "REQUESTS_PER_SECOND",
      ACCOUNT_LIMITS.requestsPerSecond,
      throttle.requestsPerSecond,
    ),
    throttlingBurstLimit: readLimit("BURST", ACCOUNT_LIMITS.burst, throttle.burst),
  };
}
