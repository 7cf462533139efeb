import type { Clock } from "@plumbline/core/clock/clock.ts";
import {
  isMeasurable,
  type LabelName,
  METRICS,
  type MetricDescription,
  type MetricName,
  type Metrics,
  metric,
} from "@plumbline/core/metrics/metrics.ts";

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

/** One line of a series: what is put behind the metric's name, the bound of a bucket, and the value. */
interface Sample {
  suffix: "" | "_bucket" | "_sum" | "_count";
  le?: string;
  value: number;
}

/** Values kept for one metric under one set of labels. */
interface Series {
  take(value: number, now: number): void;
  samples(now: number): Sample[];
}

/** Upper bounds in seconds: from a quick answer to the longest time-out that a call may ask for. */
export const BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120] as const;

/** A gauge tells of so long, and at most twice that. */
const WINDOW_MS = 5 * 60_000;

const SERIES_OF = { counter, gauge, histogram };
const SIZES = { counter: 1, gauge: 1, histogram: BUCKETS.length + 3 };

function newSeries(kind: MetricDescription["kind"]): Series {
  return SERIES_OF[kind]();
}

/** Returns the number of lines that a series takes; the scraper sees each line as a time series. */
function sizeOf(kind: MetricDescription["kind"]): number {
  return SIZES[kind];
}

function counter(): Series {
  let total = 0;
  return {
    take(value) {
      total += value;
    },
    samples: () => [{ suffix: "", value: total }],
  };
}

/**
 * The highest value of the last five to ten minutes: no scrape between two batches misses the worse one.
 * Nothing when there was none.
 */
function gauge(): Series {
  let [window, highest, before] = [0, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const turn = (now: number) => {
    const current = Math.floor(now / WINDOW_MS);
    if (current === window) return;
    before = current === window + 1 ? highest : Number.NEGATIVE_INFINITY;
    highest = Number.NEGATIVE_INFINITY;
    window = current;
  };
  return {
    take(value, now) {
      turn(now);
      highest = Math.max(highest, value);
    },
    samples(now) {
      turn(now);
      const value = Math.max(highest, before);
      return value === Number.NEGATIVE_INFINITY ? [] : [{ suffix: "", value }];
    },
  };
}

function histogram(): Series {
  const counts = BUCKETS.map(() => 0);
  let [sum, count] = [0, 0];
  return {
    take(value) {
      const bucket = BUCKETS.findIndex((bound) => value <= bound);
      if (bucket >= 0) counts[bucket] = (counts[bucket] ?? 0) + 1;
      sum += value;
      count += 1;
    },
    samples() {
      let below = 0;
      const buckets = BUCKETS.map((bound, index): Sample => {
        below += counts[index] ?? 0;
        return { suffix: "_bucket", le: String(bound), value: below };
      });
      return [
        ...buckets,
        { suffix: "_bucket", le: "+Inf", value: count },
        { suffix: "_sum", value: sum },
        { suffix: "_count", value: count },
      ];
    },
  };
}
