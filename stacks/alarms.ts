import { Duration } from "aws-cdk-lib";
import type { RestApi } from "aws-cdk-lib/aws-apigateway";
import { type IMetric, MathExpression, Stats } from "aws-cdk-lib/aws-cloudwatch";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import type { IQueue, Queue } from "aws-cdk-lib/aws-sqs";
import { answersOf429 } from "./access-log.ts";
import { timeoutOf } from "./lambda-function.ts";
import { secondsToNextTry } from "./queues.ts";
import type { FunctionName, QueueName } from "./routes.ts";
import { serviceMetric } from "./service-metric.ts";
import { blockedRequests } from "./web-firewall.ts";

/** Resources monitored by a stage's alarms. */
export interface Watched {
  stage: string;
  gateway: RestApi;
  functions: ReadonlyMap<FunctionName, IFunction>;
  queues: Readonly<Record<QueueName, Queue>>;
  failedTicks: IQueue;
}

/** One alarm on a metric with periods of five minutes. */
export interface AlarmDescription {
  /** Unique within a stage: `agent-errors`. */
  name: string;
  metric: IMetric;
  /**
   * The alarm is raised at this value or above it. With `below`, it is raised below it, for a metric that
   * must not stop.
   */
  threshold: number;
  below?: boolean;
  /** Number of consecutive periods. Defaults to one. */
  periods?: number;
  /** Text of the alarm: a sentence with which an on-call engineer can start. */
  says: string;
}

const FIVE_MINUTES = { period: Duration.minutes(5) };
const SUM = { ...FIVE_MINUTES, statistic: Stats.SUM };
const HIGHEST = { ...FIVE_MINUTES, statistic: Stats.MAXIMUM };

/**
 * Minimum number of ticks in five minutes. Three rules invoke the tick every minute, and one of them may be
 * late.
 */
const LEAST_TICKS = 10;
/** Fraction of a function's timeout. */
const NEARLY_ALL = 0.9;
const LAG_SECONDS = 900;

/** Returns every alarm of a stage. There is no alarm for failing token refreshes yet. */
export function alarmsOf(watched: Watched): AlarmDescription[] {
  const { stage, gateway, functions, queues, failedTicks } = watched;
  return [
    ...[...functions].flatMap(([name, fn]) => functionAlarms(name, fn)),
    ...tickAlarm(functions.get("tick")),
    {
      name: "api-5xx",
      metric: gateway.deploymentStage.metricServerError(SUM),
      threshold: 5,
      says: "The API answers with 5xx. The access log's `gateway_error` says whether a function answered at all.",
    },
    ...refusalAlarms(stage, gateway),
    ...(["feed", "inbox", "delivery"] as const).flatMap((name) => queueAlarms(name, queues[name])),
    {
      ...failureAlarm("ticks", failedTicks),
      says: "A tick failed, could not begin within a minute, or was not delivered; each lies in the queue of failed ticks. The next minute's does its work.",
    },
    {
      name: "key-refusals",
      metric: serviceMetric(stage, "plumbline_key_refusals_total", Stats.SUM),
      threshold: 1,
      says: "KMS refused the stage's key: it is disabled or deleted, a policy has changed, or calls are throttled. Keys that tenants brought are not counted.",
    },
    {
      name: "search-key-refusals",
      metric: serviceMetric(stage, "plumbline_search_key_refusals_total", Stats.SUM),
      threshold: 1,
      says: "A search backend refused its API key. Research goes on with the next backend, if there is one.",
    },
    {
      name: "watch-lag",
      metric: serviceMetric(stage, "plumbline_watch_lag_seconds", Stats.MAXIMUM),
      threshold: LAG_SECONDS,
      periods: 2,
      says: "Watches are looked at a quarter of an hour late and more. Raise WATCH_POLLS_AT_ONCE, or see what the polls wait for.",
    },
  ];
}

/** Minimum number of requests in five minutes for a ratio to be meaningful. */
const ENOUGH_REQUESTS = 200;

function refusalAlarms(stage: string, gateway: RestApi): AlarmDescription[] {
  const api = gateway.deploymentStage;
  return [
    {
      name: "api-4xx-share",
      metric: new MathExpression({
        expression: `IF(requests >= ${ENOUGH_REQUESTS}, 100 * refused / requests, 0)`,
        usingMetrics: { requests: api.metricCount(SUM), refused: api.metricClientError(SUM) },
        label: "4xx in 100 requests",
        ...FIVE_MINUTES,
      }),
      threshold: 25,
      periods: 3,
      says: "A quarter of the requests have been refused with 4xx for a quarter of an hour. The access log's `status` says with which.",
    },
    {
      name: "api-429",
      metric: answersOf429(stage),
      threshold: 100,
      periods: 2,
      says: 'Callers are told 429. The runbook\'s "Customers report 429" says who refuses them, and what to do.',
    },
    {
      name: "firewall-blocks",
      metric: blockedRequests(stage),
      threshold: 1_000,
      periods: 2,
      says: "The web firewall blocks 200 requests a minute and more: an attack, a caller without its key, or a limit that is too low.",
    },
  ];
}

function functionAlarms(name: FunctionName, fn: IFunction): AlarmDescription[] {
  const timeout = timeoutOf(name);
  return [
    {
      name: `${name}-errors`,
      metric: fn.metricErrors(SUM),
      threshold: 1,
      says: `The function ${name} threw, was cut off or ran out of memory. Handlers answer what they expect, so this is a defect.`,
    },
    {
      name: `${name}-throttles`,
      metric: fn.metricThrottles(SUM),
      threshold: 1,
      says: `Lambda did not start ${name}: the account's concurrent invocations are used up.`,
    },
    {
      name: `${name}-duration`,
      metric: fn.metricDuration(HIGHEST),
      threshold: NEARLY_ALL * timeout * 1000,
      says: `The function ${name} ran for 90 % of the ${timeout} s it has.`,
    },
  ];
}

function tickAlarm(tick: IFunction | undefined): AlarmDescription[] {
  if (!tick) return [];
  return [
    {
      name: "tick-stopped",
      metric: tick.metricInvocations(SUM),
      threshold: LEAST_TICKS,
      below: true,
      periods: 2, // one may be measured late
      says: "The clock of watches stands still or limps: its rules are disabled, or the function may not be called.",
    },
  ];
}

function queueAlarms(name: QueueName, queue: Queue): AlarmDescription[] {
  const failures = queue.deadLetterQueue?.queue;
  if (!failures) throw new Error(`The queue ${name} has none for what fails.`);
  return [
    {
      name: `${name}-age`,
      metric: queue.metricApproximateAgeOfOldestMessage(HIGHEST),
      // A message whose work failed once returns after the first of these, which is no reason to wake
      // anyone.
      threshold: 2 * secondsToNextTry(name),
      says: `The queue ${name} is not emptied: its oldest message has come back twice.`,
    },
    failureAlarm(name, failures),
  ];
}

function failureAlarm(name: string, queue: IQueue): AlarmDescription {
  return {
    name: `${name}-failures`,
    metric: queue.metricApproximateNumberOfMessagesVisible(HIGHEST),
    threshold: 1,
    says: `Something was given up and lies in the queue of failed ${name}, for two weeks at most.`,
  };
}
