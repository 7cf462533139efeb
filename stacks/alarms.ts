import { Duration } from "aws-cdk-lib";
import type { RestApi } from "aws-cdk-lib/aws-apigateway";
import { type IMetric, MathExpression, Metric, Stats } from "aws-cdk-lib/aws-cloudwatch";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import type { IQueue, Queue } from "aws-cdk-lib/aws-sqs";
import { throttledResponses } from "./access-log.ts";
import type { Severity } from "./alarm-topic.ts";
import { getTimeoutSeconds } from "./lambda-function.ts";
import { secondsToRetry } from "./queues.ts";
import type { FunctionName, QueueName } from "./routes.ts";
import { serviceMetric } from "./service-metric.ts";
import { blockedRequests } from "./web-firewall.ts";

/** Resources monitored by a stage's alarms. */
export interface MonitoredResources {
  stage: string;
  gateway: RestApi;
  functions: ReadonlyMap<FunctionName, IFunction>;
  queues: Readonly<Record<QueueName, Queue>>;
  failedTicks: IQueue;
  tableNames: readonly string[];
  /** Limit of the account's concurrent Lambda invocations. */
  accountConcurrency: number;
}

/** One alarm on a metric with periods of five minutes. */
export interface AlarmDescription {
  /** Unique within a stage: `agent-errors`. */
  name: string;
  metric: IMetric;
  /**
   * The alarm is raised at this value or above. With `below`, it is raised under this value, for a metric
   * that must not stop.
   */
  threshold: number;
  below?: boolean;
  /** Number of consecutive periods. Defaults to one. */
  periods?: number;
  /** Text of the alarm, with which an on-call engineer can start. */
  text: string;
  /** Defaults to `warning`. */
  severity?: Severity;
  /** True if customers are refused meanwhile, which the composite alarm reports as `urgent`. */
  refusesCustomers?: boolean;
}

const FIVE_MINUTES = { period: Duration.minutes(5) };
const SUM = { ...FIVE_MINUTES, statistic: Stats.SUM };
const MAXIMUM = { ...FIVE_MINUTES, statistic: Stats.MAXIMUM };

/**
 * Minimum number of ticks in five minutes. Three rules invoke the tick every minute, and one of them may be
 * late.
 */
const MIN_TICKS = 10;
/** Fraction of a function's timeout. */
const HIGH_DURATION = 0.9;
const MAX_LAG_SECONDS = 900;
/** Messages in the delivery queue, each a batch. Twenty invocations deliver these in about a minute. */
const LARGE_BACKLOG = 1_000;
/** Fraction of the account's concurrent invocations. */
const HIGH_CONCURRENCY = 0.8;

/** Returns every alarm of a stage. There is no alarm for failing token refreshes yet. */
export function createAlarms(watched: MonitoredResources): AlarmDescription[] {
  const { stage, gateway, functions, queues, failedTicks } = watched;
  return [
    ...accountAlarms(watched),
    ...[...functions].flatMap(([name, fn]) => functionAlarms(name, fn)),
    ...tickAlarm(functions.get("tick")),
    {
      name: "api-5xx",
      metric: gateway.deploymentStage.metricServerError(SUM),
      threshold: 5,
      refusesCustomers: true,
      text: "The API answers with 5xx. The access log's `gateway_error` says whether a function answered at all.",
    },
    ...refusalAlarms(stage, gateway),
    ...(["feed", "inbox", "delivery"] as const).flatMap((name) => queueAlarms(name, queues[name])),
    ...deliveryAlarms(stage, queues.delivery),
    {
      ...failureAlarm("ticks", failedTicks),
      text: "A tick failed, could not begin within a minute, or was not delivered; it is in the queue of failed ticks. The next tick does its work.",
    },
    {
      name: "key-refusals",
      metric: serviceMetric(stage, "plumbline_key_refusals_total", Stats.SUM),
      threshold: 1,
      severity: "urgent",
      refusesCustomers: true,
      text: "KMS refused the stage's key: it is disabled or deleted, a policy has changed, or calls are throttled. Keys that tenants brought are not counted.",
    },
    {
      name: "search-key-refusals",
      metric: serviceMetric(stage, "plumbline_search_key_refusals_total", Stats.SUM),
      threshold: 1,
      text: "A search backend refused its API key. Research continues with the next backend, if there is one.",
    },
    {
      name: "watch-lag",
      metric: serviceMetric(stage, "plumbline_watch_lag_seconds", Stats.MAXIMUM),
      threshold: MAX_LAG_SECONDS,
      periods: 2,
      severity: "urgent",
      text: "Watches are polled at least 15 minutes late. Raise WATCH_POLLS_AT_ONCE, or find out what the polls are waiting for.",
    },
  ];
}

/** Minimum number of requests in five minutes for a ratio to be meaningful. */
const MIN_REQUESTS = 200;

function refusalAlarms(stage: string, gateway: RestApi): AlarmDescription[] {
  const api = gateway.deploymentStage;
  return [
    {
      name: "api-4xx-share",
      metric: new MathExpression({
        expression: `IF(requests >= ${MIN_REQUESTS}, 100 * refused / requests, 0)`,
        usingMetrics: { requests: api.metricCount(SUM), refused: api.metricClientError(SUM) },
        label: "4xx in 100 requests",
        ...FIVE_MINUTES,
      }),
      threshold: 25,
      periods: 3,
      text: "A quarter of the requests have been refused with 4xx for a quarter of an hour. The access log's `status` says which codes.",
    },
    {
      name: "api-429",
      metric: throttledResponses(stage),
      threshold: 100,
      periods: 2,
      refusesCustomers: true,
      text: 'Callers receive 429. The runbook\'s "Customers report 429" says who refuses them, and what to do.',
    },
    {
      name: "firewall-blocks",
      metric: blockedRequests(stage),
      threshold: 1_000,
      periods: 2,
      text: "The web firewall blocks at least 200 requests a minute: an attack, a caller without its key, or a limit that is too low.",
    },
  ];
}

