import { Duration } from "aws-cdk-lib";
import {
  AlarmStatusWidget,
  type ConcreteWidget,
  Dashboard,
  GraphWidget,
  type IAlarm,
  type IMetric,
  type IWidget,
  Stats,
} from "aws-cdk-lib/aws-cloudwatch";
import type { Stack } from "sst/constructs";
import { throttledResponses } from "./access-log.ts";
import type { MonitoredResources } from "./alarms.ts";
import { type ServiceMetricName, serviceMetric } from "./service-metric.ts";
import { nameInStage } from "./stage.ts";
import { blockedRequests } from "./web-firewall.ts";

const WHOLE_WIDTH = 24;
const HALF = WHOLE_WIDTH / 2;
const SUM = { period: Duration.minutes(5), statistic: Stats.SUM };
const HIGHEST = { period: Duration.minutes(5), statistic: Stats.MAXIMUM };

/**
 * Creates the dashboard for on-call engineers. From the top it shows: active alarms; whether callers get
 * responses; which function fails; the content of the queues; whether watches are on time, and whether keys
 * and calls work.
 */
export function dashboard(stack: Stack, watched: MonitoredResources, alarms: readonly IAlarm[]): Dashboard {
  const { stage, gateway, queues, failedTicks } = watched;
  const functions = [...watched.functions];
  const everyQueue = Object.entries(queues);
  const failures = everyQueue.flatMap(([name, { deadLetterQueue }]) =>
    deadLetterQueue ? [{ label: name, queue: deadLetterQueue.queue }] : [],
  );
  const api = gateway.deploymentStage;
  const service = (name: ServiceMetricName) => serviceMetric(stage, name, Stats.SUM);
  return new Dashboard(stack, "Dashboard", {
    dashboardName: nameInStage(stage, "operations"),
    widgets: [
      [
        widget(
          new AlarmStatusWidget({ title: "Alarms", width: WHOLE_WIDTH, height: 6, alarms: [...alarms] }),
        ),
      ],
      [
        graph(
          "Requests and refusals",
          [api.metricCount(SUM), api.metricClientError(SUM)],
          [api.metricServerError(SUM), throttledResponses(stage), blockedRequests(stage)],
        ),
        graph("Time until the answer ended", [
          api.metricLatency({ ...HIGHEST, statistic: Stats.percentile(50), label: "median" }),
          api.metricLatency({ ...HIGHEST, statistic: Stats.percentile(95), label: "95 %" }),
        ]),
      ],
      [
        graph(
          "Errors",
          functions.map(([label, fn]) => fn.metricErrors({ ...SUM, label })),
        ),
        graph(
          "Duration",
          functions.map(([label, fn]) => fn.metricDuration({ ...HIGHEST, label })),
        ),
      ],
      [
        graph(
          "Messages that wait",
          everyQueue.map(([label, queue]) =>
            queue.metricApproximateNumberOfMessagesVisible({ ...HIGHEST, label }),
          ),
        ),
        graph(
          "Given up",
          [...failures, { label: "ticks", queue: failedTicks }].map(({ label, queue }) =>
            queue.metricApproximateNumberOfMessagesVisible({ ...HIGHEST, label }),
          ),
        ),
      ],
      [
        graph("Watches: latest, in seconds", [
          serviceMetric(stage, "plumbline_watch_lag_seconds", Stats.MAXIMUM),
        ]),
        graph(
          "Calls and what failed",
          [service("plumbline_calls_total")],
          [
            service("plumbline_call_errors_total"),
            service("plumbline_key_refusals_total"),
            service("plumbline_own_key_refusals_total"),
            service("plumbline_search_key_refusals_total"),
          ],
        ),
      ],
    ],
  });
}

function graph(title: string, left: IMetric[], right: IMetric[] = []): IWidget {
  return widget(new GraphWidget({ title, width: HALF, left, right }));
}

/** Works around CDK types: widgets declare a property as `| undefined`, their interface as optional. */
function widget(one: ConcreteWidget): IWidget {
  return one as IWidget;
}
