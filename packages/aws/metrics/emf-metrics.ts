import type { Clock } from "@plumbline/core/clock/clock.ts";
import {
  getMetric,
  getUnit,
  isMeasurable,
  type LabelName,
  type MetricName,
  type Metrics,
} from "@plumbline/core/metrics/metrics.ts";

type LabelValues = Readonly<Partial<Record<LabelName, string | undefined>>>;

/**
 * Writes metrics to a function's log in CloudWatch's embedded metric format. Collects the metrics of one
 * invocation. `flush` writes one line per set of dimensions (and tenant). The dimensions are `stage` with the
 * metric's labels, and `stage` alone for alarms on the total. The tenant is a property of the line and not a
 * dimension, because a metric per tenant would cost $0.30 a month each. CloudWatch Logs Insights can filter
 * by tenant.
 */
export class EmfMetrics implements Metrics {
  readonly #stage: string;
  readonly #clock: Clock;
  readonly #write: (line: string) => void;
  readonly #lines = new Map<string, EmfLine>();

  constructor({ stage, clock, write }: { stage: string; clock: Clock; write: (line: string) => void }) {
    this.#stage = stage;
    this.#clock = clock;
    this.#write = write;
  }

  add(name: MetricName, labels: LabelValues, by = 1): void {
    if (!isMeasurable(by)) return;
    const { values } = this.#findLine(name, labels);
    values.set(name, [(values.get(name)?.[0] ?? 0) + by]);
  }

  set(name: MetricName, labels: LabelValues, value: number): void {
    this.observe(name, labels, value);
  }

  observe(name: MetricName, labels: LabelValues, value: number): void {
    if (!isMeasurable(value)) return;
    const { values } = this.#findLine(name, labels);
    const before = values.get(name);
    if (before) before.push(value);
    else values.set(name, [value]);
  }

  /** Writes what was recorded since the last call, if anything. */
  flush(): void {
    const lines = [...this.#lines.values()];
    this.#lines.clear();
    for (const line of lines.flatMap((one) => formatLines(one, this.#clock.now()))) this.#write(line);
  }

  #findLine(name: MetricName, labels: LabelValues): EmfLine {
    const dimensions = new Map<string, string>([["stage", this.#stage]]);
    for (const label of getMetric(name).labels)
      if (label !== "tenant_id") dimensions.set(label, toDimensionValue(labels[label] ?? ""));
    const tenantId = labels.tenant_id;
    const key = JSON.stringify([tenantId, ...dimensions]);
    const existing = this.#lines.get(key);
    if (existing) return existing;
    const line: EmfLine = { dimensions, tenantId, values: new Map() };
    this.#lines.set(key, line);
    return line;
  }
}

/** Namespace of all stages, which the dimension `stage` distinguishes. */
const NAMESPACE = "Plumbline";
/** Maximum number of values of one metric per line. */
const MAX_VALUES = 100;
const UNITS = { count: "Count", seconds: "Seconds", bytes: "Bytes" } as const;
const MAX_DIMENSION_LENGTH = 1_024;

/**
 * Metrics with the same dimensions. `values` contains a single sum for a counter, and all values of any other
 * metric.
 */
interface EmfLine {
  /** Maps a dimension's name to its value, with `stage` first. */
  dimensions: ReadonlyMap<string, string>;
  tenantId: string | undefined;
  values: Map<MetricName, number[]>;
}

/**
 * Formats lines in CloudWatch's embedded metric format, as many as the values need
 * (docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring,
 * CloudWatch_Embedded_Metric_Format_Specification.html). There are fewer metrics and dimensions than the
 * format's limits of 100 and 30.
 */
function formatLines({ dimensions, tenantId, values }: EmfLine, now: number): string[] {
  const maxCount = Math.max(...[...values.values()].map(({ length }) => length));
  const lines: string[] = [];
  for (let from = 0; from < maxCount; from += MAX_VALUES) {
    const part = [...values]
      .map(([name, all]) => [name, all.slice(from, from + MAX_VALUES)] as const)
      .filter(([, { length }]) => length > 0);
    const dimensionSets = dimensions.size > 1 ? [[...dimensions.keys()], ["stage"]] : [["stage"]];
    const Metrics = part.map(([Name]) => ({
      Name,
      Unit: UNITS[getUnit(Name)],
    }));
    const line = {
      _aws: {
        Timestamp: now,
        CloudWatchMetrics: [{ Namespace: NAMESPACE, Dimensions: dimensionSets, Metrics }],
      },
      ...Object.fromEntries(dimensions),
      ...(tenantId === undefined ? {} : { tenant_id: tenantId }),
      ...Object.fromEntries(part.map(([name, all]) => [name, all.length === 1 ? all[0] : all])),
    };
    lines.push(JSON.stringify(line));
  }
  return lines;
}

/**
 * Converts a value to one that CloudWatch accepts: printable ASCII, not empty, no leading colon. Otherwise,
 * it would ignore the whole line.
 */
function toDimensionValue(value: string): string {
  const plain = value
    .replace(/[^ -~]/g, "?")
    .replace(/^:/, "_")
    .slice(0, MAX_DIMENSION_LENGTH);
  return plain.trim() === "" ? "?" : plain;
}
