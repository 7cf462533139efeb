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
export class HighestGauge {
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
