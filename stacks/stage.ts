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

/** Settings that differ from stage to stage. */
export interface StageSettings {
  /** Fate of tenants' data, of the key that opens it, and of logs when they leave the stack. */
  data: "retain" | "destroy";
  /**
   * In MB. Lambda gives processor time in proportion, one whole processor at 1,769 MB; polls and runs of the
   * agent mostly wait, and are billed for it.
   */
  memory: Readonly<Partial<Record<FunctionName, number>>> & { readonly others: number };
  /** Where `LOG_LEVEL` of the deploying environment sets no other. */
  logLevel: "debug" | "info";
  logRetention: RetentionDays;
  /** Alarms, the topic they go to, and the dashboard. */
  alarms: boolean;
  /**
   * Where the deploying environment sets no other. The gateway takes these before anybody has looked at a
   * key, so they stand well above what one tenant, one key or one address may send: none of them alone can
   * use up what all share. Below them are Lambda's concurrent invocations, 1,000 in an account unless it has
   * more.
   */
  throttles: { all: Throttle; costly: Throttle };
  /**
   * Requests of one address: in five minutes, and in a minute without a key. `undefined`: there is no web
   * firewall, which costs by the month.
   */
  firewall: { perAddress: number; perAddressWithoutKey: number } | undefined;
}

/** The service's own limit of a tenant's requests a minute, where `REQUESTS_PER_MINUTE` sets no other. */
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
 * Of what outlives its stack: data, their key, logs. A first creation that is rolled back takes them with it,
 * as the next one would find their names taken; a table under deletion protection waits until somebody
 * switches that off. A stage that keeps nothing overrides it (sst.config.ts).
 */
export const KEPT = RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE;

/** Stages that hold real tenants' data; every other may be taken down without a trace. */
const STAGES: Readonly<Record<string, StageSettings>> = { prod: KEEPING, production: KEEPING };

/** The settings of a stage, by its name. */
export function stageSettings(stage: string): StageSettings {
  return Object.hasOwn(STAGES, stage) ? (STAGES[stage] ?? PASSING) : PASSING;
}

/**
 * The form the settings accept for `STAGE`; checked before anything is made under a name the functions would
 * refuse.
 */
export function checkStage(stage: string): void {
  if (/^[a-z][a-z0-9-]{0,31}$/.test(stage)) return;
  throw new Error(`The stage "${stage}" must be a short lower-case name such as prod.`);
}

/** The name of something of this stage in the account, where other stages and other systems have theirs. */
export function nameInStage(stage: string, name: string): string {
  return `${stage}-plumbline-${name}`;
}
