import type { Clock } from "@plumbline/core/clock/clock.ts";
import {
  getMetric,
  isMeasurable,
  type LabelName,
  METRICS,
  type MetricName,
  type Metrics,
} from "@plumbline/core/metrics/metrics.ts";
import { Counter, Gauge, Histogram, Registry } from "prom-client";

/** Maximum number of time series as scrapers count them: a histogram has one for each of its lines. */
const MAX_SERIES = 10_000;
/** Upper bounds in seconds, from a fast response to the longest timeout of a call. */
export const BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120] as const;
const SERIES_OF = { counter: 1, gauge: 1, histogram: BUCKETS.length + 3 };

const NAMES = Object.keys(METRICS) as MetricName[];
const DROPPED = "plumbline_metrics_dropped_total" satisfies MetricName;

type LabelValues = Readonly<Partial<Record<LabelName, string | undefined>>>;

/**
 * Stores the metrics of a long-lived process in memory, in Prometheus' format. Limited in size: values that
 * would start a series beyond the limit are only counted in `plumbline_metrics_dropped_total`.
 */
export class MetricsRegistry implements Metrics {
  readonly #clock: Clock;
  readonly #maxSeries: number;
  readonly #registry = new Registry();
  /** Functions that record values of one metric. Created with its first value. */
  readonly #takers = new Map<MetricName, (labels: Record<string, string>, value: number) => void>();
  /** Functions that record values of one series, by metric and labels. */
  readonly #series = new Map<string, (value: number) => void>();
  #count = 0;

  constructor(clock: Clock, maxSeries = MAX_SERIES) {
    this.#clock = clock;
    this.#maxSeries = maxSeries;
    this.#take(DROPPED, {}, 0);
  }

  readonly add: Metrics["add"] = (name, labels, by = 1) => this.#take(name, labels, by);
  readonly set: Metrics["set"] = (name, labels, value) => this.#take(name, labels, value);
  readonly observe: Metrics["observe"] = (name, labels, value) => this.#take(name, labels, value);

  /** Formats all metrics in the text format 0.0.4 (prometheus.io/docs/instrumenting/exposition_formats). */
  async text(): Promise<string> {
    const taken = NAMES.filter((name) => this.#takers.has(name));
    const texts = await Promise.all(taken.map((name) => this.#registry.getSingleMetricAsString(name)));
    return texts.map((text) => `${text}\n`).join("");
  }

  #take(name: MetricName, labels: LabelValues, value: number): void {
    if (!isMeasurable(value)) return;
    const key = buildSeriesKey(name, labels);
    const take = this.#series.get(key) ?? this.#begin(key, name, labels);
    if (take === undefined) this.#take(DROPPED, {}, 1);
    else take(value);
  }

  /** Creates a series. Returns `undefined` if the limit is reached. */
  #begin(key: string, name: MetricName, labels: LabelValues): ((value: number) => void) | undefined {
    const size = SERIES_OF[getMetric(name).kind];
    if (this.#count + size > this.#maxSeries) return undefined;
    this.#count += size;
    const takeLabelled = this.#takers.get(name) ?? this.#createTaker(name);
    this.#takers.set(name, takeLabelled);
    const own = withValues(name, labels);
    const take = (value: number) => takeLabelled(own, value);
    this.#series.set(key, take);
    return take;
  }

  #createTaker(name: MetricName): (labels: Record<string, string>, value: number) => void {
    const { kind, help, labels } = getMetric(name);
    const described = { name, help, labelNames: [...labels], registers: [this.#registry] };
    if (kind === "counter") {
      const counter = new Counter(described);
      return (own, by) => counter.inc(own, by);
    }
    if (kind === "histogram") {
      const histogram = new Histogram({ ...described, buckets: [...BUCKETS] });
      return (own, value) => histogram.observe(own, value);
    }
    const highest = new HighestGauge();
    const getTime = () => this.#clock.now();
    new Gauge({
      ...described,
      collect() {
        this.reset();
        // Otherwise, a gauge without labels would be reported as 0.
        this.remove({});
        for (const [own, value] of highest.listValues(getTime())) this.set(own, value);
      },
    });
    return (own, value) => highest.take(own, value, getTime());
  }
}

/** Returns a series' key. Called for every value, so it avoids lists and objects. */
function buildSeriesKey(name: MetricName, labels: LabelValues): string {
  let key: string = name;
  for (const label of getMetric(name).labels) key += `\n${labels[label] ?? ""}`;
  return key;
}

/** Returns the labels that have a value, in the order of the list. */
function withValues(name: MetricName, labels: LabelValues): Record<string, string> {
  const names: readonly LabelName[] = getMetric(name).labels;
  return Object.fromEntries(
    names.flatMap((label) => {
      const value = labels[label];
      return value === undefined ? [] : [[label, value]];
    }),
  );
}

/** A gauge covers at least this time, and at most twice as much. */
const WINDOW_MS = 5 * 60_000;

interface Highest {
  window: number;
  highest: number;
  /** Highest value of the previous window. */
  before: number;
}

/**
 * Tracks the highest value of the last five to ten minutes for each set of labels, so that no peak between
 * two scrapes is missed. Reports nothing if there were no values.
 */
class HighestGauge {
  readonly #series = new Map<string, Highest>();

  /** `now` is in milliseconds since the epoch. */
  take(labels: Readonly<Record<string, string>>, value: number, now: number): void {
    const key = JSON.stringify(labels);
    const series = turnWindow(this.#series.get(key), now);
    this.#series.set(key, { ...series, highest: Math.max(series.highest, value) });
  }

  listValues(now: number): [labels: Record<string, string>, value: number][] {
    return Array.from(this.#series).flatMap(([key, series]): [Record<string, string>, number][] => {
      const { highest, before } = turnWindow(series, now);
      const value = Math.max(highest, before);
      return value === Number.NEGATIVE_INFINITY ? [] : [[JSON.parse(key), value]];
    });
  }
}

const NOTHING: Highest = { window: 0, highest: Number.NEGATIVE_INFINITY, before: Number.NEGATIVE_INFINITY };

/** Returns a series as of a time. Drops values from two windows ago. */
function turnWindow(series: Highest = NOTHING, now: number): Highest {
  const window = Math.floor(now / WINDOW_MS);
  if (series.window === window) return series;
  const before = series.window + 1 === window ? series.highest : Number.NEGATIVE_INFINITY;
  return { window, highest: Number.NEGATIVE_INFINITY, before };
}
