import { expect, test } from "vitest";
import { simulateStage } from "../../bench/neighbour-simulation.ts";

const AS_SHIPPED = { perMinute: 1_200, runs: 50 };
const NO_LIMIT = { perMinute: Number.POSITIVE_INFINITY, runs: Number.POSITIVE_INFINITY };

test.each([4, 16, 48, 1_000])(
  "on 1,000 instances a quiet tenant notices nothing of %i callers of another",
  (callers) => {
    const alone = simulateStage(0, AS_SHIPPED);
    const beside = simulateStage(callers, AS_SHIPPED);
    expect(beside.quietP95).toBeLessThanOrEqual(1.5 * alone.quietP95);
    expect(beside.quietRefused).toBe(0);
    expect(beside.served).toBeLessThanOrEqual(21);
  },
);

test("without the limits, 1,000 callers leave no instance to the quiet tenant", () => {
  const { mostOfNoisy, quietRefused } = simulateStage(1_000, NO_LIMIT);
  expect(mostOfNoisy).toBe(1_000);
  expect(quietRefused).toBeGreaterThan(100);
  expect(simulateStage(1_000, NO_LIMIT)).toEqual(simulateStage(1_000, NO_LIMIT));
});
