import { Duration } from "aws-cdk-lib";
import { Metric, type Stats } from "aws-cdk-lib/aws-cloudwatch";

/** Some of the service's metrics (packages/core/metrics/metrics.ts; a test compares the names). */
export type ServiceMetricName =
  | "plumbline_calls_total"
  | "plumbline_call_errors_total"
  | "plumbline_key_refusals_total"
  | "plumbline_own_key_refusals_total"
  | "plumbline_search_key_refusals_total"
  | "plumbline_parameter_refusals_total"
  | "plumbline_deliveries_total"
  | "plumbline_watch_lag_seconds";

/**
 * Returns a metric written by the functions (packages/aws/metrics), for a whole stage, or for one value of
 * the metric's labels.
 */
export function serviceMetric(
  stage: string,
  metricName: ServiceMetricName,
  statistic: typeof Stats.SUM | typeof Stats.MAXIMUM,
  labels: Readonly<Record<string, string>> = {},
): Metric {
  return new Metric({
    namespace: "Plumbline",
    metricName,
    dimensionsMap: { stage, ...labels },
    statistic,
    period: Duration.minutes(5),
  });
}
