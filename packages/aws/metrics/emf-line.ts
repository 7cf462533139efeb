import { type MetricName, metric } from "@plumbline/core/metrics/metrics.ts";

/** Of all stages; the dimension `stage` tells them apart. */
const NAMESPACE = "Plumbline";
/** Values of one metric that a line may hold. */
const MAX_VALUES = 100;
const UNITS = { count: "Count", seconds: "Seconds", bytes: "Bytes" } as const;
const MAX_DIMENSION_LENGTH = 1_024;

/**
 * Metrics recorded under one set of dimensions. `values` has only the sum of a counter, and all values of any
 * other metric.
 */
export interface EmfLine {
  /** By name; `stage` first. */
  dimensions: ReadonlyMap<string, string>;
  tenantId: string | undefined;
  values: Map<MetricName, number[]>;
}

/**
 * The line in CloudWatch's embedded metric format, in as many as its values need
 * (docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring,
 * CloudWatch_Embedded_Metric_Format_Specification.html). The list of metrics is short enough for the format's
 * bounds of 100 metrics and 30 dimensions.
 */
export function writtenLines({ dimensions, tenantId, values }: EmfLine, now: number): string[] {
  const longest = Math.max(...[...values.values()].map(({ length }) => length));
  const lines: string[] = [];
  for (let from = 0; from < longest; from += MAX_VALUES) {
    const some = [...values]
      .map(([name, all]) => [name, all.slice(from, from + MAX_VALUES)] as const)
      .filter(([, { length }]) => length > 0);
    const sets = dimensions.size > 1 ? [[...dimensions.keys()], ["stage"]] : [["stage"]];
    const Metrics = some.map(([Name]) => ({
      Name,
      Unit: UNITS[metric(Name).unit],
    }));
    const line = {
      _aws: {
        Timestamp: now,
        CloudWatchMetrics: [{ Namespace: NAMESPACE, Dimensions: sets, Metrics }],
      },
      ...Object.fromEntries(dimensions),
      ...(tenantId === undefined ? {} : { tenant_id: tenantId }),
      ...Object.fromEntries(some.map(([name, all]) => [name, all.length === 1 ? all[0] : all])),
    };
    lines.push(JSON.stringify(line));
  }
  return lines;
}

/**
 * As CloudWatch takes it: visible ASCII, not empty, no colon in front; else the whole line would count for
 * nothing.
 */
export function dimensionValue(value: string): string {
  const plain = value
    .replace(/[^ -~]/g, "?")
    .replace(/^:/, "_")
    .slice(0, MAX_DIMENSION_LENGTH);
  return plain.trim() === "" ? "?" : plain;
}
