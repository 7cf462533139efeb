import { describe, expect, it } from "vitest";
import { bootstrapInterval, seededNumbers } from "./bootstrap.ts";
import { figureOf, type ScoredRow } from "./figures.ts";

const judged = (hits: readonly boolean[]) =>
  figureOf({
    name: "made.up",
    kind: "share",
    better: "more",
    rows: hits.map((hit, index) => ({ id: `${index}`, group: `${index}`, hit })),
  });

describe("a share", () => {
  it("is hits over rows, inside its interval", () => {
    const { value, n, low, high } = judged(Array.from({ length: 100 }, (_, index) => index < 30));
    expect({ value, n }).toEqual({ value: 0.3, n: 100 });
    expect(low).toBeGreaterThan(0.19);
    expect(low).toBeLessThan(0.25);
    expect(high).toBeGreaterThan(0.35);
    expect(high).toBeLessThan(0.41);
  });

  it("has a wider interval when its rows hang together in few groups", () => {
    const rows = Array.from({ length: 100 }, (_, index) => ({
      id: `${index}`,
      group: `${index % 5}`,
      hit: index % 5 < 2,
    }));
    const together = figureOf({ name: "made.up", kind: "share", better: "more", rows });
    const apart = judged(rows.map(({ hit }) => hit));
    expect(together.value).toBe(apart.value);
    expect(together.high - together.low).toBeGreaterThan(2 * (apart.high - apart.low));
  });

  it("is no number without rows", () => {
    expect(judged([])).toEqual({ value: Number.NaN, n: 0, low: Number.NaN, high: Number.NaN });
  });

  it("is the same at every run", () => {
    const hits = Array.from({ length: 50 }, (_, index) => index % 3 === 0);
    expect(judged(hits)).toEqual(judged(hits));
  });
});

describe("AUROC", () => {
  const auroc = (positives: readonly number[], negatives: readonly number[]) => {
    const rows: ScoredRow[] = [
      ...positives.map((score, index) => ({ score, positive: true, group: `${index}` })),
      ...negatives.map((score, index) => ({ score, positive: false, group: `${index}` })),
    ];
    return figureOf({ name: "made.up", kind: "auroc", rows }).value;
  };

  it("is 1 when every positive scores higher, 0 when none does", () => {
    expect(auroc([0.8, 0.9], [0.1, 0.2, 0.3])).toBe(1);
    expect(auroc([0.1], [0.2, 0.3])).toBe(0);
  });

  it("counts pairs, and ties by half", () => {
    expect(auroc([0.5, 0.5], [0.5, 0.5])).toBe(0.5);
    expect(auroc([0.2, 0.6], [0.4])).toBe(0.5);
    expect(auroc([0.5, 0.9], [0.5, 0.1])).toBe((0.5 + 1 + 1 + 1) / 4);
  });
});

describe("a 95th percentile", () => {
  it("is the time that 95 of 100 calls keep to", () => {
    const rows = Array.from({ length: 100 }, (_, index) => ({
      group: `${index}`,
      milliseconds: 100 - index,
    }));
    expect(figureOf({ name: "made.up", kind: "p95", rows })).toMatchObject({ value: 95, n: 100 });
  });
});

describe("the bootstrap", () => {
  it("draws as many groups as there are, and leaves out resamples without a value", () => {
    const sums = new Set<number>();
    const interval = bootstrapInterval("seed", 4, (drawn) => {
      sums.add(drawn.reduce((sum, times) => sum + times, 0));
      return drawn[0] === 0 ? Number.NaN : (drawn[0] ?? 0);
    });
    expect([...sums]).toEqual([4]);
    expect(interval.low).toBe(1);
    expect(interval.high).toBeLessThanOrEqual(4);
  });

  it("depends on its seed alone", () => {
    const [one, same, other] = ["a", "a", "b"].map((seed) => {
      const next = seededNumbers(seed);
      return [next(), next(), next()];
    });
    expect(one).toEqual(same);
    expect(one).not.toEqual(other);
    for (const number of one ?? []) expect(number >= 0 && number < 1).toBe(true);
  });
});

describe("decisions", () => {
  const rows = [
    ...Array.from({ length: 8 }, (_, index) => ({ group: `${index}`, positive: true, decided: index < 6 })),
    ...Array.from({ length: 4 }, (_, index) => ({ group: `${index}`, positive: false, decided: index < 1 })),
  ];

  it("have a balanced accuracy, the mean of what is right on each side", () => {
    expect(figureOf({ name: "made.up", kind: "balanced_accuracy", rows })).toMatchObject({
      value: 0.75,
      n: 12,
    });
  });

  it("have an F1 of the positive ones", () => {
    expect(figureOf({ name: "made.up", kind: "f1", rows }).value).toBeCloseTo(12 / 15);
  });
});
