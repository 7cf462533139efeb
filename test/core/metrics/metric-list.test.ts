import {
  getMetric,
  getUnit,
  type Labels,
  METRICS,
  type MetricName,
  type MetricOf,
  type Metrics,
} from "@plumbline/core/metrics/metrics.ts";
import { expect, expectTypeOf, test } from "vitest";

const NAMES = Object.keys(METRICS) as MetricName[];

test.each(NAMES)("%s is named and told as Prometheus asks", (name) => {
  const [{ kind, help }, unit] = [getMetric(name), getUnit(name)];
  expect(name).toMatch(/^plumbline(_[a-z]+)+$/);
  expect(name.endsWith("_total")).toBe(kind === "counter");
  expect(/_seconds(_total)?$/.test(name)).toBe(unit === "seconds");
  expect(/_bytes(_total)?$/.test(name)).toBe(unit === "bytes");
  expect(help).toMatch(/^[A-Z][^\n\\]+\.$/);
});

test("the list fits into a line of CloudWatch's: 100 metrics, 30 dimensions with the stage", () => {
  expect(NAMES.length).toBeLessThanOrEqual(100);
  for (const name of NAMES) expect(getMetric(name).labels.length + 1).toBeLessThanOrEqual(30);
});

test("what is not in the list does not compile", () => {
  expectTypeOf<"plumbline_prompts_total">().not.toExtend<MetricName>();
  expectTypeOf<"plumbline_call_seconds">().not.toExtend<MetricOf<"counter">>();
  expectTypeOf<Labels<"plumbline_calls_total">>().toEqualTypeOf<
    { readonly tool: string; readonly outcome: string } & { readonly tenant_id?: string | undefined }
  >();
  expectTypeOf<keyof Labels<"plumbline_watch_lag_seconds">>().toEqualTypeOf<"wheel">();
  expectTypeOf<{ wheel: string }>().not.toExtend<Labels<"plumbline_calls_total">>();
  expectTypeOf<Parameters<Metrics["set"]>[0]>().not.toExtend<MetricOf<"counter">>();
});
