import { sha256 } from "./rows.ts";

const RESAMPLES = 1000;
const TAIL = 0.025;

export interface Interval {
  low: number;
  high: number;
}

/** Numbers in [0, 1) that depend on the seed alone (mulberry32). */
export function seededNumbers(seed: string): () => number {
  let state = Number.parseInt(sha256(seed).slice(0, 8), 16);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * The 95 % bootstrap interval of a statistic, drawn by group, because rows of one question, name or
 * conversation stand or fall together. `statistic` gets how often each group was drawn; resamples without a
 * value (NaN) are left out.
 */
export function bootstrapInterval(
  seed: string,
  groups: number,
  statistic: (drawn: Uint16Array) => number,
): Interval {
  const next = seededNumbers(seed);
  const values: number[] = [];
  const drawn = new Uint16Array(groups);
  for (let resample = 0; resample < RESAMPLES; resample++) {
    drawn.fill(0);
    for (let draw = 0; draw < groups; draw++) {
      const group = Math.floor(next() * groups);
      drawn[group] = (drawn[group] ?? 0) + 1;
    }
    const value = statistic(drawn);
    if (!Number.isNaN(value)) values.push(value);
  }
  values.sort((one, other) => one - other);
  const at = (share: number) => values[Math.floor(share * (values.length - 1))] ?? Number.NaN;
  return { low: at(TAIL), high: at(1 - TAIL) };
}
