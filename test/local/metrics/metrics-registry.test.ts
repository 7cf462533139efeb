import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { expect, test } from "vitest";
import { BUCKETS, MetricsRegistry } from "../../../packages/local/metrics/metrics-registry.ts";
import { readExposition, sampleValue } from "../../support/exposition.ts";

const registry = (maxSeries?: number) => new MetricsRegistry(new ManualClock(), maxSeries);

/** As who scrapes counts them: every line that is no comment. */
const seriesIn = (text: string) => text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));

test("says that nothing was dropped when nothing was counted yet", async () => {
  expect(await registry().text()).toBe(
    "# HELP plumbline_metrics_dropped_total Observations dropped because there are too many series.\n" +
      "# TYPE plumbline_metrics_dropped_total counter\n" +
      "plumbline_metrics_dropped_total 0\n",
  );
});

test.each([
  ["quotes", '"'],
  ["a backslash", "\\"],
  ["a backslash before an n", "\\n"],
  ["a line feed", "\n"],
  ["all of them", 'a\\"b\n"} 7\nplumbline_evil{x="\\'],
  ["other letters", "Zürich 🦆 \u2028"],
  ["nothing", ""],
])("a label with %s is read as it was written", async (_what, model) => {
  const metrics = registry();
  metrics.add("plumbline_model_tokens_total", { direction: "in", model, tenant_id: "t" }, 3);
  const family = readExposition(await metrics.text()).get("plumbline_model_tokens_total");
  expect(family?.samples).toEqual([
    { name: "plumbline_model_tokens_total", labels: { direction: "in", model, tenant_id: "t" }, value: 3 },
  ]);
});

test("labels that differ only in how they would be joined are two", async () => {
  const metrics = registry();
  metrics.add("plumbline_call_errors_total", { tool: 'a",error_code="b', error_code: "c" });
  metrics.add("plumbline_call_errors_total", { tool: "a", error_code: 'b",error_code="c' });
  expect(readExposition(await metrics.text()).get("plumbline_call_errors_total")?.samples).toHaveLength(2);
});

test("a histogram counts up to its bounds, and beyond", async () => {
  const metrics = registry();
  for (const seconds of [0.05, 0.051, 3, 120, 121])
    metrics.observe("plumbline_call_seconds", { tool: "t" }, seconds);
  const text = await metrics.text();
  const bucket = (le: string) => sampleValue(text, "plumbline_call_seconds_bucket", { le });
  expect(["0.05", "0.1", "2.5", "5", "60", "120", "+Inf"].map(bucket)).toEqual([1, 2, 2, 3, 3, 4, 5]);
  expect(sampleValue(await metrics.text(), "plumbline_call_seconds_count")).toBe(5);
  expect(sampleValue(await metrics.text(), "plumbline_call_seconds_sum")).toBeCloseTo(244.101);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, -1])("%d is no amount", async (by) => {
  const metrics = registry();
  metrics.add("plumbline_watch_polls_total", { wheel: "feed" }, 2);
  metrics.add("plumbline_watch_polls_total", { wheel: "feed" }, by);
  expect(sampleValue(await metrics.text(), "plumbline_watch_polls_total")).toBe(2);
});

test("there are 10,000 series at most; what is left out is counted, and those that are there go on", async () => {
  const metrics = registry();
  const seen = (tenant_id: string) =>
    metrics.add("plumbline_deliveries_total", { outcome: "dead", tenant_id });
  for (let tenant = 0; tenant < 12_000; tenant++) seen(String(tenant));
  for (let time = 0; time < 3; time++) seen("7");
  expect(seriesIn(await metrics.text())).toHaveLength(10_000);
  expect(sampleValue(await metrics.text(), "plumbline_metrics_dropped_total")).toBe(12_000 - 9_999);
  expect(sampleValue(await metrics.text(), "plumbline_deliveries_total", { tenant_id: "7" })).toBe(4);
});

test("a histogram is as many series as it has lines", async () => {
  const lines = BUCKETS.length + 3;
  const metrics = registry(2 * lines);
  for (const tool of ["first", "second"]) metrics.observe("plumbline_call_seconds", { tool }, 1);
  expect(seriesIn(await metrics.text())).toHaveLength(lines + 1);
  expect(sampleValue(await metrics.text(), "plumbline_metrics_dropped_total")).toBe(1);
  for (let tenant = 0; tenant < lines; tenant++)
    metrics.add("plumbline_deliveries_total", { outcome: "dead", tenant_id: String(tenant) });
  expect(seriesIn(await metrics.text())).toHaveLength(2 * lines);
});

test("a gauge tells the highest of five minutes at least, and then nothing", async () => {
  const clock = new ManualClock();
  const metrics = new MetricsRegistry(clock);
  const lines = async () => (await metrics.text()).match(/^plumbline_(?:heap|watch_lag).*$/gm) ?? [];
  for (const seconds of [3, 9, 4]) metrics.set("plumbline_watch_lag_seconds", { wheel: "feed" }, seconds);
  metrics.set("plumbline_heap_bytes", {}, 7);
  clock.advance(5 * 60_000);
  metrics.set("plumbline_watch_lag_seconds", { wheel: "feed" }, 5);
  expect(await lines()).toEqual(['plumbline_watch_lag_seconds{wheel="feed"} 9', "plumbline_heap_bytes 7"]);
  clock.advance(5 * 60_000);
  expect(await lines()).toEqual(['plumbline_watch_lag_seconds{wheel="feed"} 5']);
  clock.advance(5 * 60_000);
  expect(await lines()).toEqual([]);
});
