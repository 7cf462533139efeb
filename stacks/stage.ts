import { RemovalPolicy } from "aws-cdk-lib";
import { RetentionDays } from "aws-cdk-lib/aws-logs";
import type { FunctionName } from "./routes.ts";

/**
 * A token bucket of API Gateway
 * (docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-request-throttling.html).
 */
export interface Throttle {
  requestsPerSecond: number;
  burst: number;
}

/** Settings that differ between stages. */
export interface StageSettings {
  /** Treatment of tenants' data, its encryption key and logs when they are removed from the stack. */
  data: "retain" | "destroy";
  /**
   * Memory in MB. Lambda assigns CPU time in proportion, one full CPU at 1,769 MB. Polls and runs of the
   * agent mostly wait, and waiting is billed.
   */
  memory: Readonly<Partial<Record<FunctionName, number>>> & { readonly others: number };
  /** Default for `LOG_LEVEL` of the deploying environment. */
  logLevel: "debug" | "info";
  logRetention: RetentionDays;
  /** True for a stage with alarms, their topic, and the dashboard. */
  alarms: boolean;
  /**
   * Defaults for the deploying environment's limits. The gateway applies these before checking a key, so they
   * are well above the limits of one tenant, one key or one address, none of which can thus use up the shared
   * capacity. They are below the account's concurrent Lambda invocations, 1,000 unless it has been raised.
   */
  throttles: { all: Throttle; costly: Throttle };
  /**
   * Requests per address in five minutes, and in a minute without a key. `undefined`: there is no web
   * firewall, which has a monthly cost.
   */
  firewall: { perAddress: number; perAddressWithoutKey: number } | undefined;
}

/** The service's own limit on a tenant's requests per minute, if `REQUESTS_PER_MINUTE` is not set. */
export const DEFAULT_REQUESTS_OF_TENANT = 1_200;

const KEEPING: StageSettings = {
  data: "retain",
  memory: { health: 256, docs: 256, tick: 512, others: 1024 },
  logLevel: "info",
  logRetention: RetentionDays.THREE_MONTHS,
  alarms: true,
  throttles: {
    all: { requestsPerSecond: 1_000, burst: 2_000 },
    costly: { requestsPerSecond: 200, burst: 400 },
  },
  firewall: { perAddress: 20_000, perAddressWithoutKey: 600 },
};

const PASSING: StageSettings = {
  data: "destroy",
  memory: { health: 256, docs: 256, tick: 256, others: 1024 },
  logLevel: "debug",
  logRetention: RetentionDays.TWO_WEEKS,
  alarms: false,
  throttles: {
    all: { requestsPerSecond: 100, burst: 200 },
    costly: { requestsPerSecond: 40, burst: 80 },
  },
  firewall: undefined,
};

/**
 * Removal policy of resources that outlive their stack: data, their key, logs. If the first creation is
 * rolled back, they are removed with it, because the next one would find their names taken. A table with
 * deletion protection waits until the protection is turned off. A stage that retains nothing overrides this
 * (sst.config.ts).
 */
export const KEPT = RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE;

/** Stages with real tenants' data. Any other stage may be removed completely. */
const STAGES: Readonly<Record<string, StageSettings>> = { prod: KEEPING, production: KEEPING };

/** Returns the settings of a stage. */
export function stageSettings(stage: string): StageSettings {
  return Object.hasOwn(STAGES, stage) ? (STAGES[stage] ?? PASSING) : PASSING;
}

/**
 * Checks that a stage's name has the format of the setting `STAGE`, before anything is created under a name
 * that the functions would refuse.
 */
export function checkStage(stage: string): void {
  if (/^[a-z][a-z0-9-]{0,31}$/.test(stage)) return;
  throw new Error(`The stage "${stage}" must be a short lowercase name such as prod.`);
}

/**
 * Returns the name of a resource of this stage, which is unique among other stages and systems in the
 * account.
 */
export function nameInStage(stage: string, name: string): string {
  return `${stage}-plumbline-${name}`;
}
