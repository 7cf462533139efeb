import type { Clock } from "@plumbline/core/clock/clock.ts";
import {
  isMeasurable,
  type LabelName,
  type MetricName,
  type Metrics,
  metric,
} from "@plumbline/core/metrics/metrics.ts";
import { dimensionValue, type EmfLine, writtenLines } from "./emf-line.ts";

type LabelValues = Readonly<Partial<Record<LabelName, string | undefined>>>;

/**
 * Metrics as lines of a function's log in CloudWatch's embedded metric format. What one invocation records is
 * gathered, and `flush` at its end writes one line for each set of dimensions (and tenant). The dimensions
 * are `stage` with the metric's labels, and `stage` alone for alarms on the whole. The tenant is a property
 * of the line, no dimension: a metric for each tenant would cost $0.30 a month each; CloudWatch Logs Insights
 * tells tenants apart.
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
    const { values } = this.#lineOf(name, labels);
    values.set(name, [(values.get(name)?.[0] ?? 0) + by]);
  }

  set(name: MetricName, labels: LabelValues, value: number): void {
    this.observe(name, labels, value);
  }

  observe(name: MetricName, labels: LabelValues, value: number): void {
    if (!isMeasurable(value)) return;
    const { values } = this.#lineOf(name, labels);
    const before = values.get(name);
    if (before) before.push(value);
    else values.set(name, [value]);
  }

  /** Writes what was recorded since the last time, if anything was. */
  flush(): void {
    const lines = [...this.#lines.values()];
    this.#lines.clear();
    for (const line of lines.flatMap((one) => writtenLines(one, this.#clock.now()))) this.#write(line);
  }

  #lineOf(name: MetricName, labels: LabelValues): EmfLine {
    const dimensions = new Map<string, string>([["stage", this.#stage]]);
    for (const label of metric(name).labels)
      if (label !== "tenant_id") dimensions.set(label, dimensionValue(labels[label] ?? ""));
    const tenantId = labels.tenant_id;
    const key = JSON.stringify([tenantId, ...dimensions]);
    const known = this.#lines.get(key);
    if (known) return known;
    const line: EmfLine = { dimensions, tenantId, values: new Map() };
    this.#lines.set(key, line);
    return line;
  }
}
