import type { Clock } from "@plumbline/core/clock/clock.ts";
import {
  isMeasurable,
  type LabelName,
  METRICS,
  type MetricName,
  type Metrics,
  metric,
} from "@plumbline/core/metrics/metrics.ts";
import { newSeries, type Series, sizeOf } from "./series.ts";

/** Time series, as who scrapes them counts: a histogram is one for each of its lines. */
const MAX_SERIES = 10_000;

const NAMES = Object.keys(METRICS) as MetricName[];
const DROPPED = "plumbline_metrics_dropped_total" satisfies MetricName;

type LabelValues = Readonly<Partial<Record<LabelName, string | undefined>>>;

/**
 * The metrics of one process that lives long, in memory, as Prometheus reads them. Bounded: what would be one
 * series too many is counted in `plumbline_metrics_dropped_total` and otherwise left out, and no series that
 * is there is lost for it.
 */
export class MetricsRegistry implements Metrics {
  readonly #clock: Clock;
  readonly #maxSeries: number;
  /** By metric, then by labels as they are written. */
  readonly #series = new Map<MetricName, Map<string, Series>>(NAMES.map((name) => [name, new Map()]));
  #count = 0;

  constructor(clock: Clock, maxSeries = MAX_SERIES) {
    this.#clock = clock;
    this.#maxSeries = maxSeries;
    this.#take(DROPPED, {}, 0);
  }

  add(name: MetricName, labels: LabelValues, by = 1): void {
    this.#take(name, labels, by);
  }

  set(name: MetricName, labels: LabelValues, value: number): void {
    this.#take(name, labels, value);
  }

  observe(name: MetricName, labels: LabelValues, value: number): void {
    this.#take(name, labels, value);
  }

  /** All of it in the text exposition format 0.0.4 (prometheus.io/docs/instrumenting/exposition_formats). */
  text(): string {
    const now = this.#clock.now();
    const lines: string[] = [];
    for (const [name, all] of this.#series) {
      if (all.size === 0) continue;
      const { help, kind } = metric(name);
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`);
      for (const [labels, series] of all)
        for (const { suffix, le, value } of series.samples(now)) {
          const bound = le === undefined ? "" : `le="${le}"`;
          const inBraces = [labels, bound].filter((part) => part !== "").join(",");
          lines.push(`${name}${suffix}${inBraces === "" ? "" : `{${inBraces}}`} ${value}`);
        }
    }
    return `${lines.join("\n")}\n`;
  }

  #take(name: MetricName, labels: LabelValues, value: number): void {
    if (!isMeasurable(value)) return;
    const series = this.#seriesOf(name, labels);
    if (series) series.take(value, this.#clock.now());
    else this.#take(DROPPED, {}, 1);
  }

  #seriesOf(name: MetricName, labels: LabelValues): Series | undefined {
    const { kind, labels: names } = metric(name);
    const key = written(names, labels);
    const all = this.#series.get(name);
    const known = all?.get(key);
    if (known || !all) return known;
    const size = sizeOf(kind);
    if (this.#count + size > this.#maxSeries) return undefined;
    this.#count += size;
    const series = newSeries(kind);
    all.set(key, series);
    return series;
  }
}

/** Labels in the order of the list, those without a value left out. */
function written(names: readonly LabelName[], labels: LabelValues): string {
  let text = "";
  for (const name of names) {
    const value = labels[name];
    if (value !== undefined) text += `${text === "" ? "" : ","}${name}="${escaped(value)}"`;
  }
  return text;
}

const SPECIAL = /[\\"\n]/;

function escaped(value: string): string {
  if (!SPECIAL.test(value)) return value;
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
