import type { MetricDescription } from "@plumbline/core/metrics/metrics.ts";

/** One line of a series: what is put behind the metric's name, the bound of a bucket, and the value. */
export interface Sample {
  suffix: "" | "_bucket" | "_sum" | "_count";
  le?: string;
  value: number;
}

/** Values kept for one metric under one set of labels. */
export interface Series {
  take(value: number, now: number): void;
  samples(now: number): Sample[];
}

/** Upper bounds in seconds: from a quick answer to the longest time-out that a call may ask for. */
export const BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120] as const;

/** A gauge tells of so long, and at most twice that. */
export const WINDOW_MS = 5 * 60_000;

const SERIES_OF = { counter, gauge, histogram };
const SIZES = { counter: 1, gauge: 1, histogram: BUCKETS.length + 3 };

export function newSeries(kind: MetricDescription["kind"]): Series {
  return SERIES_OF[kind]();
}

/** Returns the number of lines that a series takes; the scraper sees each line as a time series. */
export function sizeOf(kind: MetricDescription["kind"]): number {
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