/** Functions for which no customer waits. */
const BACKGROUND_FUNCTIONS: readonly FunctionName[] = ["tick", "poll", "deliver"];

function functionAlarms(name: FunctionName, fn: IFunction): AlarmDescription[] {
  const timeout = getTimeoutSeconds(name);
  return [
    {
      name: `${name}-errors`,
      metric: fn.metricErrors(SUM),
      threshold: 1,
      text: `The function ${name} threw, was cut off or ran out of memory. Handlers return expected errors, so this is a defect.`,
    },
    {
      name: `${name}-throttles`,
      metric: fn.metricThrottles(SUM),
      threshold: 1,
      refusesCustomers: !BACKGROUND_FUNCTIONS.includes(name),
      text: `Lambda did not start ${name}: the account's concurrent invocations are used up.`,
    },
    {
      name: `${name}-duration`,
      metric: fn.metricDuration(MAXIMUM),
      threshold: HIGH_DURATION * timeout * 1000,
      text: `The function ${name} ran for 90 % of its time limit of ${timeout} s.`,
    },
  ];
}

function tickAlarm(tick: IFunction | undefined): AlarmDescription[] {
  if (!tick) return [];
  return [
    {
      name: "tick-stopped",
      metric: tick.metricInvocations(SUM),
      threshold: MIN_TICKS,
      below: true,
      periods: 2, // one may be measured late
      severity: "urgent",
      text: "The scheduler of watches has stopped or is late: its rules are disabled, or may not invoke the function.",
    },
  ];
}

function queueAlarms(name: QueueName, queue: Queue): AlarmDescription[] {
  const failures = queue.deadLetterQueue?.queue;
  if (!failures) throw new Error(`The queue ${name} has no dead-letter queue.`);
  return [
    {
      name: `${name}-age`,
      metric: queue.metricApproximateAgeOfOldestMessage(MAXIMUM),
      // A message that failed once reappears after one visibility timeout, which is no reason for an alarm.
      threshold: 2 * secondsToRetry(name),
      text: `The queue ${name} is not emptied: its oldest message has reappeared twice.`,
    },
    {
      name: `${name}-unread`,
      metric: new MathExpression({
        // Lambda keeps asking an empty queue for messages.
        expression: "SUM(METRICS())",
        usingMetrics: {
          empty: queue.metricNumberOfEmptyReceives(SUM),
          received: queue.metricNumberOfMessagesReceived(SUM),
        },
        label: "Requests for messages",
        ...FIVE_MINUTES,
      }),
      threshold: 1,
      below: true,
      periods: 3,
      severity: "urgent",
      text: `Nothing reads the queue ${name}: its event source is disabled, or Lambda may not read it.`,
    },
    failureAlarm(name, failures),
  ];
}

function deliveryAlarms(stage: string, queue: Queue): AlarmDescription[] {
  return [
    {
      name: "delivery-backlog",
      metric: queue.metricApproximateNumberOfMessagesVisible(MAXIMUM),
      threshold: LARGE_BACKLOG,
      periods: 3,
      text: "At least a thousand batches of deliveries have waited for 15 minutes. Raise WATCH_DELIVERIES_AT_ONCE, or find out which receivers are slow.",
    },
    {
      name: "dead-deliveries",
      metric: serviceMetric(stage, "plumbline_deliveries_total", Stats.SUM, { outcome: "dead" }),
      threshold: 10,
      text: "At least ten events were given up in five minutes, because their receivers had refused them for days. `delivery_batch` lines say whose.",
    },
  ];
}

/** Returns the alarms on resources that a stage shares with the rest of its account, and on its tables. */
function accountAlarms({ stage, tableNames, accountConcurrency }: MonitoredResources): AlarmDescription[] {
  const throttles = tableNames.flatMap((TableName, at) =>
    ["ReadThrottleEvents", "WriteThrottleEvents"].map((metricName): [string, IMetric] => [
      `${metricName.charAt(0).toLowerCase()}${at}`,
      new Metric({ namespace: "AWS/DynamoDB", metricName, dimensionsMap: { TableName }, ...SUM }),
    ]),
  );
  return [
    {
      name: "account-concurrency",
      metric: new Metric({ namespace: "AWS/Lambda", metricName: "ClaimedAccountConcurrency", ...MAXIMUM }),
      threshold: HIGH_CONCURRENCY * accountConcurrency,
      severity: "urgent",
      text: `Four fifths of the account's ${accountConcurrency} concurrent invocations are in use or reserved. Once all are in use, Lambda refuses requests of customers.`,
    },
    {
      name: "table-throttles",
      metric: new MathExpression({
        expression: "SUM(METRICS())",
        usingMetrics: Object.fromEntries(throttles),
        label: "Throttled requests",
        ...FIVE_MINUTES,
      }),
      threshold: 10,
      text: "DynamoDB throttles the stage's tables: one tenant writes too much, or the tables grow faster than AWS scales them.",
    },
    {
      name: "parameter-refusals",
      metric: serviceMetric(stage, "plumbline_parameter_refusals_total", Stats.SUM),
      threshold: 1,
      text: "Systems Manager throttled or refused reads of the stage's secrets, so calls that need them fail with 503.",
    },
  ];
}

function failureAlarm(name: string, queue: IQueue): AlarmDescription {
  return {
    name: `${name}-failures`,
    metric: queue.metricApproximateNumberOfMessagesVisible(MAXIMUM),
    threshold: 1,
    text: `A message was given up. The dead-letter queue of ${name} keeps it for two weeks.`,
  };
}
