import type { Labels, MetricOf } from "./metric-list.ts";

/**
 * Where figures go: a registry that is scraped, or lines of a log. What is not in the list, and a label that its metric does not have,
 * does not compile. Nothing here throws or waits.
 */
export interface Metrics {
  add<Name extends MetricOf<"counter">>(name: Name, labels: Labels<Name>, by?: number): void;
  set<Name extends MetricOf<"gauge">>(name: Name, labels: Labels<Name>, value: number): void;
  observe<Name extends MetricOf<"histogram">>(name: Name, labels: Labels<Name>, value: number): void;
}

/** For who counts nothing. */
export const noMetrics: Metrics = {
  add: () => undefined,
  set: () => undefined,
  observe: () => undefined,
};

/** What a metric can hold. No counter goes back, and what a provider counts may be anything. */
export function isMeasurable(value: number): boolean {
  return Number.isFinite(value) && value >= 0;
}
