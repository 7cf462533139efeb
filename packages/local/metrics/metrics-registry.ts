import type { Clock } from "@plumbline/core/clock/clock.ts";
import {
  isMeasurable,
  type LabelName,
  METRICS,
  type MetricName,
  type Metrics,
  metric,
} from "@plumbline/core/metrics/metrics.ts";
import { Counter, Gauge, Histogram, Registry } from "prom-client";

/** Time series, as who scrapes them counts: a histogram is one for each of its lines. */
const MAX_SERIES = 10_000;
/** Upper bounds in seconds: from a quick answer to the longest time-out that a call may ask for. */
export const BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120] as const;
const SERIES_OF = { counter: 1, gauge: 1, histogram: BUCKETS.length + 3 };

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
  readonly #registry = new Registry();
  /** Each takes the values of one metric, and is made when its first value comes. */
  readonly #takers = new Map<MetricName, (labels: Record<string, string>, value: number) => void>();
  /** Each takes the values of one series, by its metric and labels. */
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

  /** All of it in the text exposition format 0.0.4 (prometheus.io/docs/instrumenting/exposition_formats). */
  async text(): Promise<string> {
    const taken = NAMES.filter((name) => this.#takers.has(name));
    const texts = await Promise.all(taken.map((name) => this.#registry.getSingleMetricAsString(name)));
    return texts.map((text) => `${text}\n`).join("");
  }

  #take(name: MetricName, labels: LabelValues, value: number): void {
    if (!isMeasurable(value)) return;
    const key = seriesKey(name, labels);
    const take = this.#series.get(key) ?? this.#begin(key, name, labels);
    if (take === undefined) this.#take(DROPPED, {}, 1);
    else take(value);
  }

  /** Begins a series; `undefined` where there is no room for it. */
  #begin(key: string, name: MetricName, labels: LabelValues): ((value: number) => void) | undefined {
    const size = SERIES_OF[metric(name).kind];
    if (this.#count + size > this.#maxSeries) return undefined;
    this.#count += size;
    const takeLabelled = this.#takers.get(name) ?? this.#takerOf(name);
    this.#takers.set(name, takeLabelled);
    const own = withValues(name, labels);
    const take = (value: number) => takeLabelled(own, value);
    this.#series.set(key, take);
    return take;
  }

  #takerOf(name: MetricName): (labels: Record<string, string>, value: number) => void {
    const { kind, help, labels } = metric(name);
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
    const now = () => this.#clock.now();
    new Gauge({
      ...described,
      collect() {
        this.reset();
        // A gauge without labels would stand at 0.
        this.remove({});
        for (const [own, value] of highest.values(now())) this.set(own, value);
      },
    });
    return (own, value) => highest.take(own, value, now());
  }
}

/** One text for each series: made for every value, so without lists and objects. */
function seriesKey(name: MetricName, labels: LabelValues): string {
  let key: string = name;
  for (const label of metric(name).labels) key += `\n${labels[label] ?? ""}`;
  return key;
}

/** The labels that have a value, in the order of the list. */
function withValues(name: MetricName, labels: LabelValues): Record<string, string> {
  const names: readonly LabelName[] = metric(name).labels;
  return Object.fromEntries(
    names.flatMap((label) => {
      const value = labels[label];
      return value === undefined ? [] : [[label, value]];
    }),
  );
}

/** A gauge tells of so long, and at most twice that. */
const WINDOW_MS = 5 * 60_000;

interface Highest {
  window: number;
  highest: number;
  /** The highest of the window before. */
  before: number;
}

/**
 * The highest value of the last five to ten minutes under each set of labels: no scrape between two batches
 * misses the worse one. Nothing where there was none.
 */
class HighestGauge {
  readonly #series = new Map<string, Highest>();

  /** `now`: milliseconds since 1970. */
  take(labels: Readonly<Record<string, string>>, value: number, now: number): void {
    const key = JSON.stringify(labels);
    const series = turned(this.#series.get(key), now);
    this.#series.set(key, { ...series, highest: Math.max(series.highest, value) });
  }

  values(now: number): [labels: Record<string, string>, value: number][] {
    return Array.from(this.#series).flatMap(([key, series]): [Record<string, string>, number][] => {
      const { highest, before } = turned(series, now);
      const value = Math.max(highest, before);
      return value === Number.NEGATIVE_INFINITY ? [] : [[JSON.parse(key), value]];
    });
  }
}

const NOTHING: Highest = { window: 0, highest: Number.NEGATIVE_INFINITY, before: Number.NEGATIVE_INFINITY };

/** A series as it stands at a time: what was highest two windows ago is forgotten. */
function turned(series: Highest = NOTHING, now: number): Highest {
  const window = Math.floor(now / WINDOW_MS);
  if (series.window === window) return series;
  const before = series.window + 1 === window ? series.highest : Number.NEGATIVE_INFINITY;
  return { window, highest: Number.NEGATIVE_INFINITY, before };
}
