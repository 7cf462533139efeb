import { bootstrapInterval } from "./bootstrap.ts";

/** One number of the evaluation. `n` counts rows; the interval is the 95 % bootstrap interval by group. */
export interface Figure {
  value: number;
  n: number;
  low: number;
  high: number;
}

/** A row that is judged by yes or no. */
export interface JudgedRow {
  readonly id: string;
  readonly group: string;
  readonly hit: boolean;
}

/** A row with a score; `positive` says on which side it belongs. */
export interface ScoredRow {
  readonly group: string;
  readonly score: number;
  readonly positive: boolean;
}

/** A row that was decided on; `positive` says on which side it belongs. */
export interface DecidedRow {
  readonly group: string;
  readonly positive: boolean;
  readonly decided: boolean;
}

export interface TimedRow {
  readonly group: string;
  readonly milliseconds: number;
}

/**
 * A part's measurements under one name. `better` says whether a hit is right or wrong, and so decides the
 * row's verdict.
 */
export type Measurement =
  | { name: string; kind: "share"; better: "more" | "fewer"; rows: readonly JudgedRow[] }
  | { name: string; kind: "auroc"; rows: readonly ScoredRow[] }
  | { name: string; kind: "balanced_accuracy" | "f1"; rows: readonly DecidedRow[] }
  | { name: string; kind: "p95"; rows: readonly TimedRow[] };

/** The figure of a measurement; NaN in all but `n` when it has no rows. */
export function figureOf(measurement: Measurement): Figure {
  const { name, rows } = measurement;
  const groupOf = numberGroups(rows);
  const groups = new Set(groupOf).size;
  const statistic = statisticOf(measurement, groupOf);
  const value = statistic(new Uint16Array(groups).fill(1));
  return { value, n: rows.length, ...bootstrapInterval(name, groups, statistic) };
}

function numberGroups(rows: readonly { group: string }[]): number[] {
  const numbers = new Map<string, number>();
  return rows.map(({ group }) => {
    const number = numbers.get(group) ?? numbers.size;
    numbers.set(group, number);
    return number;
  });
}

type Statistic = (drawn: Uint16Array) => number;

function statisticOf(measurement: Measurement, groupOf: readonly number[]): Statistic {
  switch (measurement.kind) {
    case "share":
      return share(measurement.rows, groupOf);
    case "auroc":
      return auroc(measurement.rows, groupOf);
    case "balanced_accuracy":
      return decided(measurement.rows, groupOf, ({ hits, misses, alarms, rejections }) => {
        return (hits / (hits + misses) + rejections / (rejections + alarms)) / 2;
      });
    case "f1":
      return decided(measurement.rows, groupOf, ({ hits, misses, alarms }) => {
        return (2 * hits) / (2 * hits + misses + alarms);
      });
    case "p95":
      return p95(measurement.rows, groupOf);
  }
}

function share(rows: readonly JudgedRow[], groupOf: readonly number[]): Statistic {
  const hits: number[] = [];
  const all: number[] = [];
  for (const [index, { hit }] of rows.entries()) {
    const group = groupOf[index] ?? 0;
    hits[group] = (hits[group] ?? 0) + (hit ? 1 : 0);
    all[group] = (all[group] ?? 0) + 1;
  }
  return (drawn) => {
    let top = 0;
    let bottom = 0;
    for (const [group, times] of drawn.entries()) {
      top += times * (hits[group] ?? 0);
      bottom += times * (all[group] ?? 0);
    }
    return top / bottom;
  };
}

/** Counts of right and wrong decisions on each side. */
interface Decisions {
  hits: number;
  misses: number;
  alarms: number;
  rejections: number;
}

function decided(
  rows: readonly DecidedRow[],
  groupOf: readonly number[],
  value: (counts: Decisions) => number,
): Statistic {
  return (drawn) => {
    const counts: Decisions = { hits: 0, misses: 0, alarms: 0, rejections: 0 };
    for (const [index, row] of rows.entries()) {
      const times = drawn[groupOf[index] ?? 0] ?? 0;
      if (row.positive) counts[row.decided ? "hits" : "misses"] += times;
      else counts[row.decided ? "alarms" : "rejections"] += times;
    }
    return value(counts);
  };
}

/** The chance that a positive row scores above a negative one, ties counting half. */
function auroc(rows: readonly ScoredRow[], groupOf: readonly number[]): Statistic {
  const ordered = rows
    .map(({ score, positive }, index) => ({ score, positive, group: groupOf[index] ?? 0 }))
    .sort((one, other) => one.score - other.score);
  return (drawn) => {
    let wins = 0;
    let positives = 0;
    let negatives = 0;
    for (let from = 0; from < ordered.length; ) {
      const score = ordered[from]?.score;
      let tiedPositives = 0;
      let tiedNegatives = 0;
      for (; from < ordered.length && ordered[from]?.score === score; from++) {
        const row = ordered[from];
        const times = drawn[row?.group ?? 0] ?? 0;
        if (row?.positive) tiedPositives += times;
        else tiedNegatives += times;
      }
      wins += tiedPositives * (negatives + tiedNegatives / 2);
      positives += tiedPositives;
      negatives += tiedNegatives;
    }
    return wins / (positives * negatives);
  };
}

function p95(rows: readonly TimedRow[], groupOf: readonly number[]): Statistic {
  const ordered = rows
    .map(({ milliseconds }, index) => ({ milliseconds, group: groupOf[index] ?? 0 }))
    .sort((one, other) => one.milliseconds - other.milliseconds);
  return (drawn) => {
    const all = ordered.reduce((sum, { group }) => sum + (drawn[group] ?? 0), 0);
    let passed = 0;
    for (const { milliseconds, group } of ordered) {
      passed += drawn[group] ?? 0;
      if (passed >= 0.95 * all) return milliseconds;
    }
    return Number.NaN;
  };
}
